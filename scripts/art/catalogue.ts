/** Every picture, in the order of the manifest. */

import type { Artwork } from './artwork.ts'
import { banners } from './banners.ts'
import { brandArt } from './brand.ts'
import { diceFaces, domeCoverArt, domeGlass, domeScene } from './dice-dome.ts'
import { machineArtworks } from './machine.ts'
import { deck } from './playing-cards.ts'
import { raceRunners } from './race-runners.ts'
import { raceScenes } from './race-scene.ts'
import { chips, dealerHand } from './table-pieces.ts'
import { tableScenes } from './table-scene.ts'
import { tiles } from './tiles.ts'
import { wheelArtworks, type WheelArtwork } from './wheel-artwork.ts'
import { placePicture, rotorPicture } from './wheel-pieces.ts'

/** A picture of the engine that most share, or one of the wheel. */
export type AnyArtwork = Artwork | WheelArtwork

export const catalogue: readonly AnyArtwork[] = [
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
  ...wheelArtworks,
  placePicture,
  rotorPicture,
  ...raceScenes,
  ...raceRunners,
]
