import { describe, expect, test } from 'vitest'
import type { Draw } from '#domain/games/draw.ts'
import { lineTableOf } from '#domain/games/slot/lines.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { goldenTiger } from './game.ts'

/** The figures of this machine: what its lines and coins pay and award. */

const stake = wholeUnits(2000)
const table = lineTableOf(goldenTiger)
const ids = goldenTiger.symbols.map((symbol) => symbol.id)

function walk(line: readonly string[]): { pay: number; symbol: string | undefined; count: number | undefined } {
  const state = line.reduce((from, id) => table.next[from * table.symbolCount + ids.indexOf(id)] ?? 0, 0)
  return { pay: table.pay[state] ?? 0, symbol: ids[table.symbol[state] ?? 0], count: table.count[state] }
}

/** A draw that returns these stops and fails the test when more are drawn. */
function drawOfStops(...stops: number[]): Draw {
  const left = [...stops]
  return (below) => {
    const stop = left.shift()
    if (stop === undefined || stop >= below) throw new Error(`No stop ${stop} below ${below}.`)
    return stop
  }
}

/** The stops at which each reel of a set shows its first coin in the middle row, or none at all. */
function stopsWithCoins(set: 'base' | 'free', coins: readonly boolean[]): number[] {
  return (goldenTiger.strips[set] ?? []).map((strip, reel) => {
    const stops = strip.map((_, stop) => stop)
    const shown = (stop: number) => [0, 1, 2].map((row) => strip[(stop + row) % strip.length])
    return stops.find((stop) => (coins[reel] ? shown(stop)[1] === 'coin' : !shown(stop).includes('coin'))) ?? 0
  })
}

describe('the pay of a line', () => {
  test.each([
    ['dragon dragon dragon dragon dragon', 750, 'dragon', 5],
    ['dragon dragon dragon ten dragon', 50, 'dragon', 3],
    ['dragon dragon ten dragon dragon', 0, 'tiger', 0],
    ['ten dragon dragon dragon dragon', 0, 'tiger', 0],
    ['tiger dragon tiger tiger dragon', 750, 'dragon', 5],
    ['tiger tiger tiger tiger tiger', 1000, 'tiger', 5],
    ['tiger tiger tiger tiger ten', 250, 'tiger', 4],
    ['tiger tiger tiger ten ten', 80, 'ten', 5],
    ['tiger tiger tiger ten ace', 50, 'tiger', 3],
    ['tiger tiger tiger coin tiger', 50, 'tiger', 3],
    ['king king tiger tiger coin', 30, 'king', 4],
    ['coin tiger tiger tiger tiger', 0, 'tiger', 0],
    ['tiger tiger coin dragon dragon', 0, 'tiger', 0],
    ['coin coin coin coin coin', 0, 'tiger', 0],
  ])('%s pays %i', (line, pay, symbol, count) => {
    expect(walk(line.split(' '))).toEqual({ pay, symbol, count })
  })
})

describe('coins', () => {
  const dull = stopsWithCoins('free', [false, false, false, false, false])
  const three = stopsWithCoins('base', [true, true, true, false, false])

  test('two coins pay and award nothing', () => {
    const stops = stopsWithCoins('base', [true, true, false, false, false])
    const { events } = play(goldenTiger, drawOfStops(...stops), { stake })
    expect(events.some((event) => event.type === 'scatter' || event.type === 'featureStart')).toBe(false)
  })

  test('three coins pay twice the stake and award ten free spins', () => {
    const free = Array.from({ length: 10 }, () => dull).flat()
    const { events } = play(goldenTiger, drawOfStops(...three, ...free), { stake })
    const scatter = events.find((event) => event.type === 'scatter')
    expect(scatter).toMatchObject({
      symbol: 1,
      count: 3,
      positions: [1, 4, 7],
      pay: 40,
      multiplier: 1,
      spinsAwarded: 10,
    })
    expect(events.filter((event) => event.type === 'featureStep')).toHaveLength(10)
  })

  test('coins in free spins pay double and award ten more, and stop awarding at thirty', () => {
    const again = stopsWithCoins('free', [true, true, true, true, false])
    const free = Array.from({ length: 30 }, () => again).flat()
    const { events } = play(goldenTiger, drawOfStops(...three, ...free), { stake })
    const scatters = events.filter((event) => event.type === 'scatter')
    expect(scatters.map((event) => event.spinsAwarded).slice(0, 5)).toEqual([10, 10, 10, 0, 0])
    expect(scatters).toHaveLength(31)
    expect(scatters[1]).toMatchObject({ count: 4, pay: 400, multiplier: 2 })
    expect(events.find((event) => event.type === 'featureEnd')).toMatchObject({ spins: 30 })
  })
})
