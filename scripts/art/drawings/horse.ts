/** A horse's head in profile with a flowing mane, and a greyhound's. */

import { blade, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'

type Carved = Extract<Part, { kind: 'carved' }>

/** Where locks of the mane grow along the crest of the neck, with their direction. */
const crest: readonly (readonly [foot: Point, turn: number, length: number])[] = [
  [[300, 92], -64, 130],
  [[276, 116], -76, 158],
  [[252, 150], -86, 172],
  [[232, 190], -96, 178],
  [[216, 234], -106, 172],
  [[204, 280], -114, 164],
  [[194, 326], -122, 150],
  [[190, 372], -130, 130],
  [[182, 414], -140, 96],
]

const enamel = (shape: string, body: MaterialName, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body,
  edge: 'gold',
  edgeWidth: 5,
  bevel: 30,
  swell: 32,
  soften: 2.8,
  exposure: 0.08,
  lift: 10,
  ...more,
})

function lock([foot, turn, length]: (typeof crest)[number], mane: MaterialName, share: number, exposure: number): Part {
  return enamel(path(blade(foot, { length: length * share, half: 27, turn, bow: 26, belly: 0.4, foot: 18 })), mane, {
    edgeWidth: 3.5,
    bevel: 20,
    engraved: path(
      [-7, 0, 7]
        .map((off) => blade(foot, { length: length * share * 0.92, half: 1.4, turn: turn + off * 0.5, bow: 26 + off }))
        .join(''),
    ),
    depth: 4,
    exposure,
  })
}

/** The eye, the nostril and the bridle. */
const harness: Piece = [
  {
    kind: 'carved',
    shape: '<ellipse cx="352" cy="160" rx="22" ry="15" transform="rotate(24 352 160)"/>',
    body: 'ink',
    edge: 'gold',
    edgeWidth: 3.5,
    bevel: 12,
    swell: 6,
    exposure: 0.06,
    lift: 4,
  },
  { kind: 'painted', svg: '<circle cx="347" cy="154" r="4.500" fill="#fff"/>' },
  {
    kind: 'carved',
    shape: '<ellipse cx="436" cy="254" rx="11" ry="8" transform="rotate(50 436 254)"/>',
    body: 'ink',
    edge: 'gold',
    edgeWidth: 2.5,
    bevel: 8,
    swell: 0,
    lift: 2,
  },
  // The bridle.
  {
    kind: 'carved',
    shape: strokes('M418 194Q388 238 372 298M322 128Q318 210 342 286M322 128C350 142 376 134 390 128', 9),
    body: 'gold',
    bevel: 6,
    swell: 3,
    lift: 6,
  },
  {
    kind: 'carved',
    shape: '<circle cx="343" cy="284" r="15"/><circle cx="322" cy="128" r="11"/>',
    body: 'gold',
    bevel: 10,
    swell: 6,
    engraved: '<circle cx="343" cy="284" r="6"/>',
    depth: 6,
    lift: 6,
  },
]

export function horseHead(coat: MaterialName, mane: MaterialName): Piece {
  return [
    enamel(path(blade([330, 108], { length: 78, half: 19, turn: 12, belly: 0.4 })), coat, { exposure: -0.06 }),
    ...crest.map((one) => lock(one, mane, 1, -0.04)),
    enamel(
      path(
        'M296 96C330 84 366 96 384 124C400 150 414 186 440 216C460 240 462 270 446 288C432 304 410 306 392 298C376 306 352 300 334 286C318 292 306 300 304 322C304 362 330 410 356 470H168C172 404 186 330 212 260C232 200 254 124 296 96Z',
      ),
      coat,
      {
        bevel: 58,
        swell: 40,
        soften: 3.2,
        engraved: strokes(
          'M334 286C320 262 320 236 332 212M300 330C286 352 284 392 292 440M250 300C240 340 236 390 238 440M398 296C392 284 396 272 408 268',
          5,
        ),
        depth: 5,
        lift: 16,
      },
    ),
    ...crest.map((one) => lock(one, mane, 0.66, 0.1)),
    enamel(path(blade([300, 116], { length: 88, half: 22, turn: -4, belly: 0.4 })), coat, { lift: 8 }),
    enamel(path(blade([306, 96], { length: 92, half: 20, turn: 132, bow: 16, belly: 0.4 })), mane, {
      edgeWidth: 3,
      exposure: 0.1,
      lift: 6,
    }),
    ...harness,
  ]
}

/** The hound's eye. */
const houndEye: Piece = [
  {
    kind: 'carved',
    shape: '<ellipse cx="288" cy="158" rx="27" ry="18" transform="rotate(14 288 158)"/>',
    body: 'ink',
    edge: 'gold',
    edgeWidth: 3.5,
    bevel: 10,
    swell: 0,
    lift: 4,
  },
  {
    kind: 'carved',
    shape: '<circle cx="291" cy="159" r="13.500"/>',
    body: 'amber',
    bevel: 12,
    swell: 5,
    exposure: 0.24,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: '<circle cx="294" cy="160" r="7.500"/>', body: 'ink', bevel: 5, swell: 2, shadow: 0 },
  { kind: 'painted', svg: '<circle cx="289" cy="155" r="3.500" fill="#fff"/>' },
]

/** A greyhound's head in profile, with the collar of a trap. */
export function houndHead(coat: MaterialName, collar: MaterialName): Piece {
  return [
    enamel(
      path(
        'M150 196C196 176 250 208 262 262C276 330 322 372 366 476H116C120 400 108 330 112 268C114 236 128 206 150 196Z',
      ),
      coat,
      {
        bevel: 60,
        engraved: strokes('M214 320C236 372 262 420 274 470M160 300C166 360 168 410 164 466', 5),
        depth: 5,
      },
    ),
    enamel(path('M104 372C170 404 258 398 318 362L352 428C280 470 176 474 110 440Z'), collar, {
      bevel: 20,
      swell: 14,
      engraved: strokes('M112 392C176 424 262 416 326 382M112 424C180 456 276 450 344 412', 4),
      depth: 5,
      lift: 8,
    }),
    {
      kind: 'carved',
      shape: '<circle cx="226" cy="432" r="30"/>',
      body: 'gold',
      bevel: 16,
      swell: 8,
      engraved: star(226, 432, 20),
      depth: 5,
      lift: 7,
    },
    enamel(
      path(
        'M128 154C160 96 232 78 292 104C352 128 420 164 470 182C492 192 496 216 480 228C446 246 392 252 344 258C310 284 262 298 222 290C160 280 110 216 128 154Z',
      ),
      coat,
      {
        zones: [
          {
            shape: path('M300 196C360 196 430 196 484 206C484 240 400 252 330 264C312 240 300 216 300 196Z'),
            body: 'snow',
          },
          { shape: path('M286 96C330 118 380 146 420 160L330 178C300 156 286 120 286 96Z'), body: 'snow' },
        ],
        engraved: strokes('M476 222C430 228 390 226 352 232M222 288C210 262 212 236 224 214', 5),
        depth: 6,
        lift: 14,
      },
    ),
    enamel(path('M206 116C160 104 92 116 54 172C92 168 116 182 134 206C164 212 204 186 206 116Z'), coat, {
      bevel: 24,
      zones: [
        {
          shape: path('M190 128C160 120 112 132 78 164C110 160 128 172 144 190C166 190 188 170 190 128Z'),
          body: 'rose',
        },
      ],
      lift: 9,
    }),
    {
      kind: 'carved',
      shape: path('M452 172C474 172 496 186 496 204C484 214 462 206 452 194Z'),
      body: 'ink',
      bevel: 14,
      swell: 10,
      exposure: 0.12,
      lift: 5,
    },
    ...houndEye,
    enamel(path('M250 132C276 116 310 126 330 148C306 142 280 142 256 150Z'), coat, {
      bevel: 10,
      swell: 10,
      edgeWidth: 3,
      exposure: 0.2,
      lift: 5,
    }),
  ]
}

function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = (i * Math.PI) / 5 - Math.PI / 2
    const reach = i % 2 === 0 ? r : r * 0.42
    return `${(x + Math.cos(angle) * reach).toFixed(1)} ${(y + Math.sin(angle) * reach).toFixed(1)}`
  })
  return path(`M${points.join('L')}Z`)
}
