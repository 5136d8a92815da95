import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { catalogue, gameByCode } from '#domain/games/catalogue.ts'
import { compile } from './compiled.ts'
import { seededDraw, type Draw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { goldenTiger } from './machines/golden-tiger/game.ts'
import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import { play, playUnits } from './play.ts'
import {
  amountOfUnits,
  type PlayedRound,
  type RevealEvent,
  type RoundEvent,
  type WinsEvent,
} from '#domain/games/round.ts'

const hmacSha256 = (key: Uint8Array, message: string): Uint8Array => createHmac('sha256', key).update(message).digest()
const stake = wholeUnits(2000)

function drawOf(nonce: number, clientSeed = 'test'): Draw {
  const serverSeed = new Uint8Array(32).fill(3)
  return seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: goldenTiger.code, nonce })
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

const many = Array.from({ length: 4000 }, (_, nonce) => play(goldenTiger, drawOf(nonce), { stake }))
const withFeature = many.filter((round) => round.events.some((event) => event.type === 'featureStart'))

describe('a round is a pure function', () => {
  test('the same seeds and nonce give the same round, however often and in any order', () => {
    for (const nonce of [7, 3, 900, 7, 0]) {
      expect(play(goldenTiger, drawOf(nonce), { stake })).toEqual(many[nonce])
    }
  })

  test('the stake changes the money and nothing else', () => {
    const doubled = play(goldenTiger, drawOf(5), { stake: stake * 2n })
    const once = play(goldenTiger, drawOf(5), { stake })
    expect(doubled.events).toEqual(once.events)
    expect(doubled.pay).toBe(once.pay * 2n)
    many.slice(0, 300).forEach((round, nonce) => {
      expect(play(goldenTiger, drawOf(nonce), { stake: wholeUnits(200) }).pay * 10n).toBe(round.pay)
    })
  })

  test('another seed or nonce gives another round', () => {
    const stops = (round: PlayedRound) => JSON.stringify(round.events[0])
    const other = Array.from({ length: 50 }, (_, nonce) => play(goldenTiger, drawOf(nonce, 'other'), { stake }))
    expect(other.filter((round, nonce) => stops(round) === stops(many[nonce] as PlayedRound))).toEqual([])
    expect(new Set(many.slice(0, 200).map(stops)).size).toBe(200)
  })

  test('playing without events gives the same result', () => {
    many.slice(0, 1000).forEach((round, nonce) => {
      const { pay } = playUnits(compile(goldenTiger), drawOf(nonce), null)
      expect(amountOfUnits(pay, stake, 20)).toBe(round.pay)
    })
  })
})

describe('the events of a round', () => {
  test('the sample contains enough features to be meaningful', () => {
    expect(withFeature.length).toBeGreaterThan(10)
    expect(many.some((round) => round.pay === 0n)).toBe(true)
  })

  test('they add up to the pay, step by step, and the money is exact', () => {
    for (const { pay, events } of many) {
      const wins = events.filter((event) => event.type === 'wins')
      expect(wins.map((event) => event.pay)).toEqual(wins.map((event) => sumOf(event.wins.map((win) => win.pay))))
      const paying = events.filter((event) => event.type === 'wins' || event.type === 'scatter')
      const totals = paying.map((_, index) => sumOf(paying.slice(0, index + 1).map((event) => event.pay)))
      expect(paying.map((event) => event.total)).toEqual(totals)
      const total = totals.at(-1) ?? 0
      expect(events.at(-1)).toEqual({ type: 'totalWin', pay: total })
      expect(pay).toBe((BigInt(total) * stake) / 20n)
    }
  })

  test('free spins are counted down, extended, and summed up at the end', () => {
    for (const { events } of withFeature) {
      const start = events.find((event) => event.type === 'featureStart')
      const end = events.find((event) => event.type === 'featureEnd')
      const steps = events.filter((event) => event.type === 'featureStep')
      const awarded = sumOf(events.map((event) => (event.type === 'scatter' ? event.spinsAwarded : 0)))
      expect(start).toMatchObject({ spins: 10, multiplier: 2 })
      expect(steps.map((step) => step.step)).toEqual(steps.map((_, index) => index + 1))
      expect(end?.spins).toBe(steps.length)
      expect(awarded).toBe(steps.length)
      expect(steps.at(-1)?.left).toBe(0)
      const inFeature = events.slice(events.indexOf(start as RoundEvent))
      const paid = inFeature.map((event) => (event.type === 'wins' || event.type === 'scatter' ? event.pay : 0))
      expect(end?.pay).toBe(sumOf(paid))
    }
  })

  test('each spin shows its strips at its stops', () => {
    for (const { strips, stops, grid } of spinsOf(many.slice(0, 1500)).map((spin) => spin.reveal)) {
      const seen = grid.map((column) => column.map((symbol) => goldenTiger.symbols[symbol]?.id))
      const reels = goldenTiger.strips[strips] ?? []
      const stand = reels.map((strip, reel) => [0, 1, 2].map((row) => strip[((stops[reel] ?? 0) + row) % strip.length]))
      expect(seen).toEqual(stand)
    }
  })

  test('each win lies on its line, matches the grid and pays according to the paytable', () => {
    const winning = spinsOf(many).flatMap(({ reveal, wins }) => (wins ? [{ grid: reveal.grid, ...wins }] : []))
    expect(winning.length).toBeGreaterThan(1000)
    for (const { grid, wins, multiplier } of winning) {
      for (const win of wins) {
        const line = goldenTiger.winMode.lines[win.line] ?? []
        expect(win.positions).toEqual(line.slice(0, win.count).map((row, reel) => reel * 3 + row))
        const shown = win.positions.map((position) => grid[Math.floor(position / 3)]?.[position % 3])
        expect(shown.every((symbol) => symbol === win.symbol || symbol === 0)).toBe(true)
        const id = goldenTiger.symbols[win.symbol]?.id ?? ''
        expect(win.pay).toBe((goldenTiger.paytable[id]?.[win.count - 1] ?? 0) * multiplier)
      }
    }
  })

  test('they are plain JSON of safe integers and survive serialisation', () => {
    for (const { events } of many) {
      expect(JSON.parse(JSON.stringify(events))).toEqual(events)
      expect(() => canonicalJson(events)).not.toThrow()
    }
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

describe('hostile input', () => {
  test.each([0n, 1n, -stake, wholeUnits(201), wholeUnits(40_000), stake + 1n])('a stake of %s is refused', (bad) => {
    let drawn = 0
    const draw: Draw = () => drawn++
    expect(() => play(goldenTiger, draw, { stake: bad })).toThrow(RangeError)
    expect(drawn).toBe(0)
  })

  test('units that do not divide the stake are refused, not rounded', () => {
    expect(() => amountOfUnits(1, 10n, 20)).toThrow(RangeError)
    expect(amountOfUnits(3, 40n, 20)).toBe(6n)
  })

  const broken: [string, Partial<Game>, RegExp][] = [
    ['a strip with an unknown symbol', { strips: { ...goldenTiger.strips, base: [['lion', 'ten', 'ten']] } }, /strips/],
    [
      'unknown symbols on every strip',
      { strips: { base: Array.from({ length: 5 }, () => ['lion', 'ten', 'ten']) } },
      /lion/,
    ],
    ['a line off the grid', { winMode: { kind: 'lines', lines: [[0, 0, 3, 0, 0]] } }, /line/],
    ['a fractional pay', { paytable: { ten: [0, 0, 0.5] } }, /whole/],
    ['a pay of an unknown symbol', { paytable: { lion: [0, 0, 5] } }, /lion/],
    ['free spins on missing reels', { strips: { base: goldenTiger.strips.base } }, /free/],
    ['two symbols with one name', { symbols: [...goldenTiger.symbols, { id: 'ten', kind: 'ordinary' }] }, /share/],
  ]
  test.each(broken)('%s does not compile', (_, change, message) => {
    expect(() => compile({ ...goldenTiger, ...change })).toThrow(message)
  })
})

describe('the math hash and the catalogue', () => {
  const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

  test('the hash does not depend on the order of keys, and does on everything else', () => {
    const turned = Object.fromEntries(Object.entries(goldenTiger).toReversed()) as Game
    expect(mathHashOf(turned, sha256Hex)).toBe(mathHashOf(goldenTiger, sha256Hex))
    const dearer = { ...goldenTiger, paytable: { ...goldenTiger.paytable, ten: [0, 0, 5, 15, 81] } }
    expect(mathHashOf(dearer, sha256Hex)).not.toBe(mathHashOf(goldenTiger, sha256Hex))
  })

  test('a value without a unique spelling has no canonical JSON', () => {
    for (const value of [0.5, 2 ** 53, undefined, Number.NaN, () => 0, { a: undefined }]) {
      expect(() => canonicalJson(value)).toThrow(TypeError)
    }
    expect(canonicalJson({ b: [1, 'x', null], a: true })).toBe('{"a":true,"b":[1,"x",null]}')
  })

  test('every game compiles, its stakes divide into units, and its code finds it', () => {
    for (const entry of catalogue) {
      expect(() => compile(entry.game)).not.toThrow()
      for (const units of entry.game.stakes) expect(wholeUnits(units) % BigInt(entry.game.unitsPerStake)).toBe(0n)
      expect(gameByCode(entry.game.code)).toBe(entry)
    }
    expect(gameByCode('__proto__')).toBeUndefined()
  })
})

/** Every spin in these rounds, with its wins if any. */
function spinsOf(rounds: readonly PlayedRound[]): { reveal: RevealEvent; wins: WinsEvent | null }[] {
  return rounds.flatMap(({ events }) =>
    events.flatMap((reveal, index) => {
      const after = events[index + 1]
      return reveal.type === 'reveal' ? [{ reveal, wins: after?.type === 'wins' ? after : null }] : []
    }),
  )
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
