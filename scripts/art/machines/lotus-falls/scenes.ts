import { koi } from '../../drawings/koi.ts'
import { lotus } from '../../drawings/lotus.ts'
import { fireflies, splashes } from '../../feature-parts.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { boughs, cliff, falls, pads, pool, standing, view, type Ground } from '../../scenery.ts'

const day: SceneHue = { light: '#58b9c9', sky: '#12505f', far: '#1b6a70', near: '#04141a', gilt: '#f0dca0' }
const dusk: SceneHue = { light: '#e07aa8', sky: '#5a1d5c', far: '#6d2a66', near: '#140618', gilt: '#ffd9a0' }

type Measures = {
  width: number
  height: number
  seed: string
  reach: number
  pool: number
  moon: number
  fall: number
  /** Falls beside the reels, where these cover the middle: how far from the edges, and how wide. */
  beside?: { from: number; wide: number }
}

function backOf(ground: Ground, { width, height, pool: water, moon, fall }: Measures): Scenery['back'] {
  const middle = width / 2
  return [
    view(ground, {
      part: 'sky',
      centre: [middle, height * 0.24],
      moon,
      horizon: 0.6,
      peaks: 10,
      rays: 20,
      stars: 60,
    }),
    view(ground, {
      part: 'land',
      centre: [middle, height * 0.24],
      moon: 0,
      horizon: 0.42,
      peaks: height * 0.24,
      ridges: 3,
      mist: 5,
    }),
    pool(ground, { top: water, x: middle }),
    falls(ground, { x: middle - fall * 0.9, top: height * 0.3, foot: water + 6, wide: fall * 0.34, opacity: 0.7 }),
    falls(ground, { x: middle + fall * 0.94, top: height * 0.34, foot: water + 6, wide: fall * 0.28, opacity: 0.7 }),
    falls(ground, { x: middle, top: height * 0.26, foot: water + 16, wide: fall }),
  ]
}

function middleOf(ground: Ground, { width, height, reach, pool: water, beside }: Measures): Scenery['middle'] {
  const { from, wide } = beside ?? { from: 0, wide: 0 }
  const sides = beside ? [from, width - from * 0.94] : []
  return [
    ...sides.map((x, index) => falls(ground, { x, top: height * (0.2 - index * 0.05), foot: water + 60, wide })),
    cliff(ground, { side: 'left', reach, top: height * 0.2 }),
    cliff(ground, { side: 'right', reach, top: height * 0.12 }),
  ]
}

/** At dusk koi leap out of the pool, among fireflies. */
function duskOf(ground: Ground): Scenery['featureMiddle'] {
  if (ground.width > ground.height)
    return [
      splashes(ground, [
        [96, 508, 120],
        [1310, 468, 120],
      ]),
      standing(koi, 96, 420, 180, 'ff9a5a'),
      standing(koi, 1310, 380, 180, 'ff9a5a'),
      fireflies(
        ground,
        [
          [10, 200, 200, 460],
          [1190, 180, 200, 460],
          [260, 10, 880, 70],
        ],
        5,
        '#e8ff8a',
      ),
    ]
  return [
    splashes(ground, [[450, 1290, 190]]),
    standing(koi, 450, 1180, 250, 'ff9a5a'),
    fireflies(
      ground,
      [
        [110, 220, 680, 300],
        [110, 1130, 680, 160],
      ],
      4,
      '#e8ff8a',
    ),
  ]
}

function scenery(measures: Measures, near: (ground: Ground) => Scenery['near']): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: day }
  const feature: Ground = { width, height, seed, hue: dusk }
  return {
    back: backOf(base, measures),
    middle: middleOf(base, measures),
    near: near(base),
    feature: backOf(feature, { ...measures, moon: measures.moon * 1.25 }),
    featureMiddle: [...middleOf(feature, measures), ...duskOf(feature)],
  }
}

/** A gorge by day, by dusk during free spins. */
export const lotusFallsScenes: MachineArt['scene'] = {
  wide: scenery(
    {
      width: 1400,
      height: 800,
      seed: 'lotus-falls-wide',
      reach: 118,
      pool: 560,
      moon: 130,
      fall: 240,
      beside: { from: 150, wide: 96 },
    },
    (ground) => [
      boughs(ground, { side: 'left', reach: 260 }),
      boughs(ground, { side: 'right', reach: 210 }),
      pads(ground, [
        [60, 770, 150],
        [250, 796, 90],
        [1330, 768, 170],
        [1160, 798, 80],
      ]),
      standing(lotus(), 90, 644, 230, 'ff7ab8'),
      standing(lotus(), 1312, 640, 236, 'ff7ab8'),
    ],
  ),
  portrait: scenery(
    { width: 900, height: 1600, seed: 'lotus-falls-tall', reach: 230, pool: 1180, moon: 180, fall: 300 },
    (ground) => [
      boughs(ground, { side: 'left', reach: 300 }),
      boughs(ground, { side: 'right', reach: 240 }),
      pads(ground, [
        [70, 1520, 190],
        [330, 1580, 130],
        [850, 1510, 200],
        [620, 1590, 110],
      ]),
      standing(lotus(), 132, 1400, 300, 'ff7ab8'),
      standing(lotus(), 770, 1384, 330, 'ff7ab8'),
    ],
  ),
}

const shore: Ground = { width: 300, height: 400, seed: 'lotus-falls-tile', hue: day }

/** The gorge from near: a fall across the whole height, and a koi that leaps before it. */
export const lotusFallsTile: MachineArt['tile'] = {
  hue: 'teal',
  hero: koi,
  edge: 250,
  x: 150,
  y: 142,
  ground: [
    view(shore, { part: 'sky', centre: [150, 70], moon: 70, horizon: 0.5, peaks: 10, rays: 14, stars: 16 }),
    falls(shore, { x: 150, top: 46, foot: 330, wide: 150 }),
    pool(shore, { top: 316, x: 150 }),
    cliff(shore, { side: 'left', reach: 74, top: 60 }),
    cliff(shore, { side: 'right', reach: 70, top: 30 }),
  ],
  before: [standing(lotus(), 44, 246, 116, 'ff7ab8'), standing(lotus(), 262, 252, 104, 'ff7ab8')],
}
