import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { chancesOf, drawnGainOf, mostEvidence, type Forgone } from './drawn-gain.ts'
import { drawFrom } from './draw.ts'
import { play } from './slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { repetitions } from '#test/length.ts'
import { cipherStream } from '../../../scripts/math/chance.ts'

const [entry] = catalogue
const { game } = entry
const stake = wholeUnits(game.stakes[0] ?? 0)
const small = Number(stake)
const large = Number(wholeUnits(game.stakes.at(-1) ?? 0))
const chances = chancesOf(entry)
const multiples = (() => {
  const draw = drawFrom(cipherStream('drawn gain'))
  return Array.from({ length: 20_000 }, () => Number(play(game, draw, { stake }).pay) / small)
})()
/** A number that was drawn for one stake and booked at another. */
const again = (multiple: number, drawn: number, booked: number): Forgone => ({
  drawn,
  booked,
  multiple,
  jackpot: 0,
  chances,
})
/** Runs of so many numbers each, by what a member does who knows the multiples. */
const runs = (length: number, choose: (multiple: number, index: number) => Forgone): Forgone[][] =>
  Array.from({ length: Math.floor(multiples.length / length) }, (_, run) =>
    multiples.slice(run * length, (run + 1) * length).map(choose),
  )
const named = (of: Forgone[][]): number => of.filter((one) => drawnGainOf(one).isOff).length / of.length

test('who stakes much on what pays is named after some 70 numbers, and nearly always after 200', () => {
  const onWins = (multiple: number) => again(multiple, small, multiple > 0.97 ? large : small)
  expect(named(runs(70, onWins))).toBeGreaterThan(0.6)
  expect(named(runs(200, onWins))).toBeGreaterThan(0.95)
})

test('who forgoes known losses, or stakes little on them, is named too, though no win left an act', () => {
  const lost = multiples.filter((multiple) => multiple === 0).slice(0, 200)
  expect(drawnGainOf(lost.map((multiple) => again(multiple, large, small))).isOff).toBe(true)
  expect(drawnGainOf(lost.map((multiple) => again(multiple, large, 0))).isOff).toBe(true)
})

test('a gain is not hidden behind wins that were forgone, nor behind small stakes that were lost', () => {
  const wins = multiples.filter((multiple) => multiple > 1).slice(0, 12)
  const taken = wins.map((multiple) => again(multiple, small, large))
  expect(drawnGainOf(taken).isOff).toBe(true)
  const forgone = wins.flatMap((multiple) => Array.from({ length: 20 }, () => again(multiple, large, small)))
  expect(drawnGainOf([...forgone, ...taken]).isOff).toBe(true)
  expect(drawnGainOf([...taken, ...forgone]).isOff).toBe(true)
  const losses = Array.from({ length: 100 }, () => again(0, small, small))
  expect(drawnGainOf([...losses, ...taken]).isOff).toBe(true)
  expect(drawnGainOf([...taken, ...losses]).isOff).toBe(true)
})

test('who takes the jackpots of known results is named, though the rounds pay nothing else', () => {
  const hits = Array.from({ length: 6 }, () => ({ ...again(0, small, large), jackpot: Number(wholeUnits(1_000_000)) }))
  expect(drawnGainOf(hits).isOff).toBe(true)
  expect(drawnGainOf(hits.map((hit) => ({ ...hit, jackpot: 0 }))).isOff).toBe(false)
})

test('the bets win nothing in the mean for stakes that know nothing, so that they exceed any figure at most as seldom as one in it', () => {
  let seed = 1
  // Stakes that follow one another and the results before, but not their own.
  const blind = (multiple: number): Forgone => {
    seed = (seed * 48_271) % 2_147_483_647
    const [drawn = small, booked = small] =
      [
        [small, large],
        [large, small],
        [large, 0],
        [large, large],
        [small, small],
      ][seed % 5] ?? []
    return again(multiple, drawn, booked)
  }
  const all = Array.from({ length: repetitions(1, 20) }, () => runs(10, blind)).flat()
  const won = all.map((one) => 10 ** drawnGainOf(one).evidence)
  expect(won.reduce((sum, one) => sum + one, 0) / won.length).toBeLessThan(1.5)
  for (const figure of [10, 100]) expect(won.filter((one) => one > figure).length / won.length).toBeLessThan(1 / figure)
  expect(named(all)).toBeLessThan(10 ** -mostEvidence * 10)
})

test.each(catalogue)('no bet on $names.en wins in the mean', (one) => {
  const of = chancesOf(one)
  const draw = drawFrom(cipherStream(`chances of ${one.game.code}`))
  const count = repetitions(20_000, 400_000)
  const units = Array.from(
    { length: count },
    () => Number(play(one.game, draw, { stake }).units) / one.game.unitsPerStake,
  )
  const shareOf = (is: (multiple: number) => boolean): number => units.filter(is).length / count
  const off = (chance: number): number => 4 * Math.sqrt((chance * (1 - chance)) / count)
  expect(Math.abs(shareOf((multiple) => multiple > 1) - of.win)).toBeLessThan(off(of.win) + 0.002)
  expect(Math.abs(shareOf((multiple) => multiple === 0) - of.nothing)).toBeLessThan(off(of.nothing) + 0.002)
})

test('a few numbers, or none, are no alarm', () => {
  expect(drawnGainOf([])).toEqual({ count: 0, evidence: 0, isOff: false })
  expect(drawnGainOf([again(1_000, small, large)]).isOff).toBe(false)
})
