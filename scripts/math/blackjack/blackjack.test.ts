import { expect, test } from 'vitest'
import { adviceOf, basicStrategy } from '#domain/games/blackjack/basic-strategy.ts'
import { valueOf } from '#domain/games/blackjack/cards.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { dealFrom, settlementOf, step } from '#domain/games/blackjack/round.ts'
import { drawFrom } from '#domain/games/draw.ts'
import { shuffledShoe, type Shoe } from '#domain/games/table/shoe.ts'
import { cipherStream } from '../chance.ts'
import { fastTable } from './fast-table.ts'

test('the engine of the simulation plays every round like the engine of the members, card for card', () => {
  const draw = drawFrom(cipherStream('two engines'))
  const play = fastTable(blackjack, basicStrategy)
  const seen = new Map<string, number>()
  for (let round = 0; round < 2000; round++) {
    const shoe = shuffledShoe(draw, blackjack.decks)
    // Three of four rounds begin with a pair, and some draw more of the same, so that splits to four hands come often.
    const cards = withEqual(shoe, [[], [2], [2, 4], [2, 4, 5]][round % 4] ?? [])
    let place = 0
    const fast = play(() => valueOf(cards[place++] ?? 0))
    let state = dealFrom(cards, blackjack)
    for (let action = adviceOf(blackjack, state); action !== null; action = adviceOf(blackjack, state)) {
      const stepped = step(blackjack, state, action)
      if (stepped.kind === 'refused') throw new Error(`${action} was refused: ${stepped.reason}.`)
      state = stepped.state
    }
    const result = settlementOf(state)
    const hands = result?.hands.length ?? 0
    expect({ ...fast, next: place }).toEqual({
      net: (result?.returned ?? 0) - (result?.staked ?? 0),
      staked: result?.staked,
      hasSplit: hands > 1,
      upcard: valueOf(cards[1] ?? 0),
      // A fast round with a blackjack looks at no more cards either.
      next: state.next,
    })
    const kind = `${hands} hands of ${valueOf(cards[0] ?? 0) === 1 ? 'aces' : 'others'}`
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
  }
  const often = ['2 hands of aces', '2 hands of others', '3 hands of others', '4 hands of others']
  expect(often.filter((kind) => (seen.get(kind) ?? 0) < 10)).toEqual([])
  expect([...seen.keys()]).not.toContain('3 hands of aces')
})

/** The shoe with cards that count what the first one does at these places, exchanged with others. */
function withEqual(shoe: Shoe, places: readonly number[]): Shoe {
  return places.reduce((cards, place) => {
    const from = cards.findIndex((card, other) => other > 5 && valueOf(card) === valueOf(cards[0] ?? 0))
    return cards.with(place, cards[from] ?? 0).with(from, cards[place] ?? 0)
  }, shoe)
}
