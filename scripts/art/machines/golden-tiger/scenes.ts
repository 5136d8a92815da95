import { eyesInTheDark, paperLanterns } from '../../feature-parts.ts'
import { lanternPiece } from '../../heroes.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { standing, view, type Ground } from '../../scenery.ts'
import { hues } from '../../tiles.ts'

const night: SceneHue = { light: '#3f66b8', sky: '#101d4c', far: '#1a2b60', near: '#050816', gilt: '#ffdf9a' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly centre: readonly [number, number]
  readonly moon: number
  readonly peaks: number
  readonly gate: { readonly x: number; readonly y: number; readonly width: number }
}

function backOf(ground: Ground, { centre, moon, peaks }: Measures): Scenery['back'] {
  return [
    view(ground, { part: 'sky', centre, moon, horizon: 0.6, peaks, rays: 24, stars: 110 }),
    view(ground, { part: 'land', centre, moon: 0, horizon: 0.54, peaks, ridges: 4, mist: 6, fade: 0.2 }),
  ]
}

/** The nearer hills, with the palace among them. */
function middleOf(ground: Ground, { centre, peaks, gate }: Measures): Scenery['middle'] {
  return [
    view(
      { ...ground, seed: `${ground.seed}-near` },
      {
        part: 'land',
        centre,
        moon: 0,
        horizon: 0.74,
        peaks: peaks * 0.8,
        ridges: 3,
        gate: { ...gate, before: 2 },
        fade: 0.16,
      },
    ),
  ]
}

/** By night lanterns rise over the hills, and tigers watch from them. */
function nightOf(ground: Ground): Scenery['featureMiddle'] {
  if (ground.width > ground.height)
    return [
      paperLanterns(ground, [
        [52, 400, 62],
        [122, 500, 44],
        [34, 566, 34],
        [1348, 420, 58],
        [1276, 372, 38],
        [1290, 530, 42],
        [1372, 596, 32],
        [420, 44, 40],
        [900, 36, 34],
      ]),
      eyesInTheDark(
        ground,
        [
          [96, 640, 84],
          [1322, 668, 84],
        ],
        '#ffb52e',
      ),
    ]
  return [
    paperLanterns(ground, [
      [250, 300, 92],
      [660, 260, 78],
      [150, 470, 60],
      [760, 480, 66],
      [430, 190, 50],
      [240, 1180, 70],
      [560, 1230, 52],
    ]),
    eyesInTheDark(ground, [[330, 1270, 120]], '#ffb52e'),
  ]
}

function scenery(measures: Measures, near: Scenery['near']): Scenery {
  const { width, height, seed, moon } = measures
  const base: Ground = { width, height, seed, hue: hues.sunset }
  const feature: Ground = { width, height, seed, hue: night }
  return {
    back: backOf(base, measures),
    middle: middleOf(base, measures),
    near,
    feature: backOf(feature, { ...measures, moon: moon * 1.15 }),
    featureMiddle: [...middleOf(feature, measures), ...nightOf(feature)],
  }
}

const lantern = lanternPiece()
const hung = (x: number, y: number, edge: number) => standing(lantern, x, y, edge, 'ff7a2e')

/** A palace below the moon, lanterns at its sides; by night during free spins. */
export const goldenTigerScenes: MachineArt['scene'] = {
  wide: scenery(
    {
      width: 1400,
      height: 800,
      seed: 'golden-tiger-wide',
      centre: [700, 250],
      moon: 236,
      peaks: 210,
      gate: { x: 236, y: 690, width: 360 },
    },
    [hung(96, 158, 320), hung(238, 84, 180), hung(1304, 158, 320), hung(1162, 84, 180)],
  ),
  portrait: scenery(
    {
      width: 900,
      height: 1600,
      seed: 'golden-tiger-tall',
      centre: [450, 420],
      moon: 300,
      peaks: 260,
      gate: { x: 620, y: 1400, width: 430 },
    },
    [hung(120, 164, 330), hung(780, 164, 330)],
  ),
}
