/** A pearl in an open gilt shell. */

import { blade, everything, fading, path, type Point } from '../forms.ts'
import type { Part, Piece } from '../piece.ts'

const hinge: Point = [256, 372]

function ribs(form: { count: number; spread: number; length: number; half: number; short: number }): string[] {
  return Array.from({ length: form.count }, (_, i) => {
    const share = (i / (form.count - 1)) * 2 - 1
    return blade(hinge, {
      length: form.length * (1 - form.short * share * share),
      half: form.half,
      turn: share * form.spread,
      belly: 0.84,
      foot: 8,
    })
  })
}

/** Light behind a thing that should be seen first: rays that fade before the edge of the board. */
export function burst(x: number, y: number, tint = '#ffe9b0'): string {
  const rays = Array.from({ length: 24 }, (_, i) => {
    const turn = (i / 24) * Math.PI * 2
    const reach = i % 2 === 0 ? 252 : 214
    const p = (angle: number, r: number) =>
      `${(x + Math.cos(angle) * r).toFixed(1)} ${(y + Math.sin(angle) * r).toFixed(1)}`
    return `M${x} ${y}L${p(turn - 0.055, reach)}L${p(turn + 0.055, reach)}Z`
  }).join('')
  return `<defs><radialGradient id="b" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="252"><stop offset=".4" stop-color="${tint}" stop-opacity=".95"/><stop offset=".75" stop-color="${tint}" stop-opacity=".35"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></radialGradient></defs><path d="${rays}" fill="url(#b)"/>`
}

/** A disc of light with a bright rim, as wide as a symbol, behind what is to be seen first. */
export function halo(tint: string): string {
  return `<defs><radialGradient id="h"><stop offset="0" stop-color="#fffbe0"/><stop offset=".62" stop-color="${tint}" stop-opacity=".9"/><stop offset=".9" stop-color="${tint}" stop-opacity=".45"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></radialGradient></defs><circle cx="256" cy="256" r="254" fill="url(#h)"/><circle cx="256" cy="256" r="232" fill="none" stroke="#fff6d0" stroke-width="9" stroke-opacity=".95"/>`
}

/** A disc of light as wide as the board, before which the shell is seen first of all symbols. */
const glory = `<defs><radialGradient id="d"><stop offset="0" stop-color="#fff6c8"/><stop offset=".6" stop-color="#ffc93c" stop-opacity=".95"/><stop offset=".84" stop-color="#ff8a1c" stop-opacity=".6"/><stop offset="1" stop-color="#ff6a1c" stop-opacity="0"/></radialGradient></defs><circle cx="256" cy="256" r="252" fill="url(#d)"/>${burst(256, 270, '#fffbe0')}`

/** The upper half of the shell: ribs of nacre within a gilt rim. */
export const shellBack: Piece = [
  { kind: 'painted', svg: glory },
  { kind: 'carved', shape: '<circle cx="256" cy="300" r="150"/>', body: 'oldGold', bevel: 20, swell: 10, lift: 12 },
  ...ribs({ count: 9, spread: 84, length: 312, half: 60, short: 0.24 }).map((rib): Part => ({
    kind: 'carved',
    shape: path(rib),
    body: 'gold',
    bevel: 30,
    swell: 18,
    soften: 2,
    lift: 6,
  })),
  ...ribs({ count: 9, spread: 82, length: 264, half: 47, short: 0.24 }).map((rib): Part => ({
    kind: 'carved',
    shape: path(rib),
    body: 'amethyst',
    zones: [
      {
        shape: fading(
          everything,
          [hinge, [256, 80]],
          [
            [0.2, 0.95],
            [0.7, 0.3],
            [1, 0],
          ],
          'radial',
        ),
        body: 'rose',
      },
    ],
    bevel: 15,
    swell: 4,
    soften: 2.4,
    exposure: 0.14,
    lift: 4,
  })),
]

export const shellFront: Piece = [
  {
    kind: 'carved',
    shape:
      '<path d="M150 356C176 334 216 324 256 324C296 324 336 334 362 356C352 402 308 426 256 428C204 426 160 402 150 356Z"/>',
    body: 'gold',
    bevel: 30,
    swell: 18,
    engraved: path(
      [-66, -44, -22, 0, 22, 44, 66]
        .map((turn) => blade([256, 436], { length: 128, half: 3, turn: turn * 0.95 }))
        .join(''),
    ),
    depth: 6,
    lift: 12,
  },
]

/** A great pearl: the colours of its lustre lie where light from the sides would fall. */
export function pearlAt(x: number, y: number, r: number): Piece {
  const ball = `<circle cx="${x}" cy="${y}" r="${r}"/>`
  const spot = (dx: number, dy: number, reach: number, opacity: number): string =>
    fading(
      everything,
      [
        [x + dx * r, y + dy * r],
        [x + dx * r + reach * r, y + dy * r],
      ],
      [
        [0, opacity],
        [1, 0],
      ],
      'radial',
    )
  return [
    {
      kind: 'carved',
      shape: ball,
      body: 'pearl',
      zones: [
        { shape: spot(0.62, 0.3, 0.7, 0.75), body: 'rose' },
        { shape: spot(-0.1, 0.75, 0.7, 0.6), body: 'azure' },
        { shape: spot(-0.5, 0.35, 0.5, 0.35), body: 'amber' },
        { shape: spot(-0.25, -0.3, 0.5, 0.9), body: 'snow' },
      ],
      bevel: r,
      swell: 6,
      soften: 5,
      exposure: 0.14,
      lift: 14,
      rim: '8a5a90',
    },
    {
      kind: 'painted',
      svg: `<defs><radialGradient id="s"><stop offset="0" stop-color="#fff"/><stop offset=".45" stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x - r * 0.36}" cy="${y - r * 0.42}" rx="${r * 0.3}" ry="${r * 0.22}" transform="rotate(-38 ${x - r * 0.36} ${y - r * 0.42})" fill="url(#s)"/>`,
    },
  ]
}
