import { expect, test } from 'vitest'
import { repetitions } from '#test/length.ts'
import { wholeUnits } from '#domain/money.ts'
import { cipherStream } from '../../../scripts/math/chance.ts'
import { catalogue } from './catalogue.ts'
import { chancesOf } from './drawn-gain.ts'
import { drawFrom } from './draw.ts'
import { followRound, memberEvidence, mostMemberEvidence, type Followed } from './member-gain.ts'
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

/** The rounds after which a member is named who stakes so, from so many members in turn; Infinity within the rounds of one. */
function roundsUntilNamed(
  rounds: number,
  stakeOf: (multiple: number, index: number) => number,
  most = mostMemberEvidence,
): number[] {
  return Array.from({ length: Math.floor(multiples.length / rounds) }, (_, run) => {
    let followed: Followed | null = null
    for (const [index, multiple] of multiples.slice(run * rounds, (run + 1) * rounds).entries()) {
      followed = followRound(followed, { stake: stakeOf(multiple, index), multiple, chances })
      if (followed !== null && memberEvidence(followed) > most) return index + 1
    }
    return Infinity
  })
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
  expect(followRound(null, { stake: large, multiple: 0, chances })).toBe(null)
  const won = followRound(null, { stake: large, multiple: 20, chances })
  expect(won).not.toBe(null)
  expect(won && memberEvidence(won)).toBeGreaterThan(0)
})
