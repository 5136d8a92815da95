/** Parts of places built by people, as SVG over a whole scene: vaults, columns, banners, torches. */

import type { Layer } from './artwork.ts'
import { mix, n, seeded } from './scene.ts'
import type { Ground } from './scenery.ts'

export function drawing({ width, height }: Ground, markup: string): Layer {
  return {
    kind: 'svg',
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${markup}</svg>`,
  }
}

function pointed(x: number, top: number, foot: number, wide: number): string {
  const spring = top + wide * 0.78
  return `M${n(x - wide / 2)} ${n(foot)}V${n(spring)}C${n(x - wide / 2)} ${n(spring - wide * 0.42)} ${n(x - wide * 0.2)} ${n(top + wide * 0.14)} ${n(x)} ${n(top)}C${n(x + wide * 0.2)} ${n(top + wide * 0.14)} ${n(x + wide / 2)} ${n(spring - wide * 0.42)} ${n(x + wide / 2)} ${n(spring)}V${n(foot)}Z`
}

/** Walls of dressed stone with pointed arches, the middle one open to a light. `floor` is where the wall stands. */
export function stoneHall(
  ground: Ground,
  form: { readonly arch: number; readonly top: number; readonly floor: number; readonly aisles: number },
): Layer {
  const { width, height, hue, seed } = ground
  const draw = seeded(`${seed}-stones`)
  const middle = width / 2
  const course = 46
  let stones = ''
  for (let row = 0; row * course < form.floor; row += 1) {
    for (let x = -draw() * 90; x < width;) {
      const wide = 62 + draw() * 62
      stones += `<rect x="${n(x)}" y="${row * course}" width="${n(wide - 3)}" height="${course - 3}" rx="3" fill="${draw() > 0.5 ? '#fff' : '#000'}" fill-opacity="${n(0.02 + draw() * 0.07)}"/><path d="M${n(x)} ${row * course + 1}h${n(wide - 3)}" stroke="#fff" stroke-opacity=".07"/>`
      x += wide
    }
  }
  const arches = [-2, 2, -1, 1, 0]
    .map((place) => {
      const wide = form.arch * (place === 0 ? 1 : 0.62)
      const x = middle + Math.sign(place) * (form.arch * 0.5 + form.aisles * (Math.abs(place) - 0.42))
      const top = form.top + (place === 0 ? 0 : form.arch * 0.3 * Math.abs(place))
      return archway(x, top, form.floor, wide, place === 0, ground)
    })
    .join('')
  let tiles = ''
  for (let i = -12; i <= 12; i += 1) {
    tiles += `M${n(middle + i * width * 0.045)} ${form.floor}L${n(middle + i * width * 0.16)} ${height}`
  }
  for (let i = 1; i < 7; i += 1) {
    const y = form.floor + (height - form.floor) * (i / 7) ** 1.7
    tiles += `M0 ${n(y)}H${width}`
  }
  return drawing(
    ground,
    `<defs><radialGradient id="wall" gradientUnits="userSpaceOnUse" cx="${middle}" cy="${n(height * 0.36)}" r="${n(Math.hypot(width, height) * 0.56)}"><stop offset="0" stop-color="${mix(hue.light, hue.far, 0.35)}"/><stop offset=".45" stop-color="${hue.far}"/><stop offset="1" stop-color="${hue.near}"/></radialGradient><linearGradient id="floor" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${mix(hue.far, hue.light, 0.35)}"/><stop offset="1" stop-color="${hue.near}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#wall)"/>${stones}${arches}<rect y="${form.floor}" width="${width}" height="${height - form.floor}" fill="url(#floor)"/><path d="${tiles}" stroke="${hue.gilt}" stroke-opacity=".2" stroke-width="1.500" fill="none"/><path d="M0 ${form.floor}H${width}" stroke="${hue.gilt}" stroke-opacity=".4" stroke-width="2"/>`,
  )
}

function archway(x: number, top: number, foot: number, wide: number, isOpen: boolean, { hue }: Ground): string {
  const id = `a${Math.round(x)}`
  const inside = isOpen
    ? `<stop offset="0" stop-color="${mix(hue.light, '#fff6d8', 0.25)}"/><stop offset=".45" stop-color="${mix(hue.light, hue.sky, 0.55)}"/><stop offset="1" stop-color="${hue.sky}"/>`
    : `<stop offset="0" stop-color="${mix(hue.sky, hue.light, 0.3)}"/><stop offset="1" stop-color="${hue.near}"/>`
  const rings = [0, 1, 2, 3]
    .map((step) => {
      const grow = wide * (1 + (3 - step) * 0.07)
      const tint = mix(mix(hue.far, hue.light, 0.28), hue.near, step * 0.24)
      return `<path d="${pointed(x, top - (3 - step) * wide * 0.045, foot, grow)}" fill="${tint}" stroke="${hue.gilt}" stroke-opacity="${n(0.42 - step * 0.06)}" stroke-width="1.600"/>`
    })
    .join('')
  const rays = isOpen
    ? `<g clip-path="url(#c${id})" fill="#fff6d8" fill-opacity=".1">${[-60, -34, -10, 14, 40, 66].map((turn) => `<path d="M${n(x)} ${n(top + wide * 0.7)}L${n(x + Math.sin((turn * Math.PI) / 180) * 2400)} ${n(top + wide * 0.7 + Math.cos((turn * Math.PI) / 180) * 2400)}L${n(x + Math.sin(((turn + 11) * Math.PI) / 180) * 2400)} ${n(top + wide * 0.7 + Math.cos(((turn + 11) * Math.PI) / 180) * 2400)}Z"/>`).join('')}</g><clipPath id="c${id}"><path d="${pointed(x, top, foot, wide)}"/></clipPath>`
    : ''
  const grid = [0.2, 0.4, 0.6, 0.8].map((share) => `M${n(x - wide / 2 + wide * share)} ${n(top)}V${n(foot)}`).join('')
  const bars = isOpen
    ? ''
    : `<clipPath id="b${id}"><path d="${pointed(x, top, foot, wide)}"/></clipPath><path d="${grid}" clip-path="url(#b${id})" stroke="#000" stroke-opacity=".4" stroke-width="5"/>`
  return `<defs><radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${n(x)}" cy="${n(top + wide * 0.8)}" r="${n((foot - top) * 0.8)}">${inside}</radialGradient></defs>${rings}<path d="${pointed(x, top, foot, wide)}" fill="url(#${id})" stroke="${hue.gilt}" stroke-opacity=".5" stroke-width="2"/>${rays}${bars}`
}

/** A cluster of three shafts of stone with a gilt capital and a rib that leans to the middle of the vault. */
export function stoneColumn(
  ground: Ground,
  form: { readonly x: number; readonly wide: number; readonly capital: number },
): Layer {
  const { width, height, hue } = ground
  const { x, wide, capital } = form
  const tint = mix(hue.far, hue.light, 0.12)
  const shaft = (at: number, thick: number) =>
    `<rect x="${n(at - thick / 2)}" y="${n(capital)}" width="${n(thick)}" height="${n(height - capital)}" fill="url(#s)"/>`
  const rib = (side: number, reach: number) =>
    `<path d="M${n(x + side * wide * 0.2)} ${n(capital)}C${n(x + side * wide * 0.2)} ${n(capital * 0.4)} ${n(x + side * reach * 0.45)} ${n(capital * 0.06)} ${n(x + side * reach)} ${n(-capital * 0.12)}" fill="none" stroke="${mix(tint, hue.near, 0.35)}" stroke-width="${n(wide * 0.3)}"/><path d="M${n(x + side * wide * 0.2)} ${n(capital)}C${n(x + side * wide * 0.2)} ${n(capital * 0.4)} ${n(x + side * reach * 0.45)} ${n(capital * 0.06)} ${n(x + side * reach)} ${n(-capital * 0.12)}" fill="none" stroke="${hue.gilt}" stroke-opacity=".5" stroke-width="2"/>`
  const inward = x < width / 2 ? 1 : -1
  const ring = (y: number, tall: number, grow: number) =>
    `<rect x="${n(x - (wide * grow) / 2)}" y="${n(y)}" width="${n(wide * grow)}" height="${n(tall)}" rx="${n(tall * 0.3)}" fill="url(#g)" stroke="#1a0d02" stroke-opacity=".6"/>`
  return drawing(
    ground,
    `<defs><linearGradient id="s" x1="0" x2="1"><stop offset="0" stop-color="${mix(tint, '#05060a', 0.72)}"/><stop offset=".32" stop-color="${mix(tint, '#ffffff', 0.16)}"/><stop offset=".55" stop-color="${tint}"/><stop offset="1" stop-color="${mix(tint, '#05060a', 0.8)}"/></linearGradient><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="#4a2c08"/><stop offset=".3" stop-color="${mix(hue.gilt, '#ffffff', 0.25)}"/><stop offset=".55" stop-color="#b07c28"/><stop offset="1" stop-color="#3a2206"/></linearGradient></defs>${rib(inward, wide * 3.4)}${rib(-inward, wide * 2)}${shaft(x - wide * 0.34, wide * 0.34)}${shaft(x + wide * 0.34, wide * 0.34)}${shaft(x, wide * 0.52)}${ring(capital - wide * 0.1, wide * 0.18, 1.36)}${ring(capital + wide * 0.08, wide * 0.22, 1.16)}${ring(capital + wide * 0.36, wide * 0.08, 1.1)}${ring(height - wide * 0.9, wide * 0.12, 1.1)}${ring(height - wide * 0.74, wide * 0.9, 1.3)}`,
  )
}

/** A banner of velvet with a gilt fringe and swallow tails. */
export function banner(
  ground: Ground,
  form: {
    readonly x: number
    readonly top: number
    readonly wide: number
    readonly tall: number
    readonly cloth: string
  },
): Layer {
  const { x, top, wide, tall, cloth } = form
  const [l, r, foot] = [x - wide / 2, x + wide / 2, top + tall]
  const outline = `M${n(l)} ${n(top)}H${n(r)}V${n(foot)}L${n(x)} ${n(foot - wide * 0.42)}L${n(l)} ${n(foot)}Z`
  const inner = `M${n(l + wide * 0.09)} ${n(top)}V${n(foot - wide * 0.22)}L${n(x)} ${n(foot - wide * 0.56)}L${n(r - wide * 0.09)} ${n(foot - wide * 0.22)}V${n(top)}`
  const folds = [0.16, 0.38, 0.62, 0.84]
    .map(
      (share, i) =>
        `<rect x="${n(l + wide * (share - 0.07))}" y="${n(top)}" width="${n(wide * 0.14)}" height="${n(tall)}" fill="${i % 2 === 0 ? '#000' : '#fff'}" fill-opacity="${i % 2 === 0 ? 0.2 : 0.08}"/>`,
    )
    .join('')
  return drawing(
    ground,
    `<defs><linearGradient id="v" x1="0" x2="1" y1="0" y2=".3"><stop offset="0" stop-color="${mix(cloth, '#ffffff', 0.18)}"/><stop offset=".5" stop-color="${cloth}"/><stop offset="1" stop-color="${mix(cloth, '#000000', 0.5)}"/></linearGradient><clipPath id="k"><path d="${outline}"/></clipPath></defs><path d="${outline}" fill="#000" fill-opacity=".45" transform="translate(8 10)"/><path d="${outline}" fill="url(#v)"/><g clip-path="url(#k)">${folds}</g><path d="${inner}" fill="none" stroke="#e8c177" stroke-opacity=".8" stroke-width="${n(wide * 0.022)}"/><path d="${outline}" fill="none" stroke="#d9a94f" stroke-width="${n(wide * 0.035)}"/><rect x="${n(l - wide * 0.1)}" y="${n(top - wide * 0.05)}" width="${n(wide * 1.2)}" height="${n(wide * 0.08)}" rx="${n(wide * 0.04)}" fill="#c99a45" stroke="#3a2206"/>`,
  )
}

/** A torch on the wall with its light. */
export function torch(ground: Ground, form: { readonly x: number; readonly y: number; readonly size: number }): Layer {
  const { x, y, size } = form
  const flame = (grow: number) =>
    `M0 0C${n(-34 * grow)} ${n(-16 * grow)} ${n(-26 * grow)} ${n(-58 * grow)} ${n(-4 * grow)} ${n(-70 * grow)}C${n(-8 * grow)} ${n(-92 * grow)} ${n(8 * grow)} ${n(-104 * grow)} ${n(14 * grow)} ${n(-124 * grow)}C${n(26 * grow)} ${n(-92 * grow)} ${n(44 * grow)} ${n(-56 * grow)} ${n(30 * grow)} ${n(-22 * grow)}C${n(24 * grow)} ${n(-6 * grow)} ${n(12 * grow)} 0 0 0Z`
  return drawing(
    ground,
    `<defs><radialGradient id="h"><stop offset="0" stop-color="#ffd98a" stop-opacity=".85"/><stop offset=".3" stop-color="#ff9d3a" stop-opacity=".34"/><stop offset="1" stop-color="#ff7a1a" stop-opacity="0"/></radialGradient><linearGradient id="f" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#ff7a1a"/><stop offset=".6" stop-color="#ffb93a"/><stop offset="1" stop-color="#ffe9a6"/></linearGradient></defs><g transform="translate(${n(x)} ${n(y)}) scale(${n(size)})"><circle cy="-50" r="210" fill="url(#h)"/><path d="M-16 6H16L8 130H-8Z" fill="#3a2206" stroke="#8a5c1c" stroke-width="3"/><path d="M-26 -6H26L20 22H-20Z" fill="#b07c28" stroke="#3a2206" stroke-width="2"/><path d="${flame(1)}" fill="url(#f)"/><path d="${flame(0.56)}" fill="#fff3c8" fill-opacity=".9"/></g>`,
  )
}
