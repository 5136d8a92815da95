/** Fur, the stones that beasts of the north stand before, and the full moon with a wolf that howls. */

import { blade, both, everything, fading, n, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { circle } from './jewels.ts'

export type Carved = Extract<Part, { kind: 'carved' }>

export const fur = (shape: string, body: MaterialName, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body,
  edge: 'silver',
  edgeWidth: 3,
  bevel: 20,
  swell: 22,
  soften: 2.2,
  exposure: 0.1,
  lift: 8,
  ...more,
})

const hairs = (foot: Point, turn: number, length: number, bow: number): string =>
  path(
    [-9, -3, 3, 9].map((off) => blade(foot, { length: length * 0.9, half: 1.5, turn: turn + off * 0.8, bow })).join(''),
  )

/** Tufts from one foot, the same on both sides. */
export function tufts(
  foot: Point,
  turns: readonly number[],
  form: { length: number; half: number; bow: number; body: MaterialName; exposure: number },
): Part[] {
  const { length, half, bow, body, exposure } = form
  return turns.map((turn) =>
    fur(both(path(blade(foot, { length, half, turn, bow, belly: 0.46 }))), body, {
      edgeWidth: 2.5,
      engraved: both(hairs(foot, turn, length, bow)),
      depth: 4,
      exposure,
    }),
  )
}

/** A stone of six sides with a silver edge, lit from within: what beasts of the forest stand before. */
export function runeStone(body: MaterialName, glow: string): Piece {
  const hexagon = (r: number) =>
    [0, 60, 120, 180, 240, 300]
      .map((turn, i) => {
        const angle = (turn * Math.PI) / 180
        return `${i === 0 ? 'M' : 'L'}${n(256 + Math.sin(angle) * r)} ${n(256 - Math.cos(angle) * r)}`
      })
      .join('')
  const runes =
    'M232 54L256 40L280 54M432 148V176L414 162M432 364V336L448 350M80 148V176L98 162M80 364V336L64 350M232 458L256 472L280 458'
  return [
    {
      kind: 'carved',
      shape: `<path d="${hexagon(246)}Z" stroke="#fff" stroke-width="14" stroke-linejoin="round"/>`,
      body,
      edge: 'silver',
      edgeWidth: 11,
      bevel: 26,
      swell: 0,
      shadow: 0.6,
      lift: 8,
      exposure: 0.02,
    },
    {
      kind: 'painted',
      svg: `<defs><radialGradient id="g" cx=".5" cy=".46" r=".56"><stop offset="0" stop-color="${glow}" stop-opacity=".7"/><stop offset=".55" stop-color="${glow}" stop-opacity=".24"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs><path d="${hexagon(234)}Z" fill="url(#g)"/><path d="${hexagon(222)}Z" fill="none" stroke="#dfe8ff" stroke-opacity=".34" stroke-width="2.500"/><path d="${runes}" fill="none" stroke="#dfe8ff" stroke-opacity=".5" stroke-width="4"/>`,
    },
  ]
}

const craters: readonly (readonly [x: number, y: number, r: number])[] = [
  [180, 140, 34],
  [330, 110, 24],
  [372, 200, 36],
  [150, 236, 22],
  [286, 182, 18],
  [232, 96, 14],
  [400, 290, 20],
  [122, 300, 26],
  [340, 300, 14],
]

/** The full moon, behind a wolf that howls on its rock. */
export const fullMoon: Piece = [
  {
    kind: 'carved',
    shape: circle(256, 230, 196),
    body: 'ivory',
    edge: 'gold',
    edgeWidth: 9,
    bevel: 120,
    swell: 20,
    soften: 4,
    exposure: 0.24,
    zones: [
      {
        shape: fading(
          everything,
          [
            [256, 230],
            [456, 230],
          ],
          [
            [0, 0],
            [0.55, 0.15],
            [1, 0.95],
          ],
          'radial',
        ),
        body: 'amber',
      },
    ],
    engraved: craters.map(([x, y, r]) => circle(x, y, r)).join(''),
    raised: craters
      .map(([x, y, r]) => `<g fill="none" stroke="#fff" stroke-width="4">${circle(x, y, r + 3)}</g>`)
      .join(''),
    depth: 6,
    lift: 14,
  },
]

export const howler: Piece = [
  {
    kind: 'carved',
    shape: path(
      'M70 400C104 374 140 378 168 366C204 350 240 362 276 356C330 348 392 366 442 400C420 440 92 440 70 400Z',
    ),
    body: 'night',
    edge: 'silver',
    edgeWidth: 4,
    bevel: 20,
    swell: 14,
    exposure: 0.1,
    engraved: strokes('M130 392L190 376L220 404M280 372L320 396L380 388M220 404L280 372', 4),
    depth: 5,
    lift: 8,
  },
  {
    kind: 'carved',
    shape: path(
      'M222 38C238 46 246 64 254 82C262 92 276 98 290 104C312 108 336 104 362 92C350 118 328 142 296 160C312 192 328 226 346 262C370 290 392 328 392 374H302C304 352 296 330 286 314C280 330 270 352 270 374H208C210 362 222 356 230 352C228 322 224 302 216 284C194 266 186 238 194 214C180 206 180 190 192 178C184 164 180 152 178 140C168 124 158 108 150 92C146 80 158 74 168 82C182 94 198 108 214 116C204 92 194 72 188 52C184 34 204 26 222 38ZM376 350C414 322 448 336 460 374C436 384 400 384 378 376Z',
    ),
    body: 'ink',
    edge: 'silver',
    edgeWidth: 4,
    bevel: 26,
    swell: 18,
    exposure: 0.2,
    rim: '7fb0ff',
    engraved: strokes(
      'M206 214C220 224 226 240 224 258M222 196C238 210 246 230 244 252M244 190C258 206 266 226 264 250M300 256C320 280 324 318 308 344M302 116C314 118 326 114 336 108',
      4,
    ),
    depth: 5,
    lift: 12,
  },
  // The nose at the end of the muzzle and an eye: without them the muzzle reads as a horn.
  {
    kind: 'carved',
    shape: path('M186 50C184 32 206 26 222 40C216 52 200 58 186 50Z'),
    body: 'night',
    edge: 'silver',
    edgeWidth: 3,
    bevel: 10,
    swell: 8,
    exposure: 0.3,
    lift: 2,
  },
  {
    kind: 'carved',
    shape: path('M228 108C240 104 256 114 262 130C248 132 234 124 228 108Z'),
    body: 'amber',
    edge: 'ink',
    edgeWidth: 5,
    bevel: 6,
    swell: 6,
    exposure: 0.3,
    shadow: 0,
    lift: 1,
  },
]
