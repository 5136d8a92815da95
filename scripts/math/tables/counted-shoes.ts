import { drawFrom } from '#domain/games/draw.ts'
import { cardsInDeck, rankOf } from '#domain/games/table/cards.ts'
import { dealRound, mayBegin, shuffledShoe } from '#domain/games/table/shoe.ts'
import { returnedBy, type ShoeGame, type Spot } from '#domain/games/table/table-game.ts'
import { cipherStream } from '../chance.ts'

/**
 * What a member gains who counts every card, with the bets that two cards alone decide: the pairs and both ties of Dragon Tiger. From the cards that are
 * left, the mean of such a bet is exact; it is above the price when few of them are of different ranks.
 */

/** By which the two cards must be the same. */
const alike: Readonly<Record<string, 'rank' | 'card'>> = {
  tie: 'rank',
  'suited-tie': 'card',
  'player-pair': 'rank',
  'banker-pair': 'rank',
}

/** Of one bet, over all shoes: how many rounds it was above its price, by how many stakes in all, and in the best of them. */
export type CountedBet = { spot: string; above: number; gained: number; most: number }
export type CountedShoes = { shoes: number; rounds: number; bets: CountedBet[] }

/** The bets of a game that are counted; in Baccarat a tie needs more than two cards. */
export function countedSpots({ kind, spots }: ShoeGame): Spot[] {
  return spots.filter(({ code }) => code in alike && !(kind === 'baccarat' && code === 'tie'))
}

/** Deals random shoes to the cut card, and counts every card that was shown. */
export function countShoes(game: ShoeGame, shoes: number, seed: string): CountedShoes {
  const draw = drawFrom(cipherStream(`counted ${game.code} ${seed}`))
  const spots = countedSpots(game)
  const bets = spots.map(({ code }) => ({ spot: code, above: 0, gained: 0, most: 0 }))
  let rounds = 0
  for (let done = 0; done < shoes; done += 1) {
    const shoe = shuffledShoe(draw, game.decks)
    for (let place = 0; mayBegin(game, place);) {
      rounds += 1
      const left = shoe.slice(place)
      spots.forEach((spot, index) => {
        const [gain, bet] = [gainOf(spot, left), bets[index]]
        if (bet === undefined || gain <= 0) return
        bet.above += 1
        bet.gained += gain
        bet.most = Math.max(bet.most, gain)
      })
      place = dealRound(game, shoe, place).next
    }
  }
  return { shoes, rounds, bets }
}

/** The mean gain of a bet in stakes, from the cards that are left in the shoe; below 0 as a rule. */
export function gainOf(spot: Spot, left: readonly number[]): number {
  const counts = Array.from({ length: cardsInDeck }, () => 0)
  const keyOf = (card: number): number => (alike[spot.code] === 'rank' ? rankOf(card) - 1 : card)
  for (const card of left) counts[keyOf(card)] = (counts[keyOf(card)] ?? 0) + 1
  const ways = counts.reduce((sum, count) => sum + count * (count - 1), 0)
  const [returned, denominator] = returnedBy(spot, new Set([spot.code]))
  return (returned / denominator) * (ways / (left.length * (left.length - 1))) - 1
}

/** A line for each bet. */
export function countedText({ shoes, rounds, bets }: CountedShoes): string {
  const lines = bets.map(({ spot, above, gained, most }) =>
    [
      `${spot}: above its price in ${((100 * above) / rounds).toFixed(2)} % of the rounds`,
      `${((100 * gained) / Math.max(above, 1)).toFixed(1)} % there in the mean, ${(100 * most).toFixed(0)} % at most`,
      `${(gained / shoes).toFixed(3)} stakes a shoe`,
    ].join('; '),
  )
  return [`${shoes} shoes of ${(rounds / shoes).toFixed(1)} rounds`, ...lines].join('\n')
}
