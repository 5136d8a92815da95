import type { ReactNode } from 'react'
import type { ArtAtlas } from '#domain/art-manifest.ts'

/** One symbol of a game outside the stage, cut from its atlas with CSS. `size` in CSS pixels. */
export function SymbolPicture({ atlas, id, size }: { atlas: ArtAtlas; id: string; size: number }): ReactNode {
  const frame = atlas.frames[id]
  if (!frame) return null
  const [x, y, width] = frame
  const scale = size / width
  const edges = Object.values(atlas.frames).map(([left, top, wide, high]) => ({
    right: left + wide,
    bottom: top + high,
  }))
  const sheetWidth = Math.max(...edges.map((edge) => edge.right))
  const sheetHeight = Math.max(...edges.map((edge) => edge.bottom))
  return (
    <span
      aria-hidden="true"
      style={{
        display: 'inline-block',
        flex: 'none',
        width: size,
        height: size,
        backgroundImage: `url(${atlas.url})`,
        backgroundPosition: `${-x * scale}px ${-y * scale}px`,
        backgroundSize: `${sheetWidth * scale}px ${sheetHeight * scale}px`,
      }}
    />
  )
}
