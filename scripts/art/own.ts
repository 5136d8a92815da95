/** Silhouettes of our own, as SVG markup in a box of 512 x 512. */

const degree = Math.PI / 180

function at(cx: number, cy: number, radius: number, angle: number): string {
  return `${(cx + radius * Math.cos(angle * degree)).toFixed(1)} ${(cy + radius * Math.sin(angle * degree)).toFixed(1)}`
}

/** A closed ring sector between two radii and two angles, in degrees clockwise from the right. */
export function sector(cx: number, cy: number, inner: number, outer: number, from: number, to: number): string {
  const large = to - from > 180 ? 1 : 0
  return `M${at(cx, cy, inner, from)}L${at(cx, cy, outer, from)}A${outer} ${outer} 0 ${large} 1 ${at(cx, cy, outer, to)}L${at(cx, cy, inner, to)}A${inner} ${inner} 0 ${large} 0 ${at(cx, cy, inner, from)}Z`
}

export function disc(cx: number, cy: number, radius: number): string {
  return `<circle cx="${cx}" cy="${cy}" r="${radius}"/>`
}

export function ring(cx: number, cy: number, outer: number, inner: number): string {
  const circle = (r: number) => `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0Z`
  return `<path fill-rule="evenodd" d="${circle(outer)}${circle(inner)}"/>`
}

export function roundedSquare(inset: number, radius: number): string {
  const edge = 512 - inset * 2
  return `<rect x="${inset}" y="${inset}" width="${edge}" height="${edge}" rx="${radius}"/>`
}

const fanFrom = -166
const fanTo = -14
const fanLeaves = 10

/** A folding fan, open upwards: the pleats, and apart from them the sticks with their rivet. */
export const fan = {
  pleats: fanPleats(),
  sticks: fanSticks(),
  rivet: disc(256, 412, 21),
}

function fanPleats(): string {
  const step = (fanTo - fanFrom) / fanLeaves
  let path = ''
  for (let leaf = 0; leaf < fanLeaves; leaf += 1) {
    const from = fanFrom + leaf * step + 0.75
    const to = from + step - 1.5
    const middle = (from + to) / 2
    path += `M${at(256, 412, 128, from)}L${at(256, 412, 300, from)}L${at(256, 412, 318, middle)}L${at(256, 412, 300, to)}L${at(256, 412, 128, to)}L${at(256, 412, 134, middle)}Z`
  }
  return `<path d="${path}"/>`
}

function fanSticks(): string {
  let path = ''
  for (let stick = 0; stick <= fanLeaves; stick += 1) {
    const angle = fanFrom + ((fanTo - fanFrom) / fanLeaves) * stick
    const outer = stick === 0 || stick === fanLeaves
    const half = outer ? 2 : 1.1
    path += `M${at(256, 412, 6, angle - 90)}L${at(256, 412, outer ? 312 : 134, angle - half)}L${at(256, 412, outer ? 312 : 134, angle + half)}L${at(256, 412, 6, angle + 90)}Z`
  }
  return `<path d="${path}"/>`
}

/** An old cash coin: a square hole, a raised rim, four petals around the hole. */
export const coin = {
  body: holed(`M256 40a216 216 0 1 0 .1 0Z`, 54),
  field: holed(`M256 74a182 182 0 1 0 .1 0Z`, 72),
  collar: holed(`M184 184h144v144h-144Z`, 54),
  petals: coinPetals(),
}

function holed(outer: string, half: number): string {
  return `<path fill-rule="evenodd" d="${outer}M${256 - half} ${256 - half}h${half * 2}v${half * 2}h${-half * 2}Z"/>`
}

function coinPetals(): string {
  const petal = 'M256 96c26 18 36 42 26 74h-52c-10-32 0-56 26-74Z'
  const bud = 'M366 124c4 12 3 21-5 29s-17 9-29 5c-3-13-1-22 6-29s16-9 28-5Z'
  const turns = [0, 90, 180, 270].map(
    (turn) => `<g transform="rotate(${turn} 256 256)"><path d="${petal}"/><path d="${bud}"/></g>`,
  )
  return turns.join('')
}
