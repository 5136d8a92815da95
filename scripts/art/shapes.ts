/**
 * Silhouettes of our own beyond the reels: cards, dice, wheel, chip, lantern, seal, envelope, scroll, bubble, crest.
 */

import { disc, ring, sector } from './own.ts'

/** Suits in a box of 100 x 100. */
export const suits = {
  spade:
    '<path d="M50 5C60 29 92 42 92 66c0 14-10 23-21 23-8 0-14-4-17-10 1 8 5 13 12 17H34c7-4 11-9 12-17-3 6-9 10-17 10C18 89 8 80 8 66 8 42 40 29 50 5Z"/>',
  heart:
    '<path d="M50 93C41 77 7 60 7 35 7 19 19 8 32 8c8 0 15 5 18 13 3-8 10-13 18-13 13 0 25 11 25 27 0 25-34 42-43 58Z"/>',
  diamond: '<path d="M50 4c9 17 21 33 36 46-15 13-27 29-36 46C41 79 29 63 14 50 29 37 41 21 50 4Z"/>',
  club: '<path d="M50 6a21 21 0 0 1 17 33 21 21 0 1 1-13 32c0 9 4 18 12 25H34c8-7 12-16 12-25a21 21 0 1 1-13-32A21 21 0 0 1 50 6Z"/>',
} as const

export type Suit = keyof typeof suits

export function inBox(shape: string, x: number, y: number, edge: number): string {
  return `<g transform="translate(${x - edge / 2} ${y - edge / 2}) scale(${edge / 100})">${shape}</g>`
}

export const card = '<rect x="146" y="102" width="220" height="308" rx="28"/>'

/** A cube seen from a corner: three faces, and the pips of each, as one group per face. */
export function die(edge: number, top: number, left: number, right: number) {
  const w = edge * 0.866
  const h = edge * 0.5
  const faces = {
    top: `matrix(${w} ${h} ${-w} ${h} 256 ${256 - edge})`,
    left: `matrix(${w} ${h} 0 ${edge} ${256 - w} ${256 - h})`,
    right: `matrix(${w} ${-h} 0 ${edge} 256 256)`,
  }
  const face = (matrix: string) =>
    `<g transform="${matrix}"><rect x=".025" y=".025" width=".95" height=".95" rx=".15"/></g>`
  const pips = (matrix: string, count: number) =>
    `<g transform="${matrix}">${pipPlaces(count)
      .map(([x, y]) => disc(x, y, 0.1))
      .join('')}</g>`
  return {
    top: face(faces.top),
    left: face(faces.left),
    right: face(faces.right),
    pips: pips(faces.top, top) + pips(faces.left, left) + pips(faces.right, right),
  }
}

function pipPlaces(count: number): [number, number][] {
  const [a, b, c] = [0.26, 0.5, 0.74]
  const pairs: [number, number][] = []
  if (count % 2 === 1) pairs.push([b, b])
  if (count > 1) pairs.push([a, a], [c, c])
  if (count > 3) pairs.push([a, c], [c, a])
  if (count === 6) pairs.push([a, b], [c, b])
  return pairs
}

const pockets = 24

function wedges(every: (index: number) => boolean, inner: number, outer: number): string {
  const step = 360 / pockets
  let path = ''
  for (let i = 0; i < pockets; i += 1)
    if (every(i)) path += sector(256, 256, inner, outer, i * step - 90 + 0.2, (i + 1) * step - 90 - 0.2)
  return `<path d="${path}"/>`
}

export const wheel = {
  rim: ring(256, 256, 240, 190),
  studs: Array.from({ length: 12 }, (_, i) => {
    const angle = (i * Math.PI) / 6 + 0.13
    return disc(256 + Math.cos(angle) * 215, 256 + Math.sin(angle) * 215, 8)
  }).join(''),
  red: wedges((i) => i !== 0 && i % 2 === 1, 118, 188),
  black: wedges((i) => i !== 0 && i % 2 === 0, 118, 188),
  zero: wedges((i) => i === 0, 118, 188),
  bowl: disc(256, 256, 114),
  spokes: `<g>${[0, 90, 180, 270].map((turn) => `<g transform="rotate(${turn + 20} 256 256)"><path d="M250 176h12l8 80h-28Z"/><circle cx="256" cy="168" r="15"/></g>`).join('')}</g>`,
  hub: disc(256, 256, 34),
  ball: disc(318, 118, 17),
}

export const chip = {
  body: disc(256, 256, 216),
  marks: `<path d="${Array.from({ length: 8 }, (_, i) => sector(256, 256, 168, 208, i * 45 - 8, i * 45 + 8)).join('')}"/>`,
  ring: ring(256, 256, 150, 136),
}

/** A silk lantern: caps of metal, a ribbed body, a tassel. */
export const lantern = {
  cord: '<path d="M250 0h12v84h-12Z"/>',
  caps: '<path d="M206 78h100l14 34H192Z"/><path d="M192 356h128l-14 32H206Z"/>',
  body: [-2, -1, 0, 1, 2].map((rib) => ribPath(rib)).join(''),
  tassel: '<circle cx="256" cy="404" r="14"/><path d="M244 416h24l10 84h-12l-4-40-2 44h-8l-2-44-4 40h-12Z"/>',
}

function ribPath(rib: number): string {
  // Each rib is a gore of the barrel: narrow at the caps, widest at the middle, closer together at the sides.
  const at = (share: number, half: number) => 256 + Math.sin((share / 2.5) * (Math.PI / 2)) * half
  const from = rib - 0.47
  const to = rib + 0.47
  const p = (share: number, half: number, y: number) => `${at(share, half).toFixed(1)} ${y}`
  return `<path d="M${p(from, 66, 114)}C${p(from, 150, 160)} ${p(from, 150, 308)} ${p(from, 66, 354)}L${p(to, 66, 354)}C${p(to, 150, 308)} ${p(to, 150, 160)} ${p(to, 66, 114)}Z"/>`
}

/** A ring of jade with a mark of approval: the emblem of provable play. */
export const seal = {
  ring: ring(256, 256, 216, 140),
  field: disc(256, 256, 138),
  mark: '<path d="M186 250l30-26 32 34 74-84 34 26-106 124Z"/>',
}

export const envelope = {
  back: '<path d="M66 140h380a20 20 0 0 1 20 20v212a20 20 0 0 1-20 20H66a20 20 0 0 1-20-20V160a20 20 0 0 1 20-20Z"/>',
  flap: '<path d="M62 146h388L270 292a22 22 0 0 1-28 0Z"/>',
  wax: disc(256, 274, 44),
}

export const scroll = {
  sheet: '<path d="M128 108h256v288H128Z"/>',
  rods: '<rect x="92" y="84" width="328" height="38" rx="19"/><rect x="92" y="384" width="328" height="38" rx="19"/>',
  lines:
    '<rect x="170" y="170" width="172" height="12" rx="6"/><rect x="170" y="214" width="172" height="12" rx="6"/><rect x="170" y="258" width="112" height="12" rx="6"/>',
}

export const bubble = {
  body: '<path d="M116 108h280a50 50 0 0 1 50 50v130a50 50 0 0 1-50 50H264l-84 76-2-76h-62a50 50 0 0 1-50-50V158a50 50 0 0 1 50-50Z"/>',
  dots: disc(172, 224, 22) + disc(256, 224, 22) + disc(340, 224, 22),
}

/** The brand: a thin crescent that rises behind a ridge shaped like an open fan. */
export const crest = crestOf([146, 190, 166, 206, 244, 200, 172, 194, 148], 22)

/** The same for sixteen pixels: fewer leaves, a stouter moon. */
export const smallCrest = crestOf([166, 214, 250, 206, 172], 40)

function crestOf(heights: readonly number[], gap: number): string {
  const ridge = fanRidge(heights)
  const hide = `<mask id="rise${gap}" maskUnits="userSpaceOnUse" x="0" y="0" width="512" height="512"><rect width="512" height="512" fill="#fff"/><g fill="#000" stroke="#000" stroke-width="${gap * 2}" stroke-linejoin="round">${ridge}</g></mask>`
  return `${hide}<g mask="url(#rise${gap})">${crescent(258, 216, 200, gap + 22)}</g>${ridge}`
}

/** A circle less a slightly smaller one to its lower right; `thick` is the sickle's waist. */
function crescent(cx: number, cy: number, radius: number, thick: number): string {
  const inner = radius - 8
  const apart = thick - radius + inner
  const [ux, uy] = [0.62, 0.785]
  const along = (radius * radius - inner * inner + apart * apart) / (2 * apart)
  const across = Math.sqrt(radius * radius - along * along)
  const horn = (side: number) =>
    `${(cx + ux * along - uy * across * side).toFixed(1)} ${(cy + uy * along + ux * across * side).toFixed(1)}`
  return `<path d="M${horn(1)}A${radius} ${radius} 0 1 1 ${horn(-1)}A${inner} ${inner} 0 1 0 ${horn(1)}Z"/>`
}

function fanRidge(heights: readonly number[]): string {
  const from = -166
  const step = (-14 - from) / heights.length
  const slit = heights.length > 6 ? 0.9 : 1.8
  const point = (radius: number, angle: number) => {
    const turn = (angle * Math.PI) / 180
    return `${(256 + Math.cos(turn) * radius).toFixed(1)} ${(446 + Math.sin(turn) * radius).toFixed(1)}`
  }
  const leaves = heights.map((height, i) => {
    const a = from + i * step + slit
    const b = a + step - slit * 2
    const before = heights[i - 1] ?? height - 20
    const after = heights[i + 1] ?? height - 20
    return `M${point(66, a)}L${point((height + before) / 2, a)}L${point(height, (a + b) / 2)}L${point((height + after) / 2, b)}L${point(66, b)}Z`
  })
  return `<path d="${leaves.join('')}"/><circle cx="256" cy="446" r="34"/>`
}
