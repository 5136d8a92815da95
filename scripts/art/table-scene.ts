/**
 * The place of the games with cards on two sides: a studio at night, the dealer's jacket, and the table in perspective with felt, chip
 * tray, shoe and tray of used cards. Everything on the table is drawn through the camera of the window's stage.
 */

import {
  baccaratPlaces,
  cardHeight,
  dealerPlaces,
  dragonTigerPlaces,
  picture,
  places,
  project,
  type CardPlace,
  type Point,
} from '../../src/web/play/table/cards/camera.ts'
import type { Layer, SceneArtwork } from './artwork.ts'
import type { Piece } from './piece.ts'
import { dragon, scarlet } from './drawings/dragon.ts'
import { tiger } from './drawings/tiger.ts'
import { crest } from './shapes.ts'

const { width, height } = picture

const at = (x: number, y: number, z = 0): string => {
  const spot = project({ x, y, z })
  return `${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`
}

export function line(points: readonly Point[], isClosed = true): string {
  return `M${points.map(({ x, y, z }) => at(x, y, z)).join('L')}${isClosed ? 'Z' : ''}`
}

/** The far edge of the table, `out` units beyond the felt. */
function farEdge(x: number, out = 0): number {
  return 3.34 - 0.011 * x * x - 0.00012 * x ** 4 + out
}

export function edge(out: number, z: number, from = -11, to = 11): Point[] {
  return Array.from({ length: 61 }, (_, index) => {
    const x = from + ((to - from) * index) / 60
    return { x: x * (1 + out * 0.05), y: farEdge(x, out), z }
  })
}

/** Two edges as one closed band. */
function band(inner: { out: number; z: number }, outer: { out: number; z: number }): string {
  return line([...edge(inner.out, inner.z), ...edge(outer.out, outer.z).toReversed()])
}

export const paints = `<defs>
<linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0a0a12"/><stop offset=".3" stop-color="#181020"/><stop offset="1" stop-color="#0b0910"/></linearGradient>
<radialGradient id="wine" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#a02355" stop-opacity=".6"/><stop offset="1" stop-color="#a02355" stop-opacity="0"/></radialGradient>
<radialGradient id="indigo" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#31529e" stop-opacity=".6"/><stop offset="1" stop-color="#31529e" stop-opacity="0"/></radialGradient>
<radialGradient id="lamp" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#ffe6b0" stop-opacity=".9"/><stop offset=".35" stop-color="#f0b95a" stop-opacity=".4"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient>
<radialGradient id="felt" gradientUnits="userSpaceOnUse" cx="700" cy="330" r="720" gradientTransform="matrix(1 0 0 .62 0 126)"><stop offset="0" stop-color="#1b7a62"/><stop offset=".34" stop-color="#12604c"/><stop offset=".7" stop-color="#0a3c31"/><stop offset="1" stop-color="#041b17"/></radialGradient>
<linearGradient id="leather" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4a2a1c"/><stop offset=".35" stop-color="#2c1710"/><stop offset="1" stop-color="#120806"/></linearGradient>
<linearGradient id="gilt" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#6b4a1c"/><stop offset=".25" stop-color="#d9a94f"/><stop offset=".5" stop-color="#fff0c4"/><stop offset=".75" stop-color="#d9a94f"/><stop offset="1" stop-color="#6b4a1c"/></linearGradient>
<linearGradient id="jacket" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#5c1735"/><stop offset="1" stop-color="#2b0a1a"/></linearGradient>
<linearGradient id="shirt" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f2ede4"/><stop offset="1" stop-color="#a89f93"/></linearGradient>
<linearGradient id="acrylic" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#2a2633"/><stop offset=".45" stop-color="#15131c"/><stop offset="1" stop-color="#08070c"/></linearGradient>
<linearGradient id="gloss" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
<radialGradient id="vignette" gradientUnits="userSpaceOnUse" cx="700" cy="320" r="780"><stop offset=".55" stop-color="#05040a" stop-opacity="0"/><stop offset="1" stop-color="#05040a" stop-opacity=".82"/></radialGradient>
<radialGradient id="pool" gradientUnits="userSpaceOnUse" cx="700" cy="372" r="420" gradientTransform="matrix(1 0 0 .46 0 200)"><stop offset="0" stop-color="#d8fff0" stop-opacity=".2"/><stop offset="1" stop-color="#d8fff0" stop-opacity="0"/></radialGradient>
<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="9"/></filter>
<filter id="softer" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="22"/></filter>
<filter id="near" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="4"/></filter>
<filter id="weave" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".75 .95" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .6  0 0 0 0 1  0 0 0 0 .85  .5 0 0 0 -.17"/></filter>
</defs>`

/** Pillars of lacquer with gilt edges, lamps out of focus, and a round window with the night behind it. */
export function studio(): string {
  const pillars = Array.from({ length: 15 }, (_, index) => {
    const x = index * 100 + 4
    return `<rect x="${x}" y="0" width="58" height="190" fill="#1b1019"/><rect x="${x + 4}" y="0" width="50" height="190" fill="#120b14"/><path d="M${x + 1} 0v190M${x + 57} 0v190" stroke="#b8863a" stroke-opacity=".42" stroke-width="1.400"/>`
  }).join('')
  const lamps = [90, 252, 410, 990, 1148, 1310]
    .map(
      (x, index) =>
        `<ellipse cx="${x}" cy="${44 + (index % 2) * 22}" rx="58" ry="58" fill="url(#lamp)" opacity=".55"/><circle cx="${x}" cy="${44 + (index % 2) * 22}" r="11" fill="#ffe9b8" opacity=".85" filter="url(#near)"/>`,
    )
    .join('')
  const bokeh = Array.from({ length: 26 }, (_, index) => {
    const x = (index * 263) % 1400
    const y = 16 + ((index * 71) % 120)
    const tint = ['#e8c177', '#d06a92', '#7aa0f0'][index % 3]
    return `<circle cx="${x}" cy="${y}" r="${5 + ((index * 5) % 9)}" fill="${tint}" opacity="${(0.1 + ((index * 3) % 7) / 50).toFixed(2)}"/>`
  }).join('')
  const window = `<circle cx="700" cy="44" r="196" fill="#0a0d1c"/><circle cx="700" cy="44" r="196" fill="url(#indigo)"/><circle cx="700" cy="44" r="196" fill="none" stroke="url(#gilt)" stroke-width="5"/><circle cx="700" cy="44" r="186" fill="none" stroke="#b8863a" stroke-opacity=".4" stroke-width="1.500"/>`
  return `<rect width="${width}" height="${height}" fill="url(#night)"/>${pillars}<ellipse cx="1180" cy="60" rx="420" ry="230" fill="url(#wine)"/><ellipse cx="220" cy="60" rx="420" ry="230" fill="url(#indigo)"/>${window}<g filter="url(#near)">${bokeh}</g>${lamps}`
}

/** The dealer's jacket behind the table, from the collar down. */
export function dealer(): string {
  const half = `<path d="M700 4L640 -6C590 0 560 16 548 60L532 190H700Z" fill="url(#jacket)"/><path d="M640 -8L664 12 692 118 700 190H668L622 66 636 52 612 40Z" fill="#3d0f25"/><path d="M640 -8L664 12 692 118 696 150 622 66 636 52 612 40Z" fill="none" stroke="#c99a45" stroke-opacity=".8" stroke-width="1.600"/><path d="M560 40C566 90 566 140 562 190" stroke="#000" stroke-opacity=".35" stroke-width="6" fill="none" filter="url(#near)"/>`
  const shirt =
    '<path d="M660 -10h80l-8 60-32 136-32-136Z" fill="url(#shirt)"/><path d="M700 20v170" stroke="#8d8579" stroke-width="1.200"/>'
  const bow =
    '<path d="M700 26c-10-12-26-16-34-13 3 10 3 18 0 28 9 2 24-3 34-15 10 12 25 17 34 15-3-10-3-18 0-28-8-3-24 1-34 13Z" fill="#1a0b12" stroke="#c99a45" stroke-width="1.200"/><circle cx="700" cy="27" r="5" fill="#c99a45"/>'
  const buttons = [92, 124].map((y) => `<circle cx="700" cy="${y}" r="3" fill="#c99a45"/>`).join('')
  return `<ellipse cx="700" cy="120" rx="210" ry="130" fill="#000" opacity=".5" filter="url(#softer)"/>${half}<g transform="matrix(-1 0 0 1 1400 0)">${half}</g>${shirt}${buttons}${bow}`
}

/** Felt, its far rail of leather with gilt, and the light on it. */
export function table(): string {
  const felt = `${line(edge(0, 0), false)}L${width + 400} ${height + 40}L-400 ${height + 40}Z`
  const shadow = `<path d="${line(edge(-0.12, 0), false)}" fill="none" stroke="#000" stroke-opacity=".65" stroke-width="26" filter="url(#soft)"/>`
  const rail = `<path d="${band({ out: 0, z: 0.02 }, { out: 0.62, z: 0.34 })}" fill="url(#leather)"/><path d="${line(edge(0.36, 0.3), false)}" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="9" filter="url(#near)"/><path d="${line(edge(0.62, 0.34), false)}" fill="none" stroke="url(#gilt)" stroke-width="3.200"/><path d="${line(edge(0, 0.02), false)}" fill="none" stroke="url(#gilt)" stroke-width="4"/><path d="${line(edge(0, 0.02), false)}" fill="none" stroke="#2a1606" stroke-opacity=".7" stroke-width="1.200" transform="translate(0 3)"/>`
  return `<path d="${felt}" fill="url(#felt)"/><clipPath id="cloth"><path d="${felt}"/></clipPath><g clip-path="url(#cloth)"><rect width="${width}" height="${height}" filter="url(#weave)" opacity=".32"/>${shadow}</g>${rail}`
}

/** A side as it is printed on the felt: the places of its cards, its tint, and the middle of a medallion beside them. */
type Print = { cards: readonly CardPlace[]; tint: string; medallion?: number }

/** A round field with a gilt rim, flat on the felt, on which the emblem of a side stands. */
function medallion(x: number, tint: string): string {
  const ring = (radius: number) =>
    line(
      Array.from({ length: 48 }, (_, index) => {
        const angle = (index * Math.PI) / 24
        return { x: x + radius * Math.cos(angle), y: radius * Math.sin(angle), z: 0 }
      }),
    )
  return `<path d="${ring(0.76)}" fill="#02120e" fill-opacity=".5"/><path d="${ring(0.76)}" fill="${tint}" fill-opacity=".22"/><path d="${ring(0.76)}" fill="none" stroke="#f0cf8a" stroke-opacity=".85" stroke-width="2.400"/><path d="${ring(0.67)}" fill="none" stroke="#f0cf8a" stroke-opacity=".4" stroke-width="1.200"/>`
}

/** A gilt arc along the far edge. */
function arc(out: number, weight: number, opacity: number): string {
  return `<path d="${line(edge(out, 0), false)}" fill="none" stroke="#e8c177" stroke-opacity="${opacity}" stroke-width="${weight}"/>`
}

/** Where a card lies, as dashes on the felt. */
function cardSlot({ x, y, yaw }: CardPlace): string {
  const [w, h] = yaw === 0 ? [0.5, cardHeight / 2] : [cardHeight / 2, 0.5]
  return `<path d="${line([
    { x: x - w, y: y - h, z: 0 },
    { x: x + w, y: y - h, z: 0 },
    { x: x + w, y: y + h, z: 0 },
    { x: x - w, y: y + h, z: 0 },
  ])}" fill="#02120e" fill-opacity=".16" stroke="#e8c177" stroke-opacity=".2" stroke-width="1.200" stroke-dasharray="5 5"/>`
}

/** Gilt lines on the felt: arcs along the far edge, the boxes of the cards, the emblem between them. */
function prints(left: Print, right: Print): string {
  const { outer, inner, near, far } = places.box
  const boxOf = (sign: 1 | -1, print: Print) => {
    const cut = 0.2
    const corners: [number, number][] = [
      [inner, near + cut],
      [inner + cut, near],
      [outer - cut, near],
      [outer, near + cut],
      [outer, far - cut],
      [outer - cut, far],
      [inner + cut, far],
      [inner, far - cut],
    ]
    const path = line(corners.map(([x, y]) => ({ x: x * sign, y, z: 0 })))
    const slots = print.cards.map(cardSlot)
    const { tint } = print
    const emblem = print.medallion === undefined ? '' : medallion(print.medallion, tint)
    return `<path d="${path}" fill="${tint}" fill-opacity=".13"/><path d="${path}" fill="none" stroke="#f0cf8a" stroke-opacity=".75" stroke-width="2.200"/><path d="${path}" fill="none" stroke="${tint}" stroke-opacity=".55" stroke-width="6" filter="url(#near)"/>${emblem}${slots.join('')}`
  }
  const [a, b] = [project({ x: 0, y: 2.28, z: 0 }), project({ x: 0, y: 1.2, z: 0 })]
  const size = (b.y - a.y) / 512
  const emblem = `<g transform="translate(${700 - 256 * size * 1.28} ${a.y}) scale(${size * 1.28} ${size})" fill="#f0cf8a" fill-opacity=".5">${crest}</g>`
  return `${arc(-0.16, 2, 0.5)}${arc(-0.24, 1, 0.32)}${boxOf(-1, left)}${boxOf(1, right)}${emblem}<rect width="${width}" height="${height}" fill="url(#pool)"/>`
}

/** The felt of a game against the dealer: the dealer's two cards, the band of insurance as an arc, and the member's field below it. */
function seatPrints(): string {
  const bow = (near: number, sag: number): Point[] =>
    Array.from({ length: 61 }, (_, index) => {
      const x = -4.6 + (9.2 * index) / 60
      return { x, y: near + sag * (x / 4.6) ** 2, z: 0 }
    })
  const stroke = (points: readonly Point[], weight: number, opacity: number) =>
    `<path d="${line(points, false)}" fill="none" stroke="#f0cf8a" stroke-opacity="${opacity}" stroke-width="${weight}"/>`
  const [far, near] = [bow(0.5, 0.62), bow(0.22, 0.62)]
  const insurance = line([...far, ...near.toReversed()])
  const { outer } = places.box
  const field = line([
    { x: -outer, y: -0.02, z: 0 },
    { x: -outer + 0.3, y: -1.38, z: 0 },
    { x: outer - 0.3, y: -1.38, z: 0 },
    { x: outer, y: -0.02, z: 0 },
    ...bow(0.02, 0.2)
      .filter(({ x }) => Math.abs(x) < outer)
      .toReversed(),
  ])
  return `${arc(-0.16, 2, 0.5)}${arc(-0.24, 1, 0.32)}<path d="${insurance}" fill="#02120e" fill-opacity=".3"/>${stroke(far, 2.4, 0.8)}${stroke(near, 2.4, 0.8)}${stroke(bow(0.36, 0.62), 1, 0.4)}<path d="${field}" fill="#0d3d62" fill-opacity=".2" stroke="#f0cf8a" stroke-opacity=".3" stroke-width="1.400"/>${dealerPlaces.slice(0, 2).map(cardSlot).join('')}<rect width="${width}" height="${height}" fill="url(#pool)"/>`
}

/** The dealer's chips: a tray with a row of tubes. */
function chipTray(): string {
  const tints = ['#efe6d2', '#b3123a', '#1a47c2', '#0e8f5e', '#1b1c28', '#5d22c0', '#c88a1e', '#d0446f', '#0c7a80']
  const [near, far] = [2.5, 3.06]
  const left = -1.72
  const step = 3.44 / tints.length
  const well = line([
    { x: left - 0.1, y: near - 0.1, z: 0 },
    { x: -left + 0.1, y: near - 0.1, z: 0 },
    { x: -left + 0.1, y: far + 0.1, z: 0 },
    { x: left - 0.1, y: far + 0.1, z: 0 },
  ])
  const tubes = tints.map((tint, index) => {
    const x = left + step * (index + 0.5)
    const discs = 13 - ((index * 5) % 4)
    return Array.from({ length: discs }, (_, place) => {
      const y = far - ((far - near) * place) / 13
      const spot = project({ x, y, z: 0.1 })
      const mark = tint === '#efe6d2' ? '#b3123a' : '#f6ecd2'
      return `<ellipse cx="${spot.x.toFixed(1)}" cy="${spot.y.toFixed(1)}" rx="13" ry="8.400" fill="${tint}" stroke="#000" stroke-opacity=".45" stroke-width=".8"/><path d="M${(spot.x - 3).toFixed(1)} ${(spot.y + 7.6).toFixed(1)}h6" stroke="${mark}" stroke-opacity=".85" stroke-width="1.600"/>`
    }).join('')
  })
  return `<path d="${well}" fill="#0a0609" stroke="url(#gilt)" stroke-width="2.400"/>${tubes.join('')}<path d="${well}" fill="url(#gloss)" opacity=".25"/>`
}

type Box = { x: number; y: number; wide: number; deep: number; high: number; turn: number }

/** The corners of a box on the table, turned about its middle: four below, four above. */
function corners({ x, y, wide, deep, high, turn }: Box, frontHigh = high): Point[] {
  const angle = (turn * Math.PI) / 180
  const corner = (u: number, v: number, z: number): Point => ({
    x: x + u * Math.cos(angle) - v * Math.sin(angle),
    y: y + u * Math.sin(angle) + v * Math.cos(angle),
    z,
  })
  const flat: [number, number][] = [
    [-wide / 2, -deep / 2],
    [wide / 2, -deep / 2],
    [wide / 2, deep / 2],
    [-wide / 2, deep / 2],
  ]
  return [
    ...flat.map(([u, v]) => corner(u, v, 0)),
    ...flat.map(([u, v], index) => corner(u, v, index < 2 ? frontHigh : high)),
  ]
}

function faceOf(points: readonly Point[], ...which: number[]): string {
  return line(which.flatMap((index) => points[index] ?? []))
}

/** The shoe: a box of dark acrylic with gilt edges, the cards leaning at its mouth. */
function shoe(): string {
  const body: Box = { x: 3.36, y: 2.26, wide: 1.36, deep: 1.8, high: 1, turn: -50 }
  const points = corners(body, 0.3)
  const cards = corners({ ...body, x: 2.56, y: 1.6, wide: 1.04, deep: 0.5, high: 0.3 }, 0.05)
  const shadow = corners({ ...body, wide: 2, deep: 2.1, x: 3.2, y: 2.1 })
  const gilt = 'fill="none" stroke="url(#gilt)" stroke-width="2"'
  return `<path d="${faceOf(shadow, 0, 1, 2, 3)}" fill="#000" opacity=".55" filter="url(#soft)"/><path d="${faceOf(points, 3, 0, 4, 7)}" fill="#0c0a11"/><path d="${faceOf(points, 1, 2, 6, 5)}" fill="#1a1722"/><path d="${faceOf(points, 4, 5, 6, 7)}" fill="url(#acrylic)"/><path d="${faceOf(points, 4, 5, 6, 7)}" fill="url(#gloss)" opacity=".7"/><path d="${faceOf(points, 0, 1, 5, 4)}" fill="#06050a"/><path d="${faceOf(cards, 4, 5, 6, 7)}" fill="#7a1a3e" stroke="#f7f1e4" stroke-width="2.400"/><path d="${faceOf(cards, 0, 1, 5, 4)}" fill="#d8cdb6"/><path d="${faceOf(points, 4, 5, 6, 7)}" ${gilt}/><path d="${faceOf(points, 0, 1, 5, 4)}" ${gilt}/><path d="${faceOf(points, 3, 0, 4, 7)}" ${gilt} stroke-opacity=".6"/>`
}

/** The tray of used cards, with a few of them. */
function usedCards(): string {
  const body: Box = { x: places.tray.x, y: places.tray.y, wide: 1.3, deep: 1.66, high: 0.42, turn: -34 }
  const points = corners(body)
  const gilt = 'fill="none" stroke="url(#gilt)" stroke-width="2"'
  const stack = [0.06, 0.12, 0.18, 0.24].map((z, index) => {
    const own = corners({ ...body, wide: 1, deep: 1.4, high: z, turn: body.turn + index * 2 - 3 })
    return `<path d="${faceOf(own, 4, 5, 6, 7)}" fill="${index === 3 ? '#7a1a3e' : '#e6dcc6'}" stroke="#f7f1e4" stroke-width="${index === 3 ? 2.4 : 1}"/>`
  })
  const shadow = corners({ ...body, wide: 1.9, deep: 2.2, x: body.x + 0.06, y: body.y - 0.16 })
  return `<path d="${faceOf(shadow, 0, 1, 2, 3)}" fill="#000" opacity=".5" filter="url(#soft)"/><path d="${faceOf(points, 0, 1, 2, 3)}" fill="#0a080e"/><path d="${faceOf(points, 2, 3, 7, 6)}" fill="#141019"/><path d="${faceOf(points, 1, 2, 6, 5)}" fill="#1a1520"/>${stack.join('')}<path d="${faceOf(points, 3, 0, 4, 7)}" fill="#0d0a12" fill-opacity=".86"/><path d="${faceOf(points, 0, 1, 5, 4)}" fill="#120e18" fill-opacity=".8"/><path d="${faceOf(points, 4, 5, 6, 7)}" ${gilt}/>`
}

function svg(content: string): Layer {
  return {
    kind: 'svg',
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paints}${content}</svg>`,
  }
}

function tableScene(name: string, printed: string, emblems: readonly Layer[] = []): SceneArtwork {
  return {
    kind: 'scene',
    name,
    width,
    height,
    density: 1.35,
    format: 'webp',
    quality: 72,
    maxBytes: 130_000,
    layers: [
      svg(studio()),
      svg(dealer()),
      svg(`${table()}${printed}${chipTray()}${usedCards()}${shoe()}`),
      ...emblems,
      svg(`<rect width="${width}" height="${height}" fill="url(#vignette)"/>`),
    ],
  }
}

/** An emblem on its medallion at `x` of the table. */
function emblemAt(x: number, piece: Piece): Layer {
  const spot = project({ x, y: 0, z: 0 })
  return {
    kind: 'piece',
    piece,
    x: spot.x,
    y: spot.y - 6,
    edge: 176,
    glow: { tint: '000000', radius: 10, opacity: 0.5 },
  }
}

const serpent = dragon(scarlet, { x: 256, y: 256, scale: 0.72 })
const beast = tiger({ x: 256, y: 262, scale: 0.72 })
const emblemX = 2.92

/** What lies behind the cards of the games with two sides, and of those against the dealer. */
export const tableScenes: readonly SceneArtwork[] = [
  tableScene(
    'table/place',
    prints({ cards: baccaratPlaces.left, tint: '#2a63c8' }, { cards: baccaratPlaces.right, tint: '#c2303c' }),
  ),
  tableScene(
    'table/dragon-tiger',
    prints(
      { cards: dragonTigerPlaces.left, tint: '#c2303c', medallion: -emblemX },
      { cards: dragonTigerPlaces.right, tint: '#c98a1e', medallion: emblemX },
    ),
    [
      emblemAt(-emblemX, [...serpent.mane, ...serpent.jaw, ...serpent.head]),
      emblemAt(emblemX, [...beast.jaw, ...beast.head]),
    ],
  ),
  tableScene('table/seat', seatPrints()),
]
