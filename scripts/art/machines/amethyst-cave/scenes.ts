import { cavern, crystalBed, mineFrame } from '../../cavern.ts'
import { bat, batWings, caveMoon, diggersLamp, lampRing } from '../../drawings/cave.ts'
import { amethystCluster } from '../../drawings/gems.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { pool, standing, type Ground } from '../../scenery.ts'

const violet: SceneHue = { light: '#b48aff', sky: '#4a2390', far: '#3c2470', near: '#0a0616', gilt: '#f0d8ff' }
const molten: SceneHue = { light: '#ffb46a', sky: '#b03a6a', far: '#6a1e52', near: '#160614', gilt: '#ffe9b0' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly shore: number
  readonly frame: { readonly top: number; readonly wide: number; readonly beam: number }
  /** The largest crystals, in units. */
  readonly tall: number
}

function backOf(ground: Ground, { width, height, shore }: Measures): Scenery['back'] {
  return [
    cavern(ground, { x: width / 2, y: height * 0.42, floor: shore }),
    pool(ground, { top: shore, x: width / 2 }),
    crystalBed(ground, {
      x: width * 0.36,
      y: shore + 6,
      wide: width * 0.14,
      tall: height * 0.14,
      count: 7,
      tint: ground.hue.light,
      isGlowing: true,
    }),
    crystalBed(ground, {
      x: width * 0.66,
      y: shore + 4,
      wide: width * 0.12,
      tall: height * 0.11,
      count: 6,
      tint: ground.hue.light,
      isGlowing: true,
    }),
  ]
}

const flyer = [...batWings, ...bat]

function middleOf(ground: Ground, { width, shore, frame, tall }: Measures, tint: string): Scenery['middle'] {
  return [
    crystalBed(ground, { x: width * 0.02, y: shore + tall * 0.16, wide: tall * 0.9, tall, count: 9, turn: 20, tint }),
    crystalBed(ground, { x: width * 0.98, y: shore + tall * 0.16, wide: tall * 0.9, tall, count: 9, turn: -20, tint }),
    crystalBed(ground, { x: width * 0.03, y: -10, wide: tall * 0.8, tall: tall * 0.7, count: 7, turn: 160, tint }),
    crystalBed(ground, { x: width * 0.97, y: -10, wide: tall * 0.8, tall: tall * 0.7, count: 7, turn: 200, tint }),
    mineFrame(ground, { x: width / 2, ...frame }),
  ]
}

/** The bats have left their stone and fly. */
function swarmOf(ground: Ground): Scenery['featureMiddle'] {
  const bats = (spots: readonly (readonly [number, number, number])[]) =>
    spots.map(([x, y, edge]) => standing(flyer, x, y, edge, 'ffb46a'))
  if (ground.width > ground.height)
    return [
      ...bats([
        [236, 300, 170],
        [1330, 440, 170],
      ]),
    ]
  return [
    ...bats([
      [190, 210, 190],
      [710, 210, 190],
    ]),
  ]
}

function scenery(measures: Measures, near: readonly ReturnType<typeof standing>[]): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: violet }
  const feature: Ground = { width, height, seed, hue: molten }
  return {
    back: backOf(base, measures),
    middle: middleOf(base, measures, '#8a52e0'),
    near,
    feature: backOf(feature, measures),
    featureMiddle: [...middleOf(feature, measures, '#e0528a'), ...swarmOf(feature)],
  }
}

const lamp = [...lampRing, ...diggersLamp]

/** A cavern of crystals by a still water, timbered by diggers; it glows like a forge during free spins. */
export const amethystCaveScenes: MachineArt['scene'] = {
  wide: scenery(
    {
      width: 1400,
      height: 800,
      seed: 'amethyst-cave-wide',
      shore: 620,
      frame: { top: 44, wide: 1130, beam: 44 },
      tall: 260,
    },
    [
      standing(lamp, 135, 190, 150, 'ffb84a'),
      standing(lamp, 1265, 190, 150, 'ffb84a'),
      standing(amethystCluster, 118, 690, 260, 'a86bff'),
      standing(amethystCluster, 1290, 700, 240, 'a86bff'),
    ],
  ),
  portrait: scenery(
    {
      width: 900,
      height: 1600,
      seed: 'amethyst-cave-tall',
      shore: 1280,
      frame: { top: 180, wide: 800, beam: 52 },
      tall: 330,
    },
    [
      standing(lamp, 110, 390, 170, 'ffb84a'),
      standing(lamp, 790, 390, 170, 'ffb84a'),
      standing(amethystCluster, 150, 1440, 300, 'a86bff'),
      standing(amethystCluster, 760, 1450, 280, 'a86bff'),
    ],
  ),
}

const mouth: Ground = { width: 300, height: 400, seed: 'amethyst-cave', hue: violet }

/** The bat over crystals, in the mouth of its cave. */
export const amethystCaveTile: MachineArt['tile'] = {
  hue: 'violet',
  hero: [...caveMoon, ...flyer],
  edge: 276,
  y: 152,
  ground: [
    cavern(mouth, { x: 150, y: 140, floor: 290 }),
    crystalBed(mouth, { x: 34, y: 306, wide: 100, tall: 124, count: 8, turn: 12, tint: '#8a52e0', isGlowing: true }),
    crystalBed(mouth, { x: 270, y: 306, wide: 100, tall: 116, count: 8, turn: -12, tint: '#8a52e0', isGlowing: true }),
  ],
}
