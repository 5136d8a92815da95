import { tortoiseBody, tortoiseLimbs } from '../../drawings/beasts.ts'
import { lotus } from '../../drawings/lotus.ts'
import { paperLanterns } from '../../feature-parts.ts'
import { moved } from '../../drawings/moved.ts'
import { sage, sageBeard, sageShell } from '../../drawings/sage.ts'
import { bambooGrove } from '../../grove.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { clouds, pads, pool, standing, view, type Ground } from '../../scenery.ts'

const morning: SceneHue = { light: '#c8e08a', sky: '#3f8a4e', far: '#3a7a48', near: '#06170d', gilt: '#fff2b8' }
const autumn: SceneHue = { light: '#ffc45a', sky: '#a04a1a', far: '#9a5a20', near: '#1c0a04', gilt: '#fff0c0' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly sun: number
  readonly pool: number
  readonly bamboo: number
}

function backOf(ground: Ground, { width, height, sun, pool: water, bamboo }: Measures): Scenery['back'] {
  return [
    view(ground, {
      part: 'sky',
      centre: [width * 0.5, height * 0.3],
      moon: sun,
      horizon: 0.6,
      peaks: 10,
      rays: 22,
      stars: 0,
    }),
    view(ground, { part: 'land', centre: [0, 0], moon: 0, horizon: 0.5, peaks: height * 0.26, ridges: 3, mist: 6 }),
    bambooGrove(ground, { count: 15, wide: bamboo * 0.4, near: 0.1, gap: 0.3 }),
    clouds(ground, { y: height * 0.56, tall: height * 0.08, count: 6, size: width / 1000 }),
    pool(ground, { top: water, x: width / 2 }),
  ]
}

function middleOf(ground: Ground, { bamboo }: Measures): Scenery['middle'] {
  return [
    bambooGrove(ground, { count: 17, wide: bamboo * 0.7, near: 0.5, gap: 0.6 }),
    bambooGrove(ground, { count: 12, wide: bamboo, near: 0.85, gap: 0.78 }),
  ]
}

/** In autumn lanterns hang in the bamboo and drift over the pond. */
function lanternsOf(ground: Ground): Scenery['featureMiddle'] {
  if (ground.width > ground.height)
    return [
      paperLanterns(
        ground,
        [
          [60, 250, 78],
          [128, 400, 56],
          [1342, 270, 78],
          [1272, 420, 56],
        ],
        460,
      ),
      paperLanterns(ground, [
        [40, 560, 44],
        [1370, 560, 38],
      ]),
    ]
  return [
    paperLanterns(
      ground,
      [
        [220, 330, 120],
        [690, 300, 130],
        [450, 210, 90],
      ],
      640,
    ),
    paperLanterns(ground, [
      [260, 1230, 80],
      [600, 1250, 70],
    ]),
  ]
}

function scenery(measures: Measures, near: (ground: Ground) => Scenery['near']): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: morning }
  const feature: Ground = { width, height, seed, hue: autumn }
  return {
    back: backOf(base, measures),
    middle: middleOf(base, measures),
    near: near(base),
    feature: backOf(feature, { ...measures, sun: measures.sun * 1.2 }),
    featureMiddle: [...middleOf(feature, measures), ...lanternsOf(feature)],
  }
}

const swimmer = moved([...tortoiseLimbs, ...tortoiseBody], { turn: 24 })

/** A pond in a grove of bamboo in the morning; in autumn during free spins. */
export const sageTurtleScenes: MachineArt['scene'] = {
  wide: scenery({ width: 1400, height: 800, seed: 'sage-turtle-wide', sun: 150, pool: 600, bamboo: 46 }, (ground) => [
    pads(ground, [
      [70, 760, 150],
      [270, 794, 90],
      [1320, 764, 160],
      [1150, 798, 80],
    ]),
    standing(lotus(), 84, 640, 150),
    standing(swimmer, 1312, 640, 168),
  ]),
  portrait: scenery(
    { width: 900, height: 1600, seed: 'sage-turtle-tall', sun: 190, pool: 1230, bamboo: 52 },
    (ground) => [
      pads(ground, [
        [80, 1520, 190],
        [330, 1590, 120],
        [830, 1510, 200],
      ]),
      standing(lotus(), 140, 1430, 210),
      standing(swimmer, 770, 1440, 210),
    ],
  ),
}

const lake: Ground = { width: 300, height: 400, seed: 'sage-turtle', hue: morning }

/** The sage from near, between stalks of bamboo. */
export const sageTurtleTile: MachineArt['tile'] = {
  hue: 'emerald',
  hero: [...sageShell, ...sageBeard, ...sage],
  edge: 280,
  y: 152,
  ground: [
    view(lake, { part: 'sky', centre: [150, 110], moon: 120, horizon: 0.7, peaks: 10, rays: 22, stars: 0 }),
    bambooGrove(lake, { count: 9, wide: 18, near: 0.5, gap: 0.5 }),
    pool(lake, { top: 300, x: 150 }),
  ],
}
