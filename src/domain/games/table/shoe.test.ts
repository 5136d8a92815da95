import { describe, expect, test } from 'vitest'
import { drawFrom, type Draw } from '../draw.ts'
import { baccarat } from './baccarat/game.ts'
import { dragonTiger } from './dragon-tiger/game.ts'
import { dealRound, mayBegin, roundsOfShoe, shuffledShoe } from './shoe.ts'
import { cipherStream } from '../../../../scripts/math/chance.ts'

const drawOf = (name: string): Draw => drawFrom(cipherStream(name))

describe('a shoe', () => {
  test('holds every card as often as it has decks', () => {
    const counts = Array.from({ length: 52 }, () => 0)
    for (const card of shuffledShoe(drawOf('counts'), 8)) counts[card] = (counts[card] ?? 0) + 1
    expect(new Set(counts)).toEqual(new Set([8]))
  })

  test('is shuffled by one draw for each place from the last to the second', () => {
    const bounds: number[] = []
    const shoe = shuffledShoe((below) => {
      bounds.push(below)
      return 0
    }, 1)
    expect(bounds).toEqual(Array.from({ length: 51 }, (_, index) => 52 - index))
    // The card of the first place went to the end, then each next one before it.
    expect(shoe).toEqual([...Array.from({ length: 51 }, (_, place) => place + 1), 0])
  })

  test('has each card at each place equally often', () => {
    const draw = drawOf('uniform')
    const shoes = 5_200
    const counts = Array.from({ length: 52 * 52 }, () => 0)
    for (let shoe = 0; shoe < shoes; shoe++) {
      shuffledShoe(draw, 1).forEach((card, place) => {
        counts[place * 52 + card] = (counts[place * 52 + card] ?? 0) + 1
      })
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - shoes / 52) ** 2 / (shoes / 52), 0)
    // 51 × 51 degrees of freedom; within five deviations of the mean on both sides. The stream is fixed.
    expect(Math.abs(chiSquare - 51 ** 2)).toBeLessThan(5 * Math.sqrt(2) * 51)
  })
})

describe('the cut card', () => {
  test.each([baccarat, dragonTiger])('of $code ends the shoe behind the round in which it comes', (game) => {
    const shoe = shuffledShoe(drawOf('cut'), game.decks)
    const cut = game.decks * 52 - game.behindCut
    let place = 0
    for (const outcome of roundsOfShoe(game, shoe)) {
      expect(mayBegin(game, place)).toBe(true)
      const dealt = dealRound(game, shoe, place)
      expect(dealt.outcome).toEqual(outcome)
      place = dealt.next
    }
    expect(mayBegin(game, place)).toBe(false)
    expect(place).toBeGreaterThanOrEqual(cut)
    expect(place).toBeLessThan(cut + 6)
    expect([mayBegin(game, cut - 1), mayBegin(game, cut)]).toEqual([true, false])
  })

  test('no round runs out of cards: the last that may begin takes the most that a round can take', () => {
    const shoe = shuffledShoe(drawOf('last'), 8)
    const last = 8 * 52 - baccarat.behindCut - 1
    // Six cards: 0 and 0 draw a third, the banker draws on 0.
    const longest = [...shoe.slice(0, last), 12, 12, 12, 12, 12, 12]
    expect(dealRound(baccarat, longest, last).next).toBe(last + 6)
    expect(last + 6).toBeLessThanOrEqual(416)
  })

  test('a shoe without a card left throws', () => {
    expect(() => dealRound(baccarat, [12, 12, 12, 12, 12], 0)).toThrow(RangeError)
  })
})
