import { expect, test } from 'vitest'
import { cardOf } from '../table/cards.ts'
import { adviceOf, basicStrategy, strategyUpcards } from './basic-strategy.ts'
import type { BlackjackAction } from './events.ts'
import { blackjack } from './game.ts'
import { dealFrom, legalActions, step } from './round.ts'

/** What the table advises after these actions; cards as they are dealt: member, upcard, member, hole card, and what is drawn. */
function advice(text: string, ...actions: BlackjackAction[]): BlackjackAction | null {
  const state = actions.reduce(
    (before, action) => {
      const stepped = step(blackjack, before, action)
      if (stepped.kind === 'refused') throw new Error(stepped.reason)
      return stepped.state
    },
    dealFrom(text.split(' ').map(cardOf), blackjack),
  )
  return adviceOf(blackjack, state)
}

test.each<[rule: string, cards: string, actions: BlackjackAction[], advised: BlackjackAction | null]>([
  ['hits a hard total', 'TC 7D 6H TS', [], 'hit'],
  ['stands on a hard total', 'TC 6D 6H TS', [], 'stand'],
  ['doubles two cards', '6C 6D 5H TS', [], 'double'],
  ['hits where it would double, with three cards', '4C 6D 3H TS 4D', ['hit'], 'hit'],
  ['doubles a soft 18', 'AC 6D 7H TS', [], 'double'],
  ['stands where it would double a soft 18, with three cards', 'AC 6D 3H TS 4D', ['hit'], 'stand'],
  ['hits a soft 18 against a ten', 'AC TD 7H 7S', [], 'hit'],
  ['splits a pair', '8C TD 8H 7S', [], 'split'],
  ['splits aces', 'AC 9D AH 7S', [], 'split'],
  ['does not split tens', 'TC 6D KH TS', [], 'stand'],
  ['doubles a pair of fives', '5C 6D 5H TS', [], 'double'],
  ['never takes insurance, not even with a blackjack', 'AC AD KH 7S', [], 'decline'],
  [
    'plays a pair that cannot be split by its total',
    '8C 6D 8H TS 8D 8S 8C 8H 8D 8S',
    ['split', 'split', 'split'],
    'stand',
  ],
  ['says nothing when the round is over', 'AC 9D KH TS', [], null],
])('the basic strategy %s: %s', (_, cards, actions, advised) => {
  expect(advice(cards, ...actions)).toBe(advised)
})

test('the table has a letter for every hand and upcard, and advises what is possible', () => {
  const rows = [basicStrategy.hard, basicStrategy.soft, basicStrategy.pairs].flatMap((part) => Object.values(part))
  expect(rows).toHaveLength(17 + 8 + 10)
  expect(rows.filter((row) => !/^[HSPDd]{10}$/.test(row))).toEqual([])
  const hands = [...strategyUpcards].flatMap((upcard) =>
    [...strategyUpcards].flatMap((one) => [...strategyUpcards].map((other) => `${one}C ${upcard}D ${other}H 7S`)),
  )
  const impossible = hands.filter((hand) => {
    const state = dealFrom([...hand.split(' ').map(cardOf), ...Array<number>(20).fill(9)], blackjack)
    const possible = legalActions(blackjack, state).map(({ action }) => action)
    const advised = adviceOf(blackjack, state)
    return advised === null ? possible.length > 0 : !possible.includes(advised)
  })
  expect(impossible).toEqual([])
})
