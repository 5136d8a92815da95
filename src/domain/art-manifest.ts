/**
 * The pictures, atlases and fonts that the art build provides to server and web: `.build/art/manifest.json`.
 * Names are logical (`tile/baccarat`), addresses are paths under `/art/` with the content's hash in them,
 * so that they may be cached for ever.
 */

/** Where a symbol lies in its atlas, in pixels of the file: x, y, width, height. */
export type ArtFrame = readonly [x: number, y: number, width: number, height: number]

/**
 * Many pictures in one file; `size` is the edge of a symbol's frame in pixels of the file, some layers are smaller.
 * `pivots` are the points that frames swing about, in shares of the frame's width and height.
 */
export type ArtAtlas = {
  readonly url: string
  readonly size: number
  readonly bytes: number
  readonly frames: Readonly<Record<string, ArtFrame>>
  readonly pivots?: Readonly<Record<string, readonly [x: number, y: number]>>
}

/** The fonts of a locale: its style sheet and the few files that every page of the locale needs at once. */
export type ArtFonts = {
  readonly css: string
  readonly preload: readonly string[]
  /** A second style sheet, linked when the page is idle: letters of the locale that no text of the application uses. */
  readonly more: string | null
  /** Value for `font-family`, with the fallback whose metrics were matched. */
  readonly family: string
  readonly bytes: number
}

/** A third-party work inside the fonts or the lettering of the art. */
export type Attribution = {
  readonly name: string
  readonly author: string
  readonly licence: string
  readonly url: string
}

type PictureKind =
  | 'banner'
  | 'brand'
  | 'company'
  | 'empty'
  | 'frame'
  | 'lettering'
  | 'logo'
  | 'scene'
  | 'table'
  | 'tile'

export type PictureName = `${PictureKind}/${string}`

/**
 * Logical name → address for pictures (`manifest['tile/baccarat']`), address and more for atlases and fonts.
 * `lettering/<code>-<locale>` is laid over `tile/<code>`. `fonts/<locale>` goes by the locale code of the URLs: ko, en, jp, vn, cn.
 */
export type ArtManifest = {
  readonly [picture: PictureName]: string
  /** A machine's symbols, one frame each, by code. */
  readonly [atlas: `atlas/${string}`]: ArtAtlas
  /** The layers that its symbols are animated with, by code; `scripts/art/symbol-layers.ts` says how to draw them. */
  readonly [layers: `layers/${string}`]: ArtAtlas
  /** `closed` and `open`: what a pick of the machine opens, by code. */
  readonly [pick: `pick/${string}`]: ArtAtlas
  /** `<code>-<locale>`: the words on its symbols in that language, drawn over the symbol. */
  readonly [words: `words/${string}`]: ArtAtlas
  readonly [fonts: `fonts/${string}`]: ArtFonts
  /** The style sheet of a script (hangul, kana, han), for pages whose content contains such letters. */
  readonly [letters: `letters/${string}`]: string
  /** Width and height of each picture in CSS pixels; the file itself may hold twice as many. */
  readonly sizes: Readonly<Record<PictureName, readonly [width: number, height: number]>>
  readonly attributions: readonly Attribution[]
}
