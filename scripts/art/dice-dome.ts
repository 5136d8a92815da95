/**
 * Sic Bo: the place with the shaker, the glass of its dome, the lacquered cover and the faces of the dice. All of it is drawn through the
 * camera of the window's stage, from the figures of `dome.ts`.
 */

import { picture, project, type Point } from '../../src/web/play/table/cards/camera.ts'
import { coverArt, dome, glassArt } from '../../src/web/play/table/sic-bo/dome.ts'
import { isRed, pips } from '../../src/web/play/table/sic-bo/die.ts'
import type { Layer, SceneArtwork } from './artwork.ts'
import { disc, roundedSquare } from './own.ts'
import type { Piece } from './piece.ts'
import { crest } from './shapes.ts'
import { dealer, edge, line, paints, studio, table } from './table-scene.ts'

const { width, height } = picture
const { at: middle, radius } = dome

const turn = Math.PI * 2

/** A circle of the shaker, or a part of it, `z` above the table; angles begin at the right and go away from the member. */
function circle(r: number, z: number, from = 0, to = turn): Point[] {
  const count = Math.ceil(((to - from) / turn) * 96)
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = from + ((to - from) * index) / count
    return { x: middle.x + r * Math.cos(angle), y: middle.y + r * Math.sin(angle), z }
  })
}

/** The front wall between two circles. */
function wall(low: { r: number; z: number }, high: { r: number; z: number }): string {
  const front = (r: number, z: number) => circle(r, z, Math.PI, turn)
  return line([...front(low.r, low.z), ...front(high.r, high.z).toReversed()])
}

const centre = project(middle)
/** The radius of the glass in the picture. */
const glassRadius = project({ ...middle, x: middle.x + radius }).x - centre.x

/** The outline of half a sphere on the plate: a semicircle above, the front of its rim below. */
function half(r: number): string {
  const across = (glassRadius * r) / radius
  const rim = circle(r, middle.z, Math.PI, turn)
  return `M${(centre.x - across).toFixed(1)} ${centre.y.toFixed(1)}A${across.toFixed(1)} ${across.toFixed(1)} 0 0 1 ${(centre.x + across).toFixed(1)} ${centre.y.toFixed(1)}L${line(rim.toReversed(), false).slice(1)}Z`
}

const own = `<defs>
<linearGradient id="lacquer" gradientUnits="userSpaceOnUse" x1="${centre.x - 210}" y1="0" x2="${centre.x + 210}" y2="0"><stop offset="0" stop-color="#050308"/><stop offset=".16" stop-color="#2a1220"/><stop offset=".24" stop-color="#6a3350"/><stop offset=".31" stop-color="#2a0f1e"/><stop offset=".62" stop-color="#12070f"/><stop offset=".84" stop-color="#3a1a2c"/><stop offset="1" stop-color="#040206"/></linearGradient>
<radialGradient id="plate" gradientUnits="userSpaceOnUse" cx="${centre.x - 30}" cy="${centre.y - 10}" r="${glassRadius * 1.08}" gradientTransform="translate(0 ${centre.y * 0.19}) scale(1 .81)"><stop offset="0" stop-color="#8e1f45"/><stop offset=".5" stop-color="#6d1535"/><stop offset=".86" stop-color="#430c22"/><stop offset="1" stop-color="#230511"/></radialGradient>
<linearGradient id="collar" gradientUnits="userSpaceOnUse" x1="${centre.x - 200}" y1="0" x2="${centre.x + 200}" y2="0"><stop offset="0" stop-color="#5d3d12"/><stop offset=".2" stop-color="#f0cd84"/><stop offset=".3" stop-color="#fff6d8"/><stop offset=".42" stop-color="#c4913f"/><stop offset=".7" stop-color="#7f571e"/><stop offset=".86" stop-color="#e5be70"/><stop offset="1" stop-color="#5d3d12"/></linearGradient>
<radialGradient id="behind" gradientUnits="userSpaceOnUse" cx="${centre.x}" cy="${centre.y}" r="${glassRadius}"><stop offset="0" stop-color="#dff" stop-opacity=".03"/><stop offset=".8" stop-color="#dff" stop-opacity=".07"/><stop offset=".97" stop-color="#eff" stop-opacity=".3"/><stop offset="1" stop-color="#fff" stop-opacity=".5"/></radialGradient>
</defs>`

/** Gilt lines on the felt: arcs along the far edge, a ring about the shaker, the emblem on both sides. */
function prints(): string {
  const arc = (out: number, weight: number, opacity: number) =>
    `<path d="${line(edge(out, 0), false)}" fill="none" stroke="#e8c177" stroke-opacity="${opacity}" stroke-width="${weight}"/>`
  const ring = (r: number, weight: number, opacity: number) =>
    `<path d="${line(circle(r, 0))}" fill="none" stroke="#f0cf8a" stroke-opacity="${opacity}" stroke-width="${weight}"/>`
  const emblem = (x: number) => {
    const [top, low] = [project({ x, y: 1.1, z: 0 }), project({ x, y: -0.5, z: 0 })]
    const size = (low.y - top.y) / 512
    return `<g transform="translate(${low.x - 256 * size * 1.24} ${top.y}) scale(${size * 1.24} ${size})" fill="#f0cf8a" fill-opacity=".34">${crest}</g>`
  }
  return `${arc(-0.16, 2, 0.5)}${arc(-0.24, 1, 0.32)}${ring(2.5, 2.2, 0.6)}${ring(2.62, 1, 0.34)}${emblem(-4.1)}${emblem(4.1)}<rect width="${width}" height="${height}" fill="url(#pool)"/>`
}

/** The shaker below the glass: a foot of lacquer between gilt bands, its collar, and the plate of felt. */
function shaker(): string {
  const gilt = 'fill="none" stroke="url(#collar)"'
  const shadow = `<path d="${line(circle(2.42, 0))}" transform="translate(10 16)" fill="#000" opacity=".62" filter="url(#soft)"/><path d="${line(circle(2.1, 0))}" fill="#000" opacity=".8" filter="url(#near)"/>`
  const foot = `<path d="${line(circle(2.1, 0.05))}" fill="#0a0509"/><path d="${wall({ r: 2.12, z: 0 }, { r: 2.08, z: 0.12 })}" fill="url(#collar)"/><path d="${line(circle(2.08, 0.12))}" fill="url(#lacquer)"/><path d="${wall({ r: 2.02, z: 0.12 }, { r: 1.92, z: 0.36 })}" fill="url(#lacquer)"/>`
  const studs = Array.from({ length: 17 }, (_, index) => {
    const angle = Math.PI + (Math.PI * (index + 0.5)) / 17
    const spot = project({ x: middle.x + 1.975 * Math.cos(angle), y: middle.y + 1.975 * Math.sin(angle), z: 0.24 })
    return `<path d="M${spot.x.toFixed(1)} ${(spot.y - 6.5).toFixed(1)}l5 6.500-5 6.500-5-6.500Z" fill="url(#collar)" stroke="#2a1606" stroke-width=".8"/>`
  }).join('')
  const collar = `<path d="${wall({ r: 1.94, z: 0.34 }, { r: 1.93, z: 0.42 })}" fill="url(#collar)"/><path d="${line(circle(1.93, middle.z))}" fill="url(#collar)"/><path d="${line(circle(1.93, middle.z))}" ${gilt} stroke-width="1.600"/><path d="${line(circle(1.8, middle.z))}" fill="#2a1508"/><path d="${line(circle(radius + 0.02, middle.z))}" fill="#12040a"/>`
  const plate = `<path d="${line(circle(radius - 0.03, middle.z - 0.02))}" fill="url(#plate)"/><clipPath id="cut"><path d="${line(circle(radius - 0.03, middle.z - 0.02))}"/></clipPath><g clip-path="url(#cut)"><rect x="${centre.x - 190}" y="${centre.y - 160}" width="380" height="320" filter="url(#weave)" opacity=".26"/><path d="${line(circle(radius - 0.02, middle.z))}" fill="none" stroke="#000" stroke-opacity=".6" stroke-width="22" filter="url(#near)"/></g><path d="${line(circle(radius - 0.28, middle.z - 0.02))}" fill="none" stroke="#f0cf8a" stroke-opacity=".5" stroke-width="1.600"/>`
  return `${shadow}${foot}${studs}${collar}${plate}`
}

/** The far side of the glass, behind the dice. */
function farGlass(): string {
  const back = line(circle(radius, middle.z, 0, Math.PI), false)
  return `<path d="${half(radius)}" fill="url(#behind)"/><path d="${back}" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="5" filter="url(#near)"/><path d="${back}" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="1.400"/>`
}

function svg(content: string, view = { x: 0, y: 0, width, height } as Area): Layer {
  const { x, y } = view
  return {
    kind: 'svg',
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${view.width} ${view.height}">${paints}${own}${content}</svg>`,
  }
}

type Area = { x: number; y: number; width: number; height: number }

/** What lies behind the dice. */
export const domeScene: SceneArtwork = {
  kind: 'scene',
  name: 'table/dome-place',
  width,
  height,
  density: 1.35,
  format: 'webp',
  quality: 72,
  maxBytes: 60_000,
  layers: [
    svg(studio()),
    svg(dealer()),
    svg(`${table()}${prints()}${shaker()}${farGlass()}`),
    svg(`<rect width="${width}" height="${height}" fill="url(#vignette)"/>`),
  ],
}

/** What the glass reflects, in front of the dice: lamps of the studio, and its own edge. */
function nearGlass(): string {
  const r = glassRadius
  const [x, y] = [centre.x, centre.y]
  const lamp = (cx: number, cy: number, rx: number, ry: number, tilt: number, opacity: number) =>
    `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" transform="rotate(${tilt} ${cx} ${cy})" fill="#fff" opacity="${opacity}" filter="url(#near)"/>`
  const crescent = (inner: number, opacity: number, sign: 1 | -1) =>
    `<path d="M${x + sign * r * 0.985} ${y}A${r * 0.985} ${r * 0.985} 0 0 ${sign > 0 ? 0 : 1} ${x + sign * r * 0.2} ${y - r * 0.965}A${r * inner} ${r * 1.02} 0 0 ${sign > 0 ? 1 : 0} ${x + sign * r * 0.985} ${y}Z" fill="#fff" opacity="${opacity}"/>`
  const pane = `M${x - r * 0.66} ${y - r * 0.34}C${x - r * 0.6} ${y - r * 0.6} ${x - r * 0.42} ${y - r * 0.78} ${x - r * 0.22} ${y - r * 0.86}L${x - r * 0.14} ${y - r * 0.66}C${x - r * 0.3} ${y - r * 0.58} ${x - r * 0.44} ${y - r * 0.44} ${x - r * 0.5} ${y - r * 0.24}Z`
  const low = line(circle(radius - 0.06, middle.z + 0.06, Math.PI * 1.14, Math.PI * 1.86), false)
  const rim = line(circle(radius, middle.z, Math.PI, turn), false)
  return `<defs><linearGradient id="pane" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".34"/><stop offset="1" stop-color="#fff" stop-opacity=".02"/></linearGradient><radialGradient id="body" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${r}"><stop offset=".82" stop-color="#fff" stop-opacity="0"/><stop offset=".95" stop-color="#e6f4ff" stop-opacity=".07"/><stop offset="1" stop-color="#fff" stop-opacity=".3"/></radialGradient></defs><path d="${half(radius)}" fill="url(#body)"/>${crescent(0.9, 0.06, -1)}${crescent(0.93, 0.05, 1)}<path d="${pane}" fill="url(#pane)"/>${lamp(x + r * 0.5, y - r * 0.58, 15, 7, 40, 0.55)}${lamp(x + r * 0.62, y - r * 0.4, 6, 4, 50, 0.4)}<path d="M${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="1.800"/><path d="${low}" fill="none" stroke="#fff" stroke-opacity=".18" stroke-width="7" filter="url(#near)"/><path d="${rim}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.600"/>`
}

export const domeGlass: SceneArtwork = {
  kind: 'scene',
  name: 'table/dome-glass',
  width: glassArt.width,
  height: glassArt.height,
  density: 1.2,
  format: 'webp',
  quality: 70,
  maxBytes: 22_000,
  layers: [svg(nearGlass(), glassArt)],
}

/** A lacquered cover with gilt ribs, a band of mother-of-pearl and a gilt knob, as it stands over the glass. */
function cover(): string {
  const r = radius * coverArt.grown
  const across = (glassRadius * r) / radius
  const [x, y] = [centre.x, centre.y]
  // A point of the sphere by its angle about the upright axis and its height over the plate, from 0 to a quarter turn.
  const on = (angle: number, up: number): Point => ({
    x: middle.x + r * Math.cos(up) * Math.cos(angle),
    y: middle.y + r * Math.cos(up) * Math.sin(angle),
    z: middle.z + r * Math.sin(up),
  })
  const steps = Array.from({ length: 25 }, (_, index) => index / 24)
  const rib = (angle: number) =>
    line(
      steps.map((share) => on(angle, share * 1.42)),
      false,
    )
  const ribs = Array.from({ length: 9 }, (_, index) => {
    const angle = Math.PI + (Math.PI * (index + 0.5)) / 9
    return `<path d="${rib(angle)}" fill="none" stroke="url(#ribs)" stroke-width="1.600" stroke-opacity=".75"/>`
  }).join('')
  const level = (up: number, from = Math.PI - up, to = Math.PI * 2 + up) =>
    line(
      Array.from({ length: 61 }, (_, index) => on(from + ((to - from) * index) / 60, up)),
      false,
    )
  const flowers = Array.from({ length: 9 }, (_, index) => {
    const angle = Math.PI + (Math.PI * (index + 1)) / 9 - Math.PI / 18
    const spot = project(on(angle + Math.PI / 18, 0.3))
    const lean = Math.abs(Math.sin(angle + Math.PI / 18))
    const petal = `<g transform="translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)}) scale(${(0.34 + 0.66 * lean).toFixed(2)} .9)">${[0, 60, 120, 180, 240, 300].map((one) => `<path d="M0 -2.500C5 -7 5 -13 0 -16C-5 -13 -5 -7 0 -2.500Z" transform="rotate(${one})" fill="url(#pearl)"/>`).join('')}<circle r="3" fill="#ffe6a6"/></g>`
    return index === 8 ? '' : petal
  }).join('')
  const knobAt = project({ ...middle, z: middle.z + r })
  const [kx, ky] = [knobAt.x, knobAt.y]
  const knob = `<ellipse cx="${kx}" cy="${ky + 6}" rx="30" ry="14" fill="url(#collar)" stroke="#2a1606" stroke-width="1.200"/><ellipse cx="${kx}" cy="${ky + 2}" rx="20" ry="10" fill="#3a2208"/><circle cx="${kx}" cy="${ky - 12}" r="19" fill="url(#knob)" stroke="#4a2f0c" stroke-width="1.200"/><ellipse cx="${kx - 6}" cy="${ky - 18}" rx="6" ry="4" fill="#fffdf0" opacity=".9" filter="url(#near)"/>`
  const defs = `<defs><radialGradient id="shell" gradientUnits="userSpaceOnUse" cx="${x - across * 0.34}" cy="${y - across * 0.5}" r="${across * 1.5}"><stop offset="0" stop-color="#8c3a5e"/><stop offset=".16" stop-color="#5b1d3a"/><stop offset=".42" stop-color="#300d1f"/><stop offset=".75" stop-color="#14060e"/><stop offset="1" stop-color="#060306"/></radialGradient><linearGradient id="ribs" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#8a6426"/><stop offset=".4" stop-color="#f6d99a"/><stop offset="1" stop-color="#7a551c"/></linearGradient><linearGradient id="pearl" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#c8fff0"/><stop offset=".35" stop-color="#8fd0ff"/><stop offset=".65" stop-color="#e9b6ff"/><stop offset="1" stop-color="#b9ffd9"/></linearGradient><radialGradient id="knob" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#fff4cf"/><stop offset=".4" stop-color="#dcae57"/><stop offset="1" stop-color="#6a450f"/></radialGradient></defs>`
  const gloss = `<path d="M${x - across * 0.74} ${y - across * 0.2}C${x - across * 0.7} ${y - across * 0.56} ${x - across * 0.44} ${y - across * 0.84} ${x - across * 0.16} ${y - across * 0.9}C${x - across * 0.36} ${y - across * 0.7} ${x - across * 0.54} ${y - across * 0.44} ${x - across * 0.6} ${y - across * 0.1}Z" fill="#fff" opacity=".2" filter="url(#near)"/><path d="M${x + across * 0.9} ${y + across * 0.1}A${across * 0.94} ${across * 0.94} 0 0 0 ${x + across * 0.5} ${y - across * 0.76}" fill="none" stroke="#ff9fc4" stroke-opacity=".28" stroke-width="6" filter="url(#near)"/>`
  const hem = `<path d="${half(r)}" fill="none" stroke="#000" stroke-opacity=".5" stroke-width="1.200"/><path d="${level(0.02)}" fill="none" stroke="url(#collar)" stroke-width="9"/><path d="${level(0.06)}" fill="none" stroke="#3a2208" stroke-width="1.400"/>`
  return `${defs}<clipPath id="outline"><path d="${half(r)}"/></clipPath><path d="${half(r)}" fill="url(#shell)"/><g clip-path="url(#outline)">${ribs}<path d="${level(0.16)}" fill="none" stroke="url(#collar)" stroke-width="2"/><path d="${level(0.44)}" fill="none" stroke="url(#collar)" stroke-width="2"/>${flowers}${gloss}</g>${hem}${knob}`
}

export const domeCoverArt: SceneArtwork = {
  kind: 'scene',
  name: 'table/dome-cover',
  width: coverArt.width,
  height: coverArt.height,
  density: 1.3,
  format: 'webp',
  quality: 76,
  maxBytes: 34_000,
  layers: [svg(cover(), coverArt)],
}

const faceEdge = 96

function facePiece(face: number): Piece {
  const radiusOf = face === 1 ? 84 : 52
  const at = (share: number) => 256 + share * 232
  const spots = (pips[face] ?? []).map(([across, down]) => disc(at(across), at(down), radiusOf)).join('')
  return [
    {
      kind: 'carved',
      shape: roundedSquare(4, 86),
      body: 'ivory',
      bevel: 26,
      swell: 8,
      shadow: 0,
      exposure: 0.3,
      zones: [{ shape: spots, body: isRed(face) ? 'ruby' : 'ink' }],
      engraved: spots,
      depth: 20,
    },
    // Colour at the bottom of the pips, below the light on their rims.
    {
      kind: 'painted',
      svg: `<g fill="${isRed(face) ? '#a80a24' : '#08070c'}" opacity=".62">${(pips[face] ?? []).map(([across, down]) => disc(at(across), at(down), radiusOf - 7)).join('')}</g>`,
    },
  ]
}

/** The six faces of a die in one row. */
export const diceFaces: SceneArtwork = {
  kind: 'scene',
  name: 'table/dice',
  width: faceEdge * 6,
  height: faceEdge,
  density: 1.5,
  format: 'webp',
  quality: 84,
  maxBytes: 30_000,
  layers: [1, 2, 3, 4, 5, 6].map((face) => ({
    kind: 'piece',
    piece: facePiece(face),
    x: faceEdge * (face - 0.5),
    y: faceEdge / 2,
    edge: faceEdge - 2,
  })),
}
