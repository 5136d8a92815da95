import { eggs, edelweiss, edelweissLeaves, nestBack, nestFront } from '../../drawings/alm.ts'
import { eagle, eagleWings } from '../../drawings/alpine.ts'
import { eagleHead, eagleNeck } from '../../drawings/beasts.ts'
import { cloudBank, daylight, snowPeaks } from '../../heights.ts'
import { ledge, soaringEagle } from '../../feature-parts.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { cliff, standing, type Ground } from '../../scenery.ts'
import { drifts, pines } from '../../woods.ts'

const day: SceneHue = { light: '#a9dcff', sky: '#2b7fd0', far: '#6f7f9a', near: '#24324a', gilt: '#fff0c0' }
const evening: SceneHue = { light: '#ffc07a', sky: '#7a3a78', far: '#8a5a6a', near: '#2a1430', gilt: '#ffe0a0' }

const meadow: SceneHue = { light: '#a8d060', sky: '#3f8a4a', far: '#2f7a44', near: '#0c2a1a', gilt: '#fff0c0' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly sun: readonly [x: number, y: number, r: number]
  readonly foot: number
  readonly tall: number
  readonly reach: number
}

function backOf(ground: Ground, { width, height, sun, foot, tall }: Measures): Scenery['back'] {
  return [
    daylight(ground, { sun, horizon: 0.7 }),
    cloudBank(ground, [
      [width * 0.2, height * 0.2, width * 0.1],
      [width * 0.84, height * 0.3, width * 0.13],
    ]),
    snowPeaks(ground, [
      { x: width * 0.08, foot, tall: tall * 0.7, wide: tall * 1.2, near: 0 },
      { x: width * 0.94, foot, tall: tall * 0.76, wide: tall * 1.3, near: 0 },
      { x: width * 0.68, foot, tall: tall * 0.86, wide: tall * 1.3, near: 0.12 },
      { x: width * 0.34, foot: foot + 10, tall, wide: tall * 1.5, near: 0.3 },
    ]),
    cloudBank({ ...ground, seed: `${ground.seed}-low` }, [
      [width * 0.14, foot + 10, width * 0.16],
      [width * 0.5, foot + 24, width * 0.14],
      [width * 0.8, foot + 16, width * 0.18],
    ]),
    drifts({ ...ground, hue: meadow }, { top: foot + height * 0.07, count: 3 }),
    pines(ground, { foot: foot + height * 0.12, tall: height * 0.16, count: 16, near: 0.45 }),
    pines(
      { ...ground, seed: `${ground.seed}-front` },
      { foot: height * 1.02, tall: height * 0.22, count: 12, near: 0.85 },
    ),
  ]
}

function middleOf(ground: Ground, { height, reach }: Measures): Scenery['middle'] {
  const rock: Ground = { ...ground, hue: { ...ground.hue, far: '#a8703f', near: '#2a1810', light: '#ffd9a0' } }
  return [
    cliff(rock, { side: 'left', reach, top: height * 0.24, slabs: 4 }),
    cliff(rock, { side: 'right', reach: reach * 0.92, top: height * 0.42, slabs: 3 }),
  ]
}

const bird = [...eagleWings, ...eagle]

/** By day the eagle sits on a ledge of its cliff. */
function perchedOf(ground: Ground): Scenery['middle'] {
  if (ground.width <= ground.height) return []
  return [ledge(ground, { y: 338, from: -10, reach: 250 }), standing(bird, 118, 236, 216)]
}

/** At evening it flies, and another one far away. */
function soaringOf(ground: Ground): Scenery['featureMiddle'] {
  if (ground.width > ground.height)
    return [
      soaringEagle(ground, [118, 200, 236], -14),
      soaringEagle(ground, [1300, 150, 190], 16),
      soaringEagle(ground, [1220, 330, 92], 8),
    ]
  return [soaringEagle(ground, [270, 400, 330], -12), soaringEagle(ground, [680, 250, 190], 14)]
}

function scenery(measures: Measures, near: Scenery['near']): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: day }
  const feature: Ground = { width, height, seed, hue: evening }
  return {
    back: backOf(base, measures),
    middle: [...middleOf(base, measures), ...perchedOf(base)],
    near,
    feature: backOf(feature, {
      ...measures,
      sun: [measures.sun[0], measures.foot - measures.tall * 0.3, measures.sun[2] * 1.3],
    }),
    featureMiddle: [...middleOf(feature, measures), ...soaringOf(feature)],
  }
}

const nest = [...nestBack, ...eggs, ...nestFront]
const flower = [...edelweissLeaves, ...edelweiss]

/** Cliffs above the clouds by day; at evening during free spins. */
export const eagleCliffScenes: MachineArt['scene'] = {
  wide: scenery(
    { width: 1400, height: 800, seed: 'eagle-cliff-wide', sun: [980, 120, 56], foot: 600, tall: 470, reach: 300 },
    [standing(nest, 122, 620, 200), standing(flower, 1278, 620, 168)],
  ),
  portrait: scenery(
    { width: 900, height: 1600, seed: 'eagle-cliff-tall', sun: [640, 200, 74], foot: 1180, tall: 700, reach: 230 },
    [standing(nest, 170, 1460, 260), standing(flower, 780, 1470, 180)],
  ),
}

const crag: Ground = { width: 300, height: 400, seed: 'eagle-cliff', hue: day }

/** The eagle's head from near before a peak, by day. */
export const eagleCliffTile: MachineArt['tile'] = {
  hue: 'lagoon',
  hero: [...eagleNeck, ...eagleHead],
  edge: 336,
  x: 132,
  y: 170,
  ground: [
    daylight(crag, { sun: [236, 50, 22], horizon: 0.7 }),
    snowPeaks(crag, [
      { x: 262, foot: 300, tall: 160, wide: 230, near: 0 },
      { x: 110, foot: 310, tall: 250, wide: 330, near: 0.3 },
    ]),
    cloudBank(crag, [
      [60, 300, 80],
      [230, 292, 90],
    ]),
  ],
}
