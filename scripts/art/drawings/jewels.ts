/** Stones as a jeweller sets them: cut in facets, or round as drops; and rows of pearls. */

import { n, path, type Point } from '../forms.ts'
import type { MaterialName } from '../materials.ts'
import type { Part, Piece } from '../piece.ts'

type Cut = {
  readonly sides?: number
  /** Degrees by which the first corner stands right of the top. */
  readonly turn?: number
  /** Height as a share of the width. */
  readonly squash?: number
  /** Width of the flat top as a share of the stone's. */
  readonly table?: number
  /** The metal that holds it, and how far it reaches out as a share of the radius. */
  readonly setting?: MaterialName | null
  readonly collar?: number
}

/** A stone of `r` units about (x, y), cut in as many facets as it has sides. */
export function facetted(x: number, y: number, r: number, body: MaterialName, cut: Cut = {}): Piece {
  const { sides = 8, turn = 22.5, squash = 1, table = 0.56, setting = 'gold', collar = 0.2 } = cut
  const ringOf = (reach: number) =>
    Array.from({ length: sides }, (_, i): Point => {
      const angle = ((i / sides) * 360 + turn) * (Math.PI / 180)
      return [x + Math.sin(angle) * r * reach, y - Math.cos(angle) * r * squash * reach]
    })
  return [...settingOf(ringOf(1 + collar), setting), ...cutStone(ringOf(1), ringOf(table), body)]
}

/** A stone of any outline: `outer` and `inner` have the same number of corners. */
export function cutStone(outer: readonly Point[], inner: readonly Point[], body: MaterialName): Piece {
  const size = Math.max(...outer.map(([px]) => px)) - Math.min(...outer.map(([px]) => px))
  return [
    {
      kind: 'carved',
      shape: path(polygon(outer)),
      body,
      bevel: size * 0.08,
      swell: 6,
      soften: 1,
      exposure: 0.05,
      shadow: 0.5,
      lift: 3,
    },
    { kind: 'painted', svg: facets(outer, inner) },
  ]
}

function settingOf(corners: readonly Point[], setting: MaterialName | null): Part[] {
  if (setting === null) return []
  return [{ kind: 'carved', shape: path(polygon(corners)), body: setting, bevel: 8, swell: 4, soften: 1.2, lift: 6 }]
}

function polygon(corners: readonly Point[]): string {
  return `${corners.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${n(px)} ${n(py)}`).join('')}Z`
}

/** Light and shade of the facets: those towards the upper left are bright, and one opposite mirrors the light. */
function facets(outer: readonly Point[], inner: readonly Point[]): string {
  const count = outer.length
  const [cx, cy] = middle(outer)
  const at = (ring: readonly Point[], i: number) => ring[(i + count) % count] as Point
  let out = ''
  for (let i = 0; i < count; i += 1) {
    const corners = [at(outer, i), at(outer, i + 1), at(inner, i + 1), at(inner, i)]
    const [fx, fy] = middle(corners)
    const away = Math.hypot(fx - cx, fy - cy) || 1
    const light = ((fx - cx) * -0.6 + (fy - cy) * -0.8) / away
    const glint = light < -0.86 ? 0.3 : 0
    const [tint, share] = light > 0 ? ['#fff', light * 0.36] : glint > 0 ? ['#fff', glint] : ['#000', -light * 0.42]
    out += `<path d="${polygon(corners)}" fill="${tint}" fill-opacity="${share.toFixed(2)}"/>`
  }
  const spokes = outer.map(([px, py], i) => `M${n(px)} ${n(py)}L${at(inner, i).map(n).join(' ')}`).join('')
  const r = Math.hypot((at(inner, 0)[0] ?? 0) - cx, (at(inner, 0)[1] ?? 0) - cy)
  return `<defs><linearGradient id="t" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".6"/><stop offset=".42" stop-color="#fff" stop-opacity=".08"/><stop offset=".58" stop-color="#000" stop-opacity=".06"/><stop offset="1" stop-color="#fff" stop-opacity=".3"/></linearGradient></defs>${out}<path d="${polygon(inner)}" fill="url(#t)"/><path d="${spokes}${polygon(inner)}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="${n(Math.max(1, r * 0.035))}" stroke-linejoin="round"/><circle cx="${n(cx - r * 0.36)}" cy="${n(cy - r * 0.4)}" r="${n(r * 0.16)}" fill="#fff" fill-opacity=".85"/>`
}

function middle(points: readonly Point[]): Point {
  const sum = points.reduce<[number, number]>(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

/** A round stone in a collar of gold. */
export function cabochon(x: number, y: number, r: number, body: MaterialName): Piece {
  return [
    { kind: 'carved', shape: circle(x, y, r * 1.3), body: 'gold', bevel: r * 0.3, swell: 3, soften: 1.2, lift: 5 },
    {
      kind: 'carved',
      shape: circle(x, y, r),
      body,
      bevel: r,
      swell: 3,
      soften: 1.4,
      exposure: 0.16,
      shadow: 0.3,
      lift: 1,
    },
    {
      kind: 'painted',
      svg: `<ellipse cx="${n(x - r * 0.32)}" cy="${n(y - r * 0.38)}" rx="${n(r * 0.26)}" ry="${n(r * 0.17)}" transform="rotate(-40 ${n(x - r * 0.32)} ${n(y - r * 0.38)})" fill="#fff" fill-opacity=".85"/>`,
    },
  ]
}

/** Pearls of radius `r` at the points. */
export function pearls(points: readonly Point[], r: number, body: MaterialName = 'pearl'): Piece {
  return points.map(([x, y]): Part => ({
    kind: 'carved',
    shape: circle(x, y, r),
    body,
    bevel: r,
    swell: 2,
    soften: 1.2,
    exposure: 0.16,
    shadow: 0.6,
    lift: 3,
  }))
}

export function circle(x: number, y: number, r: number): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, turn = 0): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${turn === 0 ? '' : ` transform="rotate(${n(turn)} ${n(x)} ${n(y)})"`}/>`
}

/** A coin lying at an angle: `flat` is its height as a share of its width. */
export function coinLying(x: number, y: number, r: number, flat: number, turn = 0): Piece {
  return [
    {
      kind: 'carved',
      shape: ellipse(x, y + r * 0.12, r, r * flat, turn),
      body: 'oldGold',
      bevel: 4,
      swell: 2,
      exposure: -0.1,
      lift: 5,
    },
    {
      kind: 'carved',
      shape: ellipse(x, y, r, r * flat, turn),
      body: 'gold',
      bevel: r * 0.16,
      swell: 3,
      soften: 1,
      engraved: `<g fill="none" stroke="#fff" stroke-width="${n(r * 0.1)}">${ellipse(x, y, r * 0.68, r * flat * 0.68, turn)}</g>`,
      depth: 3,
      exposure: 0.08,
      shadow: 0,
    },
  ]
}
