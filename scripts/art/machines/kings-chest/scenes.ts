import { openChest } from '../../drawings/chest.ts'
import { bareCrown, chalice } from '../../drawings/regalia.ts'
import { banner, stoneColumn, stoneHall, torch } from '../../halls.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { heap, standing, view, type Ground } from '../../scenery.ts'

const torchlight: SceneHue = { light: '#e0963a', sky: '#6a3a12', far: '#5a4636', near: '#0d0906', gilt: '#ffdf9a' }
const regal: SceneHue = { light: '#a45ae8', sky: '#34115e', far: '#3c2a66', near: '#0a0616', gilt: '#ffdf9a' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly arch: number
  readonly top: number
  readonly floor: number
  readonly aisles: number
  /** Width of a column, and how far from the side its middle stands. */
  readonly column: number
  readonly inset: number
  readonly capital: number
  readonly banner: { readonly x: number; readonly top: number; readonly wide: number; readonly tall: number }
  readonly torch: { readonly x: number; readonly y: number; readonly size: number }
}

function middleOf(ground: Ground, measures: Measures, cloth: string): Scenery['middle'] {
  const { width, column, inset, capital, banner: hung, torch: fire } = measures
  const both = [0, 1] as const
  const at = (x: number, side: 0 | 1) => (side === 0 ? x : width - x)
  return [
    ...both.map((side) => stoneColumn(ground, { x: at(inset, side), wide: column, capital })),
    ...both.map((side) => banner(ground, { ...hung, x: at(hung.x, side), cloth })),
    ...both.map((side) => standing(bareCrown, at(hung.x, side), hung.top + hung.tall * 0.4, hung.wide * 0.72)),
    ...both.map((side) => torch(ground, { ...fire, x: at(fire.x, side) })),
  ]
}

function scenery(measures: Measures, near: (ground: Ground) => Scenery['near']): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: torchlight }
  const feature: Ground = { width, height, seed, hue: regal }
  return {
    back: [stoneHall(base, measures)],
    middle: middleOf(base, measures, '#6a1030'),
    near: near(base),
    feature: [stoneHall(feature, measures)],
    featureMiddle: middleOf(feature, measures, '#1d3a8a'),
  }
}

/** A vault by torchlight; in violet while the treasure is shared out. */
export const kingsChestScenes: MachineArt['scene'] = {
  wide: scenery(
    {
      width: 1400,
      height: 800,
      seed: 'kings-chest-wide',
      arch: 420,
      top: 40,
      floor: 620,
      aisles: 250,
      column: 108,
      inset: 62,
      capital: 150,
      banner: { x: 160, top: 96, wide: 88, tall: 300 },
      torch: { x: 62, y: 330, size: 0.74 },
    },
    (ground) => [
      heap(ground, { x: 96, wide: 520, tall: 150, coin: 22 }),
      heap(ground, { x: 1304, wide: 560, tall: 160, coin: 22 }),
      standing(openChest, 98, 612, 206, 'ffb84a'),
      standing(chalice, 1252, 668, 116, 'ffb84a'),
      standing(bareCrown, 1322, 614, 172, 'ffb84a'),
    ],
  ),
  portrait: scenery(
    {
      width: 900,
      height: 1600,
      seed: 'kings-chest-tall',
      arch: 460,
      top: 130,
      floor: 1290,
      aisles: 270,
      column: 104,
      inset: 36,
      capital: 270,
      banner: { x: 150, top: 250, wide: 130, tall: 360 },
      torch: { x: 36, y: 520, size: 0.9 },
    },
    (ground) => [
      heap(ground, { x: 140, wide: 640, tall: 210, coin: 28 }),
      heap(ground, { x: 760, wide: 640, tall: 220, coin: 28 }),
      standing(openChest, 190, 1390, 330, 'ffb84a'),
      standing(bareCrown, 720, 1400, 250, 'ffb84a'),
    ],
  ),
}

const vault: Ground = { width: 300, height: 400, seed: 'kings-chest', hue: torchlight }

/** The chest from near on its heap of coins, the light of the vault behind it. */
export const kingsChestTile: MachineArt['tile'] = {
  hue: 'amber',
  hero: openChest,
  edge: 246,
  y: 132,
  glow: { tint: 'ffc45a', radius: 16, opacity: 0.6 },
  ground: [
    view(vault, { part: 'sky', centre: [150, 130], moon: 0, horizon: 0.7, peaks: 10, rays: 30, stars: 30 }),
    banner(vault, { x: 34, top: -6, wide: 54, tall: 170, cloth: '#6a1030' }),
    banner(vault, { x: 266, top: -6, wide: 54, tall: 170, cloth: '#6a1030' }),
    heap(vault, { x: 150, wide: 480, tall: 190, coin: 13 }),
  ],
}
