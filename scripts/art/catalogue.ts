/** Every picture, in the order of the manifest. */

import type { Artwork } from './artwork.ts'
import { banners } from './banners.ts'
import { brandArt } from './brand.ts'
import { diceFaces, domeCoverArt, domeGlass, domeScene } from './dice-dome.ts'
import { machineArtworks } from './machine.ts'
import { deck } from './playing-cards.ts'
import { chips, dealerHand } from './table-pieces.ts'
import { tableScenes } from './table-scene.ts'
import { tiles } from './tiles.ts'

export const catalogue: readonly Artwork[] = [
  ...machineArtworks,
  ...tiles,
  ...banners,
  ...brandArt,
  ...tableScenes,
  deck,
  dealerHand,
  chips,
  domeScene,
  domeGlass,
  domeCoverArt,
  diceFaces,
]
