import type { Draw } from '../draw.ts'
import { dealBaccarat } from './baccarat/hands.ts'
import { cardsInDeck, type Card } from './cards.ts'
import { dealDragonTiger } from './dragon-tiger/marks.ts'
import type { BaccaratOutcome, DragonTigerOutcome } from './outcome.ts'
import type { ShoeGame } from './table-game.ts'

/** The cards of a shoe in the order in which they are dealt. */
export type Shoe = readonly Card[]

/**
 * Shuffles `decks` decks by Fisher-Yates. The order before is 0 to 51, again for each deck; then, for each place from the
 * last to the second, one draw below its number counted from 1 names the place whose card it exchanges with.
 */
export function shuffledShoe(draw: Draw, decks: number): Shoe {
  const cards = Array.from({ length: decks * cardsInDeck }, (_, place) => place % cardsInDeck)
  for (let place = cards.length - 1; place > 0; place--) {
    const other = draw(place + 1)
    const card = cards[place] ?? 0
    cards[place] = cards[other] ?? 0
    cards[other] = card
  }
  return cards
}

/** Whether a round may begin with the card at `place`, the number of cards dealt before: the cut card is not reached. */
export function mayBegin({ decks, behindCut }: ShoeGame, place: number): boolean {
  return place < decks * cardsInDeck - behindCut
}

/**
 * Deals one round from the card at `place` on; `next` is the place after its last card. Throws RangeError when the shoe has
 * no card left, which never happens to a round that may begin.
 */
export function dealRound(
  { kind }: ShoeGame,
  shoe: Shoe,
  place: number,
): { outcome: BaccaratOutcome | DragonTigerOutcome; next: number } {
  let next = place
  const nextCard = (): Card => {
    const card = shoe[next]
    if (card === undefined) throw new RangeError(`The shoe has no card ${next}.`)
    next += 1
    return card
  }
  const outcome = kind === 'baccarat' ? dealBaccarat(nextCard) : dealDragonTiger(nextCard)
  return { outcome, next }
}

/** Every round of a shoe up to the cut card. */
export function roundsOfShoe(game: ShoeGame, shoe: Shoe): (BaccaratOutcome | DragonTigerOutcome)[] {
  const rounds: (BaccaratOutcome | DragonTigerOutcome)[] = []
  for (let place = 0; mayBegin(game, place);) {
    const { outcome, next } = dealRound(game, shoe, place)
    rounds.push(outcome)
    place = next
  }
  return rounds
}
