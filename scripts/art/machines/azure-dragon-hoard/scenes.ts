import { azure, dragon } from '../../drawings/dragon.ts'
import { hoardCoin } from '../../drawings/hoard-coin.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { clouds, heap, pillar, standing, view, type Ground } from '../../scenery.ts'

const sea: SceneHue = { light: '#3a8fe0', sky: '#0e2c6e', far: '#153a80', near: '#040817', gilt: '#e8d49a' }
const gilded: SceneHue = { light: '#e0a03a', sky: '#5c2a0c', far: '#6e3812', near: '#120703', gilt: '#ffe2a0' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly moon: number
  /** Width of a pillar, and how far from the side its middle stands. */
  readonly pillar: number
  readonly inset: number
}

function backOf(ground: Ground, { width, height, moon }: Measures): Scenery['back'] {
  const centre = [width / 2, height * 0.3] as const
  return [
    view(ground, { part: 'sky', centre, moon, horizon: 0.7, peaks: 10, rays: 28, stars: 120 }),
    clouds(ground, { y: height * 0.2, tall: height * 0.24, count: 7, size: width / 1500 }),
    view(ground, { part: 'land', centre, moon: 0, horizon: 0.62, peaks: height * 0.2, ridges: 3, mist: 4 }),
    clouds(ground, { y: height * 0.62, tall: height * 0.12, count: 9, size: width / 1100 }),
    clouds(
      { ...ground, seed: `${ground.seed}-low` },
      { y: height * 0.8, tall: height * 0.16, count: 9, size: width / 800 },
    ),
  ]
}

function middleOf(ground: Ground, measures: Measures): Scenery['middle'] {
  const { width, inset, pillar: wide } = measures
  return [
    pillar(ground, { x: inset + wide * 1.15, wide: wide * 0.6 }),
    pillar(ground, { x: width - inset - wide * 1.15, wide: wide * 0.6 }),
    pillar(ground, { x: inset, wide }),
    pillar(ground, { x: width - inset, wide }),
  ]
}

function scenery(measures: Measures, near: (ground: Ground) => Scenery['near']): Scenery {
  const { width, height, seed, moon } = measures
  const base: Ground = { width, height, seed, hue: sea }
  const feature: Ground = { width, height, seed, hue: gilded }
  return {
    back: backOf(base, measures),
    middle: middleOf(base, measures),
    near: near(base),
    feature: backOf(feature, { ...measures, moon: moon * 1.2 }),
    featureMiddle: middleOf(feature, measures),
  }
}

/** A hall of pillars open to the sea of clouds; gilded while coins are held. */
export const azureDragonHoardScenes: MachineArt['scene'] = {
  wide: scenery(
    { width: 1400, height: 800, seed: 'azure-dragon-hoard-wide', moon: 220, pillar: 118, inset: 66 },
    (ground) => [
      heap(ground, { x: 90, wide: 520, tall: 150, coin: 26 }),
      heap(ground, { x: 1310, wide: 560, tall: 170, coin: 26 }),
      standing(hoardCoin, 104, 652, 118, 'ffb84a'),
      standing(hoardCoin, 1288, 656, 124, 'ffb84a'),
      standing(hoardCoin, 1354, 586, 92, 'ffb84a'),
    ],
  ),
  portrait: scenery(
    { width: 900, height: 1600, seed: 'azure-dragon-hoard-tall', moon: 280, pillar: 104, inset: 34 },
    (ground) => [
      heap(ground, { x: 120, wide: 640, tall: 240, coin: 32 }),
      heap(ground, { x: 780, wide: 640, tall: 270, coin: 32 }),
      standing(hoardCoin, 250, 1420, 150),
      standing(hoardCoin, 690, 1390, 170),
    ],
  ),
}

const hall: Ground = { width: 300, height: 400, seed: 'azure-dragon-hoard-tile', hue: sea }
const head = dragon(azure)

/** The dragon from near, filling the tile, above its coins. */
export const azureDragonHoardTile: MachineArt['tile'] = {
  hue: 'lagoon',
  hero: [...head.mane, ...head.jaw, ...head.head],
  edge: 306,
  y: 150,
  ground: [
    view(hall, { part: 'sky', centre: [150, 140], moon: 150, horizon: 0.7, peaks: 10, rays: 22, stars: 20 }),
    clouds(hall, { y: 190, tall: 60, count: 4, size: 0.7 }),
  ],
  before: [
    heap(hall, { x: 60, wide: 260, tall: 120, coin: 24 }),
    heap(hall, { x: 250, wide: 260, tall: 110, coin: 24 }),
    standing(hoardCoin, 52, 286, 74),
    standing(hoardCoin, 254, 292, 64),
  ],
}
