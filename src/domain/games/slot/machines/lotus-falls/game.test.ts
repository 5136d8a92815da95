import { describe, expect, test } from 'vitest'
import type { Draw } from '#domain/games/draw.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { lotusFalls } from './game.ts'

/** The figures of this machine: how its wins fall, and what its pearls pay and award. */

const stake = wholeUnits(2000)
const ids = lotusFalls.symbols.map((symbol) => symbol.id)

/** A draw that returns these stops and fails the test when more are drawn. */
function drawOfStops(...stops: number[]): Draw {
  const left = [...stops]
  return (below) => {
    const stop = left.shift()
    if (stop === undefined || stop >= below) throw new Error(`No stop ${stop} below ${below}.`)
    return stop
  }
}

function roundOf(...stops: number[]): readonly RoundEvent[] {
  return play(lotusFalls, drawOfStops(...stops), { stake }).events
}

/** The stops at which each reel of a set shows a pearl in the middle row, or none at all. */
function stopsWithPearls(set: 'base' | 'free', pearls: readonly boolean[]): number[] {
  return (lotusFalls.strips[set] ?? []).map((strip, reel) => {
    const stops = strip.map((_, stop) => stop)
    const shown = (stop: number) => [0, 1, 2].map((row) => strip[(stop + row) % strip.length])
    const stop = stops.find((at) => (pearls[reel] ? shown(at)[1] === 'pearl' : !shown(at).includes('pearl')))
    if (stop === undefined) throw new Error(`Reel ${reel} of ${set} has no such stop.`)
    return stop
  })
}

const multipliersOf = (events: readonly RoundEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'wins' ? [event.multiplier] : []))

describe('falls', () => {
  test('a round without a win does not fall', () => {
    const events = roundOf(0, 4, 6, 12, 5)
    expect(events.map(({ type }) => type)).toEqual(['reveal', 'totalWin'])
  })

  test('each fall pays by the next multiplier of 1, 2, 3 and 5, and by 5 from then on', () => {
    const long = longestRound()
    expect(multipliersOf(long).slice(0, 5)).toEqual([1, 2, 3, 5, 5])
    expect(long.filter(({ type }) => type === 'tumble')).toHaveLength(multipliersOf(long).length)
  })

  test('what falls in is what the strips hold above the window', () => {
    const [reveal, , tumble] = longestRound()
    if (reveal?.type !== 'reveal' || tumble?.type !== 'tumble') throw new Error('The round does not fall.')
    for (const [reel, places] of reveal.stops.entries()) {
      const strip = lotusFalls.strips.base[reel] ?? []
      const removed = tumble.removed.filter((position) => Math.floor(position / 3) === reel).length
      const due = Array.from({ length: removed }, (_, row) => strip.at((places - removed + row) % strip.length))
      expect(tumble.grid[reel]?.slice(0, removed).map((symbol) => ids[symbol])).toEqual(due)
    }
  })
})

/** The first round, by its stops, with five falls or more. */
function longestRound(): readonly RoundEvent[] {
  const found = firstStops('base', (events) => multipliersOf(events).length > 4)
  return roundOf(...found)
}

/** The first stops of a set without a pearl in the window whose paid spin, on that set, fits. */
function firstStops(set: 'base' | 'free', fits: (events: readonly RoundEvent[]) => boolean): number[] {
  const strips = lotusFalls.strips[set] ?? lotusFalls.strips.base
  const game = { ...lotusFalls, strips: { ...lotusFalls.strips, base: strips } }
  for (let place = 0; place < 100_000; place++) {
    const stops = strips.map((strip, reel) => Math.floor(place / 7 ** reel) % strip.length)
    const { events } = play(game, seriesOf(stops), { stake })
    if (!events.some(({ type }) => type === 'scatter') && fits(events)) return stops
  }
  throw new Error(`No such stops of ${set}.`)
}

/** A draw that returns these stops, then zeros. */
function seriesOf(stops: readonly number[]): Draw {
  const left = [...stops]
  return () => left.shift() ?? 0
}

describe('pearls', () => {
  test('three pay twice the stake and award ten free spins with 3, 6, 9 and 15', () => {
    const three = stopsWithPearls('base', [true, true, true, false, false])
    const falling = firstStops('free', (spin) => multipliersOf(spin).length > 4)
    const events = roundOf(...three, ...Array.from({ length: 10 }, () => falling).flat())
    expect(events.find(({ type }) => type === 'scatter')).toMatchObject({ count: 3, pay: 200, spinsAwarded: 10 })
    expect(events.filter(({ type }) => type === 'featureStep')).toHaveLength(10)
    const inFeature = multipliersOf(events.slice(events.findIndex(({ type }) => type === 'featureStart')))
    expect(inFeature.slice(0, 5)).toEqual([3, 6, 9, 15, 15])
  })

  test('two pay and award nothing', () => {
    const events = roundOf(...stopsWithPearls('base', [true, true, false, false, false]))
    expect(events.some(({ type }) => type === 'scatter' || type === 'featureStart')).toBe(false)
  })
})
