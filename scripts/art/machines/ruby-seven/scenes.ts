import { cherries, cherryLeaves } from '../../drawings/fruit.ts'
import { moved } from '../../drawings/moved.ts'
import { clapper, goldenBell, redSevenFigure } from '../../drawings/prizes.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { standing, type Ground } from '../../scenery.ts'
import { brassSun, curtain, footlights, pylon, swags } from '../../stage.ts'

const velvet: SceneHue = { light: '#c0283e', sky: '#4c0a18', far: '#3a0a14', near: '#0a0305', gilt: '#f6dca0' }
const gala: SceneHue = { light: '#2f62c4', sky: '#0c1f58', far: '#0e1c48', near: '#03060f', gilt: '#f6dca0' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly sun: number
  readonly floor: number
  readonly pylon: { readonly x: number; readonly wide: number; readonly top: number }
  readonly reach: number
  readonly swags: { readonly count: number; readonly tall: number }
  readonly lamps: { readonly y: number; readonly count: number; readonly size: number }
}

function backOf(ground: Ground, { width, height, sun, floor }: Measures): Scenery['back'] {
  return [brassSun(ground, { x: width / 2, y: height * 0.4, r: sun, floor })]
}

function middleOf(ground: Ground, { width, pylon: tower }: Measures): Scenery['middle'] {
  return [pylon(ground, tower), pylon(ground, { ...tower, x: width - tower.x })]
}

function scenery(measures: Measures, near: readonly ReturnType<typeof standing>[]): Scenery {
  const { width, height, seed, reach } = measures
  const base: Ground = { width, height, seed, hue: velvet }
  const feature: Ground = { width, height, seed, hue: gala }
  const cloth = '#8e1024'
  return {
    back: backOf(base, measures),
    middle: middleOf(base, measures),
    near: [
      curtain(base, { side: 'left', reach, cloth }),
      curtain(base, { side: 'right', reach, cloth }),
      swags(base, { ...measures.swags, cloth }),
      footlights(base, measures.lamps),
      ...near,
    ],
    feature: backOf(feature, { ...measures, sun: measures.sun * 1.12 }),
    featureMiddle: middleOf(feature, measures),
  }
}

/** A stage of brass and velvet; blue while the wheel turns. */
export const rubySevenScenes: MachineArt['scene'] = {
  wide: scenery(
    {
      width: 1400,
      height: 800,
      seed: 'ruby-seven-wide',
      sun: 420,
      floor: 640,
      pylon: { x: 286, wide: 92, top: 170 },
      reach: 170,
      swags: { count: 7, tall: 74 },
      lamps: { y: 780, count: 15, size: 13 },
    },
    [
      standing(redSevenFigure, 150, 640, 210, 'ff5a70'),
      standing([...clapper, ...goldenBell], 1262, 650, 190, 'ffc45a'),
    ],
  ),
  portrait: scenery(
    {
      width: 900,
      height: 1600,
      seed: 'ruby-seven-tall',
      sun: 430,
      floor: 1330,
      pylon: { x: 120, wide: 96, top: 330 },
      reach: 130,
      swags: { count: 5, tall: 96 },
      lamps: { y: 1570, count: 9, size: 17 },
    },
    [
      standing(redSevenFigure, 160, 1420, 250, 'ff5a70'),
      standing([...clapper, ...goldenBell], 742, 1430, 230, 'ffc45a'),
    ],
  ),
}

const table: Ground = { width: 300, height: 400, seed: 'ruby-seven', hue: velvet }

/** The seven from near between curtains, cherries and bell behind it. */
export const rubySevenTile: MachineArt['tile'] = {
  hue: 'ruby',
  hero: [
    ...moved([...cherryLeaves, ...cherries], { x: 112, y: 330, scale: 0.52, turn: 0 }),
    ...moved([...clapper, ...goldenBell], { x: 410, y: 330, scale: 0.52 }),
    ...moved(redSevenFigure, { x: 262, y: 234, scale: 0.94 }),
  ],
  edge: 280,
  y: 148,
  ground: [
    brassSun(table, { x: 150, y: 130, r: 120, floor: 292 }),
    curtain(table, { side: 'left', reach: 34, cloth: '#8e1024' }),
    curtain(table, { side: 'right', reach: 34, cloth: '#8e1024' }),
    swags(table, { count: 4, tall: 30, cloth: '#8e1024' }),
  ],
}
