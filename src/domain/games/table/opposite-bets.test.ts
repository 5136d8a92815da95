import { expect, test } from 'vitest'
import { areOpposite, betOpposite } from './opposite-bets.ts'
import { tables } from './tables.ts'

/** The opposite pairs of each game, by hand. */
const expected: Record<string, string[]> = {
  baccarat: ['banker player'],
  'speed-baccarat': ['banker player'],
  'no-commission-baccarat': ['banker player'],
  'dragon-tiger': ['dragon tiger'],
  roulette: ['black red', 'even odd', 'high low'],
  'sic-bo': ['big small', 'even odd'],
  // No bet on a race pays even money on both sides.
  'virtual-horses': [],
  'virtual-hounds': [],
}

test.each(tables.map(({ game }) => [game.code, game] as const))(
  'the opposite spots of %s are the two sides of its even-money bets',
  (code, game) => {
    const even = game.spots.filter(({ pays }) => pays.every(({ returns: [up, down] }) => up <= 2 * down))
    const pairs = even.flatMap((one) =>
      even.flatMap((other) =>
        one.code < other.code && areOpposite(game, one, other) ? [`${one.code} ${other.code}`] : [],
      ),
    )
    expect(pairs.toSorted()).toEqual(expected[code])
  },
)

test('two members bet against each other when one has a side and the other its opposite', () => {
  const [{ game }] = tables as [(typeof tables)[number]]
  expect(betOpposite(game, ['banker', 'tie'], ['player'])).toBe(true)
  expect(betOpposite(game, ['banker'], ['banker', 'tie'])).toBe(false)
  expect(betOpposite(game, ['player-pair'], ['banker'])).toBe(false)
})
