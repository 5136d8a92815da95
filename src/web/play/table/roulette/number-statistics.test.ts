import { expect, test } from 'vitest'
import type { WireTableRound } from '#contract/table.ts'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { pockets } from '#domain/games/table/roulette/wheel.ts'
import { groupCounts, lastNumbers, numberCounts } from './number-statistics.ts'

const roundOf = (number: number, state: WireTableRound['state'], pocket: number | null): WireTableRound => ({
  roundId: String(number),
  number,
  state,
  opensAt: '',
  closesAt: '',
  outcome: pocket === null ? null : { kind: 'roulette', pocket },
  voidReason: null,
})

test('the newest number comes first, and a round that is void or not settled has none', () => {
  const rounds = [roundOf(1, 'settled', 7), roundOf(2, 'void', null), roundOf(3, 'settled', 0), roundOf(4, 'dealt', 5)]
  expect(lastNumbers(rounds)).toEqual([0, 7])
})

test('each group has the pockets of its bet, and the zero is in no other group', () => {
  for (const { group, count, pockets: size } of groupCounts(pockets)) {
    const spot = roulette.spots.find(({ code }) => code === group)
    const covered = spot?.pays.flatMap(({ when }) => when).length ?? 1
    expect([group, count, size]).toEqual([group, covered, covered])
    expect(groupCounts([0]).find((one) => one.group === group)?.count).toBe(group === 'zero' ? 1 : 0)
  }
})

test('counts of numbers add up to the rounds', () => {
  const counts = numberCounts([17, 17, 0, 36])
  expect([counts[17], counts[0], counts[36], counts[1]]).toEqual([2, 1, 1, 0])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4)
})
