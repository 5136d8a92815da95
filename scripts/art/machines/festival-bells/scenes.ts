import { bellSilk, festivalBell, festivalDrum, drumSticks } from '../../drawings/festival.ts'
import { lanternTassel, silkLantern } from '../../drawings/fair.ts'
import { festivalPost, fireworks, lanternString, square, tiledRoofs } from '../../fair-ground.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { standing, view, type Ground } from '../../scenery.ts'

const evening: SceneHue = { light: '#e0566a', sky: '#4a1a5c', far: '#3a2050', near: '#0c0714', gilt: '#ffdf9a' }
const midnight: SceneHue = { light: '#ffb04a', sky: '#8a2a1a', far: '#5a2218', near: '#140606', gilt: '#ffe9b0' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly floor: number
  readonly house: number
  readonly post: { readonly x: number; readonly top: number; readonly wide: number }
  readonly strings: { readonly sag: number; readonly count: number; readonly size: number }
  readonly burst: number
}

function backOf(ground: Ground, { width, height, floor, house, burst }: Measures, more: boolean): Scenery['back'] {
  const sparks = [
    { x: width * 0.2, y: height * 0.17, r: burst, tint: '#ffd75e' },
    { x: width * 0.83, y: height * 0.13, r: burst * 1.15, tint: '#7ab0ff' },
    { x: width * 0.62, y: height * 0.26, r: burst * 0.6, tint: '#ff8ab0' },
    ...(more
      ? [
          { x: width * 0.42, y: height * 0.14, r: burst * 0.95, tint: '#8ff0b8' },
          { x: width * 0.06, y: height * 0.38, r: burst * 0.7, tint: '#ff8ab0' },
          { x: width * 0.95, y: height * 0.4, r: burst * 0.75, tint: '#ffd75e' },
        ]
      : []),
  ]
  const row = [-0.08, 0.14, 0.36, 0.64, 0.86, 1.08]
  return [
    view(ground, {
      part: 'sky',
      centre: [width / 2, floor],
      moon: 0,
      horizon: 0.7,
      peaks: 10,
      rays: 26,
      stars: 60,
    }),
    fireworks(ground, sparks),
    view(ground, { part: 'land', centre: [0, 0], moon: 0, horizon: 0.56, peaks: height * 0.16, ridges: 2 }),
    tiledRoofs(
      ground,
      row.map((share, i) => ({
        x: width * share,
        foot: floor - house * 0.1 - (i % 2) * house * 0.12,
        wide: house * (i % 2 === 0 ? 0.86 : 0.72),
        near: 0.3,
      })),
    ),
    tiledRoofs(ground, [
      { x: width * 0.02, foot: floor + 6, wide: house, near: 0.8 },
      { x: width * 0.98, foot: floor + 6, wide: house, near: 0.8 },
      { x: width * 0.5, foot: floor + 4, wide: house * 1.1, near: 0.7 },
    ]),
    square(ground, { top: floor }),
  ]
}

function middleOf(ground: Ground, { width, height, post, strings }: Measures): Scenery['middle'] {
  const poles = [post.x, width - post.x]
  const [left = 0, right = width] = poles
  return [
    ...poles.map((x) => festivalPost(ground, { ...post, x, foot: height + 40 })),
    lanternString(ground, { from: [-40, post.top + 60], to: [left, post.top + 12], ...strings, count: 2 }),
    lanternString(ground, { from: [right, post.top + 12], to: [width + 40, post.top + 60], ...strings, count: 2 }),
    lanternString(ground, { from: [left, post.top + 10], to: [right, post.top + 10], ...strings }),
  ]
}

function scenery(measures: Measures, near: readonly ReturnType<typeof standing>[]): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: evening }
  const feature: Ground = { width, height, seed, hue: midnight }
  return {
    back: backOf(base, measures, false),
    middle: middleOf(base, measures),
    near,
    feature: backOf(feature, measures, true),
    featureMiddle: middleOf(feature, measures),
  }
}

const lamp = [...lanternTassel, ...silkLantern]
const drum = [...drumSticks, ...festivalDrum]

/** A village square on the evening of the festival; more fireworks while a bell walks and presents are opened. */
export const festivalBellsScenes: MachineArt['scene'] = {
  wide: scenery(
    {
      width: 1400,
      height: 800,
      seed: 'festival-bells-wide',
      floor: 640,
      house: 330,
      post: { x: 214, top: 112, wide: 40 },
      strings: { sag: 46, count: 11, size: 22 },
      burst: 130,
    },
    [
      standing(lamp, 86, 250, 190),
      standing(lamp, 1314, 250, 190),
      standing(drum, 86, 612, 186, 'ffb04a'),
      standing(drum, 1314, 612, 186, 'ffb04a'),
    ],
  ),
  portrait: scenery(
    {
      width: 900,
      height: 1600,
      seed: 'festival-bells-tall',
      floor: 1330,
      house: 340,
      post: { x: 92, top: 230, wide: 44 },
      strings: { sag: 62, count: 9, size: 27 },
      burst: 150,
    },
    [
      standing(lamp, 120, 470, 200),
      standing(lamp, 780, 470, 200),
      standing(drum, 150, 1450, 270),
      standing(drum, 750, 1450, 270),
    ],
  ),
}

const town: Ground = { width: 300, height: 400, seed: 'festival-bells', hue: evening }

/** The bell with its silk under fireworks, lanterns at both sides. */
export const festivalBellsTile: MachineArt['tile'] = {
  hue: 'wine',
  hero: [...bellSilk, ...festivalBell],
  edge: 244,
  y: 152,
  ground: [
    view(town, { part: 'sky', centre: [150, 190], moon: 0, horizon: 0.6, peaks: 10, rays: 30, stars: 16 }),
    fireworks(town, [
      { x: 62, y: 62, r: 52, tint: '#ffd75e' },
      { x: 246, y: 54, r: 58, tint: '#7ab0ff' },
      { x: 26, y: 190, r: 36, tint: '#ff8ab0' },
      { x: 280, y: 176, r: 34, tint: '#8ff0b8' },
    ]),
    tiledRoofs(town, [
      { x: 30, foot: 300, wide: 150, near: 0.5 },
      { x: 270, foot: 300, wide: 150, near: 0.5 },
    ]),
  ],
  before: [standing(lamp, 30, 150, 82, 'ff9d3a'), standing(lamp, 270, 150, 82, 'ff9d3a')],
}
