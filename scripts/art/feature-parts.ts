/** What only the place of a feature has: lanterns in the sky, torches, fireflies, eyes in the dark, an eagle in flight. */

import type { Layer } from './artwork.ts'
import { n, seeded } from './scene.ts'
import type { Ground } from './scenery.ts'

type Spot = readonly [x: number, y: number, size: number]

function svg({ width, height }: Ground, markup: string): Layer {
  return {
    kind: 'svg',
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${markup}</svg>`,
  }
}

const glowOf = (id: string, tint: string) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${tint}" stop-opacity=".75"/><stop offset=".4" stop-color="${tint}" stop-opacity=".25"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></radialGradient>`

/** Paper lanterns with a flame inside, which rise on their own or hang on threads of that length. */
export function paperLanterns(ground: Ground, spots: readonly Spot[], thread = 0): Layer {
  const each = spots.map(([x, y, size]) => {
    const line =
      thread === 0
        ? ''
        : `<path d="M0 -60V${-60 - (thread / size) * 100}" stroke="#f3d9a0" stroke-opacity=".7" stroke-width="3"/>`
    return `<g transform="translate(${x} ${y}) scale(${n(size / 100)})">${line}<circle r="120" fill="url(#g)"/><path d="M-36 -58H36Q58 -20 40 52H-40Q-58 -20 -36 -58Z" fill="url(#p)" stroke="#fff1c4" stroke-opacity=".8" stroke-width="2"/><path d="M-14 -58Q-24 0 -15 52M14 -58Q24 0 15 52" fill="none" stroke="#a8400c" stroke-opacity=".5" stroke-width="2.5"/><path d="M-40 52H40L36 60H-36Z" fill="#6a2408"/><path d="M-36 -58H36L32 -65H-32Z" fill="#6a2408"/></g>`
  })
  return svg(
    ground,
    `<defs>${glowOf('g', '#ffb04a')}<linearGradient id="p" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#e0621c"/><stop offset=".5" stop-color="#ffb44e"/><stop offset="1" stop-color="#fff3bd"/></linearGradient></defs>${each.join('')}`,
  )
}

/** Burning torches on brackets. */
export function torches(ground: Ground, spots: readonly Spot[]): Layer {
  const each = spots.map(
    ([x, y, size]) =>
      `<g transform="translate(${x} ${y}) scale(${n(size / 100)})"><circle cy="-40" r="150" fill="url(#g)"/><path d="M-13 0H13L7 110H-7Z" fill="#3a2010" stroke="#e8b56a" stroke-width="2.5"/><path d="M-24 -14H24L16 10H-16Z" fill="#8a5a1c" stroke="#ffe2a0" stroke-width="2.5"/><path d="M0 -118C26 -84 44 -58 26 -14H-26C-46 -54 -10 -66 0 -118Z" fill="url(#f)"/><path d="M2 -78C16 -54 20 -38 11 -14H-11C-20 -36 -4 -46 2 -78Z" fill="#fff6cf"/></g>`,
  )
  return svg(
    ground,
    `<defs>${glowOf('g', '#ff9a3a')}<linearGradient id="f" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#e8501a"/><stop offset=".55" stop-color="#ff9d2e"/><stop offset="1" stop-color="#ffe07a"/></linearGradient></defs>${each.join('')}`,
  )
}

/** Points of light within boxes of the scene: `[x, y, width, height]`. */
export function fireflies(
  ground: Ground,
  boxes: readonly (readonly [number, number, number, number])[],
  count: number,
  tint: string,
): Layer {
  const draw = seeded(`${ground.seed}-fireflies`)
  const each = boxes.flatMap(([x, y, width, height]) =>
    Array.from({ length: count }, () => {
      const r = 9 + draw() * 15
      const [cx, cy] = [n(x + draw() * width), n(y + draw() * height)]
      return `<circle cx="${cx}" cy="${cy}" r="${n(r)}" fill="url(#g)"/><circle cx="${cx}" cy="${cy}" r="${n(r * 0.17)}" fill="#fffde8"/>`
    }),
  )
  return svg(ground, `<defs>${glowOf('g', tint)}</defs>${each.join('')}`)
}

/** Pairs of slanted eyes that watch from the dark. */
export function eyesInTheDark(ground: Ground, spots: readonly Spot[], tint: string): Layer {
  const eye =
    '<ellipse rx="62" ry="34" fill="url(#g)"/><path d="M-34 -12Q-6 -22 26 8Q-10 22 -34 -12Z" fill="url(#e)"/><path d="M-6 -10Q0 0 -4 10Q-10 0 -6 -10Z" fill="#120604"/>'
  const each = spots.map(
    ([x, y, size]) =>
      `<g transform="translate(${x} ${y}) scale(${n(size / 100)})"><g transform="translate(-46 0)">${eye}</g><g transform="translate(46 0) scale(-1 1)">${eye}</g></g>`,
  )
  return svg(
    ground,
    `<defs>${glowOf('g', tint)}<radialGradient id="e"><stop offset="0" stop-color="#fff8d0"/><stop offset="1" stop-color="${tint}"/></radialGradient></defs>${each.join('')}`,
  )
}

/** Rings of water and drops about the place where something leapt out of it. */
export function splashes(ground: Ground, spots: readonly Spot[]): Layer {
  const each = spots.map(
    ([x, y, size]) =>
      `<g transform="translate(${x} ${y}) scale(${n(size / 100)})" fill="none" stroke="#e6fbff"><ellipse rx="92" ry="20" stroke-width="5" stroke-opacity=".7"/><ellipse rx="58" ry="12" stroke-width="6" stroke-opacity=".9"/><path d="M-60 -8Q-74 -50 -96 -66M60 -8Q74 -50 96 -66M-30 -10Q-38 -60 -50 -84M30 -10Q38 -60 50 -84" stroke-width="7" stroke-linecap="round" stroke-opacity=".8"/></g>`,
  )
  return svg(ground, each.join(''))
}

/** An eagle that soars with spread wings, seen from the side of its breast. */
export function soaringEagle(ground: Ground, [x, y, size]: Spot, turn = 0): Layer {
  const wing =
    'M8 -6C40 -40 84 -54 132 -50C158 -50 184 -62 206 -84L200 -62L224 -76L210 -52L236 -60L216 -38L238 -40L212 -22L228 -18L196 -10C160 4 120 10 84 22C58 30 34 34 8 26Z'
  const quills =
    'M60 -36Q76 -8 70 22M92 -46Q108 -14 100 14M126 -48Q142 -22 132 8M158 -52Q174 -30 164 0M186 -62Q198 -42 190 -12'
  const side = `<path d="${wing}" fill="url(#w)" stroke="#2a1408" stroke-width="3"/><path d="M10 -2C50 -28 96 -38 150 -38C120 -22 70 -14 12 6Z" fill="#c98d4e" fill-opacity=".7"/><path d="${quills}" fill="none" stroke="#2a1408" stroke-opacity=".55" stroke-width="3"/>`
  return svg(
    ground,
    `<defs><linearGradient id="w" x1="0" x2="1" y1="0" y2="0"><stop offset="0" stop-color="#8a5528"/><stop offset=".6" stop-color="#5e3616"/><stop offset="1" stop-color="#2c180a"/></linearGradient></defs><g transform="translate(${x} ${y}) rotate(${turn}) scale(${n(size / 480)})">${side}<g transform="scale(-1 1)">${side}</g><path d="M-16 30L-42 92L-18 84L0 100L18 84L42 92L16 30Z" fill="#fff6e2" stroke="#2a1408" stroke-width="3"/><path d="M0 -46C24 -40 30 10 16 44Q0 56 -16 44C-30 10 -24 -40 0 -46Z" fill="#6b3f1c" stroke="#2a1408" stroke-width="3"/><path d="M-18 -34Q-22 -76 0 -82Q22 -76 18 -34Q0 -20 -18 -34Z" fill="#fffaf0" stroke="#2a1408" stroke-width="3"/><path d="M-7 -66Q0 -104 7 -66Q0 -52 -7 -66Z" fill="#ffc43a" stroke="#2a1408" stroke-width="2.5"/><circle cx="-9" cy="-62" r="3.4" fill="#1a0c04"/><circle cx="9" cy="-62" r="3.4" fill="#1a0c04"/></g>`,
  )
}

/** The ledge of rock on which something stands, with its shadow. `from` is the side that it grows out of. */
export function ledge(ground: Ground, { y, from, reach }: { y: number; from: number; reach: number }): Layer {
  const to = from + reach
  return svg(
    ground,
    `<defs><linearGradient id="l" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#c08a54"/><stop offset=".3" stop-color="#7a4c28"/><stop offset="1" stop-color="#24140a"/></linearGradient></defs><path d="M${from} ${y - 10}L${from + reach * 0.42} ${y - 4}L${to} ${y}L${to - reach * 0.1} ${y + 22}L${from + reach * 0.6} ${y + 46}L${from + reach * 0.3} ${y + 62}L${from} ${y + 110}Z" fill="url(#l)" stroke="#ffe0a8" stroke-opacity=".45" stroke-width="1.5"/><ellipse cx="${from + reach * 0.52}" cy="${y + 3}" rx="${Math.abs(reach) * 0.34}" ry="7" fill="#0a0502" fill-opacity=".55"/>`,
  )
}
