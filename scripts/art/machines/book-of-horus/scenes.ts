import { lintel, papyrusColumn, pyramids } from '../../desert.ts'
import { falcon, sunDisc } from '../../drawings/horus.ts'
import { fireflies, torches } from '../../feature-parts.ts'
import { moved } from '../../drawings/moved.ts'
import { bookCover, bookPages, pharaoh, scarab, scarabWings } from '../../drawings/temple.ts'
import type { MachineArt, Scenery } from '../../machine.ts'
import type { SceneHue } from '../../scene.ts'
import { heap, standing, view, type Ground } from '../../scenery.ts'
import { drifts } from '../../woods.ts'

const sand: SceneHue = { light: '#f0b060', sky: '#b0582a', far: '#8a4a24', near: '#1a0a06', gilt: '#ffe9b0' }
const lapis: SceneHue = { light: '#3f7ad8', sky: '#0e2060', far: '#1a2c66', near: '#040818', gilt: '#ffdf9a' }

type Measures = {
  readonly width: number
  readonly height: number
  readonly seed: string
  readonly sun: readonly [x: number, y: number, r: number]
  readonly horizon: number
  /** Width of the widest pyramid. */
  readonly pyramid: number
  readonly column: { readonly inset: number; readonly wide: number; readonly top: number }
  readonly lintel: number
}

function backOf(ground: Ground, { width, height, sun, horizon, pyramid }: Measures): Scenery['back'] {
  const [x, y, r] = sun
  const foot = height * horizon
  return [
    view(ground, {
      part: 'sky',
      centre: [x, y],
      moon: r,
      horizon,
      peaks: 10,
      rays: 26,
      stars: ground.hue === lapis ? 170 : 24,
    }),
    pyramids(ground, [
      { x: width * 0.5, foot, wide: pyramid * 0.6, near: 0.1 },
      { x: width * 0.27, foot: foot + 6, wide: pyramid * 0.82, near: 0.35 },
      { x: width * 0.74, foot: foot + 14, wide: pyramid, near: 0.6 },
    ]),
    drifts(ground, { top: foot - (height - foot) * 0.14, count: 3 }),
  ]
}

function middleOf(ground: Ground, { width, column, lintel: tall }: Measures): Scenery['middle'] {
  const { inset, wide, top } = column
  return [
    papyrusColumn(ground, { x: inset + wide * 1.4, wide: wide * 0.62, top: top + wide * 0.3 }),
    papyrusColumn(ground, { x: width - inset - wide * 1.4, wide: wide * 0.62, top: top + wide * 0.3 }),
    papyrusColumn(ground, { x: inset, wide, top }),
    papyrusColumn(ground, { x: width - inset, wide, top }),
    lintel(ground, { tall }),
  ]
}

/** By night torches burn on the columns, and the book shines in the temple. */
function nightOf(ground: Ground): Scenery['featureMiddle'] {
  const book = [...bookPages, ...bookCover]
  if (ground.width > ground.height)
    return [
      torches(ground, [
        [70, 330, 128],
        [1330, 330, 128],
      ]),
      standing(book, 86, 470, 150, 'ffd76a'),
      standing(book, 1316, 470, 150, 'ffd76a'),
      fireflies(
        ground,
        [
          [10, 180, 150, 420],
          [1240, 180, 150, 420],
        ],
        3,
        '#ffe07a',
      ),
    ]
  return [
    torches(ground, [
      [176, 420, 170],
      [724, 420, 170],
    ]),
  ]
}

function scenery(measures: Measures, near: (ground: Ground) => Scenery['near']): Scenery {
  const { width, height, seed } = measures
  const base: Ground = { width, height, seed, hue: sand }
  const feature: Ground = { width, height, seed, hue: lapis }
  return {
    back: backOf(base, measures),
    middle: middleOf(base, measures),
    near: near(base),
    feature: backOf(feature, measures),
    featureMiddle: [...middleOf(feature, measures), ...nightOf(feature)],
  }
}

const wings = [...scarabWings, ...scarab]

/** A temple open to the desert at evening; by night during free spins. */
export const bookOfHorusScenes: MachineArt['scene'] = {
  wide: scenery(
    {
      width: 1400,
      height: 800,
      seed: 'book-of-horus-wide',
      sun: [700, 250, 150],
      horizon: 0.68,
      pyramid: 520,
      column: { inset: 70, wide: 124, top: 84 },
      lintel: 112,
    },
    (ground) => [
      heap(ground, { x: 130, wide: 420, tall: 92, coin: 20 }),
      heap(ground, { x: 1270, wide: 420, tall: 92, coin: 20 }),
      standing(pharaoh, 86, 590, 196, 'ffb84a'),
      standing(wings, 1316, 596, 186, 'ffb84a'),
    ],
  ),
  portrait: scenery(
    {
      width: 900,
      height: 1600,
      seed: 'book-of-horus-tall',
      sun: [450, 430, 200],
      horizon: 0.74,
      pyramid: 560,
      column: { inset: 44, wide: 122, top: 150 },
      lintel: 150,
    },
    (ground) => [
      heap(ground, { x: 150, wide: 520, tall: 150, coin: 26 }),
      heap(ground, { x: 750, wide: 520, tall: 150, coin: 26 }),
      standing(pharaoh, 176, 1400, 310, 'ffb84a'),
      standing(wings, 724, 1410, 310, 'ffb84a'),
    ],
  ),
}

const temple: Ground = { width: 300, height: 400, seed: 'book-of-horus', hue: sand }

/** The falcon god behind his book. */
export const bookOfHorusTile: MachineArt['tile'] = {
  hue: 'sunset',
  hero: [
    ...moved([...sunDisc, ...falcon], { x: 262, y: 212, scale: 0.96 }),
    ...moved([...bookPages, ...bookCover], { x: 150, y: 366, scale: 0.42 }),
  ],
  edge: 290,
  x: 152,
  y: 148,
  ground: [
    view(temple, { part: 'sky', centre: [150, 120], moon: 96, horizon: 0.7, peaks: 10, rays: 26, stars: 12 }),
    pyramids(temple, [
      { x: 60, foot: 290, wide: 190, near: 0.3 },
      { x: 262, foot: 296, wide: 230, near: 0.6 },
    ]),
    drifts(temple, { top: 286, count: 2 }),
  ],
}
