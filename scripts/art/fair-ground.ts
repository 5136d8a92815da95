/** Parts of a fair at night, as SVG over a whole scene: fireworks, tiled roofs, strings of lanterns, a paved square. */

import type { Layer } from './artwork.ts'
import { drawing } from './halls.ts'
import { mix, n, seeded } from './scene.ts'
import type { Ground } from './scenery.ts'

/** Fireworks: rings of sparks that fall a little, each in its own colour. */
export function fireworks(
  ground: Ground,
  bursts: readonly { readonly x: number; readonly y: number; readonly r: number; readonly tint: string }[],
): Layer {
  const draw = seeded(`${ground.seed}-fireworks`)
  const markup = bursts
    .map(({ x, y, r, tint }, i) => {
      let sparks = ''
      let heads = ''
      for (const [share, count] of [
        [1, 26],
        [0.62, 17],
      ] as const) {
        for (let spark = 0; spark < count; spark += 1) {
          const angle = ((spark + draw() * 0.5) / count) * Math.PI * 2
          const reach = r * share * (0.86 + draw() * 0.2)
          const [ex, ey] = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach + r * 0.14 * share]
          const [sx, sy] = [x + Math.cos(angle) * reach * 0.42, y + Math.sin(angle) * reach * 0.42]
          sparks += `M${n(sx)} ${n(sy)}Q${n((sx + ex) / 2)} ${n((sy + ey) / 2 - r * 0.04)} ${n(ex)} ${n(ey)}`
          heads += `<circle cx="${n(ex)}" cy="${n(ey)}" r="${n(r * 0.016 + draw() * r * 0.012)}"/>`
        }
      }
      return `<radialGradient id="b${i}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${n(r * 1.2)}"><stop offset="0" stop-color="${tint}" stop-opacity=".5"/><stop offset=".5" stop-color="${tint}" stop-opacity=".16"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${n(r * 1.2)}" fill="url(#b${i})"/><path d="${sparks}" fill="none" stroke="${tint}" stroke-opacity=".6" stroke-width="${n(Math.max(1, r * 0.012))}" stroke-linecap="round"/><g fill="${mix(tint, '#ffffff', 0.55)}">${heads}</g>`
    })
    .join('')
  return drawing(ground, markup)
}

type House = { readonly x: number; readonly foot: number; readonly wide: number; readonly near: number }

/** Houses with lifted eaves and lit windows of paper; `near` of 0..1 is how dark they stand before the light. */
export function tiledRoofs(ground: Ground, houses: readonly House[]): Layer {
  const { hue } = ground
  const markup = houses
    .map(({ x, foot, wide, near }, i) => {
      const tall = wide * 0.36
      const eaves = foot - tall
      const ridge = eaves - wide * 0.2
      const tint = mix(mix(hue.far, hue.sky, 0.3), hue.near, 0.3 + near * 0.5)
      const roof = `M${n(x - wide * 0.58)} ${n(eaves - wide * 0.035)}C${n(x - wide * 0.42)} ${n(eaves - wide * 0.02)} ${n(x - wide * 0.34)} ${n(ridge + wide * 0.03)} ${n(x - wide * 0.3)} ${n(ridge)}H${n(x + wide * 0.3)}C${n(x + wide * 0.34)} ${n(ridge + wide * 0.03)} ${n(x + wide * 0.42)} ${n(eaves - wide * 0.02)} ${n(x + wide * 0.58)} ${n(eaves - wide * 0.035)}Q${n(x + wide * 0.3)} ${n(eaves + wide * 0.045)} ${n(x)} ${n(eaves + wide * 0.04)}Q${n(x - wide * 0.3)} ${n(eaves + wide * 0.045)} ${n(x - wide * 0.58)} ${n(eaves - wide * 0.035)}Z`
      const tiles = Array.from({ length: 19 }, (_, t) => {
        const share = (t + 0.5) / 19 - 0.5
        return `M${n(x + share * wide * 0.6)} ${n(ridge)}Q${n(x + share * wide * 0.76)} ${n(eaves - wide * 0.08)} ${n(x + share * wide * 1.06)} ${n(eaves + wide * 0.02)}`
      }).join('')
      const bays = [-2, -1, 0, 1, 2]
        .map((bay) => {
          const [bx, by, bw, bh] = [
            x + bay * wide * 0.17 - wide * 0.066,
            eaves + tall * 0.26,
            wide * 0.132,
            tall * 0.62,
          ]
          const bars = [0.25, 0.5, 0.75]
            .map((s) => `M${n(bx + bw * s)} ${n(by)}v${n(bh)}M${n(bx)} ${n(by + bh * s)}h${n(bw)}`)
            .join('')
          return `<rect x="${n(bx)}" y="${n(by)}" width="${n(bw)}" height="${n(bh)}" fill="url(#w${i})"/><path d="${bars}" stroke="#3a1404" stroke-opacity=".55" stroke-width="${n(Math.max(0.8, wide * 0.006))}"/>`
        })
        .join('')
      return `<defs><linearGradient id="w${i}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#ffdf9a"/><stop offset="1" stop-color="#ff9d3a"/></linearGradient><linearGradient id="r${i}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(tint, '#ffffff', 0.12)}"/><stop offset="1" stop-color="${mix(tint, '#000000', 0.35)}"/></linearGradient><radialGradient id="g${i}"><stop offset="0" stop-color="#ffb84a" stop-opacity=".45"/><stop offset="1" stop-color="#ffb84a" stop-opacity="0"/></radialGradient></defs><ellipse cx="${n(x)}" cy="${n(eaves + tall * 0.6)}" rx="${n(wide * 0.8)}" ry="${n(wide * 0.42)}" fill="url(#g${i})"/><rect x="${n(x - wide * 0.45)}" y="${n(eaves)}" width="${n(wide * 0.9)}" height="${n(tall)}" fill="${mix(tint, '#2a0c06', 0.4)}"/>${bays}<rect x="${n(x - wide * 0.5)}" y="${n(foot - wide * 0.03)}" width="${n(wide)}" height="${n(wide * 0.045)}" fill="${mix(tint, '#000000', 0.3)}"/><path d="${roof}" fill="url(#r${i})" stroke="${hue.gilt}" stroke-opacity=".65" stroke-width="1.600"/><path d="${tiles}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="${n(Math.max(0.8, wide * 0.008))}"/><path d="M${n(x - wide * 0.31)} ${n(ridge)}h${n(wide * 0.62)}" stroke="${hue.gilt}" stroke-opacity=".8" stroke-width="${n(Math.max(1.4, wide * 0.014))}" stroke-linecap="round"/>`
    })
    .join('')
  return drawing(ground, markup)
}

/** A string of small lanterns that hangs between two points; colours alternate. */
export function lanternString(
  ground: Ground,
  form: {
    readonly from: readonly [x: number, y: number]
    readonly to: readonly [x: number, y: number]
    readonly sag: number
    readonly count: number
    readonly size: number
  },
): Layer {
  const { from, to, sag, count, size } = form
  const at = (t: number): readonly [number, number] => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + sag * 4 * t * (1 - t),
  ]
  const [mx, my] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + sag * 2]
  const tints = ['#e8283c', '#f6b93a', '#2f6fe0', '#22a86a']
  const lamps = Array.from({ length: count }, (_, i) => {
    const [x, y] = at((i + 0.5) / count)
    const tint = tints[i % tints.length] ?? '#e8283c'
    const s = size
    return `<g transform="translate(${n(x)} ${n(y)})"><path d="M0 0V${n(s * 0.3)}" stroke="#e8c177" stroke-width="1.500"/><path d="M${n(-s * 0.34)} ${n(s * 0.3)}H${n(s * 0.34)}C${n(s * 0.94)} ${n(s * 0.62)} ${n(s * 0.94)} ${n(s * 1.22)} ${n(s * 0.34)} ${n(s * 1.54)}H${n(-s * 0.34)}C${n(-s * 0.94)} ${n(s * 1.22)} ${n(-s * 0.94)} ${n(s * 0.62)} ${n(-s * 0.34)} ${n(s * 0.3)}Z" fill="${tint}"/><ellipse cy="${n(s * 0.94)}" rx="${n(s * 0.44)}" ry="${n(s * 0.5)}" fill="#ffe9a6" fill-opacity=".75"/><path d="M${n(-s * 0.3)} ${n(s * 0.34)}Q${n(-s * 0.5)} ${n(s * 0.92)} ${n(-s * 0.3)} ${n(s * 1.5)}M${n(s * 0.3)} ${n(s * 0.34)}Q${n(s * 0.5)} ${n(s * 0.92)} ${n(s * 0.3)} ${n(s * 1.5)}" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="1.200"/><path d="M${n(-s * 0.36)} ${n(s * 0.26)}h${n(s * 0.72)}v${n(s * 0.12)}h${n(-s * 0.72)}ZM${n(-s * 0.36)} ${n(s * 1.48)}h${n(s * 0.72)}v${n(s * 0.12)}h${n(-s * 0.72)}Z" fill="#f6dca0"/><path d="M0 ${n(s * 1.6)}V${n(s * 2)}" stroke="${tint}" stroke-width="${n(s * 0.16)}"/></g>`
  }).join('')
  return drawing(
    ground,
    `<path d="M${n(from[0])} ${n(from[1])}Q${n(mx)} ${n(my)} ${n(to[0])} ${n(to[1])}" fill="none" stroke="#2a1206" stroke-width="3"/><path d="M${n(from[0])} ${n(from[1])}Q${n(mx)} ${n(my)} ${n(to[0])} ${n(to[1])}" fill="none" stroke="#e8c177" stroke-opacity=".7" stroke-width="1.200"/>${lamps}`,
  )
}

/** A square of flagstones from `top` down, lit by the lanterns above. */
export function square(ground: Ground, form: { readonly top: number }): Layer {
  const { width, height, hue } = ground
  const deep = height - form.top
  const rows = Array.from({ length: 9 }, (_, i) => `M0 ${n(form.top + deep * (i / 9) ** 1.7)}H${width}`).join('')
  const seams = Array.from(
    { length: 27 },
    (_, i) =>
      `M${n(width / 2 + (i - 13) * width * 0.05)} ${form.top}L${n(width / 2 + (i - 13) * width * 0.15)} ${height}`,
  ).join('')
  return drawing(
    ground,
    `<defs><linearGradient id="s" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(hue.far, '#ffb84a', 0.36)}"/><stop offset=".4" stop-color="${mix(hue.far, hue.near, 0.3)}"/><stop offset="1" stop-color="${hue.near}"/></linearGradient><radialGradient id="p" cx=".5" cy="0" r=".7"><stop offset="0" stop-color="#ffd98a" stop-opacity=".5"/><stop offset="1" stop-color="#ffb84a" stop-opacity="0"/></radialGradient></defs><rect y="${form.top}" width="${width}" height="${n(deep)}" fill="url(#s)"/><path d="${rows}${seams}" stroke="#000" stroke-opacity=".28" stroke-width="2" fill="none"/><rect y="${form.top}" width="${width}" height="${n(deep)}" fill="url(#p)"/><path d="M0 ${form.top}H${width}" stroke="${hue.gilt}" stroke-opacity=".5" stroke-width="2"/>`,
  )
}

/** A post with bands of paint and a gilt head, from which strings of lanterns hang. */
export function festivalPost(
  ground: Ground,
  form: { readonly x: number; readonly top: number; readonly foot: number; readonly wide: number },
): Layer {
  const { x, top, foot, wide } = form
  const bands = ['#2f6fe0', '#f6b93a', '#22a86a']
    .map(
      (tint, i) =>
        `<rect x="${n(x - wide / 2)}" y="${n(top + wide * (0.6 + i * 0.34))}" width="${n(wide)}" height="${n(wide * 0.34)}" fill="${tint}" fill-opacity=".8"/>`,
    )
    .join('')
  return drawing(
    ground,
    `<defs><linearGradient id="p" x1="0" x2="1"><stop offset="0" stop-color="#3a060c"/><stop offset=".35" stop-color="#d23a3a"/><stop offset="1" stop-color="#2a0408"/></linearGradient><linearGradient id="h" x1="0" x2="1"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".35" stop-color="#fff" stop-opacity=".2"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></linearGradient></defs><rect x="${n(x - wide / 2)}" y="${n(top)}" width="${n(wide)}" height="${n(foot - top)}" fill="url(#p)"/>${bands}<rect x="${n(x - wide / 2)}" y="${n(top)}" width="${n(wide)}" height="${n(foot - top)}" fill="url(#h)"/><rect x="${n(x - wide * 0.72)}" y="${n(top - wide * 0.16)}" width="${n(wide * 1.44)}" height="${n(wide * 0.42)}" rx="${n(wide * 0.1)}" fill="#d9a94f" stroke="#3a2206"/><circle cx="${n(x)}" cy="${n(top - wide * 0.5)}" r="${n(wide * 0.42)}" fill="#f6dca0" stroke="#8a5c1c" stroke-width="2"/><rect x="${n(x - wide * 0.75)}" y="${n(foot - wide * 0.7)}" width="${n(wide * 1.5)}" height="${n(wide * 0.7)}" fill="#4a4038" stroke="#1a120c"/>`,
  )
}
