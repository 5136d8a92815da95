/** What lies in a pharaoh's temple: book, mask, scarab, ankh. */

import { blade, both, n, path, strokes, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'
import { cabochon, circle, facetted, pearls } from './jewels.ts'
import { moved } from './moved.ts'

type Carved = Extract<Part, { kind: 'carved' }>

export const gold = (shape: string, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body: 'gold',
  bevel: 12,
  swell: 8,
  soften: 1.5,
  lift: 7,
  ...more,
})

export const inlay = (shape: string, body: MaterialName, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body,
  edge: 'gold',
  edgeWidth: 4,
  bevel: 12,
  swell: 8,
  soften: 1.6,
  exposure: 0.08,
  lift: 5,
  ...more,
})

/** The eye of the falcon, in a box of 512, as strokes of metal. */
export const falconEye =
  path('M60 176C140 112 300 96 452 150L440 178C300 132 160 142 78 200Z') +
  path(
    'M56 262C120 196 240 172 340 204C392 220 428 244 460 250L452 274C414 280 380 290 350 302C330 340 320 384 318 436L286 420C288 376 296 340 312 310C230 328 132 316 56 262ZM112 262C170 296 250 304 320 284C352 274 376 268 396 262C320 208 190 206 112 262Z',
  ).replace('<path ', '<path fill-rule="evenodd" ') +
  circle(244, 250, 48) +
  path(
    'M196 300C200 360 180 408 120 432C80 446 44 424 48 388C52 360 88 352 102 374C112 392 96 408 84 400C92 412 120 406 138 384C160 358 166 332 164 296Z',
  )

/** A tome bound in lapis, its cover set with the falcon's eye. */
export const bookPages: Piece = [
  {
    kind: 'carved',
    shape: path('M124 66H424L432 74V430L424 440H124Z'),
    body: 'ivory',
    bevel: 10,
    swell: 4,
    exposure: 0.14,
    engraved: strokes([0, 1, 2, 3, 4, 5, 6].map((i) => `M${404 + i * 4} 76V432`).join(''), 1.6),
    depth: 4,
    lift: 16,
  },
]

export const bookCover: Piece = [
  inlay('<rect x="72" y="46" width="336" height="408" rx="20"/>', 'sapphire', {
    edge: 'gold',
    edgeWidth: 11,
    bevel: 20,
    swell: 6,
    exposure: 0.02,
    lift: 16,
  }),
  gold(path('M72 66C72 54 82 46 92 46H124V454H92C82 454 72 446 72 434Z'), {
    bevel: 22,
    engraved: strokes([96, 172, 250, 328, 404].map((y) => `M70 ${y}H126M70 ${y + 14}H126`).join(''), 4),
    depth: 5,
  }),
  gold('<path fill-rule="evenodd" d="M146 78H388V422H146ZM158 90V410H376V90Z"/>', { bevel: 5, swell: 3, lift: 3 }),
  ...[
    [376, 78, 0],
    [376, 422, 90],
  ].flatMap(([x = 0, y = 0, turn = 0]): Piece => [
    gold(
      `<g transform="translate(${x} ${y}) rotate(${turn})">${path('M-58 -30H20C28 -30 32 -26 32 -18V58L6 34L-10 14L-34 -6Z')}</g>`,
      { bevel: 12, lift: 7 },
    ),
  ]),
  ...cabochon(388, 70, 12, 'ruby'),
  ...cabochon(388, 432, 12, 'ruby'),
  gold(circle(267, 250, 112), { bevel: 14, swell: 6, lift: 10 }),
  inlay(circle(267, 250, 96), 'teal', {
    edge: 'oldGold',
    edgeWidth: 5,
    bevel: 30,
    swell: 10,
    exposure: 0.02,
    shadow: 0.3,
    lift: 2,
  }),
  gold(
    Array.from(
      { length: 24 },
      (_, i) => `<g transform="rotate(${i * 15} 267 250)"><path d="M264 144h6v16h-6Z"/></g>`,
    ).join(''),
    { body: 'oldGold', bevel: 3, swell: 1, shadow: 0.3, lift: 1 },
  ),
  ...moved([gold(falconEye, { bevel: 16, swell: 10, lift: 10 })], { x: 268, y: 246, scale: 0.34 }),
  ...moved([inlay(circle(244, 250, 40), 'ruby', { edgeWidth: 8, bevel: 34, exposure: 0.16, lift: 2 })], {
    x: 268,
    y: 246,
    scale: 0.34,
  }),
  gold(path('M236 358H298L310 384L267 410L224 384Z'), { bevel: 8, lift: 4 }),
  ...facetted(267, 380, 14, 'amber', { sides: 6, turn: 0, collar: 0.1 }),
  gold(path('M236 142H298L310 116L267 92L224 116Z'), { bevel: 8, lift: 4 }),
  ...facetted(267, 120, 14, 'amber', { sides: 6, turn: 0, collar: 0.1 }),
  gold(path('M400 222H444C456 222 460 230 460 250C460 270 456 278 444 278H400Z'), { bevel: 12, lift: 10 }),
  ...cabochon(436, 250, 11, 'ruby'),
]

const nemes =
  'M256 48C352 48 412 112 424 206C430 262 446 320 466 396C440 424 404 434 366 432L344 300H168L146 432C108 434 72 424 46 396C66 320 82 262 88 206C100 112 160 48 256 48Z'

/** The cloth of the mask, striped in lapis. */
const headcloth: Piece = [
  gold(path(nemes), { bevel: 30, swell: 26, soften: 2.4, lift: 14 }),
  inlay(
    both(
      path(
        [0, 1, 2, 3]
          .map((i) => {
            const y = 236 + i * 48
            return `M356 ${y}L${n(430 + i * 10)} ${n(y - 24)}L${n(438 + i * 10)} ${n(y + 2)}L360 ${y + 27}Z`
          })
          .join('') +
          [0, 1, 2, 3]
            .map((i) => {
              const from = ((8 + i * 22) * Math.PI) / 180
              const to = ((19 + i * 22) * Math.PI) / 180
              const p = (angle: number, r: number) => `${n(256 + Math.sin(angle) * r)} ${n(222 - Math.cos(angle) * r)}`
              return `M${p(from, 110)}L${p(from, 164)}A164 164 0 0 1 ${p(to, 164)}L${p(to, 110)}Z`
            })
            .join(''),
      ),
    ),
    'sapphire',
    { edgeWidth: 3, bevel: 8, swell: 10, shadow: 0.3, lift: 2 },
  ),
]

export const pharaoh: Piece = [
  ...headcloth,
  gold(both(path('M350 236C366 228 378 240 374 262C372 284 360 298 346 294Z')), { bevel: 10, lift: 5 }),
  gold(
    path(
      'M256 118C316 118 354 158 356 224C358 286 340 340 300 372C286 384 272 388 256 388C240 388 226 384 212 372C172 340 154 286 156 224C158 158 196 118 256 118Z',
    ),
    { bevel: 70, swell: 34, soften: 3.4, exposure: 0.06, lift: 14 },
  ),
  gold(path('M150 176C196 128 316 128 362 176L358 196C310 152 202 152 154 196Z'), { bevel: 9, lift: 5 }),
  {
    kind: 'carved',
    shape: both(path('M270 216C290 192 330 190 352 208L348 218C328 204 296 206 276 224Z')),
    body: 'sapphire',
    bevel: 6,
    swell: 3,
    lift: 3,
  },
  {
    kind: 'carved',
    shape: both(path('M270 248C286 226 324 222 346 242L388 244V256L344 256C328 272 290 274 270 248Z')),
    body: 'sapphire',
    bevel: 6,
    swell: 2,
    lift: 3,
  },
  {
    kind: 'carved',
    shape: both(path('M280 247C292 232 320 230 336 245C322 262 294 262 280 247Z')),
    body: 'snow',
    bevel: 12,
    swell: 5,
    exposure: 0.24,
    shadow: 0.2,
    lift: 1,
  },
  { kind: 'carved', shape: both(circle(307, 246, 12)), body: 'ink', bevel: 10, swell: 3, shadow: 0 },
  {
    kind: 'painted',
    svg: '<circle cx="303" cy="241" r="4" fill="#fff"/><circle cx="201" cy="241" r="4" fill="#fff"/>',
  },
  gold(
    path('M244 220C240 254 236 276 226 294C226 306 242 312 256 312C270 312 286 306 286 294C276 276 272 254 268 220Z'),
    {
      bevel: 22,
      swell: 18,
      soften: 2.4,
      exposure: 0.06,
      shadow: 0.5,
      lift: 6,
    },
  ),
  gold(
    path('M214 334C232 324 246 322 256 328C266 322 280 324 298 334C286 352 272 358 256 358C240 358 226 352 214 334Z'),
    {
      body: 'oldGold',
      bevel: 14,
      swell: 10,
      engraved: strokes('M216 335Q256 346 296 335', 3),
      depth: 5,
      lift: 4,
    },
  ),
  inlay(path('M236 384H276L284 474C284 488 272 496 256 496C240 496 228 488 228 474Z'), 'sapphire', {
    engraved: strokes([404, 424, 444, 464].map((y) => `M226 ${y}Q256 ${y + 8} 286 ${y}`).join(''), 5),
    depth: 5,
    bevel: 16,
    lift: 8,
  }),
  gold(path('M240 158C226 140 222 112 236 88C240 66 250 52 262 44C278 50 282 66 274 80C290 104 288 140 272 158Z'), {
    bevel: 14,
    lift: 10,
  }),
  inlay(path('M246 148C238 128 240 108 250 96H262C272 108 274 128 266 148Z'), 'teal', {
    edgeWidth: 3,
    bevel: 8,
    lift: 2,
  }),
  { kind: 'carved', shape: circle(258, 62, 5), body: 'ruby', bevel: 5, swell: 1, exposure: 0.2, shadow: 0 },
]

export const pharaohEyes = [
  [307, 246, 12],
  [205, 246, 12],
] as const

const wingFeathers = (
  foot: Point,
  from: number,
  to: number,
  count: number,
  length: number,
  half: number,
  body: MaterialName,
): Part =>
  inlay(
    both(
      path(
        Array.from({ length: count }, (_, i) =>
          blade(foot, {
            length: length * (1 - 0.1 * Math.abs(i / (count - 1) - 0.4)),
            half,
            turn: from + ((to - from) * i) / (count - 1),
            belly: 0.76,
            foot: 6,
          }),
        ).join(''),
      ),
    ),
    body,
    { edgeWidth: 3.5, bevel: 12, swell: 10, lift: 6 },
  )

/** The scarab's wings, which beat. */
export const scarabWings: Piece = [
  wingFeathers([290, 292], 20, 118, 8, 232, 30, 'sapphire'),
  wingFeathers([290, 290], 24, 116, 8, 176, 26, 'teal'),
  wingFeathers([290, 288], 28, 114, 8, 122, 22, 'coral'),
  gold(both(path(blade([276, 270], { length: 220, half: 20, turn: 22, bow: -22, belly: 0.5, foot: 16 }))), {
    bevel: 14,
    lift: 9,
  }),
]

export const scarab: Piece = [
  gold(circle(256, 84, 66), { bevel: 16, lift: 12 }),
  inlay(circle(256, 84, 52), 'ruby', {
    edge: 'oldGold',
    edgeWidth: 4,
    bevel: 50,
    swell: 10,
    soften: 3,
    exposure: 0.08,
    lift: 2,
  }),
  {
    kind: 'painted',
    svg: '<ellipse cx="238" cy="64" rx="15" ry="9" transform="rotate(-40 238 64)" fill="#fff" fill-opacity=".8"/>',
  },
  gold(
    both(
      strokes('M300 236C340 220 344 186 326 156', 15) +
        strokes('M312 330C352 350 372 390 364 436', 14) +
        strokes('M292 380C318 410 322 440 314 474', 14),
    ),
    { bevel: 7, swell: 4, lift: 7 },
  ),
  inlay(
    path('M256 220C330 220 352 276 346 330C338 400 306 448 256 456C206 448 174 400 166 330C160 276 182 220 256 220Z'),
    'azure',
    {
      edge: 'gold',
      edgeWidth: 8,
      bevel: 70,
      swell: 30,
      soften: 3,
      exposure: 0.02,
      engraved:
        strokes('M256 270V452', 9) +
        both(strokes('M284 276C300 330 300 390 282 440M314 280C330 326 326 376 308 416', 4)),
      depth: 7,
      rim: '7ff0e8',
      lift: 14,
    },
  ),
  inlay(path('M176 262C190 218 222 196 256 196C290 196 322 218 336 262C310 282 202 282 176 262Z'), 'teal', {
    edgeWidth: 7,
    bevel: 34,
    swell: 20,
    exposure: 0.04,
    lift: 7,
  }),
  inlay(path('M210 206C210 168 228 146 256 146C284 146 302 168 302 206C284 216 228 216 210 206Z'), 'azure', {
    edgeWidth: 6,
    bevel: 24,
    lift: 7,
    engraved: strokes('M256 150V176M240 152L246 174M272 152L266 174', 4),
    depth: 5,
  }),
  ...cabochon(226, 186, 9, 'amber'),
  ...cabochon(286, 186, 9, 'amber'),
  ...facetted(256, 240, 17, 'ruby', { sides: 6, turn: 0 }),
  ...pearls(
    [
      [206, 250],
      [306, 250],
    ],
    7,
    'amber',
  ),
]

export const scarabEyes = [
  [226, 186, 12],
  [286, 186, 12],
] as const

export const ankh: Piece = [
  gold(
    path(
      'M256 26C334 26 378 84 366 154C358 200 322 232 300 256H420C432 256 438 250 446 240V344C438 334 432 328 420 328H300L314 470C316 484 308 490 296 490H216C204 490 196 484 198 470L212 328H92C80 328 74 334 66 344V240C74 250 80 256 92 256H212C190 232 154 200 146 154C134 84 178 26 256 26ZM256 92C222 92 204 118 210 152C216 182 238 206 256 226C274 206 296 182 302 152C308 118 290 92 256 92Z',
    ).replace('<path ', '<path fill-rule="evenodd" '),
    { bevel: 22, swell: 16, lift: 16 },
  ),
  inlay(
    path(
      'M256 48C314 48 350 92 342 148C336 186 308 214 284 240H268C290 212 318 184 322 152C330 106 302 74 256 74C210 74 182 106 190 152C194 184 222 212 244 240H228C204 214 176 186 170 148C162 92 198 48 256 48Z',
    ),
    'sapphire',
    { edgeWidth: 3, bevel: 8, lift: 2 },
  ),
  inlay(both(path('M306 276H424L432 292L424 308H306Z')), 'teal', { edgeWidth: 3, bevel: 9, lift: 2 }),
  inlay(path('M240 340H272L284 462H228Z'), 'sapphire', {
    edgeWidth: 3,
    bevel: 10,
    engraved: strokes([366, 392, 418, 444].map((y) => `M230 ${y}H282`).join(''), 5),
    depth: 4,
    lift: 2,
  }),
  gold(circle(256, 292, 48), { bevel: 12, lift: 7 }),
  ...facetted(256, 292, 36, 'ruby', { sides: 8, collar: 0.08 }),
  ...cabochon(376, 292, 11, 'coral'),
  ...cabochon(136, 292, 11, 'coral'),
  ...cabochon(256, 61, 10, 'coral'),
]
