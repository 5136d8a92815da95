import { howler } from '../../drawings/forest.ts'
import { eyesInTheDark } from '../../feature-parts.ts'
import { moved } from '../../drawings/moved.ts'
import { wolfHead } from '../../drawings/wolf.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { cliff, standing, view, type Ground } from '../../scenery.ts'
import { drifts, moonDisc, northernLights, pines } from '../../woods.ts'

const frost: SceneHue = { light: '#5f86c8', sky: '#142450', far: '#1d3260', near: '#050a18', gilt: '#dfe8ff' }
const blood: SceneHue = { light: '#c0404a', sky: '#4a0d1e', far: '#4a1428', near: '#0c0308', gilt: '#ffc9a0' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly moon: { readonly x: number; readonly y: number; readonly r: number }
}

function backOf(ground: Ground, { height, moon }: Measures, isRed: boolean): Scenery['back'] {
  return [
    view(ground, { part: 'sky', centre: [moon.x, moon.y], moon: 0, horizon: 0.62, peaks: 10, rays: 0, stars: 150 }),
    northernLights(ground, {
      y: height * 0.26,
      tall: height * 0.34,
      tints: isRed ? ['#ff6a4a', '#8a1040'] : ['#3df0c0', '#4a5ae8'],
    }),
    moonDisc(ground, { ...moon, tint: isRed ? '#ff7a5a' : '#d6e2ff' }),
    view(ground, { part: 'land', centre: [0, 0], moon: 0, horizon: 0.55, peaks: height * 0.24, ridges: 2 }),
    pines(ground, { foot: height * 0.74, tall: height * 0.2, count: 46, near: 0.3 }),
    drifts(ground, { top: height * 0.72, count: 2 }),
  ]
}

function middleOf(ground: Ground, { height }: Measures): Scenery['middle'] {
  return [
    pines(ground, { foot: height * 0.86, tall: height * 0.62, count: 17, near: 0.55, gap: 0.52 }),
    pines(
      { ...ground, seed: `${ground.seed}-tall` },
      { foot: height * 0.98, tall: height * 0.92, count: 13, near: 0.82, gap: 0.7 },
    ),
  ]
}

/** Below the red moon the pack has come. */
function packOf(ground: Ground): Scenery['featureMiddle'] {
  const eyes = (spots: Parameters<typeof eyesInTheDark>[1]) => eyesInTheDark(ground, spots, '#ff5a2e')
  if (ground.width > ground.height)
    return [
      standing(howler, 1318, 560, 230, 'ff6a4a'),
      standing(howler, 1246, 610, 130, 'ff6a4a'),
      eyes([
        [46, 330, 62],
        [122, 396, 46],
        [1286, 400, 46],
        [1356, 350, 58],
      ]),
    ]
  return [
    standing(howler, 250, 420, 210, 'ff6a4a'),
    standing(howler, 660, 1220, 220, 'ff6a4a'),
    eyes([
      [170, 560, 80],
      [760, 500, 90],
      [420, 1250, 90],
    ]),
  ]
}

function scenery(measures: Measures, near: (ground: Ground) => Scenery['near']): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: frost }
  const feature: Ground = { width, height, seed, hue: blood }
  return {
    back: backOf(base, measures, false),
    middle: middleOf(base, measures),
    near: near(base),
    feature: backOf(feature, { ...measures, moon: { ...measures.moon, r: measures.moon.r * 1.14 } }, true),
    featureMiddle: [...middleOf(feature, measures), ...packOf(feature)],
  }
}

/** A forest in snow below a great moon; the moon is red during free spins. */
export const fullMoonWolfScenes: MachineArt['scene'] = {
  wide: scenery(
    { width: 1400, height: 800, seed: 'full-moon-wolf-wide', moon: { x: 1312, y: 168, r: 108 } },
    (ground) => [
      cliff(ground, { side: 'left', reach: 250, top: 590, slabs: 2 }),
      cliff(ground, { side: 'right', reach: 210, top: 660, slabs: 2 }),
      standing(howler, 86, 500, 232, '8fb4ff'),
    ],
  ),
  portrait: scenery(
    { width: 900, height: 1600, seed: 'full-moon-wolf-tall', moon: { x: 560, y: 300, r: 210 } },
    (ground) => [
      cliff(ground, { side: 'left', reach: 330, top: 1330, slabs: 2 }),
      cliff(ground, { side: 'right', reach: 260, top: 1420, slabs: 2 }),
      standing(howler, 158, 1226, 360),
    ],
  ),
}

const glade: Ground = { width: 300, height: 400, seed: 'full-moon-wolf', hue: frost }

/** The wolf from near before the moon, between pines. */
export const fullMoonWolfTile: MachineArt['tile'] = {
  hue: 'indigo',
  hero: moved(wolfHead, { y: 262 }),
  edge: 310,
  y: 158,
  ground: [
    view(glade, { part: 'sky', centre: [150, 110], moon: 0, horizon: 0.6, peaks: 10, rays: 0, stars: 40 }),
    northernLights(glade, { y: 120, tall: 120, tints: ['#3df0c0', '#4a5ae8'] }),
    moonDisc(glade, { x: 150, y: 118, r: 112, tint: '#d6e2ff' }),
    pines(glade, { foot: 330, tall: 280, count: 12, near: 0.7, gap: 0.5 }),
  ],
}
