import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { capOf, featureOf, type Game } from '#domain/games/game.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import type { RoundEvent } from '#domain/games/round.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { wholeUnits } from '#domain/money.ts'
import { everyRound, repeatDraws, type PossibleRound } from '#test/every-round.ts'
import { plainWins } from '#test/plain-wins.ts'
import { cappedSlots, sampleSlot, sampleSlots } from '#test/sample-slots.ts'
import { compile } from './compiled.ts'
import { play, playUnits } from './play.ts'
import { roundFault } from './round-check.ts'

const played = sampleSlots.map((game) => ({ code: game.code, game, rounds: [...everyRound(game)] }))
const roundsOf = (code: string): PossibleRound[] => played.find((one) => one.code === code)?.rounds ?? []
const eventsOf = (code: string): RoundEvent[] => roundsOf(code).flatMap(({ events }) => events)

/** Enough rounds of a machine to meet everything, spread over all that are possible. */
const spread = played.map(({ code, game, rounds }) => {
  const stride = Math.ceil(rounds.length / 3000)
  return { code, game, rounds: rounds.filter((_, index) => index % stride === 0) }
})

describe.each(spread)('a round of $code', ({ game, rounds }) => {
  test('passes the check before booking: pays add up, features end, nothing is above the cap', () => {
    const faults = rounds.map(({ tally, events }) => roundFault(game, tally.total, events))
    expect(faults.filter((fault) => fault !== null)).toEqual([])
  })

  test('counts the wins of what is in view by the published rules, each once', () => {
    const looks = rounds.flatMap(({ events }) => looksOf(game, events))
    expect(looks.map(({ paid }) => paid)).toEqual(looks.map(({ due }) => due))
    expect(looks.some(({ paid }) => paid > 0)).toBe(true)
  })

  test('is the same without events, and makes no more draws than the game states', () => {
    const { drawsLimit } = compile(game)
    for (const { tally, draws } of rounds) {
      expect(playUnits(compile(game), repeatDraws(draws), null)).toEqual({
        ...tally,
        emit: null,
        draw: expect.anything(),
      })
      expect(draws.length).toBe(tally.draws)
      expect(draws.length).toBeLessThanOrEqual(drawsLimit)
    }
  })

  test('has events that are plain JSON, and fewer than the game states', () => {
    for (const { events } of rounds) expect(events.length).toBeLessThan(compile(game).eventsLimit)
    for (const { events } of rounds) expect(() => canonicalJson(events)).not.toThrow()
  })
})

describe('a capped round', () => {
  test.each(cappedSlots)('of $code ends at once and says so', (game) => {
    const capped = roundsOf(game.code).filter(({ tally }) => tally.isCapped)
    expect(capped.length).toBeGreaterThan(0)
    for (const { events } of capped) {
      const after = events.slice(events.findIndex(({ type }) => type === 'maxWin') + 1)
      expect(after.map(({ type }) => type).filter((type) => type !== 'featureEnd')).toEqual(['totalWin'])
    }
  })

  test('pays exactly what the uncapped round pays, up to the cap', () => {
    for (const code of ['free-spins', 'tumble', 'hold-and-win', 'pick']) {
      const limit = capOf(sampleSlot(`capped-${code}`))
      const share = (rounds: PossibleRound[], value: (round: PossibleRound) => number) =>
        sumOf(rounds.map((round) => value(round) / round.outOf))
      const whole = share(roundsOf(code), ({ tally }) => Math.min(tally.total, limit))
      expect(share(roundsOf(`capped-${code}`), ({ tally }) => tally.total)).toBeCloseTo(whole, 10)
    }
  })
})

describe('the most draws of a round', () => {
  test('are enforced: a game that would draw without end throws', () => {
    const game = sampleSlot('lines')
    const compiled = { ...compile(game), drawsLimit: 2 }
    expect(() => playUnits(compiled, () => 0, null)).toThrow(/more than 2 draws/)
  })
})

describe('tumbles', () => {
  test('remove the winning cells, and the strip above the window follows', () => {
    const game = sampleSlot('tumble')
    const { rows } = game.grid
    const falls = roundsOf('tumble').flatMap(({ events }) =>
      events.flatMap((event, index) => {
        const before = events[index - 1]
        if (event.type !== 'tumble' || before?.type !== 'wins') return []
        const reveal = events.slice(0, index).findLast((one) => one.type === 'reveal')
        const won = [...new Set(before.wins.flatMap(({ positions }) => positions))]
        const fresh = event.grid.map((column, reel) => {
          const fallen = won.filter((position) => Math.floor(position / rows) === reel).length
          const strip = game.strips[reveal?.strips ?? '']?.[reel] ?? []
          const due = Array.from({ length: fallen }, (_, row) => strip[((event.tops[reel] ?? 0) + row) % strip.length])
          return { shown: column.slice(0, fallen).map((symbol) => game.symbols[symbol]?.id), due }
        })
        return [{ removed: event.removed, won: won.toSorted((one, other) => one - other), fresh }]
      }),
    )
    expect(falls.length).toBeGreaterThan(50)
    expect(falls.map(({ removed }) => removed)).toEqual(falls.map(({ won }) => won))
    const fresh = falls.flatMap((fall) => fall.fresh)
    expect(fresh.map(({ shown }) => shown)).toEqual(fresh.map(({ due }) => due))
  })

  test('climb the ladder one rung a fall, and the free spins climb their own', () => {
    const multipliers = new Set(
      eventsOf('tumble').flatMap((event) => (event.type === 'wins' ? [event.multiplier] : [])),
    )
    expect([...multipliers].toSorted((one, other) => one - other)).toEqual([1, 2, 4, 5, 6])
    for (const { events } of roundsOf('tumble')) {
      const paid = events.slice(
        0,
        events.findIndex(({ type }) => type === 'featureStart'),
      )
      const climbed = paid.flatMap((event) => (event.type === 'wins' ? [event.multiplier] : []))
      expect(climbed).toEqual([1, 2, 5, 5, 5].slice(0, climbed.length))
    }
  })

  test('keep their rung between free spins only where the data say so', () => {
    const firsts = (code: string) =>
      roundsOf(code).flatMap(({ events }) =>
        events.flatMap((event, index) => {
          const spin = events[index - 1]
          const isLater = events.slice(0, index).filter(({ type }) => type === 'featureStep').length > 1
          return event.type === 'wins' && spin?.type === 'reveal' && isLater ? [event.multiplier] : []
        }),
      )
    expect(new Set(firsts('tumble'))).toEqual(new Set([4]))
    expect(Math.max(...firsts('keeps-ladder'))).toBeGreaterThan(2)
  })
})

describe('wilds that stay', () => {
  /** For a pair of spins: which cells an event says are wild, and which are due by the spin before. */
  function laidAndDue(code: string, spin: number, walk: number) {
    const wild = sampleSlot(code).symbols.findIndex(({ kind }) => kind === 'wild')
    return roundsOf(code).flatMap(({ events }) => {
      const [before, after] = events.filter((event) => event.type === 'reveal').slice(spin)
      if (!before || !after) return []
      const shown = after.grid.flat()
      const held = before.grid.flat().flatMap((symbol, cell) => (symbol === wild && cell >= walk ? [cell - walk] : []))
      const laid = events[events.indexOf(after) + 1]
      return [{ laid: laid?.type === 'wilds' ? laid.positions : [], due: held.filter((cell) => shown[cell] !== wild) }]
    })
  }

  test('sticky wilds lie over the next free spin where they landed', () => {
    const pairs = laidAndDue('sticky', 1, 0)
    expect(pairs.some(({ due }) => due.length > 0)).toBe(true)
    expect(pairs.map(({ laid }) => laid)).toEqual(pairs.map(({ due }) => due))
  })

  test('walking wilds lie one reel to the left in each respin', () => {
    const pairs = laidAndDue('walking', 0, 2)
    expect(pairs.some(({ due }) => due.length > 0)).toBe(true)
    expect(pairs.map(({ laid }) => laid)).toEqual(pairs.map(({ due }) => due))
  })

  test('respins begin whenever a wild can walk, and only then', () => {
    const begins = roundsOf('walking').map(({ events: [first, ...rest] }) => ({
      canWalk: first?.type === 'reveal' && first.grid.slice(1).flat().includes(0),
      walks: rest.some(({ type }) => type === 'featureStart'),
    }))
    expect(begins.map(({ walks }) => walks)).toEqual(begins.map(({ canWalk }) => canWalk))
  })
})

describe('hold-and-win', () => {
  const rule = featureOf(sampleSlot('hold-and-win'), 'hold-and-win')
  const held = roundsOf('hold-and-win').filter(({ tally }) => tally.coins > 0)

  test('each respin takes one, a coin sets them back, and the feature ends at 0 or with a full window', () => {
    const lefts = held.map(({ events }) => {
      let left = rule?.respins ?? 0
      const stated: number[] = []
      const due: number[] = []
      for (const [index, event] of events.entries()) {
        if (event.type === 'coinLand' && events[index - 1]?.type === 'featureStep') left = rule?.respins ?? 0
        if (event.type !== 'featureStep' || event.feature !== 'hold-and-win') continue
        left -= 1
        stated.push(event.left)
        due.push(left)
      }
      return { stated, due, left }
    })
    expect(lefts.map(({ stated }) => stated)).toEqual(lefts.map(({ due }) => due))
    expect(held.every(({ tally }, index) => tally.coins === 4 || lefts[index]?.left === 0)).toBe(true)
  })

  test('all its coins pay, and a full window adds its prize', () => {
    const due = held.map(({ events }) => {
      const coins = events.flatMap((event) => (event.type === 'coinLand' ? event.pays : []))
      return sumOf(coins) + (coins.length === 4 ? (rule?.full ?? 0) : 0)
    })
    expect(held.map(({ tally }) => tally.holdPay)).toEqual(due)
    expect(held.filter(({ tally }) => tally.coins === 4).length).toBeGreaterThan(100)
  })
})

describe('the jackpot link', () => {
  const game = sampleSlot('jackpots')
  const hitsAt = (stakeUnits: number) =>
    [...everyRound(game, stakeUnits)].map(({ events, draws }) => ({
      draws,
      others: events.filter(({ type }) => type !== 'jackpotHit'),
      tier: events.find((event) => event.type === 'jackpotHit')?.tier ?? null,
    }))

  test('draws last, hits in proportion to the stake and changes nothing else', () => {
    const [small, large] = [hitsAt(3), hitsAt(6)]
    expect(large.map(({ draws, others }) => ({ draws, others }))).toEqual(
      small.map(({ draws, others }) => ({ draws, others })),
    )
    const shareOf = (hits: typeof small, tier: string) => hits.filter((hit) => hit.tier === tier).length / hits.length
    expect(shareOf(small, 'mega')).toBeCloseTo(3 / 60, 12)
    expect(shareOf(large, 'mega')).toBeCloseTo(6 / 60, 12)
    expect(shareOf(large, 'minor')).toBeCloseTo(18 / 60, 12)
    small.forEach(({ tier }, index) => expect(tier === null || large[index]?.tier === tier).toBe(true))
  })

  test('is outside the total and before the last event', () => {
    const round = play(game, () => 0, { stake: wholeUnits(3) })
    expect(round.events.at(-2)).toEqual({ type: 'jackpotHit', tier: 'mega' })
    expect(round.events.at(-1)?.type).toBe('totalWin')
  })
})

test('the rounds of the first machine never change: 2 000 of them have the published hash', () => {
  const [{ game }] = catalogue
  const hmac = (key: Uint8Array, message: string): Uint8Array => createHmac('sha256', key).update(message).digest()
  const hash = createHash('sha256')
  for (let nonce = 0; nonce < 2000; nonce++) {
    const seed = { serverSeed: new Uint8Array(32).fill(3), clientSeed: 'unchanged', gameCode: game.code, nonce }
    const { events, pay } = play(game, seededDraw(hmac, seed), { stake: wholeUnits(2000) })
    hash.update(JSON.stringify(events)).update(String(pay))
  }
  expect(hash.digest('hex')).toBe('9a676797e60713ff46aeaaf477f3dadf5b84006a678e1eddf1f15dc592c38ce6')
})

/** For each time wins are counted in a round: what was paid, and what is due for what was in view. */
function looksOf(game: Game, events: readonly RoundEvent[]): { paid: number; due: number }[] {
  const looks: { paid: number; due: number }[] = []
  const idOf = (symbol: number) => game.symbols[symbol]?.id ?? ''
  const wild = game.symbols.find(({ kind }) => kind === 'wild')?.id ?? ''
  const limit = featureOf(game, 'tumble')?.limit ?? 0
  let cells: string[] = []
  let factors = new Map<number, number>()
  let isOpen = false
  let isSpecial = false
  let falls = 0
  const close = (paid: number) => {
    if (isOpen) looks.push({ paid, due: plainWins(game, cells, factors) })
    isOpen = false
  }
  for (const event of events) {
    switch (event.type) {
      case 'reveal':
      case 'tumble':
        close(0)
        falls = event.type === 'tumble' ? falls + 1 : 0
        cells = event.grid.flat().map(idOf)
        factors = new Map()
        isOpen = falls <= limit
        break
      case 'mystery':
        for (const position of event.positions) cells[position] = idOf(event.symbol)
        break
      case 'wilds':
        for (const position of event.positions) cells[position] = wild
        break
      case 'multiplier':
        if (event.source === 'wilds') event.positions.forEach((place, at) => factors.set(place, event.values[at] ?? 1))
        break
      case 'expand':
        close(0)
        isSpecial = true
        break
      case 'wins':
        if (!isSpecial) close(event.pay / event.multiplier)
        isSpecial = false
        break
      default:
        close(0)
    }
  }
  return looks
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
