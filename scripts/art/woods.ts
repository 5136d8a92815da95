/** Parts of wild places, as SVG over a whole scene: moons, pines, snow, northern lights. */

import type { Layer } from './artwork.ts'
import { drawing } from './halls.ts'
import { mix, n, seeded, type Draw } from './scene.ts'
import type { Ground } from './scenery.ts'

/** The moon with its seas, and the light around it. */
export function moonDisc(
  ground: Ground,
  form: { readonly x: number; readonly y: number; readonly r: number; readonly tint: string },
): Layer {
  const { x, y, r, tint } = form
  const draw = seeded(`${ground.seed}-moon`)
  let seas = ''
  for (let i = 0; i < 15; i += 1) {
    const angle = draw() * Math.PI * 2
    const away = Math.sqrt(draw()) * r * 0.82
    const size = r * (0.05 + draw() * 0.17)
    seas += `<ellipse cx="${n(x + Math.cos(angle) * away)}" cy="${n(y + Math.sin(angle) * away)}" rx="${n(size * (0.8 + draw() * 0.5))}" ry="${n(size)}" fill="${mix(tint, '#3a4668', 0.5)}" fill-opacity="${n(0.1 + draw() * 0.2)}" stroke="#fff" stroke-opacity=".14" stroke-width="1.500"/>`
  }
  return drawing(
    ground,
    `<defs><radialGradient id="h" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${n(r * 2.7)}"><stop offset=".3" stop-color="${tint}" stop-opacity=".62"/><stop offset=".5" stop-color="${tint}" stop-opacity=".2"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></radialGradient><radialGradient id="m" cx=".4" cy=".36" r=".72"><stop offset="0" stop-color="#fffdf4"/><stop offset=".6" stop-color="${mix(tint, '#ffffff', 0.35)}"/><stop offset="1" stop-color="${mix(tint, '#1a2340', 0.3)}"/></radialGradient><clipPath id="k"><circle cx="${x}" cy="${y}" r="${r}"/></clipPath></defs><circle cx="${x}" cy="${y}" r="${n(r * 2.7)}" fill="url(#h)"/><circle cx="${x}" cy="${y}" r="${r}" fill="url(#m)"/><g clip-path="url(#k)">${seas}</g><circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${ground.hue.gilt}" stroke-opacity=".6" stroke-width="2"/>`,
  )
}

function pine(
  draw: Draw,
  { x, foot, tall, tint, snow }: { x: number; foot: number; tall: number; tint: string; snow: string },
): string {
  const tiers = 7
  const right: string[] = []
  const left: string[] = []
  let caps = ''
  for (let i = 0; i < tiers; i += 1) {
    const y = foot - tall + (tall * 0.92 * (i + 1)) / tiers
    const half = tall * 0.23 * ((i + 1) / tiers) * (0.86 + draw() * 0.28)
    const inner = half * 0.48
    right.push(`L${n(x + half)} ${n(y + tall * 0.02)}L${n(x + inner)} ${n(y - tall * 0.008)}`)
    left.unshift(`L${n(x - inner)} ${n(y - tall * 0.008)}L${n(x - half)} ${n(y + tall * 0.02)}`)
    const above = y - (tall * 0.92) / tiers
    caps += `M${n(x - half)} ${n(y + tall * 0.02)}Q${n(x - half * 0.4)} ${n(y - tall * 0.05)} ${n(x - half * 0.08)} ${n(above + tall * 0.02)}`
  }
  const outline = `M${n(x)} ${n(foot - tall)}${right.join('')}L${n(x + tall * 0.03)} ${n(foot)}H${n(x - tall * 0.03)}${left.join('')}Z`
  return `<path d="${outline}" fill="${tint}"/><path d="${caps}" fill="none" stroke="${snow}" stroke-opacity=".5" stroke-width="${n(Math.min(3.4, Math.max(1, tall * 0.008)))}" stroke-linecap="round"/>`
}

/** A row of pines with snow on their branches; `gap` is the share of the width that stays free in the middle. */
export function pines(
  ground: Ground,
  form: {
    readonly foot: number
    readonly tall: number
    readonly count: number
    readonly near: number
    readonly gap?: number
  },
): Layer {
  const { width, hue, seed } = ground
  const draw = seeded(`${seed}-pines-${form.foot}`)
  const tint = mix(hue.far, hue.near, form.near)
  const snow = mix(hue.light, '#ffffff', 0.5)
  let out = ''
  for (let i = 0; i < form.count; i += 1) {
    const share = (i + 0.15 + draw() * 0.7) / form.count
    const away = Math.abs(share * 2 - 1)
    const gap = form.gap ?? 0
    if (away < gap) continue
    const tall = form.tall * (0.62 + draw() * 0.42) * (gap > 0 ? 0.55 + (0.45 * (away - gap)) / (1 - gap) : 1)
    out += pine(draw, { x: share * width, foot: form.foot + draw() * form.tall * 0.08, tall, tint, snow })
  }
  return drawing(ground, out)
}

/** Drifts of snow along the lower edge, with light on their crests. */
export function drifts(ground: Ground, form: { readonly top: number; readonly count: number }): Layer {
  const { width, height, hue, seed } = ground
  const draw = seeded(`${seed}-drifts`)
  let out = ''
  for (let i = 0; i < form.count; i += 1) {
    const depth = form.count === 1 ? 1 : i / (form.count - 1)
    const y = form.top + (height - form.top) * 0.72 * depth
    const points = Array.from(
      { length: 7 },
      (_, p) => [(p / 6) * width * 1.1 - width * 0.05, y + (draw() - 0.5) * (height - form.top) * 0.34] as const,
    )
    const line = points
      .map(([x, py], p) => {
        if (p === 0) return `M${n(x)} ${n(py)}`
        const [bx, by] = points[p - 1] as readonly [number, number]
        return `C${n(bx + width * 0.09)} ${n(by)} ${n(x - width * 0.09)} ${n(py)} ${n(x)} ${n(py)}`
      })
      .join('')
    const tint = mix(mix(hue.light, '#ffffff', 0.3), hue.far, 0.35 + depth * 0.4)
    out += `<defs><linearGradient id="d${i}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${tint}"/><stop offset="1" stop-color="${mix(tint, hue.near, 0.85)}"/></linearGradient></defs><path d="${line}V${height + 4}H-10Z" fill="url(#d${i})"/><path d="${line}" fill="none" stroke="#fff" stroke-opacity="${n(0.5 - depth * 0.2)}" stroke-width="2"/>`
  }
  return drawing(ground, out)
}

/** Curtains of light in the sky. */
export function northernLights(
  ground: Ground,
  form: { readonly y: number; readonly tall: number; readonly tints: readonly [string, string] },
): Layer {
  const { width, seed } = ground
  const draw = seeded(`${seed}-lights`)
  const [low, high] = form.tints
  let out = ''
  for (let band = 0; band < 3; band += 1) {
    const y = form.y + band * form.tall * 0.3
    const count = 46
    const phase = draw() * 6
    for (let i = 0; i < count; i += 1) {
      const share = i / (count - 1)
      const x = share * width * 1.04 - width * 0.02
      const foot = y + Math.sin(share * 7 + phase) * form.tall * 0.16 + Math.sin(share * 17 + phase) * form.tall * 0.05
      const tall = form.tall * (0.45 + draw() * 0.55)
      out += `<rect x="${n(x)}" y="${n(foot - tall)}" width="${n((width / count) * 1.3)}" height="${n(tall)}" fill="url(#n${band})" fill-opacity="${n(0.16 + draw() * 0.3)}"/>`
    }
  }
  const defs = [0, 1, 2]
    .map(
      (band) =>
        `<linearGradient id="n${band}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${high}" stop-opacity="0"/><stop offset=".6" stop-color="${mix(high, low, band * 0.3)}" stop-opacity=".5"/><stop offset="1" stop-color="${low}" stop-opacity="0"/></linearGradient>`,
    )
    .join('')
  return drawing(ground, `<defs>${defs}</defs>${out}`)
}
