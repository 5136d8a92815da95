import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { drawnGainOf, type Forgone, type Weighed } from './drawn-gain.ts'
import { drawFrom } from './draw.ts'
import { play } from './slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { cipherStream } from '../../../scripts/math/chance.ts'

const [{ game, returnPpm, deviation }] = catalogue
const stake = wholeUnits(game.stakes[0] ?? 0)
const largest = wholeUnits(game.stakes.at(-1) ?? 0)
const multiples = (() => {
  const draw = drawFrom(cipherStream('drawn gain'))
  return Array.from({ length: 3_000 }, () => Number(play(game, draw, { stake }).pay) / Number(stake))
})()
const weighed = (multiple: number, at: bigint): Weighed => ({
  stake: Number(at),
  multiple,
  mean: returnPpm / 1e6,
  deviation,
})
const again = (multiple: number, from: bigint, to: bigint | null): Forgone => ({
  drawn: weighed(multiple, from),
  booked: to === null ? null : weighed(multiple, to),
  isSameResult: true,
  jackpot: 0,
})

test('who stakes much on the best of known results is named after a few of them', () => {
  const best = multiples.filter((multiple) => multiple >= 10).slice(0, 12)
  const { deviations, isOff } = drawnGainOf(best.map((multiple) => again(multiple, stake, largest)))
  expect(deviations).toBeGreaterThan(4)
  expect(isOff).toBe(true)
})

test('who forgoes known losses, or stakes little on them, is named too', () => {
  const lost = multiples.filter((multiple) => multiple === 0).slice(0, 900)
  expect(drawnGainOf(lost.map((multiple) => again(multiple, largest, stake))).isOff).toBe(true)
  expect(drawnGainOf(lost.map((multiple) => again(multiple, largest, null))).isOff).toBe(true)
})

test('who takes the jackpots of known results is named, though the rounds pay nothing else', () => {
  const hits = Array.from({ length: 6 }, () => ({
    ...again(0, stake, largest),
    jackpot: Number(wholeUnits(1_000_000)),
  }))
  expect(drawnGainOf(hits).isOff).toBe(true)
  expect(drawnGainOf(hits.map((hit) => ({ ...hit, jackpot: 0 }))).isOff).toBe(false)
})

test('who does not know results gains nothing, whatever stakes follow', () => {
  const honest = multiples.map((multiple, index) =>
    again(multiple, index % 2 === 0 ? stake : largest, index % 3 === 0 ? null : index % 2 === 0 ? largest : stake),
  )
  const { deviations, isOff } = drawnGainOf(honest)
  expect(Math.abs(deviations)).toBeLessThan(3.5)
  expect(isOff).toBe(false)
})

test('a few rounds, or none, are no alarm', () => {
  expect(drawnGainOf([])).toEqual({ count: 0, deviations: 0, isOff: false })
  expect(drawnGainOf([again(1_000, stake, largest)]).isOff).toBe(false)
})
