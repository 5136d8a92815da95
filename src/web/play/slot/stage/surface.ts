import type { EdgeSparks } from './edge-sparks.ts'
import type { StageLayout } from './layout.ts'
import type { ReelsPainter } from './reels-painter.ts'
import type { SymbolBitmaps } from './symbol-bitmaps.ts'
import type { SymbolFilms } from './symbol-films.ts'
import type { WinsPainter } from './wins-painter.ts'

/** The painters and bitmaps for the current size; replaced as a whole when the size changes. */
export type Surface = {
  layout: StageLayout
  reels: ReelsPainter
  wins: WinsPainter
  sparks: EdgeSparks
  bitmaps: SymbolBitmaps
  /** Null until the layers of the symbols are loaded, and with reduced motion. */
  films: SymbolFilms | null
  /** Device pixels per CSS pixel. */
  scale: number
}
