import { expect, test } from 'vitest'
import { dragonTiger } from '#domain/games/table/dragon-tiger/game.ts'
import { cardOf } from '#domain/games/table/cards.ts'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { bankerWins, ownOf, sessionOf, tie } from '#test/table-samples.ts'
import { confirmedStakes, mostPlacements, placementFault, shownStakes, spotEnds, sumOf } from './stakes.ts'

const { limits } = sessionOf()
const known = { placed: confirmedStakes(null), balance: wholeUnits(100_000), placements: 0 }
const fault = (spot: string, units: number, change: Partial<typeof known> = {}) =>
  placementFault(baccarat, limits, { ...known, ...change }, [{ spot, stake: wholeUnits(units) }])

test('stakes on a spot are one sum of what was confirmed and what is on its way', () => {
  const own = ownOf(['banker', '5000'], ['banker', '1000'], ['tie', '1000'])
  const waiting = {
    requestId: 'x',
    roundId: 'r',
    spots: [{ spot: 'banker', stake: wholeUnits(4000) }],
    isUnknown: false,
  }
  const stakes = shownStakes({ own, pending: [waiting], undoing: [] })
  expect([...stakes]).toEqual([
    ['banker', wholeUnits(10_000)],
    ['tie', wholeUnits(1000)],
  ])
  expect(sumOf(stakes)).toBe(wholeUnits(11_000))
})

test('a placement is checked against chips, limits, balance and the number of placements before it is sent', () => {
  expect(fault('banker', 1000)).toBeNull()
  expect(fault('banker', 1010)).toEqual({ kind: 'chip', chip: wholeUnits(20) })
  expect(fault('banker', 500)).toEqual({ kind: 'least', least: wholeUnits(1000) })
  expect(fault('banker', 500, { placed: confirmedStakes(ownOf(['banker', '1000'])) })).toBeNull()
  expect(fault('tie', 50_000, { placed: confirmedStakes(ownOf(['tie', '50000'])) })).toEqual({
    kind: 'table',
    spot: 'tie',
    room: wholeUnits(10_000),
  })
  expect(fault('nowhere', 1000)).toEqual({ kind: 'table', spot: 'nowhere', room: 0n })
  expect(fault('banker', 200_000)).toEqual({ kind: 'balance' })
  expect(fault('banker', 1000, { placements: mostPlacements })).toEqual({ kind: 'many' })
})

test('a spot is marked as won when it returns more than its stake, and as given back when it returns the stake or a part of it', () => {
  expect([...spotEnds(baccarat, bankerWins)]).toEqual([['banker', 'won']])
  expect([...spotEnds(baccarat, tie)]).toEqual([
    ['banker', 'back'],
    ['player', 'back'],
    ['tie', 'won'],
  ])
  const pair = { kind: 'dragon-tiger', dragon: cardOf('5C'), tiger: cardOf('5D') } as const
  expect([...spotEnds(dragonTiger, pair)]).toEqual([
    ['dragon', 'part'],
    ['tiger', 'part'],
    ['tie', 'won'],
  ])
})
