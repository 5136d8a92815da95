/** Parts of a cavern, as SVG over a whole scene: vaults of rock, hanging stone, beds of crystals. */

import type { Layer } from './artwork.ts'
import { drawing } from './halls.ts'
import { mix, n, seeded, type Draw } from './scene.ts'
import type { Ground } from './scenery.ts'

/** The depth of a cave: vault behind vault about a light, with stone that hangs and stands. `floor` is the far shore. */
export function cavern(
  ground: Ground,
  form: { readonly x: number; readonly y: number; readonly floor: number; readonly vaults?: number },
): Layer {
  const { width, height, hue, seed } = ground
  const { x, y, floor, vaults = 4 } = form
  const draw = seeded(`${seed}-cavern`)
  const reach = Math.hypot(width, height)
  let out = ''
  for (let i = 0; i < vaults; i += 1) {
    const depth = (i + 1) / vaults
    const tint = mix(mix(hue.far, hue.light, 0.6 * (1 - depth)), hue.near, depth * 0.66)
    const roof = y - height * (0.3 - 0.02 * i) + (1 - depth) * height * 0.08
    const half = width * (0.2 + 0.11 * i)
    out += vault(draw, { x, roof, half, floor, width, height, tint, gilt: hue.gilt, depth, id: `v${i}` })
  }
  return drawing(
    ground,
    `<defs><radialGradient id="d" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${n(reach * 0.5)}"><stop offset="0" stop-color="${mix(hue.light, '#ffffff', 0.45)}"/><stop offset=".2" stop-color="${hue.light}"/><stop offset=".6" stop-color="${hue.sky}"/><stop offset="1" stop-color="${hue.near}"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#d)"/>${beams(ground, form)}${out}`,
  )
}

function beams({ hue, height, seed }: Ground, { x, y }: { x: number; y: number }): string {
  const draw = seeded(`${seed}-beams`)
  return Array.from({ length: 9 }, () => {
    const turn = (draw() - 0.5) * 1.9 + Math.PI / 2
    const wide = 0.02 + draw() * 0.05
    const p = (angle: number) => `${n(x + Math.cos(angle) * height * 1.2)} ${n(y + Math.sin(angle) * height * 1.2)}`
    return `<path d="M${n(x)} ${n(y - height * 0.1)}L${p(turn - wide)}L${p(turn + wide)}Z" fill="${mix(hue.light, '#ffffff', 0.6)}" fill-opacity="${n(0.05 + draw() * 0.06)}"/>`
  }).join('')
}

type Vault = {
  readonly x: number
  readonly roof: number
  readonly half: number
  readonly floor: number
  readonly width: number
  readonly height: number
  readonly tint: string
  readonly gilt: string
  readonly depth: number
  readonly id: string
}

function vault(draw: Draw, form: Vault): string {
  const { x, roof, half, floor, width, height, tint, gilt, depth, id } = form
  const steps = 26
  const edge: [number, number][] = [[x - half * 1.05, floor + height * 0.1 * depth]]
  for (let i = 0; i <= steps; i += 1) {
    const angle = Math.PI * (1 - i / steps)
    const rough = 1 + (draw() - 0.5) * 0.14
    const px = x + Math.cos(angle) * half * rough
    const py = floor - Math.sin(angle) ** 0.7 * (floor - roof) * (0.94 + draw() * 0.12)
    edge.push([px, py])
    // Stone that hangs: a narrow tooth between two points of the roof.
    if (i > 3 && i < steps - 3 && draw() > 0.45) {
      const long = height * (0.05 + draw() * 0.12) * (0.5 + depth * 0.6)
      edge.push(
        [px + half * 0.02, py + long * 0.3],
        [px + half * 0.035, py + long],
        [px + half * 0.05, py + long * 0.28],
      )
    }
  }
  edge.push([x + half * 1.05, floor + height * 0.1 * depth])
  const line = edge.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${n(px)} ${n(py)}`).join('')
  const rim = `${line}V${height + 4}H${width + 4}V-4H-4V${height + 4}H${n(x - half * 1.05)}Z`
  return `<defs><radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${n(floor - height * 0.1)}" r="${n(half * 2.1)}"><stop offset="0" stop-color="${mix(tint, '#ffffff', 0.2)}"/><stop offset=".5" stop-color="${tint}"/><stop offset="1" stop-color="${mix(tint, '#05040a', 0.34)}"/></radialGradient></defs><path fill-rule="evenodd" d="${rim}" fill="url(#${id})"/>${facesOf(edge, form)}${sparksOf(edge, form)}<path d="${line}" fill="none" stroke="${gilt}" stroke-opacity="${n(0.3 - depth * 0.12)}" stroke-width="1.600" stroke-linejoin="round"/>`
}

type Edge = readonly (readonly [x: number, y: number])[]

/** Broken faces of the rock around an opening: those that look up are lit, those under them lie in shade. */
function facesOf(edge: Edge, { x, floor, height, tint, id }: Vault): string {
  const draw = seeded(`${id}-${Math.round(x)}-faces`)
  const bright = mix(tint, '#d8b8ff', 0.55)
  const out = edge.map(([px, py]) => {
    const away = 0.1 + draw() * 0.24
    return [px + (px - x) * away, Math.min(height, py + (py - floor) * away)] as const
  })
  return edge
    .slice(1)
    .map(([px, py], i) => {
      const [fromX = 0, fromY = 0] = edge[i] ?? []
      const [a, b] = [out[i] ?? [0, 0], out[i + 1] ?? [0, 0]]
      const isLit = fromX < x ? draw() > 0.35 : draw() > 0.65
      const face = (points: string, tone: string, share: number) =>
        `<path d="M${points}Z" fill="${tone}" fill-opacity="${n(share)}"/>`
      const lit = 0.08 + draw() * 0.16
      return (
        face(`${n(fromX)} ${n(fromY)}L${n(px)} ${n(py)}L${n(b[0])} ${n(b[1])}`, isLit ? bright : '#05020c', lit) +
        face(
          `${n(fromX)} ${n(fromY)}L${n(b[0])} ${n(b[1])}L${n(a[0])} ${n(a[1])}`,
          isLit ? '#05020c' : bright,
          lit * 0.9,
        )
      )
    })
    .join('')
}

/** Small crystals that shine in the rock. */
function sparksOf(edge: Edge, { x, floor, height, gilt, id, depth }: Vault): string {
  const draw = seeded(`${id}-${Math.round(x)}-sparks`)
  return edge
    .filter(() => draw() > 0.6)
    .map(([px, py]) => {
      const away = 0.04 + draw() * 0.3
      const [cx, cy] = [px + (px - x) * away, py + (py - floor) * away]
      const tall = height * (0.006 + draw() * 0.014) * (0.6 + depth)
      const lean = Math.round((draw() - 0.5) * 70)
      return `<g transform="translate(${n(cx)} ${n(cy)}) rotate(${lean})"><path d="M0 ${n(-tall)}L${n(tall * 0.42)} 0L0 ${n(tall)}Z" fill="#fff" fill-opacity=".34"/><path d="M0 ${n(-tall)}L${n(-tall * 0.42)} 0L0 ${n(tall)}Z" fill="${gilt}" fill-opacity=".62"/></g>`
    })
    .join('')
}

type Bed = {
  /** Where the bed's middle stands, how wide it is and how tall its tallest crystal. */
  readonly x: number
  readonly y: number
  readonly wide: number
  readonly tall: number
  readonly count: number
  /** Degrees about which the crystals point, clockwise from up. */
  readonly turn?: number
  readonly tint: string
  /** A halo about the bed, for opaque pictures: in transparent ones it weighs more than all else. */
  readonly isGlowing?: boolean
}

/** Crystals that grow from one bed, the middle ones tallest, each in three faces. */
export function crystalBed(ground: Ground, bed: Bed): Layer {
  const { x, y, wide, tall, count, turn = 0, tint, isGlowing = false } = bed
  const draw = seeded(`${ground.seed}-bed-${Math.round(x)}-${Math.round(y)}`)
  const grown = Array.from({ length: count }, (_, i) => {
    const share = ((i + 0.5) / count) * 2 - 1
    return {
      share,
      at: x + share * wide * 0.5,
      long: tall * (1 - 0.6 * Math.abs(share) ** 1.2) * (0.72 + draw() * 0.4),
      half: tall * (0.055 + draw() * 0.035),
      lean: turn + share * 46 + (draw() - 0.5) * 16,
      tone: draw(),
    }
  }).toSorted((a, b) => b.long - a.long)
  const shapes = grown
    .map(({ at, long, half, lean, tone }) => {
      const body = mix(tint, tone > 0.5 ? '#ffffff' : '#0a0416', 0.06 + tone * 0.12)
      const tip = half * 1.5
      const face = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`
      const l = `M${n(-half)} 0V${n(tip - long)}L${n(-half * 0.2)} ${n(tip * 1.2 - long)}V0Z`
      const m = `M${n(-half * 0.2)} 0V${n(tip * 1.2 - long)}L${n(half * 0.5)} ${n(tip * 1.1 - long)}V0Z`
      const r = `M${n(half * 0.5)} 0V${n(tip * 1.1 - long)}L${n(half)} ${n(tip * 0.9 - long)}V0Z`
      const crown = `M0 ${n(-long)}L${n(-half)} ${n(tip - long)}L${n(-half * 0.2)} ${n(tip * 1.2 - long)}Z`
      const crown2 = `M0 ${n(-long)}L${n(-half * 0.2)} ${n(tip * 1.2 - long)}L${n(half * 0.5)} ${n(tip * 1.1 - long)}L${n(half)} ${n(tip * 0.9 - long)}Z`
      const seam = `M0 ${n(-long)}L${n(-half * 0.2)} ${n(tip * 1.2 - long)}V0M${n(half * 0.5)} ${n(tip * 1.1 - long)}V0M${n(-half)} ${n(tip - long)}L${n(-half * 0.2)} ${n(tip * 1.2 - long)}L${n(half * 0.5)} ${n(tip * 1.1 - long)}L${n(half)} ${n(tip * 0.9 - long)}`
      return `<g transform="translate(${n(at)} ${n(y)}) rotate(${n(lean)})">${face(l, mix(body, '#ffffff', 0.3))}${face(m, body)}${face(r, mix(body, '#05020c', 0.5))}${face(crown, mix(body, '#ffffff', 0.66))}${face(crown2, mix(body, '#ffffff', 0.34))}<path d="${seam}" fill="none" stroke="#fff" stroke-opacity=".42" stroke-width="1.400"/><path d="M${n(-half)} 0V${n(tip - long)}L0 ${n(-long)}L${n(half)} ${n(tip * 0.9 - long)}V0" fill="none" stroke="${ground.hue.gilt}" stroke-opacity=".45" stroke-width="1.600" stroke-linejoin="round"/></g>`
    })
    .join('')
  const halo = isGlowing
    ? `<defs><radialGradient id="g"><stop offset="0" stop-color="${mix(tint, '#ffffff', 0.3)}" stop-opacity=".55"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></radialGradient></defs><circle cx="${n(x)}" cy="${n(y - tall * 0.3)}" r="${n(tall * 0.95)}" fill="url(#g)"/>`
    : ''
  return drawing(ground, halo + shapes)
}

/** Beams of a mine: two posts and a lintel, pegged and bound, with an old lamp's soot above. */
export function mineFrame(
  ground: Ground,
  form: { readonly x: number; readonly top: number; readonly wide: number; readonly beam: number },
): Layer {
  const { height, hue } = ground
  const { x, top, wide, beam } = form
  const wood = mix('#5a3418', hue.near, 0.3)
  const post = (at: number) =>
    `<rect x="${n(at - beam / 2)}" y="${n(top)}" width="${n(beam)}" height="${n(height - top + 10)}" fill="url(#w)"/>${Array.from({ length: 4 }, (_, i) => `<path d="M${n(at - beam * 0.3 + i * beam * 0.2)} ${n(top + beam)}Q${n(at - beam * 0.24 + i * beam * 0.2)} ${n((top + height) / 2)} ${n(at - beam * 0.3 + i * beam * 0.2)} ${height}" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="2"/>`).join('')}<rect x="${n(at - beam * 0.58)}" y="${n(top + beam * 1.3)}" width="${n(beam * 1.16)}" height="${n(beam * 0.3)}" fill="url(#i)" stroke="#1a0d02"/>`
  const [l, r] = [x - wide / 2, x + wide / 2]
  return drawing(
    ground,
    `<defs><linearGradient id="w" x1="0" x2="1"><stop offset="0" stop-color="${mix(wood, '#000000', 0.6)}"/><stop offset=".4" stop-color="${mix(wood, '#ffb84a', 0.2)}"/><stop offset="1" stop-color="${mix(wood, '#000000', 0.65)}"/></linearGradient><linearGradient id="v" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(wood, '#ffb84a', 0.3)}"/><stop offset="1" stop-color="${mix(wood, '#000000', 0.6)}"/></linearGradient><linearGradient id="i" x1="0" x2="1"><stop offset="0" stop-color="#3a2a14"/><stop offset=".4" stop-color="#e8c177"/><stop offset="1" stop-color="#2a1a08"/></linearGradient></defs>${post(l)}${post(r)}<path d="M${n(l - beam * 1.4)} ${n(top - beam * 0.5)}H${n(r + beam * 1.4)}V${n(top + beam * 0.5)}H${n(l - beam * 1.4)}Z" fill="url(#v)" stroke="#1a0d02" stroke-opacity=".7"/><path d="M${n(l + beam * 0.5)} ${n(top + beam * 2)}L${n(l + beam * 2.4)} ${n(top + beam * 0.5)}H${n(l + beam * 1.6)}L${n(l + beam * 0.5)} ${n(top + beam * 1.4)}ZM${n(r - beam * 0.5)} ${n(top + beam * 2)}L${n(r - beam * 2.4)} ${n(top + beam * 0.5)}H${n(r - beam * 1.6)}L${n(r - beam * 0.5)} ${n(top + beam * 1.4)}Z" fill="${mix(wood, '#000000', 0.2)}"/>${[l, r].map((at) => `<circle cx="${n(at)}" cy="${n(top)}" r="${n(beam * 0.16)}" fill="#e8c177" stroke="#2a1a08" stroke-width="2"/>`).join('')}`,
  )
}
