import { describe, expect, test } from 'vitest'
import { cardOf, cardText, cardsInDeck } from '../cards.ts'
import { dealBaccarat, pointsOf } from './hands.ts'
import { marksOfBaccarat } from './marks.ts'

/** Deals the cards of a text, such as `4C 9D`, and fails when the round takes another number. */
function deal(text: string) {
  const cards = text.split(' ').map(cardOf)
  const outcome = dealBaccarat(() => {
    const card = cards.shift()
    if (card === undefined) throw new Error('The round took more cards than it should.')
    return card
  })
  expect(cards).toEqual([])
  return outcome
}

describe('a round of baccarat', () => {
  test.each([
    // Player, banker, player, banker, then third cards.
    { cards: '4C TD 4D 2S', rule: 'a natural 8 ends it', marks: ['player', 'player-pair'] },
    { cards: '2C 9D 3D KS', rule: 'a natural of the banker ends it', marks: ['banker'] },
    { cards: '6C 6D TD KS', rule: 'both stand on 6', marks: ['tie'] },
    { cards: '7C 5D TD KS 2C', rule: 'the banker draws on 5 when the player stands', marks: ['tie'] },
    { cards: '7C 6D KD KS', rule: 'the banker stands on 6 when the player stands', marks: ['player'] },
    { cards: '2C 3D 3D KS 8H', rule: 'the banker stands on 3 against an 8', marks: ['tie'] },
    { cards: '2C 3D 3D KS 9H 4H', rule: 'the banker draws on 3 against a 9', marks: ['banker'] },
    { cards: '2C 4D 3D KS AH', rule: 'the banker stands on 4 against an ace', marks: ['player'] },
    { cards: '2C 4D 3D KS 2H 2D', rule: 'the banker draws on 4 against a 2', marks: ['player'] },
    { cards: '2C 5D 3D KS 3H', rule: 'the banker stands on 5 against a 3', marks: ['player'] },
    { cards: '2C 5D 3D KS 4H AD', rule: 'the banker draws on 5 against a 4', marks: ['player'] },
    { cards: '2C 6D 3D KS 5H', rule: 'the banker stands on 6 against a 5', marks: ['banker', 'banker-6'] },
    { cards: '2C 6D 3D KS 6H AD', rule: 'the banker draws on 6 against a 6', marks: ['banker'] },
    { cards: '2C 7D 3D KS 6H', rule: 'the banker stands on 7', marks: ['banker'] },
    {
      cards: '2C KD 3D KS 8H AS',
      rule: 'the banker draws on 0 whatever the third card',
      marks: ['player', 'banker-pair'],
    },
  ])('$cards: $rule', ({ cards, marks }) => {
    expect(marksOfBaccarat(deal(cards))).toEqual(marks)
  })

  test('a pair is of one rank, not of one value', () => {
    expect(marksOfBaccarat(deal('TC 9D KC TS'))).toEqual(['banker'])
    expect(marksOfBaccarat(deal('TC 9C TC 9C'))).toEqual(['banker', 'player-pair', 'banker-pair'])
  })

  test('a 6 of the banker that does not win has no mark', () => {
    expect(marksOfBaccarat(deal('7C 6D TD KS'))).toEqual(['player'])
    expect(marksOfBaccarat(deal('6C 6D TD KS'))).toEqual(['tie'])
  })
})

test('points are the last digit of the sum; tens and court cards are 0', () => {
  expect(pointsOf([])).toBe(0)
  expect(['TC', 'JD', 'QH', 'KS'].map((card) => pointsOf([cardOf(card)]))).toEqual([0, 0, 0, 0])
  expect(pointsOf(['9S', '9H', '9C'].map(cardOf))).toBe(7)
})

test('each card has a text of its own, which reads back', () => {
  const texts = Array.from({ length: cardsInDeck }, (_, card) => cardText(card))
  expect(new Set(texts).size).toBe(52)
  expect(texts.map(cardOf)).toEqual(Array.from({ length: 52 }, (_, card) => card))
  expect([texts[0], texts[12], texts[13], texts[51]]).toEqual(['AC', 'KC', 'AD', 'KS'])
  for (const wrong of ['', 'A', '1C', 'AX', 'AC ', 'ac']) expect(() => cardOf(wrong)).toThrow(RangeError)
  for (const wrong of [-1, 52, 0.5]) expect(() => cardText(wrong)).toThrow(RangeError)
})
