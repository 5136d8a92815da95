/** Parts of a storm over mountains, as SVG over a whole scene: thunderheads, crags, lightning, rain, fog. */

import type { Layer } from './artwork.ts'
import { drawing } from './halls.ts'
import { mix, n, seeded, type Draw } from './scene.ts'
import type { Ground } from './scenery.ts'

/** A sky that is torn open about a light. */
export function tornSky(ground: Ground, form: { readonly x: number; readonly y: number }): Layer {
  const { width, height, hue } = ground
  const reach = Math.hypot(width, height)
  return drawing(
    ground,
    `<defs><radialGradient id="s" gradientUnits="userSpaceOnUse" cx="${n(form.x)}" cy="${n(form.y)}" r="${n(reach * 0.56)}"><stop offset="0" stop-color="${mix(hue.light, '#ffffff', 0.5)}"/><stop offset=".16" stop-color="${hue.light}"/><stop offset=".5" stop-color="${hue.sky}"/><stop offset="1" stop-color="${hue.near}"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/>`,
  )
}

/** Ranks of thunderheads that hang from the upper edge: each darker than the one behind, its lower edge lit. */
export function thunderheads(
  ground: Ground,
  form: { readonly depth: number; readonly ranks: number; readonly size: number },
): Layer {
  const { width, hue, seed } = ground
  const draw = seeded(`${seed}-thunder`)
  let out = ''
  for (let rank = 0; rank < form.ranks; rank += 1) {
    const near = (rank + 1) / form.ranks
    const low = form.depth * (1 - 0.72 * ((rank + 0.4) / form.ranks))
    const tint = mix(mix(hue.far, hue.light, 0.5 * (1 - near)), hue.near, near * 0.6)
    let edge = `M-40 -40V${n(low)}`
    let lit = `M-40 ${n(low)}`
    let x = -40
    while (x < width + 40) {
      const wide = form.size * (0.6 + draw() * 0.9)
      // The sky stays open in the middle.
      const open = 1 - 0.55 * Math.exp(-(((x + wide / 2 - width / 2) / (width * 0.2)) ** 2))
      const drop = low * open + (draw() - 0.5) * form.size * 0.3
      const step = `C${n(x + wide * 0.1)} ${n(drop + form.size * 0.42)} ${n(x + wide * 0.9)} ${n(drop + form.size * 0.42)} ${n(x + wide)} ${n(drop)}`
      edge += step
      lit += step
      x += wide
    }
    edge += 'V-40Z'
    out += `<defs><linearGradient id="t${rank}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="${n(low + form.size * 0.4)}"><stop offset="0" stop-color="${mix(tint, '#04050c', 0.6)}"/><stop offset="1" stop-color="${mix(tint, hue.light, 0.26)}"/></linearGradient></defs><path d="${edge}" fill="url(#t${rank})"/><path d="${lit}" fill="none" stroke="${hue.gilt}" stroke-opacity="${n(0.6 - near * 0.2)}" stroke-width="1.800"/>${curls(draw, width, low, form.size, hue.gilt)}`
  }
  return drawing(ground, out)
}

/** Scrolls within the clouds, as on a screen of the court. */
function curls(draw: Draw, width: number, low: number, size: number, gilt: string): string {
  return Array.from({ length: Math.round(width / (size * 1.5)) }, (_, i) => {
    const x = (i + draw()) * size * 1.5
    const open = 1 - 0.55 * Math.exp(-(((x - width / 2) / (width * 0.2)) ** 2))
    const y = low * open - size * (0.1 + draw() * 0.3)
    const r = size * (0.16 + draw() * 0.14)
    const side = draw() > 0.5 ? 1 : -1
    return `<path transform="translate(${n(x)} ${n(y)}) scale(${side} 1)" d="M${n(-r * 1.6)} ${n(r * 0.7)}C${n(-r * 1.4)} ${n(-r)} ${n(r)} ${n(-r * 1.1)} ${n(r)} 0C${n(r)} ${n(r)} ${n(-r * 0.5)} ${n(r)} ${n(-r * 0.44)} ${n(r * 0.06)}C${n(-r * 0.36)} ${n(-r * 0.4)} ${n(r * 0.34)} ${n(-r * 0.34)} ${n(r * 0.3)} ${n(r * 0.1)}" fill="none" stroke="${gilt}" stroke-opacity=".26" stroke-width="1.600"/>`
  }).join('')
}

type Crag = {
  readonly x: number
  readonly foot: number
  readonly tall: number
  readonly wide: number
  readonly near: number
}

/** Crags like broken teeth: a lit and a dark face, ledges, snow where it holds. */
export function crags(ground: Ground, places: readonly Crag[]): Layer {
  const { hue, seed } = ground
  const markup = places
    .map(({ x, foot, tall, wide, near }, i) => {
      const draw = seeded(`${seed}-crag-${i}`)
      const top = foot - tall
      const lit = mix(mix(hue.far, hue.light, 0.42 * (1 - near) + 0.1), hue.near, near * 0.3)
      const dark = mix(hue.far, hue.near, 0.4 + near * 0.4)
      const steps = 7
      const left: [number, number][] = []
      const right: [number, number][] = []
      const spine: [number, number][] = [[x, top]]
      for (let step = 1; step <= steps; step += 1) {
        const t = step / steps
        const half = (wide / 2) * t ** 1.25
        const y = top + tall * t
        left.push([x - half * (0.86 + draw() * 0.26), y - tall * 0.07 * draw()])
        if (step < steps) left.push([x - half * (0.8 + draw() * 0.14), y + tall * 0.035])
        right.push([x + half * (0.86 + draw() * 0.26), y - tall * 0.07 * draw()])
        if (step < steps) right.push([x + half * (0.8 + draw() * 0.14), y + tall * 0.035])
        spine.push([x + (draw() - 0.36) * half * 0.5, y])
      }
      const line = (points: readonly [number, number][]) => points.map(([px, py]) => `L${n(px)} ${n(py)}`).join('')
      const peak = `M${n(x)} ${n(top)}`
      const face = `${peak}${line(left)}${line(spine.toReversed())}Z`
      const shade = `${peak}${line(right)}${line(spine.toReversed())}Z`
      const snow = left
        .slice(0, 8)
        .map(([px, py], k) => {
          const [sx, sy] = spine[Math.min(spine.length - 1, Math.ceil((k + 1) / 2))] as [number, number]
          return `M${n(px)} ${n(py)}L${n(px + (sx - px) * (0.5 + draw() * 0.4))} ${n(py + (sy - py) * 0.3 + tall * 0.012)}L${n(px + (sx - px) * 0.2)} ${n(py + tall * (0.03 + draw() * 0.025))}Z`
        })
        .join('')
      const cap = `${peak}L${left[0]?.map(n).join(' ') ?? ''}L${n(x - wide * 0.03)} ${n(top + tall * 0.2)}L${n(x)} ${n(top + tall * 0.13)}L${n(x + wide * 0.04)} ${n(top + tall * 0.19)}L${right[0]?.map(n).join(' ') ?? ''}Z`
      const cracks = spine
        .slice(1, -1)
        .map(
          ([px, py]) =>
            `M${n(px)} ${n(py)}l${n(wide * (0.04 + draw() * 0.06))} ${n(tall * 0.05)}M${n(px)} ${n(py)}l${n(-wide * (0.04 + draw() * 0.07))} ${n(tall * 0.06)}`,
        )
        .join('')
      return `<defs><linearGradient id="a${i}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${n(top)}" y2="${n(foot)}"><stop offset="0" stop-color="${mix(lit, '#ffffff', 0.24)}"/><stop offset="1" stop-color="${mix(lit, hue.sky, 0.5)}"/></linearGradient><linearGradient id="b${i}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${n(top)}" y2="${n(foot)}"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${mix(dark, hue.sky, 0.5)}"/></linearGradient></defs><path d="${face}" fill="url(#a${i})"/><path d="${shade}" fill="url(#b${i})"/><path d="${cap}" fill="#f2f6ff" fill-opacity="${n(0.9 - near * 0.2)}"/><path d="${snow}" fill="#eaf1ff" fill-opacity=".62"/><path d="${cracks}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="1.500"/><path d="${peak}${line(left)}" fill="none" stroke="${hue.gilt}" stroke-opacity=".6" stroke-width="1.600" stroke-linejoin="round"/>`
    })
    .join('')
  return drawing(ground, markup)
}

/** Lightning from one point to another, with branches, in three strokes of light. */
export function bolts(
  ground: Ground,
  strikes: readonly {
    readonly from: readonly [number, number]
    readonly to: readonly [number, number]
    readonly size: number
  }[],
): Layer {
  const markup = strikes
    .map(({ from, to, size }, i) => {
      const draw = seeded(`${ground.seed}-bolt-${i}`)
      const trunk = jagged(draw, from, to, size)
      const branches = [0.3, 0.5, 0.68]
        .map((t) => {
          const [bx, by] = trunk[Math.round(t * (trunk.length - 1))] ?? from
          const side = draw() > 0.5 ? 1 : -1
          return lineOf(
            jagged(draw, [bx, by], [bx + side * size * (3 + draw() * 4), by + size * (4 + draw() * 5)], size * 0.6),
          )
        })
        .join('')
      const stroke = (d: string, tint: string, wide: number, opacity: number) =>
        `<path d="${d}" fill="none" stroke="${tint}" stroke-opacity="${opacity}" stroke-width="${n(wide)}" stroke-linejoin="round" stroke-linecap="round"/>`
      const main = lineOf(trunk)
      return `<radialGradient id="f${i}" gradientUnits="userSpaceOnUse" cx="${n(to[0])}" cy="${n(to[1])}" r="${n(size * 11)}"><stop offset="0" stop-color="#fff6d8" stop-opacity=".75"/><stop offset=".3" stop-color="#ffe48a" stop-opacity=".3"/><stop offset="1" stop-color="#ffd75e" stop-opacity="0"/></radialGradient><circle cx="${n(to[0])}" cy="${n(to[1])}" r="${n(size * 11)}" fill="url(#f${i})"/>${stroke(main + branches, '#ffd75e', size * 1.5, 0.16)}${stroke(main + branches, '#ffe48a', size * 0.7, 0.4)}${stroke(branches, '#fff6d8', size * 0.18, 0.9)}${stroke(main, '#fffdf2', size * 0.36, 1)}`
    })
    .join('')
  return drawing(ground, markup)
}

function jagged(
  draw: Draw,
  from: readonly [number, number],
  to: readonly [number, number],
  size: number,
): [number, number][] {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1])
  const steps = Math.max(4, Math.round(long / (size * 2.6)))
  return Array.from({ length: steps + 1 }, (_, i): [number, number] => {
    const t = i / steps
    const off = i === 0 || i === steps ? 0 : (draw() - 0.5) * size * 3
    return [from[0] + (to[0] - from[0]) * t + off, from[1] + (to[1] - from[1]) * t + (draw() - 0.5) * size * 0.8]
  })
}

function lineOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')
}

/** Rain that the wind drives to the left; denser away from the middle, where the reels stand. */
export function rain(ground: Ground, form: { readonly count: number; readonly long: number }): Layer {
  const { width, height, hue, seed } = ground
  const draw = seeded(`${seed}-rain`)
  let thin = ''
  let thick = ''
  for (let i = 0; i < form.count; i += 1) {
    const aside = draw() ** 0.6
    const x = width / 2 + (draw() > 0.5 ? 1 : -1) * aside * width * 0.54
    const y = draw() * height
    const long = form.long * (0.5 + draw())
    const drop = `M${n(x)} ${n(y)}l${n(-long * 0.28)} ${n(long)}`
    if (draw() > 0.7) thick += drop
    else thin += drop
  }
  const tint = mix(hue.light, '#ffffff', 0.6)
  return drawing(
    ground,
    `<path d="${thin}" stroke="${tint}" stroke-opacity=".22" stroke-width="1.200" stroke-linecap="round"/><path d="${thick}" stroke="${tint}" stroke-opacity=".34" stroke-width="2.200" stroke-linecap="round"/>`,
  )
}

/** Fog between the crags: bands that thin out upwards. */
export function fog(
  ground: Ground,
  form: { readonly top: number; readonly tall: number; readonly opacity: number },
): Layer {
  const { width, height, hue } = ground
  const tint = mix(hue.light, '#ffffff', 0.3)
  return drawing(
    ground,
    `<defs><linearGradient id="f" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${tint}" stop-opacity="0"/><stop offset=".5" stop-color="${tint}" stop-opacity="${form.opacity}"/><stop offset="1" stop-color="${mix(hue.sky, hue.near, 0.4)}" stop-opacity="${n(Math.min(1, form.opacity * 1.6))}"/></linearGradient></defs><rect y="${n(form.top)}" width="${width}" height="${n(Math.max(form.tall, height - form.top))}" fill="url(#f)"/>`,
  )
}
