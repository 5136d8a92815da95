/**
 * The places of the races, as two bands that meet at their ends: the night with hills and lamps, and the stand before it, which moves
 * past faster. The ground and its rails are painted by the stage.
 */

import { sceneBands } from '../../src/web/play/table/race/track.ts'
import type { SceneArtwork } from './artwork.ts'

const { width, far, stand } = sceneBands
const height = far + stand

type Place = {
  name: string
  sky: readonly [string, string, string]
  glow: readonly [string, string]
  hills: readonly [string, string]
  /** Of the stand: walls, roof, and light. */
  wall: string
  roof: string
  light: string
  hedge: readonly [string, string]
}

/** A wave that meets itself at the ends of the band. */
function ridge(base: number, sizes: readonly number[], fill: string): string {
  const points = Array.from({ length: 101 }, (_, index) => {
    const share = index / 100
    const lift = sizes.reduce(
      (sum, size, wave) => sum + size * Math.sin((wave + 2) * 2 * Math.PI * share + wave * 1.7),
      0,
    )
    return `${(share * width).toFixed(0)} ${(base - lift).toFixed(1)}`
  })
  return `<path d="M${points.join('L')}V${far}H0Z" fill="${fill}"/>`
}

function stars(): string {
  return Array.from({ length: 60 }, (_, index) => {
    const x = (index * 379) % width
    const y = (index * 53) % 92
    return `<circle cx="${x}" cy="${y}" r="${index % 5 === 0 ? 1.1 : 0.7}" fill="#fff" opacity="${(0.2 + ((index * 7) % 10) / 18).toFixed(2)}"/>`
  }).join('')
}

/** Small lights of a town at the foot of the hills. */
function town(light: string): string {
  return Array.from({ length: 90 }, (_, index) => {
    const x = (index * 211) % width
    const y = far - 8 - ((index * 37) % 26)
    return `<rect x="${x}" y="${y}" width="2" height="1.600" fill="${index % 4 === 0 ? '#ffd9a0' : light}" opacity="${(0.25 + ((index * 3) % 7) / 12).toFixed(2)}"/>`
  }).join('')
}

function night({ sky, glow, hills, light }: Place): string {
  return `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset=".6" stop-color="${sky[1]}"/><stop offset="1" stop-color="${sky[2]}"/></linearGradient><rect width="${width}" height="${far}" fill="url(#sky)"/>${stars()}${[
    [260, glow[0]],
    [760, glow[1]],
  ]
    .map(
      ([x, tint]) =>
        `<ellipse cx="${x}" cy="${far - 10}" rx="240" ry="110" fill="${tint}" opacity=".4" filter="url(#wide)"/>`,
    )
    .join('')}${ridge(far - 40, [12, 8, 4], hills[0])}${ridge(far - 18, [7, 5, 4, 3], hills[1])}${town(light)}`
}

/** A stand of three bays with people, lamps and a roof, between hedges. */
function standOf({ wall, roof, light, hedge }: Place): string {
  const bays = [90, 590].map((x, bay) => {
    const long = 330
    const crowd = Array.from({ length: 150 }, (_, index) => {
      const row = index % 5
      const px = x + 12 + ((index * 73 + bay * 31) % (long - 24))
      const tint = ['#e8c177', '#f3efe6', '#d06a92', '#7aa0f0', '#8d8a9a', '#c98a5a'][(index * 5) % 6] ?? '#fff'
      return `<circle cx="${px}" cy="${52 + row * 11 + (index % 3)}" r="2.600" fill="${tint}" opacity="${(0.35 + ((index * 3) % 6) / 14).toFixed(2)}"/>`
    }).join('')
    const posts = Array.from(
      { length: 6 },
      (_, index) =>
        `<rect x="${x + 6 + (index * (long - 16)) / 5}" y="30" width="4" height="84" fill="#0c0a12" opacity=".75"/>`,
    ).join('')
    const lamps = Array.from({ length: 11 }, (_, index) => {
      const lx = x + 16 + (index * (long - 32)) / 10
      return `<circle cx="${lx}" cy="34" r="7" fill="${light}" opacity=".3" filter="url(#near)"/><circle cx="${lx}" cy="34" r="1.800" fill="#fff4d8"/>`
    }).join('')
    const flags = [x + 30, x + long - 40]
      .map(
        (fx, index) =>
          `<path d="M${fx} 14V-8" stroke="#e8c177" stroke-width="1.500"/><path d="M${fx} -8l16 4-16 5Z" fill="${index === 0 ? '#7d1d3f' : '#e8c177'}"/>`,
      )
      .join('')
    return `<path d="M${x} 44H${x + long}V118H${x}Z" fill="${wall}"/>${crowd}<path d="M${x} 42h${long}" stroke="#000" stroke-opacity=".5" stroke-width="12" filter="url(#near)"/>${posts}<path d="M${x - 16} 26L${x + 14} 8H${x + long - 14}L${x + long + 16} 26V30H${x - 16}Z" fill="${roof}"/><path d="M${x - 16} 28H${x + long + 16}" stroke="#e8c177" stroke-width="2.400"/>${lamps}${flags}<path d="M${x} 104H${x + long}V118H${x}Z" fill="#0b0910" opacity=".7"/><path d="M${x} 104H${x + long}" stroke="#e8c177" stroke-opacity=".6" stroke-width="1.400"/>`
  })
  const masts = [40, 500, 960]
    .map(
      (x) =>
        `<path d="M${x} 118V-2" stroke="#0d0b13" stroke-width="4"/><rect x="${x - 18}" y="-12" width="36" height="12" rx="2" fill="#17141f"/><circle cx="${x}" cy="-6" r="36" fill="url(#lamp)"/>${[-12, -4, 4, 12].map((dx) => `<circle cx="${x + dx}" cy="-6" r="2.600" fill="#fffaf0"/>`).join('')}`,
    )
    .join('')
  const bushes = Array.from({ length: 50 }, (_, index) => {
    const x = index * (width / 50)
    const r = 9 + ((index * 7) % 6)
    return `<ellipse cx="${x}" cy="124" rx="15" ry="${r}" fill="${hedge[index % 2] ?? hedge[0]}"/>${index === 0 ? `<ellipse cx="${width}" cy="124" rx="15" ry="${r}" fill="${hedge[0]}"/>` : ''}`
  }).join('')
  return `${masts}${bays.join('')}${bushes}<rect y="122" width="${width}" height="${stand - 158}" fill="${hedge[1]}"/>`
}

function sceneOf(place: Place): SceneArtwork {
  const paints =
    '<defs><radialGradient id="lamp"><stop offset="0" stop-color="#fff2cf" stop-opacity=".8"/><stop offset=".4" stop-color="#fff2cf" stop-opacity=".22"/><stop offset="1" stop-color="#fff2cf" stop-opacity="0"/></radialGradient><filter id="near" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="4"/></filter><filter id="wide" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="34"/></filter></defs>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${paints}<clipPath id="upper"><rect width="${width}" height="${far}"/></clipPath><g clip-path="url(#upper)">${night(place)}</g><clipPath id="lower"><rect y="${far}" width="${width}" height="${stand}"/></clipPath><g clip-path="url(#lower)"><g transform="translate(0 ${far + 38})">${standOf(place)}</g></g></svg>`
  return {
    kind: 'scene',
    name: place.name,
    width,
    height,
    density: 1.2,
    format: 'webp',
    quality: 62,
    maxBytes: 44_000,
    layers: [{ kind: 'svg', svg }],
  }
}

/** Turf for horses, sand for hounds. */
export const raceScenes: readonly SceneArtwork[] = [
  sceneOf({
    name: 'table/race-turf',
    sky: ['#07080d', '#141a3a', '#3b1f46'],
    glow: ['#b8763a', '#7d1d5f'],
    hills: ['#171430', '#0e1022'],
    wall: '#251a2c',
    roof: '#4a1230',
    light: '#ffcf86',
    hedge: ['#123a2a', '#0d2c21'],
  }),
  sceneOf({
    name: 'table/race-sand',
    sky: ['#05070f', '#0c2340', '#1c4a5c'],
    glow: ['#2f8f8f', '#3a62c8'],
    hills: ['#0d2233', '#091725'],
    wall: '#16202e',
    roof: '#123a4a',
    light: '#a6e2ff',
    hedge: ['#2a2a1c', '#201f15'],
  }),
]
