/** A grove of bamboo, as SVG over a whole scene: stalks in rows, far ones pale, with hanging leaves. */

import type { Layer } from './artwork.ts'
import { drawing } from './halls.ts'
import { mix, n, seeded } from './scene.ts'
import type { Ground } from './scenery.ts'

/** `near` of 0..1 is how dark and how thick they are; `gap` is the share of the width that stays free in the middle. */
export function bambooGrove(
  ground: Ground,
  form: { readonly count: number; readonly wide: number; readonly near: number; readonly gap?: number },
): Layer {
  const { width, height, hue, seed } = ground
  const draw = seeded(`${seed}-bamboo-${form.near}`)
  const tint = mix(mix(hue.far, hue.light, 0.5 * (1 - form.near)), hue.near, form.near * 0.3)
  let stalks = ''
  let leaves = ''
  for (let i = 0; i < form.count; i += 1) {
    const share = (i + 0.2 + draw() * 0.6) / form.count
    const away = Math.abs(share * 2 - 1)
    if (away < (form.gap ?? 0)) continue
    const x = share * width
    const wide = form.wide * (0.75 + draw() * 0.5)
    const lean = (draw() - 0.5) * wide * 1.4
    const step = wide * (4 + draw() * 2)
    stalks += `<path d="M${n(x - wide / 2)} ${height + 4}L${n(x - wide / 2 + lean)} -4H${n(x + wide / 2 + lean)}L${n(x + wide / 2)} ${height + 4}Z" fill="url(#b)"/>`
    for (let y = height - draw() * step; y > 0; y -= step) {
      const at = x + lean * (1 - y / height)
      stalks += `<rect x="${n(at - wide * 0.56)}" y="${n(y)}" width="${n(wide * 1.12)}" height="${n(Math.max(2, wide * 0.12))}" rx="2" fill="${hue.gilt}" fill-opacity=".55"/>`
      if (draw() > 0.5) {
        const side = draw() > 0.5 ? 1 : -1
        for (const turn of [14, 44, 70]) {
          const long = wide * (2.2 + draw())
          leaves += `<path transform="translate(${n(at + side * wide * 0.5)} ${n(y)}) scale(${side} 1) rotate(${turn})" d="M0 0Q${n(long * 0.45)} ${n(-long * 0.14)} ${n(long)} 0Q${n(long * 0.45)} ${n(long * 0.14)} 0 0Z"/>`
        }
      }
    }
  }
  return drawing(
    ground,
    `<defs><linearGradient id="b" x1="0" x2="1"><stop offset="0" stop-color="${mix(tint, '#04140a', 0.5)}"/><stop offset=".32" stop-color="${mix(tint, '#f4ffe0', 0.3)}"/><stop offset=".6" stop-color="${tint}"/><stop offset="1" stop-color="${mix(tint, '#04140a', 0.62)}"/></linearGradient></defs>${stalks}<g fill="${mix(tint, hue.light, 0.16)}" stroke="${hue.gilt}" stroke-opacity=".3" stroke-width="1">${leaves}</g>`,
  )
}
