/** A dragon's face seen from the front, symmetrical like a temple mask; the lower jaw moves. */

import { blade, body, both, everything, fading, n, path, strokes, widths, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece, Place } from '../piece.ts'
import { moved } from './moved.ts'

export type DragonColours = {
  readonly skin: MaterialName
  readonly light: MaterialName
  readonly mane: MaterialName
  readonly beard: MaterialName
  readonly rim: string
}

type Carved = Extract<Part, { kind: 'carved' }>

const enamel = (shape: string, material: MaterialName, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body: material,
  edge: 'gold',
  edgeWidth: 4.5,
  bevel: 24,
  swell: 26,
  soften: 2.4,
  exposure: 0.06,
  lift: 10,
  ...more,
})

const gold = (shape: string, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body: 'gold',
  bevel: 14,
  swell: 12,
  soften: 1.8,
  lift: 9,
  ...more,
})

function tufts(foot: Point, turns: readonly number[], length: number, half: number, bow: number): string {
  return turns.map((turn) => blade(foot, { length, half, turn, bow, belly: 0.42 })).join('')
}

/** Locks of the mane, each carved by itself so that it lies on the one before. */
function mane({ mane: material, rim }: DragonColours): Part[] {
  const rows = [
    { turns: [38, 62, 88, 114, 138], length: 236, half: 40, foot: [262, 250] as Point, exposure: -0.08 },
    { turns: [50, 76, 102, 128], length: 196, half: 36, foot: [262, 256] as Point, exposure: 0.06 },
  ]
  return rows.flatMap(({ turns, length, half, foot, exposure }) =>
    turns.map((turn) =>
      enamel(both(path(tufts(foot, [turn], length, half, -26))), material, {
        exposure,
        rim,
        engraved: both(
          path(
            [-9, 0, 9]
              .map((off) => blade(foot, { length: length * 0.92, half: 1.4, turn: turn + off * 0.6, bow: -26 + off }))
              .join(''),
          ),
        ),
        depth: 4,
      }),
    ),
  )
}

const antlers = gold(
  both(
    path(
      body(
        [
          [222, 132],
          [196, 96],
          [176, 56],
          [186, 12],
        ],
        widths([0, 17], [0.7, 10], [1, 2]),
      ) +
        body(
          [
            [198, 88],
            [168, 84],
            [134, 70],
            [116, 34],
          ],
          widths([0, 12], [0.6, 8], [1, 2]),
        ) +
        body(
          [
            [150, 74],
            [132, 78],
            [112, 76],
            [92, 62],
          ],
          widths([0, 8], [1, 2]),
        ),
    ),
  ),
  { bevel: 16, engraved: both(strokes('M206 118l22-10M196 92l20-8M186 66l16-4', 4)), depth: 4 },
)

function scaled(): string {
  let data = ''
  for (let row = 0; row < 7; row += 1) {
    for (let i = -5; i <= 5; i += 1) {
      const x = 256 + i * 24 + (row % 2) * 12
      const y = 136 + row * 20
      data += `M${x - 12} ${y}Q${x} ${y + 20} ${x + 12} ${y}`
    }
  }
  return strokes(data, 2.6)
}

function face({ skin, light, rim }: DragonColours): Part[] {
  return [
    enamel(both(path(tufts([150, 196], [-74], 104, 27, 10))), skin, {
      zones: [{ shape: both(path(tufts([146, 194], [-74], 78, 14, 8))), body: 'rose' }],
    }),
    enamel(
      path(
        'M256 108C310 106 358 134 368 186C374 222 356 246 352 276C348 316 330 344 306 362H206C182 344 164 316 160 276C156 246 138 222 144 186C154 134 202 106 256 108Z',
      ),
      skin,
      {
        bevel: 52,
        swell: 34,
        engraved: scaled(),
        depth: 3.4,
        zones: [
          {
            shape: fading(
              everything,
              [
                [256, 200],
                [256, 330],
              ],
              [
                [0, 0.55],
                [1, 0],
              ],
              'radial',
            ),
            body: light,
          },
        ],
        lift: 16,
        rim,
      },
    ),
    // Cheeks: fins that stand off from the jaw.
    ...[112, 88, 64].map((turn, i) =>
      enamel(
        both(path(blade([336, 276 + i * 8], { length: 104 - i * 12, half: 20, turn, bow: -10, belly: 0.5 }))),
        light,
        { exposure: 0.02 + i * 0.05 },
      ),
    ),
  ]
}

const eyeAt: Point = [310, 224]

function eyes(): Part[] {
  return [
    enamel(both(path('M266 238C280 208 322 192 356 202C352 236 316 258 284 254C272 252 266 246 266 238Z')), 'ink', {
      bevel: 8,
      swell: 0,
      lift: 4,
    }),
    enamel(both(path('M276 236C290 212 324 202 346 210C340 234 312 250 288 247C280 245 276 242 276 236Z')), 'amber', {
      edgeWidth: 2.5,
      bevel: 16,
      swell: 8,
      exposure: 0.3,
      lift: 2,
      zones: [{ shape: both(`<circle cx="${eyeAt[0]}" cy="${eyeAt[1]}" r="9"/>`), body: 'coral' }],
    }),
    {
      kind: 'carved',
      shape: both('<ellipse cx="310" cy="227" rx="6.500" ry="19" transform="rotate(12 310 227)"/>'),
      body: 'ink',
      bevel: 6,
      swell: 2,
      shadow: 0,
      lift: 1,
    },
    {
      kind: 'painted',
      svg: '<circle cx="318" cy="217" r="4.500" fill="#fff"/><circle cx="198" cy="217" r="4.500" fill="#fff"/>',
    },
  ]
}

function brows({ light }: DragonColours): Part[] {
  return [
    gold(
      both(
        path(
          'M252 232C262 204 292 180 330 168C356 160 380 142 394 118C404 150 392 184 362 196C330 206 296 212 274 236C266 246 254 246 252 232Z',
        ),
      ),
      { bevel: 18, swell: 14, lift: 10 },
    ),
    enamel(both(path(tufts([356, 170], [28, 52, 78], 62, 15, -6))), light, { lift: 6, edgeWidth: 3.5 }),
  ]
}

function snout({ skin, light, rim }: DragonColours): Part[] {
  return [
    enamel(
      path(
        'M256 226C276 226 284 254 292 284C322 278 350 292 354 322C356 350 334 366 304 368C288 378 272 380 256 380C240 380 224 378 208 368C178 366 156 350 158 322C162 292 190 278 220 284C228 254 236 226 256 226Z',
      ),
      skin,
      {
        bevel: 40,
        swell: 36,
        soften: 3,
        zones: [
          {
            shape: fading(
              everything,
              [
                [256, 300],
                [256, 400],
              ],
              [
                [0, 0.9],
                [1, 0],
              ],
              'radial',
            ),
            body: light,
          },
        ],
        engraved: strokes('M232 262Q256 274 280 262M226 284Q256 298 286 284', 5),
        depth: 5,
        exposure: 0.1,
        lift: 14,
        rim,
      },
    ),
    gold(both(path('M300 302C326 292 346 310 342 332C336 348 312 350 298 338C290 328 290 310 300 302Z')), {
      bevel: 14,
    }),
    {
      kind: 'carved',
      shape: both('<ellipse cx="318" cy="326" rx="14" ry="9.500" transform="rotate(-18 318 326)"/>'),
      body: 'ink',
      bevel: 8,
      swell: 0,
      shadow: 0,
      lift: 1,
    },
    // Plates along the bridge of the nose.
    ...[0, 1, 2].map((i) =>
      gold(path(`M256 ${n(186 + i * 32)}l${n(17 - i * 3)} 16l-${n(17 - i * 3)} 20l-${n(17 - i * 3)}-20Z`), {
        bevel: 10,
        chisel: true,
        lift: 5,
      }),
    ),
  ]
}

const upperTeeth: Part = {
  kind: 'carved',
  shape: both(
    path(
      blade([318, 356], { length: 62, half: 14, turn: 184, belly: 0.3, foot: 12 }) +
        [290, 268].map((x) => blade([x, 366], { length: 26, half: 9, turn: 180, belly: 0.3, foot: 8 })).join(''),
    ),
  ),
  body: 'ivory',
  bevel: 10,
  swell: 6,
  exposure: 0.22,
  lift: 6,
}

const whiskers = gold(
  both(
    path(
      body(
        [
          [330, 346],
          [400, 330],
          [452, 372],
          [484, 300],
        ],
        widths([0, 12], [0.5, 9], [1, 2.5]),
      ) +
        body(
          [
            [326, 356],
            [392, 372],
            [420, 420],
            [470, 402],
          ],
          widths([0, 9], [0.5, 7], [1, 2]),
        ),
    ),
  ),
  { bevel: 10, swell: 6 },
)

const jewel: Piece = [
  gold('<circle cx="256" cy="150" r="31"/>', { bevel: 12 }),
  {
    kind: 'carved',
    shape: '<circle cx="256" cy="150" r="22"/>',
    body: 'ruby',
    bevel: 20,
    swell: 8,
    exposure: 0.2,
    lift: 2,
  },
]

function jaw({ skin, beard, rim }: DragonColours): Part[] {
  return [
    ...[-52, 52, -28, 28, 0].map((off) =>
      enamel(
        path(
          blade([256 - off * 0.7, 424], {
            length: 96 - Math.abs(off) * 0.5,
            half: 24,
            turn: 180 + off * 0.8,
            belly: 0.4,
          }),
        ),
        beard,
        { lift: 8 },
      ),
    ),
    enamel(path('M170 356H342C344 404 310 452 256 456C202 452 168 404 170 356Z'), 'wine', {
      bevel: 12,
      swell: 0,
      exposure: -0.1,
    }),
    enamel(
      path('M214 400C228 384 246 392 256 400C266 392 284 384 298 400C292 432 272 446 256 446C240 446 220 432 214 400Z'),
      'ruby',
      { edgeWidth: 2, bevel: 18, swell: 10 },
    ),
    {
      kind: 'carved',
      shape: both(
        path(
          [296, 276]
            .map((x) => blade([x, 440 - (x - 276) * 0.5], { length: 28, half: 8, turn: 4, belly: 0.3, foot: 7 }))
            .join('') + blade([326, 416], { length: 44, half: 11, turn: 8, belly: 0.3, foot: 9 }),
        ),
      ),
      body: 'ivory',
      bevel: 9,
      swell: 5,
      exposure: 0.2,
      lift: 4,
    },
    enamel(
      path(
        'M158 350C166 430 206 478 256 480C306 478 346 430 354 350L326 366C322 410 294 444 256 446C218 444 190 410 186 366Z',
      ),
      skin,
      { bevel: 22, swell: 14, rim, lift: 8 },
    ),
  ]
}

export type Dragon = {
  readonly mane: Piece
  readonly jaw: Piece
  readonly head: Piece
  readonly eyes: readonly Point[]
}

export function dragon(colours: DragonColours, place: Place = {}): Dragon {
  const { x = 256, y = 256, scale = 1 } = place
  const on = ([px, py]: Point): Point => [x + (px - 256) * scale, y + (py - 256) * scale]
  return {
    mane: moved([...mane(colours), antlers], place),
    jaw: moved(jaw(colours), place),
    head: moved(
      [...face(colours), ...eyes(), ...brows(colours), upperTeeth, ...snout(colours), whiskers, ...jewel],
      place,
    ),
    eyes: [on(eyeAt), on([512 - eyeAt[0], eyeAt[1]])],
  }
}

export const azure: DragonColours = { skin: 'azure', light: 'foam', mane: 'sapphire', beard: 'teal', rim: '1a5a9a' }
export const scarlet: DragonColours = { skin: 'ruby', light: 'amber', mane: 'coral', beard: 'coral', rim: '8a1030' }
