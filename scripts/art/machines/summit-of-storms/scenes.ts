import { iceCrystals, lanternBail, stormLantern } from '../../drawings/climb.ts'
import { goat, goatHorns, lightning, stormCloud } from '../../drawings/storm.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { cliff, standing, type Ground } from '../../scenery.ts'
import { bolts, crags, fog, rain, thunderheads, tornSky } from '../../tempest.ts'

const gale: SceneHue = { light: '#8fb4e0', sky: '#2c4676', far: '#3a4c74', near: '#070b18', gilt: '#dfe8ff' }
const wrath: SceneHue = { light: '#c9a0ff', sky: '#4c2a90', far: '#4a3a80', near: '#0c0720', gilt: '#ffe9a6' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly foot: number
  readonly tall: number
  readonly cloud: number
  readonly reach: number
  readonly bolt: number
}

function backOf(ground: Ground, measures: Measures, isWrath: boolean): Scenery['back'] {
  const { width, height, foot, tall, cloud, bolt } = measures
  const summit = foot - tall
  return [
    tornSky(ground, { x: width * 0.5, y: summit + tall * 0.1 }),
    crags(ground, [
      { x: width * 0.1, foot, tall: tall * 0.62, wide: tall * 0.8, near: 0 },
      { x: width * 0.9, foot, tall: tall * 0.66, wide: tall * 0.8, near: 0 },
      { x: width * 0.28, foot, tall: tall * 0.7, wide: tall * 0.74, near: 0.16 },
      { x: width * 0.73, foot, tall: tall * 0.74, wide: tall * 0.78, near: 0.16 },
    ]),
    fog(ground, { top: foot - tall * 0.5, tall: tall * 0.5, opacity: 0.34 }),
    crags({ ...ground, seed: `${ground.seed}-summit` }, [
      { x: width * 0.5, foot: foot + tall * 0.1, tall: tall * 1.08, wide: tall * 1.1, near: 0.34 },
    ]),
    thunderheads(ground, { depth: cloud, ranks: 3, size: width * 0.1 }),
    bolts(ground, [
      // Beside the reels, in a wide window too.
      { from: [width * 0.15, cloud * 0.7], to: [width * 0.12, foot - tall * 0.5], size: bolt * 0.8 },
      { from: [width * 0.88, cloud * 0.6], to: [width * 0.91, foot - tall * 0.5], size: bolt },
      ...(isWrath
        ? ([
            { from: [width * 0.46, cloud * 0.2], to: [width * 0.5, summit], size: bolt * 1.3 },
            { from: [width * 0.07, cloud * 0.8], to: [width * 0.1, foot - tall * 0.62], size: bolt * 0.7 },
            { from: [width * 0.95, cloud * 0.8], to: [width * 0.9, foot - tall * 0.66], size: bolt * 0.7 },
          ] as const)
        : []),
    ]),
    fog(ground, { top: foot - height * 0.06, tall: height * 0.3, opacity: 0.42 }),
  ]
}

function middleOf(ground: Ground, { width, height, reach }: Measures): Scenery['middle'] {
  const rock: Ground = { ...ground, hue: { ...ground.hue, far: '#4a5878', near: '#0a0e1c' } }
  return [
    cliff(rock, { side: 'left', reach, top: height * 0.46, slabs: 4 }),
    cliff(rock, { side: 'right', reach: reach * 0.94, top: height * 0.5, slabs: 4 }),
    rain(ground, { count: width > height ? 150 : 170, long: 46 }),
  ]
}

function scenery(measures: Measures, near: Scenery['near']): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: gale }
  const feature: Ground = { width, height, seed, hue: wrath }
  return {
    back: backOf(base, measures, false),
    middle: middleOf(base, measures),
    near,
    feature: backOf(feature, measures, true),
    featureMiddle: middleOf(feature, measures),
  }
}

const head = [...goatHorns, ...goat]
const lamp = [...lanternBail, ...stormLantern]

/** A summit in a storm; lightning on every peak during free spins. */
export const summitOfStormsScenes: MachineArt['scene'] = {
  wide: scenery(
    { width: 1400, height: 800, seed: 'summit-wide', foot: 640, tall: 470, cloud: 210, reach: 230, bolt: 15 },
    [standing(iceCrystals, 66, 640, 180), standing(head, 158, 586, 214), standing(lamp, 1258, 590, 200, 'ffb84a')],
  ),
  portrait: scenery(
    { width: 900, height: 1600, seed: 'summit-tall', foot: 1260, tall: 760, cloud: 380, reach: 190, bolt: 20 },
    [standing(iceCrystals, 70, 1500, 220), standing(head, 170, 1430, 260), standing(lamp, 770, 1440, 240, 'ffb84a')],
  ),
}

const ridge: Ground = { width: 300, height: 400, seed: 'summit-of-storms', hue: gale }

/** The cloud that lightens over the summit. */
export const summitOfStormsTile: MachineArt['tile'] = {
  hue: 'storm',
  hero: [...stormCloud, ...lightning],
  edge: 246,
  y: 142,
  ground: [
    tornSky(ridge, { x: 150, y: 120 }),
    crags(ridge, [
      { x: 50, foot: 300, tall: 190, wide: 190, near: 0 },
      { x: 256, foot: 300, tall: 210, wide: 200, near: 0.1 },
      { x: 150, foot: 320, tall: 190, wide: 300, near: 0.3 },
    ]),
    thunderheads(ridge, { depth: 66, ranks: 3, size: 46 }),
    bolts(ridge, [
      { from: [42, 30], to: [50, 112], size: 7 },
      { from: [262, 26], to: [256, 92], size: 7 },
    ]),
  ],
}
