/**
 * The parts of which machines make their symbols: lacquered medallions for the high ones, chiselled letters for the
 * low.
 */

import { moved } from './drawings/moved.ts'
import { centred } from './letters.ts'
import type { MaterialName } from './materials.ts'
import { coin, roundedSquare } from './own.ts'
import type { Part, Piece } from './piece.ts'
import type { SymbolArt } from './symbol-layers.ts'

/** A lacquer tablet with a gilt edge, lit from within by `glow`. */
export function tablet(body: MaterialName, glow: string): Piece {
  return [
    {
      kind: 'carved',
      shape: roundedSquare(20, 96),
      body,
      edge: 'gold',
      edgeWidth: 10,
      bevel: 26,
      swell: 0,
      shadow: 0.6,
      lift: 8,
      exposure: -0.06,
    },
    {
      kind: 'painted',
      svg: `<defs><radialGradient id="g" cx=".5" cy=".46" r=".56"><stop offset="0" stop-color="${glow}" stop-opacity=".62"/><stop offset=".55" stop-color="${glow}" stop-opacity=".2"/><stop offset="1" stop-color="${glow}" stop-opacity="0"/></radialGradient></defs><rect x="34" y="34" width="444" height="444" rx="84" fill="url(#g)"/><rect x="45" y="45" width="422" height="422" rx="74" fill="none" stroke="#f3cf83" stroke-opacity=".34" stroke-width="2.5"/>`,
    },
  ]
}

/** A chiselled letter or figure that fills the symbol. */
export function letter(
  text: string,
  body: MaterialName,
  place: { size: number; y: number; x?: number },
  edge: MaterialName = 'gold',
): Piece {
  return [enamelled(centred(text, { x: place.x ?? 256, y: place.y, size: place.size, weight: 900 }), body, edge)]
}

export function enamelled(shape: string, body: MaterialName, edge: MaterialName = 'gold'): Part {
  return {
    kind: 'carved',
    shape,
    body,
    edge,
    edgeWidth: 12,
    bevel: 38,
    swell: 16,
    chisel: true,
    soften: 1.8,
    shadow: 0.8,
    lift: 10,
  }
}

/** The face's own Q has a tail as long as the letter; this one fits the square of a reel. */
export const queen = `${centred('O', { x: 256, y: 404, size: 456, weight: 900 })}<path d="M262 330c46 22 70 52 96 84 22 27 46 38 84 34-22 26-62 36-98 16-40-22-58-62-82-134Z"/>`

export const coinPiece: Piece = [
  { kind: 'carved', shape: coin.body, body: 'gold', bevel: 20, swell: 20, lift: 16 },
  { kind: 'carved', shape: coin.field, body: 'oldGold', bevel: 3, swell: 4, exposure: -0.1, shadow: 0 },
  { kind: 'carved', shape: coin.collar, body: 'gold', bevel: 12, swell: 8, lift: 4, shadow: 0.6 },
  { kind: 'carved', shape: coin.petals, body: 'gold', bevel: 14, swell: 10, lift: 4, shadow: 0.6 },
]

/**
 * A plate with a word across the foot of a symbol: `word` is centred about (256, `y` + 61 / 3). `half` is half the width of
 * the plate without its points.
 */
export function wordPlate(body: MaterialName, word: string, y = 426, tall = 38, half = 172): Piece {
  return [
    {
      kind: 'carved',
      shape: `<path d="M${256 - half} ${y - tall}h${2 * half}l34 ${tall}-34 ${tall}H${256 - half}l-34-${tall}Z"/>`,
      body,
      edge: 'gold',
      edgeWidth: 8,
      bevel: 16,
      swell: 4,
      lift: 8,
      exposure: -0.12,
    },
    {
      kind: 'carved',
      shape: word,
      body: 'gold',
      bevel: 8,
      swell: 0,
      soften: 0.8,
      lift: 3,
      exposure: 0.2,
    },
  ]
}

/** A symbol larger or smaller about the middle of the board, its lights with it. */
export function scaled(art: SymbolArt, scale: number): SymbolArt {
  const { hero, eyes = [] } = art
  const at = (value: number) => 256 + (value - 256) * scale
  return {
    ...art,
    hero: moved(hero, { scale }),
    ...(eyes.length === 0 ? {} : { eyes: eyes.map(([x, y, r]) => [at(x), at(y), r * scale] as const) }),
  }
}

/** A piece in less light: `by` of 0..1 is taken from its body, and as much from its gloss. */
export function dimmed(piece: Piece, by: number): Piece {
  return piece.map((part) =>
    part.kind === 'carved'
      ? { ...part, exposure: (part.exposure ?? 0) - by }
      : { ...part, svg: `<g opacity="${1 - 2 * by}">${part.svg}</g>` },
  )
}
