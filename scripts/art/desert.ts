/** Parts of the desert by the river, as SVG over a whole scene: pyramids, papyrus columns, a temple's beams. */

import { falconEye } from './drawings/temple.ts'
import type { Layer } from './artwork.ts'
import { drawing } from './halls.ts'
import { mix, n, seeded } from './scene.ts'
import type { Ground } from './scenery.ts'

/** Pyramids, the far ones first: the foot's middle, the width, and how near each is (0..1). */
export function pyramids(
  ground: Ground,
  places: readonly { readonly x: number; readonly foot: number; readonly wide: number; readonly near: number }[],
): Layer {
  const { hue } = ground
  const markup = places
    .map(({ x, foot, wide, near }, i) => {
      const top = foot - wide * 0.62
      const edge = x + wide * 0.14
      const lit = mix(mix(hue.light, '#fff0c8', 0.22), hue.far, 0.25 + near * 0.2)
      const dark = mix(hue.far, hue.near, 0.2 + near * 0.4)
      const courses = Array.from({ length: 13 }, (_, c) => {
        const t = (c + 1) / 14
        const y = top + (foot - top) * t
        return `M${n(x - (wide / 2) * t)} ${n(y)}L${n(x + (edge - x) * t)} ${n(y + wide * 0.03 * t)}L${n(x + (wide / 2) * t)} ${n(y - wide * 0.012 * t)}`
      }).join('')
      return `<defs><linearGradient id="l${i}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(lit, '#ffffff', 0.2)}"/><stop offset="1" stop-color="${mix(lit, hue.light, 0.3)}"/></linearGradient><linearGradient id="d${i}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${mix(dark, hue.light, 0.35)}"/></linearGradient></defs><path d="M${n(x)} ${n(top)}L${n(x - wide / 2)} ${n(foot)}L${n(edge)} ${n(foot + wide * 0.03)}Z" fill="url(#l${i})"/><path d="M${n(x)} ${n(top)}L${n(edge)} ${n(foot + wide * 0.03)}L${n(x + wide / 2)} ${n(foot)}Z" fill="url(#d${i})"/><path d="${courses}" fill="none" stroke="#000" stroke-opacity=".12" stroke-width="1.500"/><path d="M${n(x - wide * 0.05)} ${n(top + wide * 0.062)}L${n(x)} ${n(top)}L${n(x + wide * 0.05)} ${n(top + wide * 0.062)}L${n(x + wide * 0.014)} ${n(top + wide * 0.066)}Z" fill="#ffe9a6"/><path d="M${n(x - wide / 2)} ${n(foot)}L${n(x)} ${n(top)}L${n(x + wide / 2)} ${n(foot)}" fill="none" stroke="${hue.gilt}" stroke-opacity=".7" stroke-width="1.600"/>`
    })
    .join('')
  return drawing(ground, markup)
}

const glyphs = [
  'M-14 -20C-14 -34 14 -34 14 -20C14 -10 6 -4 4 2H18V10H4V34H-4V10H-18V2H-4C-6 -4 -14 -10 -14 -20ZM-6 -20C-6 -10 6 -10 6 -20C6 -27 -6 -27 -6 -20Z',
  'M-18 -6L0 -26L18 -6V6H-18ZM-18 12H18V18H-18ZM-18 24H18V30H-18Z',
  'M-20 -10L-10 -18L0 -10L10 -18L20 -10V-2L10 -10L0 -2L-10 -10L-20 -2ZM-20 8L-10 0L0 8L10 0L20 8V16L10 8L0 16L-10 8L-20 16Z',
  'M-16 28V-8C-16 -28 16 -28 16 -8V28H6V-6C6 -14 -6 -14 -6 -6V28Z',
  'M0 -28L20 0L0 28L-20 0ZM0 -14L-10 0L0 14L10 0Z',
]

/** A column with a papyrus capital, painted bands and carved signs. */
export function papyrusColumn(
  ground: Ground,
  form: { readonly x: number; readonly wide: number; readonly top: number },
): Layer {
  const { height, hue, seed } = ground
  const { x, wide, top } = form
  const draw = seeded(`${seed}-column-${x}`)
  const stone = mix(mix('#c99a5a', hue.light, 0.25), hue.near, 0.2)
  const shaft = `M${n(x - wide * 0.4)} ${n(top + wide * 0.9)}H${n(x + wide * 0.4)}L${n(x + wide * 0.5)} ${height + 4}H${n(x - wide * 0.5)}Z`
  const band = (y: number, tall: number, tint: string) =>
    `<rect x="${n(x - wide * 0.5)}" y="${n(y)}" width="${wide}" height="${n(tall)}" fill="${tint}" fill-opacity=".85"/>`
  const bands = ['#1a47b8', '#b0331a', '#0c7a80', '#d9a94f']
  let painted = ''
  let signs = ''
  for (let y = top + wide * 1.02; y < height; y += wide * 2.1) {
    bands.forEach((tint, i) => {
      painted += band(y + i * wide * 0.1, wide * 0.08, tint)
    })
    for (let row = 0; row < 3; row += 1) {
      const size = (wide / 100) * 0.9
      for (const side of [-1, 1]) {
        const shape = glyphs[Math.floor(draw() * glyphs.length)] ?? ''
        signs += `<path transform="translate(${n(x + side * wide * 0.2)} ${n(y + wide * (0.72 + row * 0.5))}) scale(${n(size)})" d="${shape}"/>`
      }
    }
  }
  const petals = [-2, -1, 0, 1, 2]
    .map((i) => {
      const foot = x + i * wide * 0.09
      const tip = x + i * wide * 0.3
      const tint = i % 2 === 0 ? '#0c7a80' : '#1a47b8'
      return `<path d="M${n(foot)} ${n(top + wide * 0.92)}C${n(foot - wide * 0.2)} ${n(top + wide * 0.5)} ${n(tip - wide * 0.14)} ${n(top + wide * 0.34)} ${n(tip)} ${n(top + wide * 0.16)}C${n(tip + wide * 0.14)} ${n(top + wide * 0.34)} ${n(foot + wide * 0.2)} ${n(top + wide * 0.5)} ${n(foot)} ${n(top + wide * 0.92)}Z" fill="${tint}" fill-opacity=".8" stroke="#e8c177" stroke-width="2"/>`
    })
    .join('')
  return drawing(
    ground,
    `<defs><linearGradient id="s" x1="0" x2="1"><stop offset="0" stop-color="${mix(stone, '#05060a', 0.6)}"/><stop offset=".3" stop-color="${mix(stone, '#ffffff', 0.22)}"/><stop offset=".55" stop-color="${stone}"/><stop offset="1" stop-color="${mix(stone, '#05060a', 0.72)}"/></linearGradient><linearGradient id="h" x1="0" x2="1"><stop offset="0" stop-color="#000" stop-opacity=".55"/><stop offset=".32" stop-color="#fff" stop-opacity=".16"/><stop offset="1" stop-color="#000" stop-opacity=".6"/></linearGradient><clipPath id="k"><path d="${shaft}"/></clipPath></defs><path d="${shaft}" fill="url(#s)"/><g clip-path="url(#k)">${painted}<g fill="${mix(stone, '#000000', 0.5)}" fill-opacity=".8" stroke="#fff" stroke-opacity=".16">${signs}</g></g><path d="${shaft}" fill="url(#h)"/><path d="M${n(x - wide * 0.4)} ${n(top + wide * 0.94)}C${n(x - wide * 0.46)} ${n(top + wide * 0.5)} ${n(x - wide * 0.84)} ${n(top + wide * 0.4)} ${n(x - wide * 0.8)} ${n(top)}H${n(x + wide * 0.8)}C${n(x + wide * 0.84)} ${n(top + wide * 0.4)} ${n(x + wide * 0.46)} ${n(top + wide * 0.5)} ${n(x + wide * 0.4)} ${n(top + wide * 0.94)}Z" fill="url(#s)" stroke="#e8c177" stroke-opacity=".6" stroke-width="2"/>${petals}<rect x="${n(x - wide * 0.8)}" y="${n(top - wide * 0.02)}" width="${n(wide * 1.6)}" height="${n(wide * 0.12)}" fill="#c99a45" stroke="#3a2206"/>`,
  )
}

/** The beam above the columns, with a winged eye in its middle. */
export function lintel(ground: Ground, form: { readonly tall: number }): Layer {
  const { width, hue } = ground
  const { tall } = form
  const stone = mix(mix('#c99a5a', hue.light, 0.25), hue.near, 0.35)
  const cells = Math.round(width / (tall * 0.5))
  const frieze = Array.from({ length: cells }, (_, i) => {
    const x = ((i + 0.5) / cells) * width
    return `<path d="M${n(x - tall * 0.1)} ${n(tall * 0.12)}h${n(tall * 0.2)}v${n(tall * 0.34)}a${n(tall * 0.1)} ${n(tall * 0.1)} 0 0 1 ${n(-tall * 0.2)} 0Z" fill="${['#1a47b8', '#b0331a', '#0c7a80'][i % 3]}" fill-opacity=".75"/>`
  }).join('')
  return drawing(
    ground,
    `<defs><linearGradient id="b" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(stone, '#ffffff', 0.12)}"/><stop offset=".7" stop-color="${stone}"/><stop offset="1" stop-color="${mix(stone, '#000000', 0.55)}"/></linearGradient></defs><path d="M0 0H${width}V${n(tall * 0.72)}H0Z" fill="url(#b)"/>${frieze}<path d="M0 ${n(tall * 0.64)}H${width}V${n(tall * 0.74)}H0Z" fill="#c99a45" stroke="#3a2206"/><g fill="#e8c177" transform="translate(${n(width / 2 - tall * 0.45)} ${n(-tall * 0.14)}) scale(${n((tall * 0.9) / 512)})">${falconEye}</g>`,
  )
}
