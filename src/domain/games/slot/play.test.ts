import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { catalogue, gameByCode } from '#domain/games/catalogue.ts'
import { smallSlot } from '#test/small-slot.ts'
import { compile } from './compiled.ts'
import { seededDraw, type Draw } from '#domain/games/draw.ts'
import { capOf, featureOf, leastStake, linesOf, type Game } from '#domain/games/game.ts'
import { canonicalJson, mathHashOf } from '#domain/games/math-hash.ts'
import { play, playUnits } from './play.ts'
import {
  amountOfUnits,
  lineOfWin,
  type PlayedRound,
  type RevealEvent,
  type RoundEvent,
  type WinsEvent,
} from '#domain/games/round.ts'

const hmacSha256 = (key: Uint8Array, message: string): Uint8Array => createHmac('sha256', key).update(message).digest()

const samples = catalogue.map(({ game }) => {
  const drawOf = (nonce: number, clientSeed = 'test'): Draw =>
    seededDraw(hmacSha256, { serverSeed: new Uint8Array(32).fill(3), clientSeed, gameCode: game.code, nonce })
  const stake = wholeUnits(game.stakes.at(-1) ?? 0)
  const many = Array.from({ length: 4000 }, (_, nonce) => play(game, drawOf(nonce), { stake }))
  const withFeature = many.filter((round) => round.events.some((event) => event.type === 'featureStart'))
  return { code: game.code, game, stake, drawOf, many, withFeature }
})

describe.each(samples)('a round of $code is a pure function', ({ game, stake, drawOf, many }) => {
  test('the same seeds and nonce give the same round, however often and in any order', () => {
    for (const nonce of [7, 3, 900, 7, 0]) {
      expect(play(game, drawOf(nonce), { stake })).toEqual(many[nonce])
    }
  })

  test('the stake changes the money and nothing else', () => {
    const least = leastStake(game)
    many.slice(0, 300).forEach((round, nonce) => {
      const cheaper = play(game, drawOf(nonce), { stake: least })
      expect(cheaper.events).toEqual(round.events)
      expect(cheaper.pay * stake).toBe(round.pay * least)
    })
  })

  test('another seed or nonce gives another round', () => {
    const stops = (round: PlayedRound) => JSON.stringify(round.events[0])
    const other = Array.from({ length: 50 }, (_, nonce) => play(game, drawOf(nonce, 'other'), { stake }))
    expect(other.filter((round, nonce) => stops(round) === stops(many[nonce] as PlayedRound))).toEqual([])
    expect(new Set(many.slice(0, 200).map(stops)).size).toBe(200)
  })

  test('playing without events gives the same result', () => {
    many.slice(0, 1000).forEach((round, nonce) => {
      const { total } = playUnits(compile(game), drawOf(nonce), null)
      expect(amountOfUnits(total, stake, game.unitsPerStake)).toBe(round.pay)
    })
  })
})

describe.each(samples)('the events of a round of $code', ({ game, stake, many, withFeature }) => {
  test('the sample contains enough features to be meaningful', () => {
    expect(withFeature.length).toBeGreaterThan(10)
    expect(many.some((round) => round.pay === 0n)).toBe(true)
  })

  test('they add up to the pay, step by step, and the money is exact', () => {
    for (const { pay, events } of many) {
      const wins = events.filter((event) => event.type === 'wins')
      expect(wins.map((event) => event.pay)).toEqual(wins.map((event) => sumOf(event.wins.map((win) => win.pay))))
      const paying = events.flatMap((event) => {
        if (event.type === 'maxWin') return [{ pay: -event.cut, total: event.total }]
        return event.type === 'wins' || event.type === 'scatter' || event.type === 'prize' ? [event] : []
      })
      const totals = paying.map((_, index) => sumOf(paying.slice(0, index + 1).map((event) => event.pay)))
      // The event that reaches the cap shows no more than the cap; what it pays beyond is the cut.
      expect(paying.map((event) => event.total)).toEqual(totals.map((sum) => Math.min(sum, capOf(game))))
      const total = totals.at(-1) ?? 0
      expect(events.at(-1)).toEqual({ type: 'totalWin', pay: total })
      expect(pay).toBe((BigInt(total) * stake) / BigInt(game.unitsPerStake))
    }
  })

  test.runIf(featureOf(game, 'free-spins'))('free spins are counted down, extended, and summed up at the end', () => {
    const feature = featureOf(game, 'free-spins')
    for (const { events } of withFeature) {
      const start = events.find((event) => event.type === 'featureStart' && event.feature === 'free-spins')
      const end = events.find((event) => event.type === 'featureEnd' && event.feature === 'free-spins')
      const steps = events.filter((event) => event.type === 'featureStep' && event.feature === 'free-spins')
      const awarded = sumOf(events.map((event) => (event.type === 'scatter' ? event.spinsAwarded : 0)))
      expect(start).toMatchObject({ spins: feature?.spins, multiplier: feature?.multiplier })
      expect(steps.map((step) => step.step)).toEqual(steps.map((_, index) => index + 1))
      expect(end?.spins).toBe(steps.length)
      expect(awarded).toBe(steps.length)
      expect(steps.at(-1)?.left).toBe(0)
      const inFeature = events.slice(events.indexOf(start as RoundEvent))
      const paid = inFeature.map((event) => (event.type === 'wins' || event.type === 'scatter' ? event.pay : 0))
      expect(end?.pay).toBe(sumOf(paid))
    }
  })

  test.runIf(featureOf(game, 'hold-and-win'))(
    'respins are counted down, set back by coins, and summed up at the end',
    () => {
      const rule = featureOf(game, 'hold-and-win')
      const values = new Set(rule?.values.map((value) => value.pay))
      for (const { events } of withFeature) {
        const steps = events.filter((event) => event.type === 'featureStep' && event.feature === 'hold-and-win')
        const coins = events.filter((event) => event.type === 'coinLand')
        const landed = coins.flatMap((event) => event.positions)
        const pays = coins.flatMap((event) => event.pays)
        expect(new Set(landed).size).toBe(landed.length)
        expect(pays.filter((pay) => !values.has(pay))).toEqual([])
        const left = steps.map((step) => step.left)
        const afterCoins = steps.map((step) => events[events.indexOf(step) - 1]?.type === 'coinLand')
        const due = left.map((_, index) => ((afterCoins[index] ? rule?.respins : left[index - 1]) ?? 0) - 1)
        expect(left).toEqual(due)
        const prizes = events.filter((event) => event.type === 'prize')
        expect(prizes[0]).toMatchObject({ prize: 'coins', pay: sumOf(pays) })
        expect(prizes.length).toBe(landed.length === game.grid.reels * game.grid.rows ? 2 : 1)
        const end = events.find((event) => event.type === 'featureEnd')
        expect(end).toMatchObject({ respins: steps.length, coins: landed.length })
      }
    },
  )

  test('each spin shows its strips at its stops', () => {
    for (const { strips, stops, grid } of spinsOf(many.slice(0, 1500)).map((spin) => spin.reveal)) {
      const seen = grid.map((column) => column.map((symbol) => game.symbols[symbol]?.id))
      const reels = game.strips[strips] ?? []
      const shown = reels.map((strip, reel) => rowsOf(game, (row) => strip[((stops[reel] ?? 0) + row) % strip.length]))
      expect(seen).toEqual(shown)
    }
  })

  test.runIf(game.winMode.kind === 'lines')(
    'each win lies on its line, matches the grid and pays according to the paytable',
    () => {
      const { rows } = game.grid
      const wild = game.symbols.findIndex(({ kind }) => kind === 'wild' || kind === 'book')
      const winning = spinsOf(many).flatMap(({ reveal, wilds, wins }) => {
        const shown = (symbol: number, position: number) => (wilds.includes(position) ? wild : symbol)
        const grid = reveal.grid.map((column, reel) => column.map((symbol, row) => shown(symbol, reel * rows + row)))
        return wins ? [{ grid, ...wins }] : []
      })
      expect(winning.length).toBeGreaterThan(400)
      for (const { grid, wins, multiplier } of winning) {
        for (const win of wins) {
          const line = linesOf(game)[lineOfWin(win) ?? -1] ?? []
          expect(win.positions).toEqual(line.slice(0, win.count).map((row, reel) => reel * rows + row))
          const shown = win.positions.map((position) => grid[Math.floor(position / rows)]?.[position % rows])
          expect(shown.every((symbol) => symbol === win.symbol || symbol === wild)).toBe(true)
          const id = game.symbols[win.symbol]?.id ?? ''
          expect(win.pay).toBe((game.paytable[id]?.[win.count - 1] ?? 0) * multiplier)
        }
      }
    },
  )

  test('they are plain JSON of safe integers and survive serialisation', () => {
    for (const { events } of many) {
      expect(JSON.parse(JSON.stringify(events))).toEqual(events)
      expect(() => canonicalJson(events)).not.toThrow()
    }
  })
})

describe('hostile input', () => {
  const game = smallSlot()
  const stake = leastStake(game)

  test.each([0n, 1n, -stake, stake * 2n, stake - 1n, stake + 1n])('a stake of %s is refused', (bad) => {
    let drawn = 0
    const draw: Draw = () => drawn++
    expect(() => play(game, draw, { stake: bad })).toThrow(RangeError)
    expect(drawn).toBe(0)
  })

  test('units that do not divide the stake are refused, not rounded', () => {
    expect(() => amountOfUnits(1, 10n, 20)).toThrow(RangeError)
    expect(amountOfUnits(3, 40n, 20)).toBe(6n)
  })

  const broken: [string, Partial<Game>, RegExp][] = [
    ['a strip with an unknown symbol', { strips: { ...game.strips, base: [['lion', 'ten', 'ten']] } }, /strips/],
    [
      'unknown symbols on every strip',
      { strips: { base: Array.from({ length: 3 }, () => ['lion', 'ten', 'ten']) } },
      /lion/,
    ],
    ['a line off the grid', { winMode: { kind: 'lines', lines: [[0, 2, 0]] } }, /line/],
    ['a fractional pay', { paytable: { ten: [0, 0, 0.5] } }, /whole/],
    ['a pay of an unknown symbol', { paytable: { lion: [0, 0, 5] } }, /lion/],
    ['free spins on missing reels', { strips: { base: game.strips.base } }, /free/],
    ['two symbols with one name', { symbols: [...game.symbols, { id: 'ten', kind: 'ordinary' }] }, /share/],
  ]
  test.each(broken)('%s does not compile', (_, change, message) => {
    expect(() => compile({ ...game, ...change })).toThrow(message)
  })
})

describe('the math hash and the catalogue', () => {
  const game = smallSlot()
  const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

  test('the hash does not depend on the order of keys, and does on everything else', () => {
    const turned = Object.fromEntries(Object.entries(game).toReversed()) as Game
    expect(mathHashOf(turned, sha256Hex)).toBe(mathHashOf(game, sha256Hex))
    const dearer = { ...game, paytable: { ...game.paytable, ten: [0, 0, 5] } }
    expect(mathHashOf(dearer, sha256Hex)).not.toBe(mathHashOf(game, sha256Hex))
  })

  test('a value without a unique spelling has no canonical JSON', () => {
    for (const value of [0.5, 2 ** 53, undefined, Number.NaN, () => 0, { a: undefined }]) {
      expect(() => canonicalJson(value)).toThrow(TypeError)
    }
    expect(canonicalJson({ b: [1, 'x', null], a: true })).toBe('{"a":true,"b":[1,"x",null]}')
  })

  test('every game compiles, its stakes divide into units, and it is found by its code', () => {
    for (const entry of catalogue) {
      expect(() => compile(entry.game)).not.toThrow()
      for (const units of entry.game.stakes) expect(wholeUnits(units) % BigInt(entry.game.unitsPerStake)).toBe(0n)
      expect(gameByCode(entry.game.code)).toBe(entry)
    }
    expect(gameByCode('__proto__')).toBeUndefined()
  })
})

/** One value for each row in view. */
function rowsOf<T>(game: Game, valueAt: (row: number) => T): T[] {
  return Array.from({ length: game.grid.rows }, (_, row) => valueAt(row))
}

/** Every spin in these rounds, with the cells over which wilds expand and its wins, if any. */
function spinsOf(
  rounds: readonly PlayedRound[],
): { reveal: RevealEvent; wilds: readonly number[]; wins: WinsEvent | null }[] {
  return rounds.flatMap(({ events }) =>
    events.flatMap((reveal, index) => {
      if (reveal.type !== 'reveal') return []
      const next = events[index + 1]
      const after = next?.type === 'wilds' ? events[index + 2] : next
      const wilds = next?.type === 'wilds' ? next.positions : []
      return [{ reveal, wilds, wins: after?.type === 'wins' ? after : null }]
    }),
  )
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
