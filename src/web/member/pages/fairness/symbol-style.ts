import type { ArtAtlas } from '#domain/art-manifest.ts'
import type { CSSProperties } from 'react'

/** A symbol that fills its element, cut from its atlas, with its word over it where it has one. */
export function symbolStyle(id: string, symbols: ArtAtlas, words: ArtAtlas | undefined): CSSProperties {
  const layers = [words && layerOf(words, `${id}-word`), layerOf(symbols, id)].filter((layer) => layer !== undefined)
  const all = (part: 'image' | 'size' | 'position') => layers.map((layer) => layer[part]).join(', ')
  return { backgroundImage: all('image'), backgroundSize: all('size'), backgroundPosition: all('position') }
}

/** A frame as a background. Positions are percentages of what is left beside it. */
function layerOf(atlas: ArtAtlas, id: string): { image: string; size: string; position: string } | undefined {
  const frame = atlas.frames[id]
  if (frame === undefined) return undefined
  const [x, y, width, height] = frame
  const frames = Object.values(atlas.frames)
  const sheetWidth = Math.max(...frames.map(([left, , wide]) => left + wide))
  const sheetHeight = Math.max(...frames.map(([, top, , high]) => top + high))
  const share = (at: number, left: number) => (left === 0 ? 0 : (at / left) * 100)
  return {
    image: `url(${atlas.url})`,
    size: `${(sheetWidth / width) * 100}% ${(sheetHeight / height) * 100}%`,
    position: `${share(x, sheetWidth - width)}% ${share(y, sheetHeight - height)}%`,
  }
}
