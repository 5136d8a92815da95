/** What is drawn flat of the roulette wheel: the rotor unrolled, and the table around the bowl. */

import { redPockets } from '../../src/domain/games/table/roulette/spots.ts'
import { wheel } from '../../src/domain/games/table/roulette/wheel.ts'
import { radii, unrolled } from '../../src/web/play/table/roulette/wheel-form.ts'
import type { SceneArtwork } from './artwork.ts'
import { centred } from './letters.ts'

const { width, height, outer } = unrolled
const pocketWidth = width / wheel.length

/** The line of the picture for a radius: the rim is above, the middle of the wheel below. */
function row(radius: number): number {
  return ((outer - radius) / outer) * height
}

const tints = {
  red: ['#d0203c', '#8f0f28'],
  black: ['#24222c', '#0d0c12'],
  green: ['#12a061', '#075b38'],
} as const

function tintOf(pocket: number): keyof typeof tints {
  if (pocket === 0) return 'green'
  return redPockets.has(pocket) ? 'red' : 'black'
}

const paints = `<defs>
<linearGradient id="cone" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#4a1524"/><stop offset=".5" stop-color="#340d1b"/><stop offset="1" stop-color="#5a1c2c"/></linearGradient>
<linearGradient id="brass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffd37a"/><stop offset=".5" stop-color="#e3a94a"/><stop offset="1" stop-color="#ffe2a0"/></linearGradient>
</defs>`

/** A pocket with its number: the field of the number outside, the pocket inside, darker towards the foot of its frets. */
function pocketOf(pocket: number, index: number): string {
  const x = index * pocketWidth
  const [light, deep] = tints[tintOf(pocket)]
  const [top, line, end] = [row(radii.rotor), row(radii.numbers), row(radii.pockets)]
  const size = 26
  const number = centred(String(pocket), { x: 0, y: 0, size, weight: 900 })
  const rect = (y: number, to: number, fill: string, inset = 0) =>
    `<rect x="${(x + inset).toFixed(2)}" y="${y.toFixed(2)}" width="${(pocketWidth - 2 * inset).toFixed(2)}" height="${(to - y).toFixed(2)}" fill="${fill}"/>`
  const middle = x + pocketWidth / 2
  return `${rect(top, line, light)}${rect(line, end, deep)}<g fill="#fff8e6" transform="translate(${middle.toFixed(2)} ${(line - 8.5).toFixed(2)}) scale(1.04 1)">${number}</g>`
}

/** The frets between the pockets, and the fine lines between the numbers. */
function fret(index: number): string {
  const x = index * pocketWidth
  const [top, line, end] = [row(radii.rotor), row(radii.numbers), row(radii.pockets)]
  const rect = (at: number, wide: number, y: number, to: number, fill: string, opacity = 1) =>
    `<rect x="${at.toFixed(2)}" y="${y.toFixed(2)}" width="${wide}" height="${(to - y).toFixed(2)}" fill="${fill}" fill-opacity="${opacity}"/>`
  return [
    rect(x - 0.9, 1.8, top, line, '#f3d189', 0.9),
    rect(x - 6, 12, line, end, '#000', 0.3),
    rect(x - 2.6, 5.2, line - 1, end, '#8a6428'),
    rect(x - 1.4, 2.8, line - 1, end, '#ffe2a2'),
  ].join('')
}

/** Petals and lozenges of gilt, laid into the lacquer of the cone. */
function cone(): string {
  const [from, to] = [row(radii.pockets), row(radii.cone)]
  const count = 12
  const wide = width / count
  const petals = Array.from({ length: count + 1 }, (_, index) => {
    const x = index * wide
    const [low, tip, mid] = [to - 4, from + 26, from + 74]
    const petal = `M${x - wide * 0.42} ${low}C${x - wide * 0.4} ${mid} ${x - wide * 0.2} ${tip + 14} ${x} ${tip}C${x + wide * 0.2} ${tip + 14} ${x + wide * 0.4} ${mid} ${x + wide * 0.42} ${low}`
    const inner = `M${x - wide * 0.24} ${low}C${x - wide * 0.22} ${mid + 10} ${x - wide * 0.1} ${tip + 40} ${x} ${tip + 26}C${x + wide * 0.1} ${tip + 40} ${x + wide * 0.22} ${mid + 10} ${x + wide * 0.24} ${low}`
    const gem = `M${x + wide / 2} ${from + 14}l9 11-9 11-9-11Z`
    return `<path d="${petal}" fill="#7d1d3f" fill-opacity=".7" stroke="#f0c878" stroke-width="3.200"/><path d="${inner}" fill="none" stroke="#e8c177" stroke-opacity=".75" stroke-width="2"/><path d="${gem}" fill="#ffe9b8"/>`
  }).join('')
  const ring = (radius: number, thick: number, fill: string) =>
    `<rect x="0" y="${row(radius).toFixed(2)}" width="${width}" height="${thick}" fill="${fill}"/>`
  return `<rect x="0" y="${from.toFixed(2)}" width="${width}" height="${(to - from).toFixed(2)}" fill="url(#cone)"/>${petals}${ring(0.478, 4, 'url(#brass)')}${ring(0.449, 1.6, '#e8c177')}`
}

/** Brushed brass, a little lighter and darker round the turret. */
function turret(): string {
  const from = row(radii.cone) - 1
  const strokes = Array.from({ length: 48 }, (_, index) => {
    const x = (index * width) / 48
    return `<rect x="${x.toFixed(1)}" y="${from}" width="${(width / 96).toFixed(1)}" height="${height - from}" fill="#7a4a12" fill-opacity="${(0.06 + (0.1 * ((index * 7) % 5)) / 5).toFixed(2)}"/>`
  }).join('')
  return `<rect x="0" y="${from}" width="${width}" height="${height - from}" fill="#ffc45a"/>${strokes}`
}

function rotorSvg(): string {
  const line = row(radii.numbers)
  const top = row(radii.rotor)
  const frets = Array.from({ length: wheel.length + 1 }, (_, index) => fret(index)).join('')
  const rims = `<rect x="0" y="0" width="${width}" height="${(top + 1.5).toFixed(2)}" fill="#c9963f"/><rect x="0" y="${(line - 1.6).toFixed(2)}" width="${width}" height="3.200" fill="#ffdc94"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paints}${wheel.map(pocketOf).join('')}${frets}${rims}${cone()}${turret()}</svg>`
}

/** The rotor unrolled: a column for each pocket from the zero on, clockwise, a line for each radius. */
export const rotorPicture: SceneArtwork = {
  kind: 'scene',
  name: 'table/wheel-rotor',
  width,
  height,
  density: 1,
  format: 'webp',
  quality: 82,
  maxBytes: 52_000,
  layers: [{ kind: 'svg', svg: rotorSvg() }],
}

const place = { width: 1400, height: 800 } as const

/** The felt around the bowl with its light, the far rail of the table and the studio behind it. */
function placeSvg(): string {
  const { width: wide, height: high } = place
  const far = (x: number) => 20 + 0.000087 * (x - 700) ** 2
  const edge = (down: number, from = -20, to = wide + 20) =>
    Array.from({ length: 41 }, (_, index) => {
      const x = from + ((to - from) * index) / 40
      return `${x.toFixed(1)} ${(far(x) + down).toFixed(1)}`
    })
  const line = (down: number) => `M${edge(down).join('L')}`
  const band = (above: number, below: number) => `M${edge(above).join('L')}L${edge(below).toReversed().join('L')}Z`
  const lamps = [96, 300, 520, 760, 980, 1180, 1340]
    .map((x, index) => {
      const y = 10 + (index % 2) * 12
      return `<ellipse cx="${x}" cy="${y}" rx="70" ry="52" fill="url(#lamp)" opacity=".6"/><circle cx="${x}" cy="${y}" r="9" fill="#ffe9b8" opacity=".8" filter="url(#near)"/>`
    })
    .join('')
  const defs = `<defs>
<radialGradient id="felt" gradientUnits="userSpaceOnUse" cx="420" cy="330" r="1150" gradientTransform="matrix(1 0 0 .62 0 126)"><stop offset="0" stop-color="#1a765e"/><stop offset=".3" stop-color="#105745"/><stop offset=".62" stop-color="#0a3a30"/><stop offset="1" stop-color="#051a17"/></radialGradient>
<linearGradient id="leather" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1a0d09"/><stop offset=".45" stop-color="#4a2a1c"/><stop offset="1" stop-color="#170a07"/></linearGradient>
<linearGradient id="gilt" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#6b4a1c"/><stop offset=".25" stop-color="#fff0c4"/><stop offset=".55" stop-color="#d9a94f"/><stop offset=".8" stop-color="#f2d08a"/><stop offset="1" stop-color="#6b4a1c"/></linearGradient>
<radialGradient id="lamp" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#ffe6b0" stop-opacity=".9"/><stop offset=".35" stop-color="#f0b95a" stop-opacity=".35"/><stop offset="1" stop-color="#f0b95a" stop-opacity="0"/></radialGradient>
<radialGradient id="pool" gradientUnits="userSpaceOnUse" cx="338" cy="330" r="470"><stop offset="0" stop-color="#d8fff0" stop-opacity=".16"/><stop offset=".7" stop-color="#d8fff0" stop-opacity=".05"/><stop offset="1" stop-color="#d8fff0" stop-opacity="0"/></radialGradient>
<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset=".62" stop-color="#06100e" stop-opacity="0"/><stop offset=".94" stop-color="#06100e" stop-opacity=".86"/><stop offset="1" stop-color="#06100e"/></linearGradient>
<filter id="near" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="4"/></filter>
<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="10"/></filter>
<filter id="weave" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".75 .95" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .6  0 0 0 0 1  0 0 0 0 .85  .5 0 0 0 -.18"/></filter>
</defs>`
  const studio = `<rect width="${wide}" height="120" fill="#0d0a12"/>${lamps}`
  const cloth = `<path d="${line(22)}L${wide + 20} ${high}L-20 ${high}Z" fill="url(#felt)"/><clipPath id="cloth"><path d="${line(22)}L${wide + 20} ${high}L-20 ${high}Z"/></clipPath><g clip-path="url(#cloth)"><rect width="${wide}" height="${high}" filter="url(#weave)" opacity=".24"/><path d="${line(26)}" fill="none" stroke="#000" stroke-opacity=".6" stroke-width="20" filter="url(#soft)"/></g>`
  const rail = `<path d="${band(-26, 22)}" fill="url(#leather)"/><path d="${line(-6)}" fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="9" filter="url(#near)"/><path d="${line(22)}" fill="none" stroke="url(#gilt)" stroke-width="3"/><path d="${line(-26)}" fill="none" stroke="url(#gilt)" stroke-width="2.400"/>`
  const prints = `<path d="${line(40)}" fill="none" stroke="#e8c177" stroke-opacity=".4" stroke-width="1.600"/><path d="${line(47)}" fill="none" stroke="#e8c177" stroke-opacity=".24" stroke-width="1"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}">${defs}${studio}${cloth}${rail}${prints}<rect width="${wide}" height="${high}" fill="url(#pool)"/><rect width="${wide}" height="${high}" fill="url(#dusk)"/></svg>`
}

/** The table that the wheel stands on; the window lays the wheel over it. */
export const placePicture: SceneArtwork = {
  kind: 'scene',
  name: 'table/wheel-place',
  ...place,
  density: 1.1,
  format: 'webp',
  quality: 66,
  maxBytes: 36_000,
  layers: [{ kind: 'svg', svg: placeSvg() }],
}
