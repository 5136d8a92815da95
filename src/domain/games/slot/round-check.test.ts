import { expect, test } from 'vitest'
import type { RoundEvent } from '#domain/games/round.ts'
import { everyRound } from '#test/every-round.ts'
import { sampleSlot } from '#test/sample-slots.ts'
import { roundFault } from './round-check.ts'

/** A round that free spins with a scatter and wins made. */
const game = sampleSlot('free-spins')
const round = everyRoundOf(game).find(({ events }) => {
  const types = events.map(({ type }) => type)
  return types.includes('wins') && types.includes('featureEnd')
})
const events: RoundEvent[] = round?.events ?? []
const units = round?.tally.total ?? 0

function everyRoundOf(of: typeof game) {
  return [...everyRound(of)]
}

/** The events with one of a type changed. */
function changed<Type extends RoundEvent['type']>(type: Type, change: Partial<Extract<RoundEvent, { type: Type }>>) {
  const at = events.findIndex((event) => event.type === type)
  return events.map((event, index) => (index === at ? ({ ...event, ...change } as RoundEvent) : event))
}

test('a round as played may be booked', () => {
  expect(events.length).toBeGreaterThan(5)
  expect(roundFault(game, units, events)).toBeNull()
})

const hostile: [string, number, RoundEvent[], RegExp][] = [
  ['pays more than its events', units + 1, events, /pays/],
  ['answers a fraction', units + 0.5, changed('totalWin', { pay: units + 0.5 }), /number/],
  ['answers a number beyond 2^53', 2 ** 60, changed('totalWin', { pay: 2 ** 60 }), /number/],
  ['answers less than nothing', -1, changed('totalWin', { pay: -1 }), /number/],
  ['has wins that do not add up', units, changed('wins', { pay: 1 }), /its wins/],
  ['loses a part of the total', units, changed('wins', { total: 0 }), /total/],
  ['ends without a total', units, events.slice(0, -1), /no last total/],
  ['does not end its feature', units, events.filter(({ type }) => type !== 'featureEnd'), /did not end/],
  ['steps in no feature', units, events.filter(({ type }) => type !== 'featureStart'), /outside/],
  ['has no events', 0, [], /no last total/],
]
test.each(hostile)('a round that %s is refused', (_, paid, made, reason) => {
  expect(roundFault(game, paid, made)).toMatch(reason)
})

test('a round above the cap is refused, and so is one that goes on after it', () => {
  const low = { ...game, maxWinTimesStake: 1 }
  expect(roundFault(low, units, events)).toMatch(/cap|total/)
  const capped = everyRoundOf(sampleSlot('capped-free-spins')).find(({ tally }) => tally.isCapped)
  const made = capped?.events ?? []
  const paid = capped?.tally.total ?? 0
  expect(roundFault(sampleSlot('capped-free-spins'), paid, made)).toBeNull()
  const after = made.flatMap((event) => (event.type === 'maxWin' ? [event, ...events.slice(0, 1)] : [event]))
  expect(roundFault(sampleSlot('capped-free-spins'), paid, after)).toMatch(/follows the cap/)
  const silent = made.filter(({ type }) => type !== 'maxWin')
  expect(roundFault(sampleSlot('capped-free-spins'), paid, silent)).toMatch(/says so/)
})

test('a sum beyond 2^53 is refused even where the cap cuts it, because its digits are lost', () => {
  const most = Number.MAX_SAFE_INTEGER
  const high = { ...game, unitsPerStake: 2 ** 31 - 1, maxWinTimesStake: 2 ** 22 }
  const cap = high.unitsPerStake * high.maxWinTimesStake
  const win = (pay: number, total: number): RoundEvent => ({
    type: 'wins',
    wins: [{ symbol: 0, count: 3, line: 0, positions: [0, 2, 4], pay }],
    multiplier: 1,
    pay,
    total,
  })
  const made = (pay: number): RoundEvent[] => [
    win(1000, 1000),
    win(pay, cap),
    { type: 'maxWin', cut: 1000 + pay - cap, total: cap },
    { type: 'totalWin', pay: cap },
  ]
  expect(roundFault(high, cap, made(most - 1000))).toBeNull()
  expect(roundFault(high, cap, made(most - 999))).toMatch(/beyond exact numbers/)
})
