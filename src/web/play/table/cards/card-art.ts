import type { ArtManifest } from '#domain/art-manifest.ts'
import { deckOf, type Deck } from './card-painter.ts'
import type { Hand } from './hand-painter.ts'

/** What a stage with cards paints with. */
export type CardArt = { deck: Deck; hand: Hand }

/** Loads the pictures of cards and of the dealer's hand. Rejects when one cannot be loaded. */
export async function loadCardArt(manifest: ArtManifest): Promise<CardArt> {
  const load = async (name: 'table/cards' | 'table/hand'): Promise<ImageBitmap> => {
    const url = manifest[name] ?? ''
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
    return createImageBitmap(await response.blob())
  }
  const [cards, hand] = await Promise.all([load('table/cards'), load('table/hand')])
  return { deck: deckOf(cards), hand: { picture: hand } }
}
