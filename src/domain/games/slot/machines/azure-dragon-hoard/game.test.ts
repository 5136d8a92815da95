import { describe, expect, test } from 'vitest'
import type { Draw } from '#domain/games/draw.ts'
import { capOf, featureOf } from '#domain/games/game.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { azureDragonHoard } from './game.ts'

/** The figures of this machine: what its dragons cover, what its coins start and pay. */

const stake = wholeUnits(1000)
const { base } = azureDragonHoard.strips
const values = featureOf(azureDragonHoard, 'hold-and-win')?.values ?? []
const largestValue = values.length - 1

function shownAt(reel: number, stop: number): string[] {
  const strip = base[reel] ?? []
  return [0, 1, 2].map((row) => strip[(stop + row) % strip.length] ?? '')
}

/** A stop of the reel that shows so many of a symbol, and no dragon beside it. */
function stopWith(reel: number, symbol: string, count: number): number {
  const stops = (base[reel] ?? []).map((_, stop) => stop)
  return stops.find((stop) => shownAt(reel, stop).filter((id) => id === symbol).length === count) ?? -1
}

/** Stops with so many coins per reel, and none with a dragon. */
function stopsWithCoins(...counts: number[]): number[] {
  return counts.map((count, reel) => {
    const stops = (base[reel] ?? []).map((_, stop) => stop)
    return (
      stops.find((stop) => {
        const shown = shownAt(reel, stop)
        return !shown.includes('dragon') && shown.filter((id) => id === 'coin').length === count
      }) ?? -1
    )
  })
}

/** The draw of the value with this index in the list. */
function drawOfValue(index: number): number {
  return values.slice(0, index).reduce((sum, { weight }) => sum + weight, 0)
}

/** A draw that returns these results, then misses every landing. */
function drawsOf(results: readonly number[]): Draw {
  const left = [...results]
  return (below) => {
    const result = left.shift() ?? below - 1
    if (result < 0 || result >= below) throw new Error(`No result ${result} below ${below}.`)
    return result
  }
}

function eventsOf(results: readonly number[]) {
  return play(azureDragonHoard, drawsOf(results), { stake }).events
}

describe('a dragon', () => {
  test('is on the three middle reels, and no coin is so near that it would cover it', () => {
    expect(base.map((strip) => strip.filter((id) => id === 'dragon').length)).toEqual([0, 1, 1, 1, 0])
    const covered = base.flatMap((strip, reel) =>
      strip.filter((_, stop) => shownAt(reel, stop).includes('dragon') && shownAt(reel, stop).includes('coin')),
    )
    expect(covered).toEqual([])
  })

  test('rises over its whole reel', () => {
    const [first = 0, , third = 0, fourth = 0, fifth = 0] = stopsWithCoins(0, 0, 0, 0, 0)
    const events = eventsOf([first, stopWith(1, 'dragon', 1), third, fourth, fifth])
    const wilds = events.find((event) => event.type === 'wilds')
    expect(wilds).toMatchObject({ kind: 'expanding' })
    expect(wilds?.positions).toHaveLength(2)
    expect(wilds?.positions.every((position) => Math.floor(position / 3) === 1)).toBe(true)
  })
})

describe('the hoard', () => {
  test('does not open for five coins', () => {
    expect(eventsOf(stopsWithCoins(3, 2, 0, 0, 0)).some(({ type }) => type === 'featureStart')).toBe(false)
  })

  test('opens for six coins, with three respins, and pays at least six times the stake', () => {
    const events = eventsOf([...stopsWithCoins(3, 3, 0, 0, 0), ...Array.from({ length: 6 }, () => 0)])
    expect(events.find(({ type }) => type === 'featureStart')).toMatchObject({ feature: 'hold-and-win', respins: 3 })
    expect(events.filter(({ type }) => type === 'featureStep')).toHaveLength(3)
    expect(events.find(({ type }) => type === 'prize')).toMatchObject({ prize: 'coins', pay: 600 })
  })

  /** Six coins of the smallest value, then one respin that fills the window; the last coin has the value `last`. */
  function fullWindow(last: number) {
    const landings = Array.from({ length: 9 }, (_, coin) => [0, coin === 8 ? drawOfValue(last) : 0]).flat()
    return eventsOf([...stopsWithCoins(3, 3, 0, 0, 0), ...Array.from({ length: 6 }, () => 0), ...landings])
  }

  test('adds 1 500 times the stake when every cell has a coin', () => {
    const prizes = fullWindow(0).filter((event) => event.type === 'prize')
    expect(prizes).toMatchObject([
      { prize: 'coins', pay: 1500 },
      { prize: 'full', pay: 150_000 },
    ])
  })

  test('reaches the largest win when one of them is worth 500 times the stake', () => {
    expect(values[largestValue]).toEqual({ pay: 50_000, weight: 1 })
    const events = fullWindow(largestValue)
    expect(events.find(({ type }) => type === 'maxWin')).toMatchObject({ cut: 1400, total: capOf(azureDragonHoard) })
  })
})
