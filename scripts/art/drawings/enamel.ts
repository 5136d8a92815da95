/** Smooth parts of the first machines with reels: gold, enamel, and the spark of a lamp on both. */

import type { MaterialName } from '../materials.ts'
import type { Part } from '../piece.ts'

type Carved = Extract<Part, { kind: 'carved' }>

export const gold = (shape: string, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body: 'gold',
  bevel: 14,
  swell: 10,
  soften: 1.6,
  lift: 8,
  ...more,
})

export const enamel = (shape: string, body: MaterialName, more: Partial<Carved> = {}): Carved => ({
  kind: 'carved',
  shape,
  body,
  edge: 'gold',
  edgeWidth: 6,
  bevel: 30,
  swell: 24,
  soften: 2,
  exposure: 0.08,
  lift: 10,
  ...more,
})

/** A spark where a smooth skin mirrors a lamp. */
export const shine = (x: number, y: number, rx: number, ry: number, turn: number): Part => ({
  kind: 'painted',
  svg: `<defs><radialGradient id="s"><stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset=".5" stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" transform="rotate(${turn} ${x} ${y})" fill="url(#s)"/>`,
})
