import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { valueOf } from '#domain/games/blackjack/cards.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import type { WireSeatRound } from '#contract/seat-round.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createSeatApp, faultsOfBooks, isOpenHand, isOpenPair, type SeatApp, type SeatPlayer } from '#test/seat-app.ts'
import { until } from '#test/until.ts'
import { createMetrics } from '#server/metrics.ts'
import { startBookkeeper } from '#server/modules/books/bookkeeper.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { beginSeatRound } from '#server/ledger/seats.ts'
import { seedInUse } from '#server/modules/slot/store.ts'
import { endAllDue, startSeatRoundEnds } from './due.ts'

/** Rounds whose decision does not come, and what happens to them where processes end. */

let app: SeatApp

beforeAll(async () => {
  app = await createSeatApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

async function roundOf(player: SeatPlayer, roundId: string): Promise<WireSeatRound> {
  return (await player.call('get-seat-round', { roundId })).body['round'] as WireSeatRound
}

async function stateOf(roundId: string): Promise<string> {
  const { rows } = await app.ownerPool.query<{ state: string }>('SELECT state FROM seat_round WHERE id = $1', [roundId])
  return rows[0]?.state ?? ''
}

describe('a decision that does not come in time', () => {
  test('is the default: insurance is declined, and every hand stands', async () => {
    const insured = await app.sit((state) => state.insurance === 'offered')
    const { round: offered } = await insured.begin()
    const pair = await app.sit(isOpenPair)
    const { round: dealt } = await pair.begin(10_000)
    const split = await pair.decide(dealt, 'split')
    await app.endTime()
    await endAllDue(app.deps)
    const first = await roundOf(insured, offered.roundId)
    expect(first.state).toBe('settled')
    expect(first.decisions[0]).toEqual({ action: 'decline', isDefault: true })
    for (const { action } of first.decisions.slice(1)) expect(action).toBe('stand')
    const second = await roundOf(pair, dealt.roundId)
    expect(second).toMatchObject({ state: 'settled', staked: '20000' })
    expect(second.decisions[0]).toEqual({ action: 'split', isDefault: false })
    const stood = split.round.view?.hands.filter(({ isDone }) => !isDone).length
    expect(second.decisions.slice(1)).toEqual(
      Array.from({ length: stood ?? 0 }, () => ({ action: 'stand', isDefault: true })),
    )
    expect((await pair.wallet()).in_play).toBe(0n)
  })

  test('is late when it comes, with the round as the default ended it', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    await app.endTime()
    const late = await player.decide(round, 'hit')
    expect([late.status, late.round.state, late.round.decisions]).toEqual([
      'late',
      'settled',
      [{ action: 'stand', isDefault: true }],
    ])
    expect((await player.begin()).status).toBe('success')
  })

  test('is ended by one of several processes, once', async () => {
    const players = await Promise.all([1, 2, 3].map(() => app.sit(isOpenHand)))
    const rounds = await Promise.all(players.map(async (player) => (await player.begin()).round.roundId))
    const works = [1, 2].map(() => startSeatRoundEnds(app.deps, { everyMs: 20 }))
    await app.endTime()
    await Promise.all([1, 2].map(() => endAllDue(app.deps)))
    await until(async () => (await Promise.all(rounds.map(stateOf))).every((state) => state === 'settled'))
    await Promise.all(works.map((work) => work.stop()))
    for (const player of players) expect((await player.wallet()).in_play).toBe(0n)
  })
})

test('the books see a round that waits long after its time while the program runs', async () => {
  const player = await app.sit(isOpenHand)
  const { round } = await player.begin()
  await app.endTime()
  expect(await faultsOfBooks(app, ['seat-bets'], true)).toEqual([])
  await app.endTime(3)
  expect((await faultsOfBooks(app, ['seat-bets'], true)).join(' ')).toContain('waits for a decision that was due')
  expect((await player.decide(round, 'hit')).status).toBe('late')
})

test('a run of the books ends first what is due, such as after the program was down', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => app.sit(isOpenHand)))
  const rounds = await Promise.all(players.map(async (player) => (await player.begin()).round.roundId))
  await app.endTime(3)
  const books = startBookkeeper({
    deps: app.deps,
    url: app.appUrl,
    metrics: createMetrics(),
    sealing: {
      lastHead: () => null,
      sealNow: async () => void (await sealAll(app.db, createSealKeys(app.deps.config.secret))),
    },
    firstAfterMs: 0,
    endDueRounds: (signal) => endAllDue(app.deps, signal),
  })
  const lastRun = () =>
    app.db.selectFrom('book_run').select(['outcome', 'faults']).orderBy('id', 'desc').executeTakeFirst()
  await until(async () => ((await lastRun())?.outcome ?? null) !== null)
  await books.stop()
  expect(await lastRun()).toEqual({ outcome: 'clean', faults: [] })
  expect(await Promise.all(rounds.map(stateOf))).toEqual(rounds.map(() => 'settled'))
})

describe('a process that ends', () => {
  test('after the stake leaves the cards as they are, and another one settles what is over', async () => {
    const player = await app.sit((state) => state.isOver)
    const beside = await createSeatApp({ beside: app })
    // As when the process ends between the stake and the settlement.
    const requestId = randomUUID()
    const seed = await seedInUse(app.deps, player.member.id)
    if (!seed) throw new Error('there is no pair')
    const version = await app.db
      .selectFrom('play_session')
      .select('game_version_id')
      .where('id', '=', player.window)
      .executeTakeFirstOrThrow()
    const { seedId, serverSeedHash, clientSeed, nonce } = seed
    await beginSeatRound(app.db, app.deps.config.secret, {
      memberId: player.member.id,
      key: requestId,
      sessionId: player.sessionId,
      playSessionId: player.window,
      roundId: randomUUID(),
      gameCode: 'blackjack',
      stake: 100_000_000n,
      contraId: await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize-live'),
      gameKind: 'casino',
      drawn: { seedId, serverSeedHash, clientSeed, nonce, gameVersionId: version.game_version_id },
      decideMs: 60_000,
    })
    expect((await player.wallet()).in_play).toBe(100_000_000n)
    const body = { requestId, stake: '10000' }
    const again = await beside.play('begin-seat-round', { token: player.token, window: player.window, body })
    expect(again.body).toMatchObject({ status: 'success', round: { state: 'settled' } })
    expect((await player.begin(10_000, requestId)).round).toEqual(again.body['round'])
    await beside.close()
  })
})

describe('a member who is restricted', () => {
  test('has no decision left when the seed is revealed, and the round takes the default', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const body = { lasts: '24h' }
    expect((await app.member('take-a-break', { token: player.token, body })).body.status).toBe('success')
    const seeds = await app.member('get-seeds', { token: player.token })
    expect(seeds.body['pairs']).toMatchObject([{ serverSeed: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(await player.decide(round, 'hit')).toEqual({ status: 'excluded' })
    const { rows } = await app.ownerPool.query('SELECT state, defaulted, decisions FROM seat_round WHERE id = $1', [
      round.roundId,
    ])
    expect(rows).toEqual([{ state: 'open', defaulted: true, decisions: 0 }])
    await endAllDue(app.deps)
    expect(await stateOf(round.roundId)).toBe('settled')
    expect((await roundOf(player, round.roundId)).decisions).toEqual([{ action: 'stand', isDefault: true }])
  })
})

describe('rows that somebody alters while a round is open', () => {
  test.each([
    [
      'another number',
      'UPDATE seat_round SET nonce = nonce + 7 WHERE id = $1',
      'UPDATE seat_round SET nonce = nonce - 7 WHERE id = $1',
    ],
    [
      'another stake',
      'UPDATE seat_round SET stake = stake * 2, staked = staked * 2 WHERE id = $1',
      'UPDATE seat_round SET stake = stake / 2, staked = staked / 2 WHERE id = $1',
    ],
    [
      'another decision',
      `UPDATE seat_decision SET action = 'stand' WHERE round_id = $1`,
      `UPDATE seat_decision SET action = 'hit' WHERE round_id = $1`,
    ],
    [
      'a decision that was not taken',
      `INSERT INTO seat_decision SELECT $1, 2, member_id, gen_random_uuid(), at, 'stand', 0 FROM seat_decision WHERE round_id = $1`,
      `DELETE FROM seat_decision WHERE round_id = $1 AND number = 2`,
    ],
  ])('decide nothing: %s', async (_name, alter, undo) => {
    const isLow = (state: BlackjackState): boolean =>
      isOpenHand(state) && state.hands[0]?.cards.every((card) => valueOf(card) > 1 && valueOf(card) < 5) === true
    const player = await app.sit(isLow)
    const { round } = await player.begin()
    const { round: hit } = await player.decide(round, 'hit')
    await app.asSuper(alter, [round.roundId])
    expect((await player.decide(round, 'stand', { number: 2 })).status).toBe('error')
    expect(app.errors.splice(0).join(' ')).toContain('is not as the program took it')
    expect(await stateOf(round.roundId)).toBe('open')
    await app.asSuper(undo, [round.roundId])
    expect((await player.decide(hit, 'stand')).round.state).toBe('settled')
  })
})

test('all rounds of these tests follow from their seeds and have their proofs', async () => {
  expect(await faultsOfBooks(app)).toEqual([])
})
