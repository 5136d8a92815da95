import { expect, test } from 'vitest'
import { repetitions } from '#test/length.ts'
import { wholeUnits } from '#domain/money.ts'
import { fastTable } from '../../../scripts/math/blackjack/fast-table.ts'
import { cipherStream } from '../../../scripts/math/chance.ts'
import { catalogue } from './catalogue.ts'
import { chancesOf } from './drawn-gain.ts'
import { drawFrom } from './draw.ts'
import { basicStrategy, type StrategyTable } from './blackjack/basic-strategy.ts'
import { blackjack } from './blackjack/game.ts'
import {
  followRound,
  memberEvidence,
  mostMemberEvidence,
  seatRound,
  slotRound,
  tableRound,
  type BookedRound,
  type Followed,
} from './member-gain.ts'
import { play } from './slot/play.ts'

const [entry] = catalogue
const { game } = entry
const small = Number(wholeUnits(game.stakes[0] ?? 0))
const large = Number(wholeUnits(game.stakes.at(-1) ?? 0))
const chances = chancesOf(entry)
const multiples = (() => {
  const draw = drawFrom(cipherStream('member gain'))
  const stake = wholeUnits(game.stakes[0] ?? 0)
  return Array.from({ length: repetitions(40_000, 400_000) }, () => Number(play(game, draw, { stake }).pay) / small)
})()

/** The rounds after which a member is named, of so many members with as many rounds each; Infinity within the rounds of one. */
function namedAfter(rounds: number, booked: readonly BookedRound[], most = mostMemberEvidence): number[] {
  return Array.from({ length: Math.floor(booked.length / rounds) }, (_, run) => {
    let followed: Followed | null = null
    for (const [index, round] of booked.slice(run * rounds, (run + 1) * rounds).entries()) {
      followed = followRound(followed, round)
      if (followed !== null && memberEvidence(followed) > most) return index + 1
    }
    return Infinity
  })
}

/** The same of members at a slot who stake so. */
function roundsUntilNamed(
  rounds: number,
  stakeOf: (multiple: number, index: number) => number,
  most = mostMemberEvidence,
): number[] {
  const booked = multiples.map((multiple, place) =>
    slotRound({ stake: stakeOf(multiple, place % rounds), multiple, chances }),
  )
  return namedAfter(rounds, booked, most)
}

const median = (of: number[]): number => of.toSorted((one, other) => one - other)[of.length >> 1] ?? 0

test('who stakes much on the rounds that pay is named after some hundred rounds, in the midst of honest ones too', () => {
  const knows = (multiple: number) => (multiple > 1 ? large : small)
  expect(median(roundsUntilNamed(400, knows))).toBeLessThan(150)
  expect(median(roundsUntilNamed(1_000, (multiple, index) => (index < 500 ? small : knows(multiple))))).toBeLessThan(
    650,
  )
  // Who also stakes much on a tenth of the others.
  const mixed = (multiple: number, index: number) => (multiple > 1 || index % 10 === 0 ? large : small)
  expect(median(roundsUntilNamed(1_000, mixed))).toBeLessThan(500)
})

test('who does not know results is not named, whatever stakes follow which results', () => {
  let last = 0
  const blind = [
    () => large,
    (_: number, index: number) => (index % 7 === 0 ? large : small),
    // By the result before.
    (multiple: number) => {
      const stake = last > 0 ? small : large
      last = multiple
      return stake
    },
  ]
  for (const stakeOf of blind) {
    expect(roundsUntilNamed(1_000, stakeOf).every((rounds) => rounds === Infinity)).toBe(true)
    // A lower figure is exceeded at most as often as the bound says: after 100 rounds, 1 000 by one in ten members.
    const named = roundsUntilNamed(100, stakeOf, 3).filter((rounds) => rounds !== Infinity)
    expect(named.length / Math.floor(multiples.length / 100)).toBeLessThan(0.1)
  }
})

test('nothing is kept of a member whose bets have all lost', () => {
  expect(followRound(null, slotRound({ stake: large, multiple: 0, chances }))).toBe(null)
  const won = followRound(null, slotRound({ stake: large, multiple: 20, chances }))
  expect(won).not.toBe(null)
  expect(won && memberEvidence(won)).toBeGreaterThan(0)
})

/** Rounds of blackjack in units, played by a table of decisions. */
function playedRounds(strategy: StrategyTable, name: string): { net: number; staked: number }[] {
  const draw = drawFrom(cipherStream(name))
  const play = fastTable(blackjack, strategy)
  return Array.from({ length: repetitions(20_000, 400_000) }, () => {
    const { net, staked } = play(() => Math.min(10, 1 + draw(13)))
    return { net, staked }
  })
}

const seatRoundOf = ({ net, staked }: { net: number; staked: number }, stake: number): BookedRound => {
  const unit = stake / blackjack.unitsPerStake
  return seatRound(blackjack, { stake, staked: staked * unit, returned: (staked + net) * unit })
}

test('who knows the cards of rounds with decisions is named after some hundred rounds, and who does not is not', () => {
  const rounds = playedRounds(basicStrategy, 'blackjack gain')
  const knows = rounds.map((round) => seatRoundOf(round, round.net > 0 ? large : small))
  expect(median(namedAfter(400, knows))).toBeLessThan(150)
  const bold = {
    ...basicStrategy,
    hard: Object.fromEntries(Object.keys(basicStrategy.hard).map((total) => [total, 'DDDDDDDDDD'])),
  }
  for (const strategy of [basicStrategy, bold]) {
    const blind = playedRounds(strategy, 'blind')
    for (const stakeOf of [() => large, (place: number) => ((blind[place - 1]?.net ?? 0) > 0 ? large : small)]) {
      const booked = blind.map((round, place) => seatRoundOf(round, stakeOf(place)))
      expect(namedAfter(1_000, booked).every((after) => after === Infinity)).toBe(true)
      const named = namedAfter(100, booked, 3).filter((after) => after !== Infinity)
      expect(named.length / Math.floor(booked.length / 100)).toBeLessThan(0.1)
    }
  }
})

test('who knows the numbers of a table is named after some hundred rounds, and who covers nearly all of them is not', () => {
  const draw = drawFrom(cipherStream('table gain'))
  const numbers = Array.from({ length: repetitions(20_000, 400_000) }, () => draw(37))
  // An even chance of roulette.
  const even = (number: number, staked: number) => tableRound({ staked, returned: number % 2 === 1 ? 2 * staked : 0 })
  expect(
    median(
      namedAfter(
        400,
        numbers.map((number) => even(number, number % 2 === 1 ? large : small)),
      ),
    ),
  ).toBeLessThan(150)
  const blind = [
    numbers.map((number) => even(number, large)),
    numbers.map((number) => tableRound({ staked: 35 * small, returned: number < 35 ? 36 * small : 0 })),
    numbers.map((number, place) => even(number, place % 7 === 0 ? large : small)),
  ]
  for (const booked of blind) {
    expect(namedAfter(1_000, booked).every((after) => after === Infinity)).toBe(true)
    const named = namedAfter(100, booked, 3).filter((after) => after !== Infinity)
    expect(named.length / Math.floor(booked.length / 100)).toBeLessThan(0.1)
  }
})
