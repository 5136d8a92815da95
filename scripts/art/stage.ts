/** Parts of a theatre of the twenties, as SVG over a whole scene: curtains, brass fans, pylons, lamps. */

import type { Layer } from './artwork.ts'
import { drawing } from './halls.ts'
import { mix, n } from './scene.ts'
import type { Ground } from './scenery.ts'

const brass = (id: string, upright = true) =>
  `<linearGradient id="${id}" x1="0" x2="${upright ? 1 : 0}" y1="0" y2="${upright ? 0 : 1}"><stop offset="0" stop-color="#4a2c08"/><stop offset=".3" stop-color="#f6dca0"/><stop offset=".55" stop-color="#b8863a"/><stop offset="1" stop-color="#3a2206"/></linearGradient>`

/** A wall behind the stage: rays in two tones from (x, y), crossed by stepped arcs of brass, above a polished floor. */
export function brassSun(
  ground: Ground,
  form: { readonly x: number; readonly y: number; readonly r: number; readonly floor: number },
): Layer {
  const { width, height, hue } = ground
  const { x, y, r, floor } = form
  const reach = Math.hypot(width, height)
  const p = (turn: number, away: number) =>
    `${n(x + Math.sin((turn * Math.PI) / 180) * away)} ${n(y - Math.cos((turn * Math.PI) / 180) * away)}`
  const count = 36
  const step = 360 / count
  let rays = ''
  for (let i = 0; i < count; i += 1) {
    if (i % 2 === 0) rays += `M${x} ${y}L${p(i * step, reach)}L${p((i + 1) * step, reach)}Z`
  }
  const arcs = [0.34, 0.62, 0.94, 1.3]
    .map(
      (share, i) =>
        `<circle cx="${x}" cy="${y}" r="${n(r * share)}" fill="none" stroke="${hue.gilt}" stroke-opacity="${n(0.62 - i * 0.1)}" stroke-width="${i % 2 === 0 ? 5 : 2.5}"/>`,
    )
    .join('')
  const scales = [0.5, 0.78, 1.12]
    .map((share, ringNumber) =>
      Array.from({ length: 18 }, (_, i) => {
        const turn = (i + (ringNumber % 2) / 2) * 20
        return `<circle cx="${p(turn, r * share).replace(' ', '" cy="')}" r="${n(r * 0.02)}" fill="${hue.gilt}" fill-opacity=".5"/>`
      }).join(''),
    )
    .join('')
  const boards = Array.from(
    { length: 25 },
    (_, i) => `M${n(x + (i - 12) * width * 0.05)} ${floor}L${n(x + (i - 12) * width * 0.17)} ${height}`,
  ).join('')
  return drawing(
    ground,
    `<defs><radialGradient id="w" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${n(reach * 0.6)}"><stop offset="0" stop-color="${mix(hue.light, '#ffffff', 0.22)}"/><stop offset=".28" stop-color="${hue.light}"/><stop offset=".62" stop-color="${hue.sky}"/><stop offset="1" stop-color="${hue.near}"/></radialGradient><radialGradient id="r" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${n(reach * 0.55)}"><stop offset="0" stop-color="#000" stop-opacity=".1"/><stop offset=".5" stop-color="#000" stop-opacity=".36"/><stop offset="1" stop-color="#000" stop-opacity=".2"/></radialGradient><linearGradient id="f" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(hue.far, hue.light, 0.5)}"/><stop offset="1" stop-color="${hue.near}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#w)"/><path d="${rays}" fill="url(#r)"/>${arcs}${scales}<rect y="${floor}" width="${width}" height="${height - floor}" fill="url(#f)"/><path d="${boards}" stroke="#000" stroke-opacity=".35" stroke-width="2"/><ellipse cx="${x}" cy="${n(floor + (height - floor) * 0.3)}" rx="${n(width * 0.42)}" ry="${n((height - floor) * 0.34)}" fill="${mix(hue.light, '#ffffff', 0.4)}" fill-opacity=".16"/><path d="M0 ${floor}H${width}" stroke="${hue.gilt}" stroke-width="4" stroke-opacity=".7"/>`,
  )
}

/** A pylon in steps, black lacquer with brass flutes, and a lamp of frosted glass on top. */
export function pylon(
  ground: Ground,
  form: { readonly x: number; readonly wide: number; readonly top: number },
): Layer {
  const { height, hue } = ground
  const { x, wide, top } = form
  const steps = [0.44, 0.72, 1]
    .map((share, i) => {
      const y = top + i * wide * 0.7
      const half = (wide * share) / 2
      return `<rect x="${n(x - half)}" y="${n(y)}" width="${n(half * 2)}" height="${n(height - y)}" fill="url(#b)"/><rect x="${n(x - half)}" y="${n(y)}" width="${n(half * 2)}" height="${n(wide * 0.09)}" fill="url(#g)"/><path d="M${n(x - half)} ${n(y)}V${height}M${n(x + half)} ${n(y)}V${height}" stroke="#d9a94f" stroke-opacity=".8" stroke-width="2.500"/>`
    })
    .join('')
  const flutes = [-0.16, 0, 0.16]
    .map(
      (share) =>
        `<rect x="${n(x + wide * share - wide * 0.03)}" y="${n(top + wide * 0.3)}" width="${n(wide * 0.06)}" height="${height}" fill="url(#g)"/>`,
    )
    .join('')
  const chevrons = Array.from({ length: 6 }, (_, i) => {
    const y = top + wide * 2.1 + i * wide * 1.3
    return `M${n(x - wide * 0.4)} ${n(y)}L${n(x)} ${n(y + wide * 0.3)}L${n(x + wide * 0.4)} ${n(y)}`
  }).join('')
  return drawing(
    ground,
    `<defs>${brass('g')}<linearGradient id="b" x1="0" x2="1"><stop offset="0" stop-color="#040305"/><stop offset=".3" stop-color="${mix(hue.far, '#000000', 0.45)}"/><stop offset="1" stop-color="#060406"/></linearGradient><radialGradient id="l"><stop offset="0" stop-color="#fff6d8" stop-opacity=".95"/><stop offset=".22" stop-color="#ffdf9a" stop-opacity=".5"/><stop offset="1" stop-color="#ffb84a" stop-opacity="0"/></radialGradient></defs>${steps}${flutes}<path d="${chevrons}" fill="none" stroke="url(#g)" stroke-width="${n(wide * 0.06)}"/><circle cx="${x}" cy="${n(top - wide * 0.34)}" r="${n(wide * 1.5)}" fill="url(#l)"/><path d="M${n(x - wide * 0.2)} ${n(top)}L${n(x - wide * 0.3)} ${n(top - wide * 0.5)}L${n(x)} ${n(top - wide * 0.86)}L${n(x + wide * 0.3)} ${n(top - wide * 0.5)}L${n(x + wide * 0.2)} ${n(top)}Z" fill="#fff6d8" stroke="#d9a94f" stroke-width="4" stroke-linejoin="round"/><path d="M${n(x)} ${n(top - wide * 0.86)}V${n(top)}" stroke="#d9a94f" stroke-width="3"/>`,
  )
}

/** A curtain drawn aside, with a swag along the top and a brass hem. */
export function curtain(
  ground: Ground,
  form: { readonly side: 'left' | 'right'; readonly reach: number; readonly cloth: string },
): Layer {
  const { width, height } = ground
  const { reach, cloth } = form
  const folds = 7
  let out = ''
  for (let i = 0; i < folds; i += 1) {
    const from = (i / folds) * reach
    const to = ((i + 1) / folds) * reach
    const tie = height * 0.66
    const pull = (at: number) => at * 0.42
    out += `<path d="M${n(from * 1.5)} -6H${n(to * 1.5)}C${n(to * 1.5)} ${n(height * 0.34)} ${n(pull(to) * 1.6)} ${n(tie * 0.8)} ${n(pull(to))} ${n(tie)}C${n(to * 0.6)} ${n(height * 0.78)} ${n(to * 0.86)} ${n(height * 0.9)} ${n(to * 0.9)} ${height + 6}H${n(from * 0.9)}C${n(from * 0.86)} ${n(height * 0.9)} ${n(from * 0.6)} ${n(height * 0.78)} ${n(pull(from))} ${n(tie)}C${n(pull(from) * 1.6)} ${n(tie * 0.8)} ${n(from * 1.5)} ${n(height * 0.34)} ${n(from * 1.5)} -6Z" fill="url(#c${i % 2})"/>`
  }
  const tie = height * 0.66
  const rope = `<path d="M-6 ${n(tie - 16)}Q${n(reach * 0.22)} ${n(tie + 16)} ${n(reach * 0.46)} ${n(tie - 8)}L${n(reach * 0.45)} ${n(tie + 14)}Q${n(reach * 0.22)} ${n(tie + 40)} -6 ${n(tie + 10)}Z" fill="url(#g)" stroke="#3a2206"/>`
  const turn = form.side === 'right' ? ` transform="translate(${width} 0) scale(-1 1)"` : ''
  return drawing(
    ground,
    `<defs>${brass('g', false)}<linearGradient id="c0" x1="0" x2="1"><stop offset="0" stop-color="${mix(cloth, '#000000', 0.62)}"/><stop offset=".5" stop-color="${mix(cloth, '#ffffff', 0.1)}"/><stop offset="1" stop-color="${mix(cloth, '#000000', 0.35)}"/></linearGradient><linearGradient id="c1" x1="0" x2="1"><stop offset="0" stop-color="${mix(cloth, '#000000', 0.35)}"/><stop offset=".4" stop-color="${cloth}"/><stop offset="1" stop-color="${mix(cloth, '#000000', 0.66)}"/></linearGradient></defs><g${turn}>${out}${rope}</g>`,
  )
}

/** Swags of cloth with fringes along the upper edge. */
export function swags(
  ground: Ground,
  form: { readonly count: number; readonly tall: number; readonly cloth: string },
): Layer {
  const { width } = ground
  const { count, tall, cloth } = form
  const wide = width / count
  let out = ''
  for (let i = 0; i < count; i += 1) {
    const x = i * wide
    out += `<path d="M${n(x - 4)} -6H${n(x + wide + 4)}Q${n(x + wide * 0.86)} ${n(tall)} ${n(x + wide / 2)} ${n(tall)}Q${n(x + wide * 0.14)} ${n(tall)} ${n(x - 4)} -6Z" fill="url(#s)"/>`
    for (const share of [0.3, 0.55, 0.78]) {
      out += `<path d="M${n(x + wide * 0.03)} -6Q${n(x + wide * 0.2)} ${n(tall * share)} ${n(x + wide / 2)} ${n(tall * share)}Q${n(x + wide * 0.8)} ${n(tall * share)} ${n(x + wide * 0.97)} -6" fill="none" stroke="#000" stroke-opacity=".28" stroke-width="${n(tall * 0.07)}"/>`
    }
    out += `<path d="M${n(x - 4)} -6Q${n(x + wide * 0.14)} ${n(tall)} ${n(x + wide / 2)} ${n(tall)}Q${n(x + wide * 0.86)} ${n(tall)} ${n(x + wide + 4)} -6" fill="none" stroke="#d9a94f" stroke-width="${n(tall * 0.07)}"/><path d="M${n(x - 4)} -6Q${n(x + wide * 0.14)} ${n(tall * 1.06)} ${n(x + wide / 2)} ${n(tall * 1.06)}Q${n(x + wide * 0.86)} ${n(tall * 1.06)} ${n(x + wide + 4)} -6" fill="none" stroke="#f6dca0" stroke-opacity=".7" stroke-width="${n(tall * 0.06)}" stroke-dasharray="3 4"/>`
  }
  return drawing(
    ground,
    `<defs><linearGradient id="s" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(cloth, '#000000', 0.55)}"/><stop offset=".7" stop-color="${cloth}"/><stop offset="1" stop-color="${mix(cloth, '#ffffff', 0.16)}"/></linearGradient></defs>${out}`,
  )
}

/** Lamps in a row along the edge of the stage. */
export function footlights(
  ground: Ground,
  form: { readonly y: number; readonly count: number; readonly size: number },
): Layer {
  const { width } = ground
  const lamps = Array.from({ length: form.count }, (_, i) => {
    const x = ((i + 0.5) / form.count) * width
    return `<circle cx="${n(x)}" cy="${form.y}" r="${n(form.size * 3.4)}" fill="url(#l)"/><path d="M${n(x - form.size * 1.5)} ${form.y + form.size}A${n(form.size * 1.5)} ${n(form.size * 1.5)} 0 0 1 ${n(x + form.size * 1.5)} ${form.y + form.size}Z" fill="#c99a45" stroke="#3a2206" stroke-width="1.500"/><circle cx="${n(x)}" cy="${form.y}" r="${n(form.size * 0.7)}" fill="#fff6d8"/>`
  }).join('')
  return drawing(
    ground,
    `<defs><radialGradient id="l"><stop offset="0" stop-color="#fff3c8" stop-opacity=".8"/><stop offset=".4" stop-color="#ffc45a" stop-opacity=".25"/><stop offset="1" stop-color="#ffb84a" stop-opacity="0"/></radialGradient></defs>${lamps}`,
  )
}
