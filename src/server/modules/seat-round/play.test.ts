import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settlementOf } from '#domain/games/blackjack/round.ts'
import { createSeatApp, faultsOfBooks, type SeatApp } from '#test/seat-app.ts'

/** Rounds with decisions through the play API. */

let app: SeatApp

beforeAll(async () => {
  app = await createSeatApp()
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(() => app.close())

async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  expect(await faultsOfBooks(app)).toEqual([])
}

describe('a round', () => {
  test('puts the stake in play, and its result takes it out', async () => {
    const player = await app.sit((state) => !state.isOver && state.insurance === 'none')
    const { status, round } = await player.begin(10_000)
    expect([status, round.state, round.staked, round.decision?.number]).toEqual(['success', 'open', '10000', 1])
    expect(round.view?.dealer.cards).toHaveLength(1)
    expect(await player.wallet()).toMatchObject({ cash: 9_900_000_000n, in_play: 100_000_000n, nonce: 1n })
    const ended = await player.decide(round, 'stand')
    expect([ended.status, ended.round.state]).toEqual(['success', 'settled'])
    const returned = BigInt(ended.round.returned ?? '-1') * 10_000n
    expect(await player.wallet()).toMatchObject({ cash: 9_900_000_000n + returned, in_play: 0n })
  })

  test('that is over when it is dealt is settled at once', async () => {
    const player = await app.sit((state) => settlementOf(state)?.hands[0]?.outcome === 'blackjack')
    const requestId = randomUUID()
    const { round } = await player.begin(10_000, requestId)
    expect([round.state, round.returned, round.decision]).toEqual(['settled', '25000', null])
    expect(await player.wallet()).toMatchObject({ cash: 10_150_000_000n, in_play: 0n })
    expect((await player.begin(10_000, requestId)).round).toEqual(round)
    expect((await player.wallet()).cash).toBe(10_150_000_000n)
  })
})
