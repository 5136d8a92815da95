import { expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { drawFrom, seededDraw, type Draw } from '../draw.ts'
import { fromHex, hmacSha256 } from '../sha256.ts'
import { amountOfUnits } from '../round.ts'
import { shuffledShoe } from '../table/shoe.ts'
import { blackjackActions } from './events.ts'
import {
  blackjack,
  blackjackHashOf,
  blackjackStakeFits,
  leastBlackjackStake,
  mostLostUnits,
  mostReturnedUnits,
  mostStakedUnits,
} from './game.ts'
import { beginRound, finishByDefault, legalActions, replay, settlementOf, step } from './round.ts'

const drawOf = (nonce: number): Draw =>
  seededDraw(hmacSha256, { serverSeed: fromHex('07'.repeat(32)), clientSeed: 'a-seed', gameCode: 'blackjack', nonce })

test('the data have the hash under which they are published', () => {
  expect(blackjackHashOf(blackjack)).toMatch(/^[0-9a-f]{64}$/)
  expect(blackjackHashOf({ ...blackjack, dealerSoft17: 'hit' })).not.toBe(blackjackHashOf(blackjack))
})

test('stakes are multiples of the units, so that blackjacks and insurance are whole', () => {
  expect(leastBlackjackStake(blackjack)).toBe(wholeUnits(2))
  const fits = [0, 1, 2, 3, 1000].map((units) => blackjackStakeFits(blackjack, wholeUnits(units)))
  expect(fits).toEqual([false, false, true, false, true])
  expect(blackjackStakeFits(blackjack, -wholeUnits(2))).toBe(false)
  expect(blackjackStakeFits(blackjack, wholeUnits(2) + 1n)).toBe(false)
  expect(amountOfUnits(blackjack.blackjackReturns, wholeUnits(6), blackjack.unitsPerStake)).toBe(wholeUnits(15))
  expect(amountOfUnits(blackjack.insuranceStake, wholeUnits(6), blackjack.unitsPerStake)).toBe(wholeUnits(3))
})

test('the bounds are four doubled hands with insurance', () => {
  expect([mostStakedUnits(blackjack), mostReturnedUnits(blackjack), mostLostUnits(blackjack)]).toEqual([17, 32, 16])
})

test('the cards are those of the shoe that the seeds give, whatever is decided', () => {
  const shoe = shuffledShoe(drawOf(3), 6)
  const state = beginRound(blackjack, drawOf(3))
  expect(state.shoe).toEqual(shoe)
  expect(state.hands[0]?.cards).toEqual([shoe[0], shoe[2]])
  expect(state.dealer).toEqual([shoe[1], shoe[3]])
})

test('every round ends, within its bounds, and its decisions play it again', () => {
  let block = 0
  const draw = drawFrom(() => hmacSha256(new Uint8Array(32), `choice ${block++}`))
  const seen = new Set<string>()
  for (let nonce = 0; nonce < 150; nonce++) {
    let state = beginRound(blackjack, drawOf(nonce))
    const decisions: string[] = []
    while (!state.isOver) {
      const actions = legalActions(blackjack, state)
      const splitting = actions.find(({ action }) => action === 'split')
      const { action } = splitting ?? actions[draw(actions.length)] ?? { action: 'stand' }
      decisions.push(action)
      const stepped = step(blackjack, state, action)
      if (stepped.kind === 'refused') throw new Error(stepped.reason)
      state = stepped.state
      seen.add(action)
    }
    const result = settlementOf(state)
    expect(result?.staked).toBeLessThanOrEqual(mostStakedUnits(blackjack))
    expect(result?.returned).toBeLessThanOrEqual(mostReturnedUnits(blackjack))
    expect(replay(blackjack, drawOf(nonce), decisions)).toEqual({ state, refused: null })
  }
  expect([...seen].toSorted()).toEqual([...blackjackActions].toSorted())
})

test('decisions that do not fit are named with their place', () => {
  const decided = (decisions: string[]) => {
    const { state, refused } = replay(blackjack, drawOf(0), decisions)
    return refused ?? (state.isOver ? 'over' : 'waits')
  }
  const { decisions } = finishByDefault(blackjack, beginRound(blackjack, drawOf(0)))
  expect(decisions).toEqual(['stand'])
  expect(decided([])).toBe('waits')
  expect(decided(['stand'])).toBe('over')
  expect(decided(['stand', 'stand'])).toEqual({ at: 2, reason: 'over' })
  expect(decided(['surrender'])).toEqual({ at: 1, reason: 'unknown' })
  expect(decided(['toString'])).toEqual({ at: 1, reason: 'unknown' })
  expect(decided(['insure'])).toEqual({ at: 1, reason: 'no-insurance' })
})
