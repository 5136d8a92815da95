/** A red-crowned crane, its wings raised about a gilt moon. */

import { blade, body, both, everything, fading, path, strokes, widths, type Point } from '../forms.ts'
import type { Part, Piece } from '../piece.ts'

const shoulder: Point = [216, 330]

type Row = { count: number; from: number; to: number; length: (share: number) => number; half: number }

/** Feathers are carved one over the other, so that each throws its shadow on the next. */
function row(form: Row, part: { tips: number; exposure: number }): Part[] {
  return Array.from({ length: form.count }, (_, i): Part => {
    const share = i / (form.count - 1)
    const turn = form.from + (form.to - form.from) * share
    const length = form.length(share)
    const foot: Point = [shoulder[0] - share * 10, shoulder[1] + share * 6]
    const shape = (half: number, long: number) =>
      blade(foot, { length: long, half, turn, bow: -12, belly: 0.74, foot: Math.min(9, half) })
    const angle = (turn * Math.PI) / 180
    const tip: Point = [foot[0] + Math.sin(angle) * length, foot[1] - Math.cos(angle) * length]
    const barbs = [0.5, 0.62, 0.74, 0.86].map((at) => {
      const p: Point = [foot[0] + Math.sin(angle) * length * at, foot[1] - Math.cos(angle) * length * at]
      return blade(p, { length: 24, half: 1, turn: turn - 34 }) + blade(p, { length: 24, half: 1, turn: turn + 34 })
    })
    return {
      kind: 'carved',
      shape: both(path(shape(form.half, length))),
      body: 'snow',
      ...(part.tips > 0
        ? {
            zones: [
              {
                shape: both(
                  fading(
                    everything,
                    [foot, tip],
                    [
                      [1 - part.tips, 0],
                      [1 - part.tips + 0.1, 1],
                    ],
                  ),
                ).replaceAll(everything, everything),
                body: 'ink' as const,
              },
            ],
          }
        : {}),
      edge: 'silver',
      edgeWidth: 2.4,
      bevel: 14,
      swell: 14,
      soften: 2,
      engraved: both(path(shape(1.6, length * 0.95) + barbs.join(''))),
      depth: 3.4,
      exposure: part.exposure,
      lift: 6,
    }
  })
}

/** Both wings, which beat about the shoulders. */
export const craneWings: Piece = [
  ...row(
    { count: 6, from: -96, to: -20, length: (share) => 192 + share * 92, half: 32 },
    { tips: 0.28, exposure: 0.16 },
  ).map(sideBySide),
  ...row(
    { count: 5, from: -90, to: -22, length: (share) => 148 + share * 44, half: 30 },
    { tips: 0, exposure: 0.22 },
  ).map(sideBySide),
  ...row(
    { count: 4, from: -84, to: -22, length: (share) => 92 + share * 26, half: 28 },
    { tips: 0, exposure: 0.26 },
  ).map(sideBySide),
]

/** A zone is a gradient over everything, so each wing gets its own half of it. */
function sideBySide(part: Part): Part {
  if (part.kind !== 'carved' || part.zones === undefined) return part
  return {
    ...part,
    zones: part.zones.map((zone) => ({
      ...zone,
      shape: `<clipPath id="l"><rect width="256" height="512"/></clipPath>${zone.shape.replaceAll(everything, '<rect width="256" height="512"/>')}`,
    })),
  }
}

const neck: readonly [Point, Point, Point, Point] = [
  [262, 350],
  [346, 262],
  [196, 214],
  [262, 106],
]
const thick = widths([0, 38], [0.2, 28], [0.5, 19], [0.85, 17], [1, 19])

const head: Piece = (
  [
    { kind: 'carved', shape: '<path d="M238 104L150 134L238 130Z"/>', body: 'gold', bevel: 9, swell: 4, lift: 6 },
    {
      kind: 'carved',
      shape: '<path d="M232 118C232 92 254 80 272 88C290 96 294 118 280 132C266 142 234 140 232 118Z"/>',
      body: 'snow',
      zones: [
        { shape: '<path d="M228 104C236 82 266 76 284 94L272 106Z"/>', body: 'ruby' },
        { shape: '<path d="M232 122l22 2 20 22-40-4Z"/>', body: 'ink' },
      ],
      bevel: 18,
      swell: 10,
      exposure: 0.12,
      lift: 6,
    },
    {
      kind: 'carved',
      shape: '<circle cx="253" cy="112" r="6.500"/>',
      body: 'ink',
      bevel: 5,
      swell: 2,
      shadow: 0.2,
      lift: 1,
    },
    { kind: 'painted', svg: '<circle cx="243" cy="103" r="3.500" fill="#fff"/>' },
  ] as Piece
).map((part) => (part.kind === 'carved' ? { ...part, place: { x: 250, y: 302, scale: 1.36 } } : part))

export const craneBody: Piece = [
  ...[-34, 34, 0].map((turn): Part => ({
    kind: 'carved',
    shape: path(blade([256, 372], { length: 92, half: 26, turn: 180 + turn, belly: 0.6 })),
    body: 'ink',
    edge: 'silver',
    edgeWidth: 2.4,
    bevel: 14,
    swell: 12,
    exposure: 0.08,
    lift: 6,
  })),
  {
    kind: 'carved',
    shape: path(body(neck, thick)),
    body: 'snow',
    zones: [{ shape: path(body(neck, (t) => thick(t) + 4, 0.46, 0.93)), body: 'ink' }],
    bevel: 18,
    swell: 12,
    soften: 2.4,
    exposure: 0.14,
    lift: 9,
  },
  {
    kind: 'carved',
    shape:
      '<path d="M262 250C300 262 316 312 304 352C294 388 272 412 256 420C240 412 216 388 208 352C198 312 222 262 262 250Z"/>',
    body: 'snow',
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 300],
            [256, 440],
          ],
          [
            [0.3, 0],
            [1, 0.55],
          ],
        ),
        body: 'night',
      },
    ],
    bevel: 58,
    swell: 24,
    soften: 3,
    engraved: plumage(),
    depth: 3,
    exposure: 0.12,
    lift: 12,
  },
  ...head,
]

function plumage(): string {
  let data = ''
  for (let r = 0; r < 5; r += 1) {
    for (let i = -3; i <= 3; i += 1) {
      const x = 256 + i * 27 + (r % 2) * 13
      const y = 296 + r * 26
      data += `M${x - 13} ${y}Q${x} ${y + 22} ${x + 13} ${y}`
    }
  }
  return strokes(data, 2.6)
}

export const craneMoon: Piece = [
  {
    kind: 'carved',
    shape: '<circle cx="256" cy="236" r="196"/>',
    body: 'coral',
    edge: 'gold',
    edgeWidth: 9,
    bevel: 24,
    swell: 20,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 80],
            [256, 400],
          ],
          [
            [0.2, 0],
            [1, 0.9],
          ],
        ),
        body: 'ruby',
      },
    ],
    exposure: -0.02,
    lift: 8,
  },
]
