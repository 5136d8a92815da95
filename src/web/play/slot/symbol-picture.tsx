import type { ReactNode } from 'react'
import type { ArtAtlas } from '#domain/art-manifest.ts'

/** One picture of an atlas outside the stage, cut with CSS. `size` in CSS pixels; without it, as wide as its place. */
export function SymbolPicture({ atlas, id, size }: { atlas: ArtAtlas; id: string; size?: number }): ReactNode {
  const frame = atlas.frames[id]
  if (!frame) return null
  const [x, y, width, height] = frame
  const frames = Object.values(atlas.frames)
  const sheetWidth = Math.max(...frames.map(([left, , wide]) => left + wide))
  const sheetHeight = Math.max(...frames.map(([, top, , high]) => top + high))
  // In shares of the picture: the place of a background counts in the room that the picture leaves.
  const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole)
  return (
    <span
      aria-hidden="true"
      style={{
        display: 'inline-block',
        flex: 'none',
        width: size ?? '100%',
        aspectRatio: '1',
        backgroundImage: `url(${atlas.url})`,
        backgroundPosition: `${share(x, sheetWidth - width)}% ${share(y, sheetHeight - height)}%`,
        backgroundSize: `${share(sheetWidth, width)}% ${share(sheetHeight, height)}%`,
      }}
    />
  )
}
