import { describe, expect, test } from 'vitest'
import { scaledMs } from '#test/machine.ts'
import { mostSeatGains } from '#domain/games/member-gain.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { adviceOf, basicStrategy } from '#domain/games/blackjack/basic-strategy.ts'
import { valueOf } from '#domain/games/blackjack/cards.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { dealFrom, settlementOf, step } from '#domain/games/blackjack/round.ts'
import { drawFrom } from '#domain/games/draw.ts'
import { shuffledShoe, type Shoe } from '#domain/games/table/shoe.ts'
import { cipherStream } from '../chance.ts'
import { blackjackClaims, differentLetters, simulatedBlackjackClaims } from './claims.ts'
import { edgeOf } from './edge.ts'
import { blackjackChance, insuranceEdge, plainParts } from './exact.ts'
import { expectationsOf, forbiddenHole, fullCounts, handOf, values } from './expectation.ts'
import { fastTable } from './fast-table.ts'
import { mostGains } from './most-gains.ts'
import { blocksAgree, figuresOf, measurementOf } from './measured.ts'
import { addedCounts, simulateBlock } from './simulation.ts'

const failing = <One extends { holds: boolean }>(claims: readonly One[]): One[] => claims.filter(({ holds }) => !holds)
const measurement = measurementOf(blackjack)
if (!measurement) throw new Error('The counts are of other mathematics: npm run math -- measure blackjack --full.')

test('the engine of the simulation plays every round like the engine of the members, card for card', () => {
  const draw = drawFrom(cipherStream('two engines'))
  const play = fastTable(blackjack, basicStrategy)
  const seen = new Map<string, number>()
  for (let round = 0; round < 2000; round++) {
    const shoe = shuffledShoe(draw, blackjack.decks)
    // Three of four rounds begin with a pair, and some draw more of the same, so that splits to four hands come often.
    const cards = withEqual(shoe, [[], [2], [2, 4], [2, 4, 5]][round % 4] ?? [])
    let place = 0
    const fast = play(() => valueOf(cards[place++] ?? 0))
    let state = dealFrom(cards, blackjack)
    for (let action = adviceOf(blackjack, state); action !== null; action = adviceOf(blackjack, state)) {
      const stepped = step(blackjack, state, action)
      if (stepped.kind === 'refused') throw new Error(`${action} was refused: ${stepped.reason}.`)
      state = stepped.state
    }
    const result = settlementOf(state)
    const hands = result?.hands.length ?? 0
    expect({ ...fast, next: place }).toEqual({
      net: (result?.returned ?? 0) - (result?.staked ?? 0),
      staked: result?.staked,
      hasSplit: hands > 1,
      upcard: valueOf(cards[1] ?? 0),
      // A fast round with a blackjack looks at no more cards either.
      next: state.next,
    })
    const kind = `${hands} hands of ${valueOf(cards[0] ?? 0) === 1 ? 'aces' : 'others'}`
    seen.set(kind, (seen.get(kind) ?? 0) + 1)
  }
  const often = ['2 hands of aces', '2 hands of others', '3 hands of others', '4 hands of others']
  expect(often.filter((kind) => (seen.get(kind) ?? 0) < 10)).toEqual([])
  expect([...seen.keys()]).not.toContain('3 hands of aces')
})

/** The shoe with cards that count what the first one does at these places, exchanged with others. */
function withEqual(shoe: Shoe, places: readonly number[]): Shoe {
  return places.reduce((cards, place) => {
    const from = cards.findIndex((card, other) => other > 5 && valueOf(card) === valueOf(cards[0] ?? 0))
    return cards.with(place, cards[from] ?? 0).with(from, cards[place] ?? 0)
  }, shoe)
}

describe('the published figures', { timeout: scaledMs(60_000) }, () => {
  test('hold: strategy, rounds and interval, the exact part, the sheet', async () => {
    for (const entry of seatGames) expect(failing(await blackjackClaims(entry))).toEqual([])
  })

  test('follow from the counts, of which the first block counts the same again', () => {
    expect(simulateBlock(blackjack, measurement.seed, 0)).toEqual(measurement.first)
    const { edge, half } = edgeOf(blackjack, measurement.all)
    expect([edge, half].map((one) => (100 * one).toFixed(4))).toEqual(['0.4051', '0.0018'])
    expect(figuresOf(blackjack, measurement.all).half).toBeLessThan(0.0001)
  })

  test('lie inside the interval of a short simulation, and so does the exact part', () => {
    expect(failing(simulatedBlackjackClaims(blackjack, 2_000_000, '1'))).toEqual([])
  })
})

test('blocks add up, and a wrong number of rounds or letter is found', () => {
  const [one, other] = [0, 1].map((block) => simulateBlock(blackjack, 'sum', block, 20_000))
  if (!one || !other) throw new Error('No block was played.')
  const both = addedCounts(one, other)
  expect(figuresOf(blackjack, both).edge).toBeCloseTo(
    (figuresOf(blackjack, one).edge + figuresOf(blackjack, other).edge) / 2,
    12,
  )
  expect(blocksAgree({ ...measurement, all: addedCounts(measurement.all, one) })).toBe(false)
  const other12 = { ...basicStrategy, hard: { ...basicStrategy.hard, 12: 'HSSSSHHHHH' } }
  expect(differentLetters(basicStrategy, other12)).toEqual(['hard 12: HSSSSHHHHH, not HHSSSHHHHH'])
})

describe('exact chances', () => {
  test('are those of a shoe of six decks', () => {
    expect(insuranceEdge(blackjack)).toEqual({ numerator: 23n, denominator: 311n })
    expect(blackjackChance(blackjack)).toEqual({ numerator: 192n, denominator: 4043n })
    const parts = plainParts(blackjack)
    expect(parts.reduce((sum, { upcardChance }) => sum + upcardChance, 0)).toBeCloseTo(1, 12)
  })

  test.each(values)('of the dealer’s ends behind %i are those of every order of drawing', (upcard) => {
    const hand = handOf([10, 6])
    const left = fullCounts(blackjack).map((count, value) => count - (hand[value] ?? 0) - Number(value === upcard))
    const byOrder = [0, 0, 0, 0, 0, 0]
    drawEveryOrder(left, upcard, byOrder)
    const { dealer, nextChances } = expectationsOf(blackjack, upcard)
    dealer(hand).forEach((chance, index) => expect(chance).toBeCloseTo(byOrder[index] ?? 0, 12))
    expect(nextChances(hand).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12)
  })

  test('of the next card depend on the hole card that the dealer cannot have', () => {
    // Two decks of an ace and two tens are left: behind an ace the hole card is the ace, so that the next card is a ten.
    const { nextChances } = expectationsOf(blackjack, 1)
    const all = fullCounts(blackjack).map((count, value) =>
      value === 0 ? 0 : count - (value === 1 ? 2 : value === 10 ? 2 : 0),
    )
    expect(nextChances(all)[10]).toBeCloseTo(1, 12)
  })
})

/** Draws for the dealer in every order, one card after the other, and adds up the chances of 17 to 21 and above. */
function drawEveryOrder(left: number[], upcard: number, ends: number[]): void {
  const draw = (cards: readonly number[], chance: number): void => {
    const sum = cards.reduce((total, card) => total + card, 0)
    const total = cards.includes(1) && sum <= 11 ? sum + 10 : sum
    if (cards.length > 1 && total >= 17) {
      const end = Math.min(total, 22) - 17
      ends[end] = (ends[end] ?? 0) + chance
      return
    }
    const forbidden = cards.length === 1 ? forbiddenHole(upcard) : 0
    const size = left.reduce((all, count, value) => all + (value === forbidden ? 0 : count), 0)
    for (const value of values) {
      const count = left[value] ?? 0
      if (count === 0 || value === forbidden) continue
      left[value] = count - 1
      draw([...cards, value], (chance * count) / size)
      left[value] = count
    }
  }
  draw([upcard], 1)
}

test(
  'no way to play gains in more rounds than the bets on members assume',
  () => {
    const most = mostGains(blackjack)
    expect(most).toBeLessThan(mostSeatGains)
    expect(most).toBeGreaterThan(mostSeatGains - 0.001)
    expect(figuresOf(blackjack, measurement.all).gains).toBeLessThan(most)
  },
  scaledMs(60_000),
)
