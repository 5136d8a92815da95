/**
 * The layers of a symbol, from which the game window makes its motion: each is a frame of the same board, so that layers
 * laid over each other, each over the symbol's whole cell, are the symbol. In the order of painting:
 *
 * - `<id>-back`: stands still (a tablet, a moon).
 * - `<id>-glow`: a halo in the symbol's colour, 1.5 times as large as the cell, about its middle; add it (`lighter`) with a
 *   strength of 0..1.
 * - `<id>-limb`: what swings about its pivot (`pivots` of the atlas, in shares of the cell): a tail, wings.
 * - `<id>-hero`: the subject; squash, turn or lift it.
 * - `<id>-lit`: the subject under light from the other side, smaller; fade it over the hero and back: the light wanders.
 * - `<id>-eyes`: light of the eyes or jewels; add it (`lighter`) with a strength of 0..1.
 * - `<id>-front`: stands still before all (a plate with a word).
 *
 * A symbol without `-hero` has nothing to separate: the frame `<id>` of `atlas/<code>` is its hero. `words/<code>-<locale>`
 * has `<id>-word`, painted last: it covers the plate of `<id>` with the word of that language.
 */

import type { AtlasCell } from './artwork.ts'
import { centredWord } from './letters.ts'
import type { Piece } from './piece.ts'
import type { PictureLocale, Words } from './words.ts'

export type SymbolArt = {
  readonly back?: Piece
  readonly limb?: { readonly piece: Piece; readonly pivot: readonly [x: number, y: number] }
  readonly hero: Piece
  readonly front?: Piece
  /** Lights of the eyes, in the 512 box. */
  readonly eyes?: readonly (readonly [x: number, y: number, radius: number])[]
  /** Colours of halo and eyes as hex without `#`. */
  readonly glow: string
  readonly eyeLight?: string
  /** The light lies around each eye and leaves its pupil, for a gaze that is gentle: it would be blank otherwise. */
  readonly keepsPupils?: boolean
  /** The word on the symbol's plate; `plate` draws it in a language. */
  readonly word?: {
    readonly words: Words
    readonly plate: (word: string) => Piece
    readonly size: number
    readonly y: number
    /** The widest that the word may be; 290 by default. */
    readonly most?: number
  }
}

/** Pixels of a symbol, and of the layers whose softness bears less. */
const edges = { symbol: 256, lit: 160, eyes: 96, glow: 72 } as const

/** The symbol as it stands still, with its word in English. */
export function wholeSymbol(art: SymbolArt): AtlasCell {
  const { back = [], limb, hero, front = [] } = art
  return {
    piece: [...back, ...(limb?.piece ?? []), ...hero, ...front, ...plateOf(art, 'en')],
    edge: edges.symbol,
  }
}

export function layersOf(id: string, art: SymbolArt): Record<string, AtlasCell> {
  const { back, limb, hero, front, eyes, glow } = art
  const apart = back !== undefined || limb !== undefined || front !== undefined || art.word !== undefined
  const symbol = (piece: Piece): AtlasCell => ({ piece, edge: edges.symbol })
  const before = [...(front ?? []), ...plateOf(art, 'en')]
  return {
    ...(back === undefined ? {} : { [`${id}-back`]: symbol(back) }),
    ...(limb === undefined ? {} : { [`${id}-limb`]: symbol(limb.piece) }),
    ...(apart ? { [`${id}-hero`]: symbol(hero) } : {}),
    ...(before.length === 0 ? {} : { [`${id}-front`]: symbol(before) }),
    [`${id}-lit`]: { piece: hero, edge: edges.lit, otherLight: true },
    ...(eyes === undefined ? {} : { [`${id}-eyes`]: { piece: [eyeLights(art)], edge: edges.eyes } }),
    [`${id}-glow`]: { piece: hero, edge: edges.glow, glow },
  }
}

function eyeLights({ eyes = [], eyeLight = 'ffd24a', keepsPupils = false }: SymbolArt): Piece[number] {
  const lights = eyes.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r * 2.2}" fill="url(#e)"/>`).join('')
  const middle = keepsPupils
    ? `<stop offset=".3" stop-color="#${eyeLight}" stop-opacity="0"/>`
    : `<stop offset="0" stop-color="#fff"/><stop offset=".22" stop-color="#${eyeLight}" stop-opacity=".9"/>`
  return {
    kind: 'painted',
    svg: `<defs><radialGradient id="e">${middle}<stop offset=".5" stop-color="#${eyeLight}" stop-opacity=".3"/><stop offset="1" stop-color="#${eyeLight}" stop-opacity="0"/></radialGradient></defs>${lights}`,
  }
}

/** The plate of a symbol with its word. */
export function plateOf({ word }: SymbolArt, locale: PictureLocale): Piece {
  if (word === undefined) return []
  return word.plate(
    centredWord(word.words[locale], locale, {
      x: 256,
      y: word.y,
      size: word.size,
      most: word.most ?? 290,
      spacing: locale === 'en' ? 6 : 0,
    }),
  )
}
