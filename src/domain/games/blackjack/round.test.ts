import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../math-hash.ts'
import { cardOf, cardText } from '../table/cards.ts'
import { totalOf } from './cards.ts'
import type { BlackjackAction, BlackjackEvent } from './events.ts'
import { blackjack, type BlackjackGame } from './game.ts'
import { dealFrom, defaultAction, finishByDefault, legalActions, settlementOf, step } from './round.ts'
import type { BlackjackState } from './state.ts'
import { visibleState } from './visible.ts'

/** Cards in the order in which they are dealt: member, upcard, member, hole card, and what is drawn. */
const cardsOf = (text: string) => text.split(' ').map(cardOf)

function play(text: string, actions: string, game: BlackjackGame = blackjack): BlackjackState {
  return actions
    .split(' ')
    .filter((action) => action !== '')
    .reduce(
      (state, action) => {
        const stepped = step(game, state, action as BlackjackAction)
        if (stepped.kind === 'refused') throw new Error(`${action} was refused: ${stepped.reason}.`)
        return stepped.state
      },
      dealFrom(cardsOf(text), game),
    )
}

/** Plays a round to its end, which uses every card of the text. */
function playWhole(text: string, actions: string, game: BlackjackGame = blackjack): BlackjackState {
  const state = play(text, actions, game)
  expect(state.isOver).toBe(true)
  expect(state.next).toBe(state.shoe.length)
  return state
}

/** The outcomes and sums of a whole round: `win 4>8 | 4>8`. */
function settled(state: BlackjackState): string {
  const result = settlementOf(state)
  if (!result) return 'open'
  const hands = result.hands.map(({ outcome, staked, returned }) => `${outcome} ${staked}>${returned}`)
  const insurance = result.insurance ? [`insurance ${result.insurance.outcome}`] : []
  return [...hands, ...insurance, `${result.staked}>${result.returned}`].join(' | ')
}

describe('a settled round', () => {
  test.each([
    { rule: 'a higher total wins 1:1', cards: 'TC 7D 9H TS', actions: 'stand', result: 'win 2>4 | 2>4' },
    { rule: 'a lower total loses', cards: 'TC 9D 8H TS', actions: 'stand', result: 'lose 2>0 | 2>0' },
    { rule: 'equal totals push', cards: 'TC 9D 9H TS', actions: 'stand', result: 'push 2>2 | 2>2' },
    { rule: 'above 21 is bust at once', cards: 'TC 5D 6H TS TD', actions: 'hit', result: 'bust 2>0 | 2>0' },
    { rule: 'a dealer above 21 loses', cards: 'TC 6D 2H TS TD', actions: 'stand', result: 'win 2>4 | 2>4' },
    { rule: 'a 21 needs no decision', cards: 'TC 9D 5H TS 6C', actions: 'hit', result: 'win 2>4 | 2>4' },
    { rule: 'a blackjack pays 3:2 at once', cards: 'AC 9D KH TS', actions: '', result: 'blackjack 2>5 | 2>5' },
    { rule: 'a blackjack beats a 21', cards: 'AC 5D QH TS', actions: '', result: 'blackjack 2>5 | 2>5' },
    { rule: 'a dealer’s blackjack behind a ten ends it', cards: 'TC KD 9H AS', actions: '', result: 'lose 2>0 | 2>0' },
    { rule: 'two blackjacks push', cards: 'AC KD JH AS', actions: '', result: 'push 2>2 | 2>2' },
    {
      rule: 'a dealer’s blackjack beats a 21 that is none',
      cards: 'TC AD 9H KS',
      actions: 'decline',
      result: 'lose 2>0 | 2>0',
    },
    {
      rule: 'insurance pays 2:1 on half the stake',
      cards: 'TC AD 9H KS',
      actions: 'insure',
      result: 'lose 2>0 | insurance win | 3>3',
    },
    {
      rule: 'insurance is lost without a blackjack, and the round goes on',
      cards: 'TC AD 9H 8S',
      actions: 'insure stand',
      result: 'push 2>2 | insurance lose | 3>2',
    },
    {
      rule: 'an insured blackjack against a blackjack returns 1:1',
      cards: 'AC AD KH KS',
      actions: 'insure',
      result: 'push 2>2 | insurance win | 3>5',
    },
    {
      rule: 'an insured blackjack without one pays 3:2',
      cards: 'AC AD KH 9S',
      actions: 'insure',
      result: 'blackjack 2>5 | insurance lose | 3>5',
    },
    {
      rule: 'a blackjack that declines against a blackjack pushes',
      cards: 'AC AD KH KS',
      actions: 'decline',
      result: 'push 2>2 | 2>2',
    },
    {
      rule: 'a double takes one card for twice the stake',
      cards: '5C 6D 6H TS 9D 2C',
      actions: 'double',
      result: 'win 4>8 | 4>8',
    },
    { rule: 'a double can lose', cards: '5C 9D 6H TS 2D', actions: 'double', result: 'lose 4>0 | 4>0' },
    { rule: 'a double can push', cards: '5C 9D 6H TS 8D', actions: 'double', result: 'push 4>4 | 4>4' },
    { rule: 'a double can be bust', cards: '9C 9D 6H TS TD', actions: 'double', result: 'bust 4>0 | 4>0' },
    {
      rule: 'split hands are settled apart',
      cards: '8C 7D 8H TS TC 2D',
      actions: 'split stand stand',
      result: 'win 2>4 | lose 2>0 | 4>4',
    },
    {
      rule: 'a hand may be doubled after a split',
      cards: '8C 7D 8H TS 3C TD KD',
      actions: 'split double stand',
      result: 'win 4>8 | win 2>4 | 6>12',
    },
    {
      rule: 'split aces get one card each, and a 21 with them is no blackjack',
      cards: 'AC 7D AH TS KC 5D',
      actions: 'split',
      result: 'win 2>4 | lose 2>0 | 4>4',
    },
    {
      rule: 'split aces are not split again',
      cards: 'AC 7D AH TS AD 5D',
      actions: 'split',
      result: 'lose 2>0 | lose 2>0 | 4>0',
    },
    {
      rule: 'a ten and an ace after a split is no blackjack and pushes with a 21 of the dealer',
      cards: 'TC 5D TH TS AC 9D 6D',
      actions: 'split stand',
      result: 'push 2>2 | lose 2>0 | 4>2',
    },
    {
      rule: 'tens and court cards are a pair',
      cards: 'TC 7D KH TS 9C 8D',
      actions: 'split stand stand',
      result: 'win 2>4 | win 2>4 | 4>8',
    },
    {
      rule: 'four hands, each doubled and won',
      cards: '4C 6D 4H TS 4D 7C 4S 7D 7H 7S TC TD TH KD KC',
      actions: 'split split split double double double double',
      result: 'win 4>8 | win 4>8 | win 4>8 | win 4>8 | 16>32',
    },
  ])('$rule: $cards, $actions', ({ cards, actions, result }) => {
    expect(settled(playWhole(cards, actions))).toBe(result)
  })

  test('has a dealer that draws on 16, stands on a soft 17, and counts one ace as 11', () => {
    expect(settled(playWhole('TC 6D 8H AS', 'stand'))).toBe('win 2>4 | 2>4')
    expect(settled(playWhole('TC 9D 8H 7S 5D', 'stand'))).toBe('lose 2>0 | 2>0')
    expect(settled(playWhole('TC 5D 8H AS AD', 'stand'))).toBe('win 2>4 | 2>4')
  })

  test('has a dealer that draws on a soft 17 where the data say so, and never on a hard one', () => {
    const hits: BlackjackGame = { ...blackjack, dealerSoft17: 'hit' }
    expect(settled(playWhole('TC 6D 8H AS 4C', 'stand', hits))).toBe('lose 2>0 | 2>0')
    expect(settled(playWhole('TC 7D 8H TS', 'stand', hits))).toBe('win 2>4 | 2>4')
    expect(settled(playWhole('TC 6D 8H AS TC', 'stand', hits))).toBe('win 2>4 | 2>4')
  })

  test('turns the hole card and draws nothing when every hand is bust, doubled or split ones too', () => {
    const busts = playWhole('8C 5D 8H TS 7C 6D TD JD', 'split hit hit')
    expect(settled(busts)).toBe('bust 2>0 | bust 2>0 | 4>0')
    expect(busts.events.slice(-2).map(({ type }) => type)).toEqual(['turn', 'result'])
  })

  test('draws for the dealer when one hand of several is not bust', () => {
    expect(settled(playWhole('8C 5D 8H TS 7C 6D TD 2C', 'split hit stand'))).toBe('bust 2>0 | lose 2>0 | 4>0')
  })
})

describe('the events', () => {
  const eventsOf = (cards: string, actions: string) =>
    playWhole(cards, actions).events.map((event: BlackjackEvent) => {
      const shown = [
        ...('cards' in event ? event.cards : []),
        ...('upcard' in event ? [event.upcard] : []),
        ...('card' in event ? [event.card] : []),
      ]
      const hand = 'hand' in event ? [String(event.hand)] : []
      return [event.type, ...hand, ...('found' in event ? [event.found] : []), ...shown.map(cardText)].join(' ')
    })

  test('are in the order in which the cards fall', () => {
    expect(eventsOf('8C AD 8H 5S 8D 3C 9D KC TD TH 2H', 'insure split split hit stand double')).toEqual([
      'deal 8C 8H AD',
      'offer',
      'insure',
      'peek nothing',
      'split 0 8D 3C',
      'split 0 9D KC',
      'hit 0 TD',
      'stand 1',
      'double 2 TH',
      'turn 5S',
      'draw 2H',
      'result',
    ])
  })

  test('peek behind a ten, not behind a lower card', () => {
    expect(eventsOf('TC QD 9H 8S', 'stand')).toEqual(['deal TC 9H QD', 'peek nothing', 'stand 0', 'turn 8S', 'result'])
    expect(eventsOf('AC 9D KH AS', '')).toEqual(['deal AC KH 9D', 'turn AS', 'result'])
  })

  test('are data with one spelling', () => {
    const { events } = playWhole('8C AD 8H 5S 8D 3C 9D KC TD TH 2H', 'insure split split hit stand double')
    expect(JSON.parse(canonicalJson(events))).toEqual(events)
  })
})

describe('an action that is not possible is refused by name:', () => {
  test.each([
    { reason: 'over', cards: 'TC 7D 9H TS', actions: 'stand', refused: ['hit', 'stand', 'double', 'split', 'insure'] },
    { reason: 'over', cards: 'AC 9D KH TS', actions: '', refused: ['stand', 'decline'] },
    { reason: 'insurance-first', cards: '8C AD 8H 9S', actions: '', refused: ['hit', 'stand', 'double', 'split'] },
    { reason: 'no-insurance', cards: '8C KD 8H 9S', actions: '', refused: ['insure', 'decline'] },
    { reason: 'no-insurance', cards: '8C AD 8H 9S', actions: 'decline', refused: ['insure', 'decline'] },
    { reason: 'not-first-cards', cards: '2C 9D 3H 9S 2D', actions: 'hit', refused: ['double', 'split'] },
    { reason: 'not-a-pair', cards: '9C 9D TH 9S', actions: '', refused: ['split'] },
    {
      reason: 'most-hands',
      cards: '4C 6D 4H TS 4D 4S 4C 4H 4S 7S',
      actions: 'split split split',
      refused: ['split'],
    },
  ])('$reason: $cards, $actions', ({ reason, cards, actions, refused }) => {
    const state = play(cards, actions)
    const before = canonicalJson(state)
    for (const action of refused as BlackjackAction[]) {
      expect(step(blackjack, state, action)).toEqual({ kind: 'refused', reason })
      expect(legalActions(blackjack, state).map((one) => one.action)).not.toContain(action)
    }
    expect(canonicalJson(state)).toBe(before)
  })

  test('the others are listed with the stake that they add', () => {
    expect(legalActions(blackjack, play('8C AD 8H 9S', ''))).toEqual([
      { action: 'insure', stake: 1 },
      { action: 'decline', stake: 0 },
    ])
    expect(legalActions(blackjack, play('8C KD 8H 9S', ''))).toEqual([
      { action: 'hit', stake: 0 },
      { action: 'stand', stake: 0 },
      { action: 'double', stake: 2 },
      { action: 'split', stake: 2 },
    ])
  })
})

describe('a decision that is not made in time', () => {
  test('declines insurance and stands, on every hand that is left', () => {
    const offered = play('8C AD 8H 9S', '')
    expect(defaultAction(offered)).toBe('decline')
    expect(finishByDefault(blackjack, offered).decisions).toEqual(['decline', 'stand'])
    const split = play('8C 7D 8H TS 2C 3D', 'split')
    const { state, decisions } = finishByDefault(blackjack, split)
    expect(decisions).toEqual(['stand', 'stand'])
    expect(state.isOver).toBe(true)
    expect(defaultAction(state)).toBeNull()
  })
})

describe('what a member may see', () => {
  test('has no shoe and no hole card before it is turned', () => {
    const state = play('8C AD 8H 5S 8D 3C', 'insure split')
    const visible = visibleState(blackjack, state)
    expect(visible).not.toHaveProperty('shoe')
    expect(visible.dealer.cards.map(cardText)).toEqual(['AD'])
    expect(visible.hands.map(({ cards }) => cards.map(cardText).join(' '))).toEqual(['8C 8D', '8H 3C'])
    expect(canonicalJson(visible)).not.toContain(String(cardOf('5S')))
    expect(visible).toMatchObject({ active: 0, staked: 5, result: null, insurance: 'taken' })
  })

  test('has everything when the round is over', () => {
    const visible = visibleState(blackjack, play('TC 7D 9H TS', 'stand'))
    expect(visible.dealer).toEqual({ cards: [cardOf('7D'), cardOf('TS')], total: { total: 17, isSoft: false } })
    expect(visible).toMatchObject({ active: null, actions: [], staked: 2, result: { returned: 4 } })
    expect(visible.hands[0]).toMatchObject({ outcome: 'win', staked: 2, total: { total: 19, isSoft: false } })
  })
})

test.each([
  ['AC AD', 12, true],
  ['AC 6D', 17, true],
  ['AC 6D TD', 17, false],
  ['AC AD AH', 13, true],
  ['AC AD 9H', 21, true],
  ['KC QD JH', 30, false],
])('counts %s as %i', (text, total, isSoft) => {
  expect(totalOf(cardsOf(text))).toEqual({ total, isSoft })
})
