/** A koi seen from above as it turns: patched body, scales, veiled fins. */

import { beside, blade, body, closed, n, open, path, strokes, widths, type Point } from '../forms.ts'
import type { Part, Piece } from '../piece.ts'

const spine: readonly [Point, Point, Point, Point] = [
  [132, 108],
  [310, 54],
  [484, 234],
  [338, 374],
]
const half = widths([0, 12], [0.05, 40], [0.16, 66], [0.34, 84], [0.55, 76], [0.8, 42], [1, 24])

function scales(): string {
  let data = ''
  for (let row = 0; row < 15; row += 1) {
    const t = 0.25 + row * 0.052
    const wide = half(t)
    const count = 5
    for (let i = -count; i <= count; i += 1) {
      const shift = row % 2 === 0 ? 0 : 0.5
      const aside = ((i + shift) / count) * wide
      const step = wide / count / 2
      const a = beside(spine, t, aside - step)
      const b = beside(spine, t + 0.05, aside)
      const c = beside(spine, t, aside + step)
      data += `M${n(a[0])} ${n(a[1])}Q${n(b[0])} ${n(b[1])} ${n(c[0])} ${n(c[1])}`
    }
  }
  return strokes(data, 3)
}

function patch(t: number, aside: number, size: number, seed: number): string {
  const middle = beside(spine, t, aside)
  const points = Array.from({ length: 9 }, (_, i): Point => {
    const angle = (i / 9) * Math.PI * 2
    const reach = size * (0.78 + 0.32 * Math.sin(seed * 7.3 + i * 2.4))
    return [middle[0] + Math.cos(angle) * reach * 1.25, middle[1] + Math.sin(angle) * reach]
  })
  return path(closed(points))
}

/** A fin of a few lobes fanned out from its foot. */
function fin(foot: Point, lobes: readonly (readonly [turn: number, length: number])[], wide: number): Part {
  const blades = lobes.map(([turn, length]) => blade(foot, { length, half: wide, turn, belly: 0.75, foot: 7 }))
  const rays = lobes.flatMap(([turn, length]) =>
    [-7, -2.5, 2.5, 7].map((off) => blade(foot, { length: length * 0.93, half: 1.2, turn: turn + off })),
  )
  return {
    kind: 'carved',
    shape: path(blades.join('')),
    body: 'coral',
    zones: [
      {
        shape: `<radialGradient id="v" gradientUnits="userSpaceOnUse" cx="${foot[0]}" cy="${foot[1]}" r="${Math.max(...lobes.map(([, length]) => length))}"><stop offset=".3" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fff" stop-opacity=".9"/></radialGradient><rect width="512" height="512" fill="url(#v)"/>`,
        body: 'snow',
      },
    ],
    edge: 'gold',
    edgeWidth: 3.5,
    bevel: 12,
    swell: 20,
    soften: 2,
    engraved: path(rays.join('')),
    depth: 5,
    exposure: 0.08,
    lift: 10,
  }
}

const [tailX, tailY] = beside(spine, 0.98, 0)

/** The tail fan with the pivot it swings about, in shares of the board. */
export const koiTail: Piece = [
  fin(
    [tailX, tailY],
    [
      [216, 120],
      [238, 190],
      [258, 226],
      [279, 206],
      [302, 132],
    ],
    40,
  ),
]
export const koiTailPivot: Point = [tailX / 512, tailY / 512]

const eye = (aside: number): Part[] => {
  const [x, y] = beside(spine, 0.115, aside)
  return [
    { kind: 'carved', shape: `<circle cx="${n(x)}" cy="${n(y)}" r="16"/>`, body: 'gold', bevel: 6, swell: 4, lift: 3 },
    {
      kind: 'carved',
      shape: `<circle cx="${n(x)}" cy="${n(y)}" r="11.500"/>`,
      body: 'ink',
      bevel: 8,
      swell: 4,
      shadow: 0,
      lift: 2,
    },
    { kind: 'painted', svg: `<circle cx="${n(x - 3)}" cy="${n(y - 3)}" r="3" fill="#fff"/>` },
  ]
}

export const koiEyes = [-40, 40].map((aside) => beside(spine, 0.115, aside)).map(([x, y]) => [x, y, 15] as const)

export const koiBody: Piece = [
  fin(
    beside(spine, 0.3, -72),
    [
      [52, 70],
      [74, 92],
      [98, 84],
    ],
    24,
  ),
  fin(
    beside(spine, 0.3, 72),
    [
      [214, 122],
      [190, 140],
      [166, 100],
    ],
    30,
  ),
  fin(
    beside(spine, 0.72, -40),
    [
      [96, 60],
      [120, 74],
    ],
    16,
  ),
  fin(
    beside(spine, 0.72, 38),
    [
      [226, 72],
      [202, 66],
    ],
    16,
  ),
  {
    kind: 'carved',
    shape: path(body(spine, half)),
    body: 'snow',
    zones: [
      {
        shape:
          patch(0.06, 0, 40, 1) +
          patch(0.36, -18, 52, 2) +
          patch(0.47, 22, 44, 5) +
          patch(0.74, 0, 38, 3) +
          patch(0.95, 4, 22, 4),
        body: 'coral',
      },
      { shape: patch(0.25, 44, 15, 6) + patch(0.6, -40, 17, 2) + patch(0.86, -14, 10, 1), body: 'ink' },
    ],
    edge: 'gold',
    edgeWidth: 4.5,
    bevel: 62,
    swell: 26,
    soften: 3,
    engraved: scales() + strokes(gills(), 4),
    depth: 4,
    exposure: 0.1,
    lift: 16,
    rim: '104a78',
  },
  {
    ...fin(beside(spine, 0.62, 6), [[0, 0]], 1),
    shape: path(body(spine, widths([0.36, 0], [0.48, 12], [0.62, 10], [0.74, 0]), 0.36, 0.74, 8)),
    zones: [],
    engraved: '',
    bevel: 8,
    lift: 6,
  } as Part,
  ...whiskers(),
  ...eye(-40),
  ...eye(40),
]

function gills(): string {
  return [-1, 1]
    .map((side) => {
      const a = beside(spine, 0.17, side * 20)
      const b = beside(spine, 0.24, side * 40)
      const c = beside(spine, 0.19, side * 58)
      return `M${a.map(n).join(' ')}Q${b.map(n).join(' ')} ${c.map(n).join(' ')}`
    })
    .join('')
}

function whiskers(): Part[] {
  return [
    {
      kind: 'carved',
      shape: strokes('M138 90Q104 76 92 40M132 96Q96 92 66 70M136 128Q108 142 106 178M130 122Q98 126 70 148', 6),
      body: 'gold',
      bevel: 4,
      swell: 2,
      lift: 4,
    },
  ]
}

/** A curl of water in which it turns. */
export const koiWater: Piece = [
  {
    kind: 'carved',
    shape: path(
      body(
        [
          [96, 190],
          [30, 420],
          [300, 560],
          [452, 356],
        ],
        widths([0, 4], [0.3, 40], [0.7, 58], [1, 6]),
        0,
        1,
      ) +
        body(
          [
            [474, 300],
            [520, 120],
            [360, 20],
            [300, 30],
          ],
          widths([0, 5], [0.5, 30], [1, 3]),
          0,
          1,
        ),
    ),
    body: 'azure',
    zones: [{ shape: wavelets(4.5), body: 'foam' }],
    edge: 'gold',
    edgeWidth: 4.5,
    bevel: 26,
    swell: 20,
    engraved: wavelets(4.5),
    depth: -4,
    lift: 8,
  },
  {
    kind: 'carved',
    shape: [
      [70, 250, 15],
      [52, 290, 9],
      [444, 420, 17],
      [478, 392, 10],
      [412, 452, 9],
      [486, 236, 8],
    ]
      .map(([x = 0, y = 0, r = 0]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
      .join(''),
    body: 'foam',
    bevel: 12,
    swell: 6,
    exposure: 0.1,
    lift: 4,
  },
]

function wavelets(width: number): string {
  const curves: readonly (readonly [Point, Point, Point, Point])[] = [
    [
      [96, 190],
      [30, 420],
      [300, 560],
      [452, 356],
    ],
    [
      [474, 300],
      [520, 120],
      [360, 20],
      [300, 30],
    ],
  ]
  return curves
    .flatMap((curve) =>
      [-22, 0, 22].map((aside) => {
        const points = [0.14, 0.34, 0.54, 0.74, 0.9].map((t) => beside(curve, t, aside * Math.sin(t * Math.PI)))
        return strokes(open(points), width)
      }),
    )
    .join('')
}

export const koi: Piece = [...koiWater, ...koiTail, ...koiBody]
