/** High mountains by day, as SVG over a whole scene: a bright sky, peaks with snow, banks of cloud. */

import type { Layer } from './artwork.ts'
import { drawing } from './halls.ts'
import { mix, n, seeded } from './scene.ts'
import type { Ground } from './scenery.ts'

/** A sky that is lightest at the horizon, with the sun's disc and its broad rays. */
export function daylight(
  ground: Ground,
  form: { readonly sun: readonly [x: number, y: number, r: number]; readonly horizon: number },
): Layer {
  const { width, height, hue } = ground
  const [x, y, r] = form.sun
  const reach = Math.hypot(width, height)
  const p = (turn: number) => `${n(x + Math.cos(turn) * reach)} ${n(y + Math.sin(turn) * reach)}`
  const rays = Array.from({ length: 14 }, (_, i) => {
    const turn = (i / 14) * Math.PI * 2 + 0.1
    return `M${x} ${y}L${p(turn)}L${p(turn + 0.2)}Z`
  }).join('')
  return drawing(
    ground,
    `<defs><linearGradient id="s" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${hue.sky}"/><stop offset="${form.horizon}" stop-color="${hue.light}"/><stop offset="1" stop-color="${mix(hue.light, '#ffffff', 0.3)}"/></linearGradient><radialGradient id="h" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${n(r * 5)}"><stop offset=".1" stop-color="#fff8dc" stop-opacity=".9"/><stop offset=".4" stop-color="${hue.gilt}" stop-opacity=".34"/><stop offset="1" stop-color="${hue.gilt}" stop-opacity="0"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/><path d="${rays}" fill="#fff" fill-opacity=".07"/><circle cx="${x}" cy="${y}" r="${n(r * 5)}" fill="url(#h)"/><circle cx="${x}" cy="${y}" r="${r}" fill="#fffbe9"/>`,
  )
}

export type Peak = {
  readonly x: number
  readonly foot: number
  readonly tall: number
  readonly wide: number
  readonly near: number
}

/** Peaks in facets, the far ones first; the light comes from the side of the sun, snow lies on the upper part. */
export function snowPeaks(ground: Ground, peaks: readonly Peak[]): Layer {
  const { hue, seed } = ground
  const draw = seeded(`${seed}-peaks-${peaks.length}`)
  const markup = peaks
    .map(({ x, foot, tall, wide, near }, index) => {
      const top = foot - tall
      const side = (way: -1 | 1) =>
        Array.from({ length: 7 }, (_, i) => {
          const t = (i + 1) / 7
          return [
            x + way * (wide / 2) * (t + (draw() - 0.5) * 0.1),
            top + tall * t ** 1.12 + (draw() - 0.5) * tall * 0.05,
          ] as const
        })
      const spine = Array.from({ length: 6 }, (_, i) => {
        const t = (i + 1) / 6
        return [x + (draw() - 0.36) * wide * 0.16 + wide * 0.05 * t, top + tall * t] as const
      })
      const line = (points: readonly (readonly [number, number])[]) =>
        points.map(([px, py]) => `L${n(px)} ${n(py)}`).join('')
      const left = side(-1)
      const right = side(1)
      const rock = mix(hue.far, hue.near, near * 0.6)
      const lit = mix(mix(rock, hue.light, 0.42 - near * 0.2), '#ffffff', 0.12)
      const dark = mix(rock, hue.near, 0.3)
      const snowLine = 0.52
      const cut = (points: readonly (readonly [number, number])[]) =>
        points.slice(0, Math.ceil(points.length * snowLine))
      const teeth = (from: readonly [number, number], to: readonly [number, number]) =>
        Array.from({ length: 5 }, (_, i) => {
          const t = (i + 1) / 6
          return `L${n(from[0] + (to[0] - from[0]) * t)} ${n(from[1] + (to[1] - from[1]) * t + (i % 2 === 0 ? tall * (0.04 + draw() * 0.1) : -tall * 0.03))}`
        }).join('')
      const snow = (points: readonly (readonly [number, number])[]) => {
        const edge = cut(points)
        const middle = cut(spine)
        const [from, to] = [edge.at(-1), middle.at(-1)]
        if (from === undefined || to === undefined) return ''
        return `M${n(x)} ${n(top)}${line(edge)}${teeth(from, to)}${line(middle.toReversed())}Z`
      }
      return `<defs><linearGradient id="l${index}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${lit}"/><stop offset="1" stop-color="${mix(lit, hue.light, 0.5 - near * 0.4)}"/></linearGradient><linearGradient id="d${index}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${mix(dark, hue.light, 0.5 - near * 0.4)}"/></linearGradient></defs><path d="M${n(x)} ${n(top)}${line(left)}L${n(x)} ${n(foot + tall * 0.1)}${line(spine.toReversed())}Z" fill="url(#l${index})"/><path d="M${n(x)} ${n(top)}${line(right)}L${n(x)} ${n(foot + tall * 0.1)}${line(spine.toReversed())}Z" fill="url(#d${index})"/><path d="${snow(left)}" fill="#ffffff" fill-opacity=".95"/><path d="${snow(right)}" fill="${mix('#ffffff', hue.sky, 0.36)}"/>`
    })
    .join('')
  return drawing(ground, markup)
}

/** Banks of white cloud: rounded heaps with a flat foot. */
export function cloudBank(ground: Ground, places: readonly (readonly [x: number, y: number, size: number])[]): Layer {
  const { hue, seed } = ground
  const draw = seeded(`${seed}-banks-${places.length}`)
  const markup = places
    .map(([x, y, size]) => {
      const puffs = Array.from({ length: 7 }, (_, i) => {
        const share = i / 6
        const r = size * (0.16 + 0.2 * Math.sin(share * Math.PI) + draw() * 0.05)
        return `<circle cx="${n(x + (share - 0.5) * size * 1.5)}" cy="${n(y - r * 0.62)}" r="${n(r)}"/>`
      }).join('')
      return `<g fill="url(#c)">${puffs}<rect x="${n(x - size * 0.9)}" y="${n(y - size * 0.14)}" width="${n(size * 1.8)}" height="${n(size * 0.16)}" rx="${n(size * 0.08)}"/></g>`
    })
    .join('')
  return drawing(
    ground,
    `<defs><linearGradient id="c" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#ffffff" stop-opacity=".95"/><stop offset="1" stop-color="${mix('#ffffff', hue.light, 0.6)}" stop-opacity=".85"/></linearGradient></defs>${markup}`,
  )
}
