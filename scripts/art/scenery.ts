/** Parts of places, as SVG over a whole scene: cliffs, falling water, pools, halls. They depend only on a seed. */

import type { Layer } from './artwork.ts'
import type { Piece } from './piece.ts'
import { mix, n, scene, seeded, type Draw, type SceneForm, type SceneHue } from './scene.ts'

export type Ground = { readonly width: number; readonly height: number; readonly hue: SceneHue; readonly seed: string }

function svg({ width, height }: Ground, markup: string): Layer {
  return {
    kind: 'svg',
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${markup}</svg>`,
  }
}

export function view(ground: Ground, form: Omit<SceneForm, 'width' | 'height' | 'seed' | 'hue'>): Layer {
  return { kind: 'svg', svg: scene({ ...ground, ...form }) }
}

export function standing(piece: Piece, x: number, y: number, edge: number, glow?: string): Layer {
  return {
    kind: 'piece',
    piece,
    x,
    y,
    edge,
    ...(glow === undefined ? {} : { glow: { tint: glow, radius: edge * 0.09, opacity: 0.4 } }),
  }
}

/** Threads of water between two edges, and the spray where they land. */
export function falls(
  ground: Ground,
  form: {
    readonly x: number
    readonly top: number
    readonly foot: number
    readonly wide: number
    readonly opacity?: number
  },
): Layer {
  const { hue } = ground
  const { x, top, foot, wide } = form
  const draw = seeded(`${ground.seed}-falls-${x}`)
  const water = mix(hue.light, '#e8fbff', 0.62)
  let threads = ''
  const count = Math.round(wide / 5)
  for (let i = 0; i < count; i += 1) {
    const at = x - wide / 2 + (i + draw()) * (wide / count)
    const spread = (at - x) * 0.16
    const from = top + draw() * draw() * (foot - top) * 0.5
    threads += `<path d="M${n(at)} ${n(from)}Q${n(at + spread * 0.2)} ${n((from + foot) / 2)} ${n(at + spread)} ${n(foot)}" stroke-width="${n(0.8 + draw() * 3.2)}" stroke-opacity="${n(0.16 + draw() * 0.5)}"/>`
  }
  let spray = ''
  for (let i = 0; i < 26; i += 1) {
    const r = wide * (0.05 + draw() * 0.13)
    spray += `<circle cx="${n(x + (draw() - 0.5) * wide * 1.5)}" cy="${n(foot + (draw() - 0.6) * wide * 0.16)}" r="${n(r)}" fill-opacity="${n(0.05 + draw() * 0.1)}"/>`
  }
  const markup = `<defs><linearGradient id="w" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${water}" stop-opacity=".78"/><stop offset=".6" stop-color="${hue.light}" stop-opacity=".5"/><stop offset="1" stop-color="${water}" stop-opacity=".3"/></linearGradient><radialGradient id="m"><stop offset="0" stop-color="${water}" stop-opacity=".6"/><stop offset="1" stop-color="${water}" stop-opacity="0"/></radialGradient></defs>
${ledge(ground, form)}<g opacity="${form.opacity ?? 1}"><path d="M${x - wide / 2} ${top}Q${x} ${top - wide * 0.05} ${x + wide / 2} ${top}L${x + wide * 0.58} ${foot}H${x - wide * 0.58}Z" fill="url(#w)"/><g fill="none" stroke="#fff">${threads}</g><ellipse cx="${x}" cy="${foot}" rx="${wide * 1.1}" ry="${wide * 0.3}" fill="url(#m)"/><g fill="#fff">${spray}</g></g>`
  return svg(ground, markup)
}

/** The rock that the water falls over. */
function ledge(
  { hue, seed }: Ground,
  { x, top, foot, wide }: { x: number; top: number; foot: number; wide: number },
): string {
  const draw = seeded(`${seed}-ledge-${x}`)
  const points: [number, number][] = [[x - wide * 1.25, foot]]
  for (const share of [-1.02, -0.84, -0.66, -0.5])
    points.push([x + share * wide, top + (foot - top) * (-share - 0.5) ** 1.4 * 1.1 - 14 + draw() * 22])
  points.push([x - wide * 0.3, top + 6], [x + wide * 0.28, top + 4])
  for (const share of [0.5, 0.66, 0.84, 1.02])
    points.push([x + share * wide, top + (foot - top) * (share - 0.5) ** 1.4 * 1.1 - 14 + draw() * 22])
  points.push([x + wide * 1.25, foot])
  const line = points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${n(px)} ${n(py)}`).join('')
  const facets = points
    .slice(1, -1)
    .map(([px, py], i) => {
      const [bx, by] = [px + (draw() - 0.5) * wide * 0.2, py + (foot - py) * (0.4 + draw() * 0.4)]
      const [qx, qy] = points[i + 2] as [number, number]
      return `<path d="M${n(px)} ${n(py)}L${n(bx)} ${n(by)}L${n(qx)} ${n(qy)}Z" fill="${i % 2 === 0 ? '#fff' : '#000'}" fill-opacity="${i % 2 === 0 ? 0.06 : 0.22}"/>`
    })
    .join('')
  return `<defs><linearGradient id="l" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(hue.far, hue.light, 0.16)}"/><stop offset=".55" stop-color="${mix(hue.far, hue.near, 0.6)}"/><stop offset="1" stop-color="${mix(hue.far, hue.light, 0.3)}"/></linearGradient></defs><path d="${line}Z" fill="url(#l)"/>${facets}<path d="${line}" fill="none" stroke="${hue.gilt}" stroke-opacity=".5" stroke-width="1.4" stroke-linejoin="round"/>`
}

/** Still water from `top` down, with bars of light below `x`. */
export function pool(ground: Ground, form: { readonly top: number; readonly x: number }): Layer {
  const { width, height, hue } = ground
  const draw = seeded(`${ground.seed}-pool`)
  let bars = ''
  for (let i = 0; i < 70; i += 1) {
    const depth = draw()
    const y = form.top + 6 + (height - form.top) * depth * depth
    const long = (20 + draw() * 130) * (0.4 + depth)
    const near = Math.exp(-(((y - form.top) / (height - form.top)) ** 2))
    const x = form.x + (draw() - 0.5) * width * (0.35 + depth * 0.75)
    bars += `<rect x="${n(x - long / 2)}" y="${n(y)}" width="${n(long)}" height="${n(1 + depth * 3)}" rx="2" fill="${draw() > 0.4 ? mix(hue.light, '#ffffff', 0.5) : hue.gilt}" fill-opacity="${n((0.1 + draw() * 0.3) * near)}"/>`
  }
  const markup = `<defs><linearGradient id="p" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(hue.light, hue.sky, 0.45)}"/><stop offset=".5" stop-color="${hue.sky}"/><stop offset="1" stop-color="${hue.near}"/></linearGradient></defs><rect y="${form.top}" width="${width}" height="${height - form.top}" fill="url(#p)"/>${bars}`
  return svg(ground, markup)
}

/** Rocks at one side, in slabs one before the other, each with a gilt edge. `reach` is how far they stand out. */
export function cliff(
  ground: Ground,
  form: { readonly side: 'left' | 'right'; readonly reach: number; readonly top: number; readonly slabs?: number },
): Layer {
  const { width, height, hue } = ground
  const draw = seeded(`${ground.seed}-${form.side}`)
  const slabs = form.slabs ?? 3
  let out = ''
  for (let i = 0; i < slabs; i += 1) {
    const depth = (i + 1) / slabs
    const top = form.top + (height - form.top) * 0.24 * i
    const reach = form.reach * (1 - i * 0.17)
    out += slab(ground, draw, { top, reach, depth, id: `${form.side}${i}` })
  }
  const turn = form.side === 'right' ? ` transform="translate(${width} 0) scale(-1 1)"` : ''
  const ink = `<defs><linearGradient id="k" x1="0" x2="0" y1="0" y2="1"><stop offset=".5" stop-color="${hue.near}" stop-opacity="0"/><stop offset="1" stop-color="${hue.near}" stop-opacity=".85"/></linearGradient></defs>`
  return svg(ground, `${ink}<g${turn}>${out}</g>`)
}

function slab(
  { height, hue }: Ground,
  draw: Draw,
  { top, reach, depth, id }: { top: number; reach: number; depth: number; id: string },
): string {
  const steps = 6
  const edge: [number, number][] = [
    [-20, top + draw() * 14],
    [reach * (0.42 + draw() * 0.2), top - 6 + draw() * 20],
  ]
  for (let i = 1; i <= steps; i += 1) {
    const y = top + ((height - top + 30) * i) / steps
    edge.push([reach * (0.72 + draw() * 0.3), y - (height - top) * (0.08 + draw() * 0.05)])
    edge.push([reach * (0.6 + draw() * 0.3 + i * 0.03), y])
  }
  const line = edge.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${n(x)} ${n(y)}`).join('')
  const tint = mix(mix(hue.far, hue.light, 0.1), hue.near, depth * 0.62)
  // Facets: from each corner of the edge a crease runs inwards, light above and dark below it.
  const facets = edge
    .slice(1)
    .map(([x, y], i) => {
      const [bx, by] = [x * (0.42 + draw() * 0.2), y + (draw() - 0.2) * 46]
      const next = edge[Math.min(edge.length - 1, i + 2)] as [number, number]
      return `<path d="M${n(x)} ${n(y)}L${n(bx)} ${n(by)}L${n(next[0])} ${n(next[1])}Z" fill="${i % 2 === 0 ? '#fff' : '#000'}" fill-opacity="${i % 2 === 0 ? 0.07 : 0.2}"/>`
    })
    .join('')
  return `<defs><linearGradient id="c${id}" x1="0" x2="1" y1="0" y2=".4"><stop offset="0" stop-color="${mix(tint, '#07080d', 0.55)}"/><stop offset=".75" stop-color="${tint}"/><stop offset="1" stop-color="${mix(tint, hue.light, 0.34)}"/></linearGradient></defs><path d="${line}V${height + 30}H-20Z" fill="url(#c${id})"/>${facets}<path d="${line}" fill="none" stroke="${hue.gilt}" stroke-opacity="${n(0.62 - depth * 0.2)}" stroke-width="1.6" stroke-linejoin="round"/><path d="${line}V${height + 30}H-20Z" fill="url(#k)"/>`
}

/** Branches that hang into the picture from an upper corner, with their leaves. */
export function boughs(ground: Ground, form: { readonly side: 'left' | 'right'; readonly reach: number }): Layer {
  const { width, hue } = ground
  const draw = seeded(`${ground.seed}-bough-${form.side}`)
  const { reach } = form
  let out = ''
  for (let i = 0; i < 7; i += 1) {
    const x = -10 + reach * (i / 6) * 0.9
    const long = reach * (0.95 - (i / 6) * 0.62) * (0.8 + draw() * 0.3)
    const sway = reach * 0.1
    out += `<path d="M${n(x)} -6Q${n(x + sway)} ${n(long * 0.5)} ${n(x + sway * 0.6)} ${n(long)}" fill="none" stroke="${mix(hue.near, hue.far, 0.4)}" stroke-width="2.4"/>`
    for (let leaf = 2; leaf < 15; leaf += 1) {
      const t = leaf / 15
      const lx = x + sway * (2 * t * (1 - t) + 0.6 * t * t)
      const ly = t * long
      const side = leaf % 2 === 0 ? 1 : -1
      const size = reach * (0.08 + draw() * 0.04)
      out += `<path d="M${n(lx)} ${n(ly)}q${n(side * size * 0.5)} ${n(size * 0.1)} ${n(side * size * 0.55)} ${n(size)}q${n(-side * size * 0.5)} ${n(-size * 0.3)} ${n(-side * size * 0.55)} ${n(-size)}" fill="${mix(mix('#1d7a4a', hue.far, 0.35), '#04120c', draw() * 0.55)}" stroke="${hue.gilt}" stroke-opacity=".22" stroke-width=".8"/>`
    }
  }
  const turn = form.side === 'right' ? ` transform="translate(${width} 0) scale(-1 1)"` : ''
  return svg(ground, `<g${turn}>${out}</g>`)
}

/** Leaves of water lilies that float before the lower edge. */
export function pads(ground: Ground, places: readonly (readonly [x: number, y: number, r: number])[]): Layer {
  const { hue } = ground
  const markup = places
    .map(([x, y, r], i) => {
      const veins = [-160, -130, -100, -70, -40, -15]
        .map((turn) => {
          const a = (turn * Math.PI) / 180
          return `M${x} ${y}L${n(x + Math.cos(a) * r * 0.92)} ${n(y + Math.sin(a) * r * 0.3)}M${x} ${y}L${n(x + Math.cos(a) * r * 0.92)} ${n(y - Math.sin(a) * r * 0.3)}`
        })
        .join('')
      return `<defs><radialGradient id="q${i}" cx=".4" cy=".3" r=".8"><stop offset="0" stop-color="#3fae63"/><stop offset=".6" stop-color="#11593a"/><stop offset="1" stop-color="#05261c"/></radialGradient></defs><ellipse cx="${x + 4}" cy="${y + r * 0.09}" rx="${r}" ry="${r * 0.33}" fill="#020806" fill-opacity=".6"/><ellipse cx="${x}" cy="${y}" rx="${r}" ry="${n(r * 0.33)}" fill="url(#q${i})" stroke="${hue.gilt}" stroke-opacity=".7" stroke-width="2"/><path d="${veins}" stroke="#d7f2b0" stroke-opacity=".2" stroke-width="1.4" fill="none"/>`
    })
    .join('')
  return svg(ground, markup)
}

/** A pillar of lacquer with a gilt dragon's coil and lit edges, as tall as the picture. */
export function pillar(ground: Ground, form: { readonly x: number; readonly wide: number }): Layer {
  const { height, hue } = ground
  const { x, wide } = form
  const tint = mix(hue.far, '#8a1020', 0.82)
  let coil = ''
  const turns = Math.round(height / (wide * 1.05))
  for (let i = 0; i < turns; i += 1) {
    const y = (i + 0.2) * wide * 1.05 + wide * 0.5
    coil += `M${n(x - wide * 0.46)} ${n(y)}C${n(x - wide * 0.2)} ${n(y + wide * 0.5)} ${n(x + wide * 0.2)} ${n(y - wide * 0.06)} ${n(x + wide * 0.46)} ${n(y + wide * 0.44)}`
  }
  const block = (y: number, tall: number, grow: number) =>
    `<rect x="${n(x - (wide * grow) / 2)}" y="${n(y)}" width="${n(wide * grow)}" height="${n(tall)}" rx="6" fill="url(#g)" stroke="#2a1602" stroke-opacity=".6"/>`
  const markup = `<defs><linearGradient id="p" x1="0" x2="1"><stop offset="0" stop-color="${mix(tint, '#05060a', 0.75)}"/><stop offset=".28" stop-color="${mix(tint, '#ffffff', 0.12)}"/><stop offset=".42" stop-color="${tint}"/><stop offset=".86" stop-color="${mix(tint, '#05060a', 0.8)}"/><stop offset="1" stop-color="${mix(tint, hue.light, 0.4)}"/></linearGradient><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="#4a2c08"/><stop offset=".28" stop-color="${mix(hue.gilt, '#ffffff', 0.25)}"/><stop offset=".5" stop-color="#b07c28"/><stop offset="1" stop-color="#3a2206"/></linearGradient></defs>
<rect x="${n(x - wide / 2)}" y="-10" width="${wide}" height="${height + 20}" fill="url(#p)"/>
<path d="${coil}" fill="none" stroke="#1a0c04" stroke-opacity=".6" stroke-width="${n(wide * 0.17)}" transform="translate(0 4)"/><path d="${coil}" fill="none" stroke="#8a5c1c" stroke-width="${n(wide * 0.15)}"/><path d="${coil}" fill="none" stroke="${mix(hue.gilt, '#d9a94f', 0.4)}" stroke-width="${n(wide * 0.1)}"/><path d="${coil}" fill="none" stroke="#fff3c8" stroke-opacity=".75" stroke-width="${n(wide * 0.025)}" transform="translate(-2 -3)" stroke-dasharray="${n(wide * 0.09)} ${n(wide * 0.05)}"/>
${block(-6, wide * 0.42, 1.28)}${block(wide * 0.36, wide * 0.1, 1.1)}${block(height - wide * 0.62, wide * 0.14, 1.12)}${block(height - wide * 0.5, wide * 0.6, 1.32)}`
  return svg(ground, markup)
}

/** A heap of coins along the lower edge: discs seen from the side, the nearer the larger and the brighter. */
export function heap(
  ground: Ground,
  form: { readonly x: number; readonly wide: number; readonly tall: number; readonly coin: number },
): Layer {
  const { height } = ground
  const draw = seeded(`${ground.seed}-heap-${form.x}`)
  const coins = Array.from({ length: Math.round((form.wide * form.tall) / (form.coin * form.coin * 0.34)) }, () => {
    const aside = draw() + draw() - 1
    const top = form.tall * (1 - Math.abs(aside) ** 1.5)
    return {
      x: form.x + (aside * form.wide) / 2,
      y: height - top * draw() ** 0.8,
      size: form.coin * (0.7 + draw() * 0.5),
      turn: (draw() - 0.5) * 70,
      flat: 0.3 + draw() * 0.5,
    }
  }).toSorted((a, b) => a.y - b.y)
  const shape = coins
    .map(({ x, y, size, turn, flat }) => {
      const depth = Math.min(1, Math.max(0, (height - y) / form.tall))
      const bright = mix(mix('#ffe9a6', '#e2ab40', draw()), '#3a2206', depth * 0.35)
      return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"><ellipse cy="${n(size * 0.1)}" rx="${n(size)}" ry="${n(size * flat)}" fill="#3a2206"/><ellipse rx="${n(size)}" ry="${n(size * flat)}" fill="${bright}" stroke="#6b430c" stroke-width="1"/><ellipse rx="${n(size * 0.74)}" ry="${n(size * flat * 0.74)}" fill="#b57b1e" stroke="#fff3c0" stroke-opacity=".7" stroke-width="1"/><rect x="${n(-size * 0.2)}" y="${n(-size * flat * 0.2)}" width="${n(size * 0.4)}" height="${n(size * flat * 0.4)}" fill="#3a2206"/></g>`
    })
    .join('')
  const base = `<path d="M${n(form.x - form.wide / 2)} ${height + 4}Q${n(form.x - form.wide * 0.2)} ${n(height - form.tall * 0.9)} ${form.x} ${n(height - form.tall * 0.95)}Q${n(form.x + form.wide * 0.2)} ${n(height - form.tall * 0.9)} ${n(form.x + form.wide / 2)} ${height + 4}Z" fill="#4a2c08"/>`
  return svg(ground, base + shape)
}

/** Clouds as on court robes: scrolls of three curls with gilt edges. */
export function clouds(
  ground: Ground,
  form: { readonly y: number; readonly tall: number; readonly count: number; readonly size: number },
): Layer {
  const { width, hue } = ground
  const draw = seeded(`${ground.seed}-clouds-${form.y}`)
  let out = ''
  for (let i = 0; i < form.count; i += 1) {
    const x = ((i + 0.2 + draw() * 0.6) / form.count) * width
    const y = form.y + draw() * form.tall
    const s = form.size * (0.7 + draw() * 0.6)
    const side = draw() > 0.5 ? 1 : -1
    const tint = mix(hue.light, hue.sky, 0.25 + draw() * 0.4)
    out += `<g transform="translate(${n(x)} ${n(y)}) scale(${n(side * s)} ${n(s)})" fill="${tint}" fill-opacity=".8" stroke="${hue.gilt}" stroke-opacity=".6" stroke-width="${n(1.3 / s)}"><path d="M-90 18C-60 4-52 10-44-4C-40-26-8-34 4-14C16-36 56-28 52 0C76-8 92 10 76 20C40 28-50 28-90 18Z"/><path d="M-30 4C-32-14-6-20-4-4C-4 6-18 8-20 0M20 4C20-18 46-16 42 0C40 8 28 6 30-2" fill="none"/></g>`
  }
  return svg(ground, out)
}
