/** Every picture, in the order of the manifest. */

import type { Artwork } from './artwork.ts'
import { brandArt } from './brand.ts'
import { scenes } from './scenes.ts'
import { slotTiles } from './slot-tiles.ts'
import { goldenTigerSymbols } from './symbols.ts'
import { tiles } from './tiles.ts'

export const catalogue: readonly Artwork[] = [
  { kind: 'atlas', name: 'atlas/golden-tiger', size: 256, columns: 4, quality: 86, frames: goldenTigerSymbols },
  ...tiles,
  ...slotTiles,
  ...scenes,
  ...brandArt,
]
