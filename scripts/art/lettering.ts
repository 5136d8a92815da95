/**
 * A machine's title as its tile has it: a transparent picture in each language, which the site lays over the one tile
 * (`src/web/member/lobby/tiles.tsx`). It holds the letters alone: the site draws their shadow, which would double its
 * size.
 */

import type { SceneArtwork } from './artwork.ts'
import { centredWord } from './letters.ts'
import type { Piece } from './piece.ts'
import type { PictureLocale, Title } from './words.ts'

/** In CSS pixels of a tile 300 wide. */
const width = 270
const height = 100

/** A piece is drawn on a square board of 512 units, here as wide as the picture. */
const board = 512
const floor = board / 2 + (height / 2) * (board / width)

/**
 * Units of the board, for one of two lines; `foot` is the space below the lowest baseline. Vietnamese has marks above and
 * below its capitals.
 */
const faces = {
  ko: { size: 82, pitch: 84, foot: 22 },
  jp: { size: 82, pitch: 84, foot: 22 },
  cn: { size: 82, pitch: 84, foot: 22 },
  en: { size: 72, pitch: 66, foot: 12 },
  vn: { size: 64, pitch: 82, foot: 24 },
} as const satisfies Record<PictureLocale, { size: number; pitch: number; foot: number }>

/** The size of a line that stands alone. */
const sizeAlone = 100

/** The lettering of a machine in a language; its lowest line stands at the lower edge. */
export function letteringPicture(code: string, title: Title, locale: PictureLocale): SceneArtwork {
  const { size, pitch, foot } = faces[locale]
  const lines = title[locale]
  const shapes = lines.map((line, i) =>
    centredWord(line, locale, {
      x: board / 2,
      y: floor - foot - (lines.length - 1 - i) * pitch,
      size: lines.length === 1 ? sizeAlone : size,
      most: 492,
      spacing: 1,
    }),
  )
  return {
    kind: 'scene',
    name: `lettering/${code}-${locale}`,
    width,
    height,
    density: 1.4,
    format: 'webp',
    quality: 56,
    maxBytes: 8_400,
    layers: [{ kind: 'piece', piece: gilt(shapes), x: width / 2, y: height / 2, edge: width }],
  }
}

function gilt(shapes: readonly string[]): Piece {
  return shapes.map((shape) => ({
    kind: 'carved',
    shape,
    body: 'gold',
    bevel: 9,
    swell: 6,
    chisel: true,
    soften: 0.8,
    exposure: 0.12,
    shadow: 0,
  }))
}
