import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settlementOf } from '#domain/games/blackjack/round.ts'
import type { BlackjackState } from '#domain/games/blackjack/state.ts'
import { wholeUnits } from '#domain/money.ts'
import { putLimit } from '#server/ledger/limits.ts'
import { redeemLaunch } from '#server/modules/launch/member.ts'
import { makePlaySession } from '#server/seed/builders.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { changedBy } from '#test/changed-tables.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createSeatApp, faultsOfBooks, isOpenHand, isOpenPair, startUnits, type SeatApp } from '#test/seat-app.ts'

/** Rounds with decisions through the play API. */

let app: SeatApp

beforeAll(async () => {
  app = await createSeatApp({ brand: { purpose: 'bench' } })
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

const start = wholeUnits(startUnits)
const isInsured = (state: BlackjackState): boolean => state.insurance === 'offered'

describe('a round', () => {
  test('puts the stake in play, and its result takes it out with what it returned, also when that is nothing', async () => {
    const player = await app.sit(isOpenHand)
    const { status, round } = await player.begin(10_000)
    expect([status, round.state, round.staked, round.decision?.number]).toEqual(['success', 'open', '10000', 1])
    expect(await player.wallet()).toMatchObject({
      cash: start - wholeUnits(10_000),
      in_play: wholeUnits(10_000),
      nonce: 1n,
    })
    const ended = await player.decide(round, 'stand')
    expect([ended.status, ended.round.state, ended.round.decision]).toEqual(['success', 'settled', null])
    const returned = wholeUnits(Number(ended.round.returned))
    const { cash, in_play: inPlay, comp } = await player.wallet()
    expect([cash, inPlay, comp]).toEqual([start - wholeUnits(10_000) + returned, 0n, wholeUnits(25)])
    expect((await app.member('get-comp-list', { token: player.token })).body).toMatchObject({
      comps: [{ gameName: '블랙잭', bet: '10000', point: '25' }],
    })
    const events = await app.ownerPool.query(
      `SELECT k.name, j.stake, j.pay, j.d_in_play FROM journal j JOIN journal_kind k ON k.id = j.kind WHERE j.member_id = $1 ORDER BY seq OFFSET 1`,
      [String(player.member.id)],
    )
    expect(events.rows).toEqual([
      { name: 'bet', stake: wholeUnits(10_000), pay: 0n, d_in_play: wholeUnits(10_000) },
      { name: 'bet', stake: 0n, pay: 0n, d_in_play: 0n },
      { name: 'table_result', stake: 0n, pay: returned, d_in_play: -wholeUnits(10_000) },
    ])
  })

  test('that is over when it is dealt is settled at once, and a repeated request has its answer', async () => {
    const player = await app.sit((state) => settlementOf(state)?.hands[0]?.outcome === 'blackjack')
    const requestId = randomUUID()
    const { round } = await player.begin(10_000, requestId)
    expect([round.state, round.returned, round.decision]).toEqual(['settled', '25000', null])
    expect((await player.begin(10_000, requestId)).round).toEqual(round)
    expect(await player.begin(20_000, requestId)).toEqual({ status: 'conflict' })
    expect(await player.wallet()).toMatchObject({ cash: start + wholeUnits(15_000), in_play: 0n })
  })

  test('keeps the session until it has ended, and no other begins after the session’s end', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const reach = (interval: string) =>
      app.ownerPool.query('UPDATE member_session SET ends_at = now() - $2::interval WHERE member_id = $1', [
        String(player.member.id),
        interval,
      ])
    const isIn = async () => (await app.member('user-health-check', { token: player.token })).body.status === 'success'
    await reach('1 hour')
    expect(await isIn()).toBe(false)
    await reach('1 ms')
    expect(await isIn()).toBe(true)
    expect((await player.decide(round, 'stand')).round.state).toBe('settled')
    expect(await isIn()).toBe(false)
    expect((await player.begin()).status).toBe('unauthenticated')
  })

  test('shows no card that is not turned: neither the hole card nor the shoe is in an answer', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const session = (await player.call('get-seat-session')).body['round']
    const one = (await player.call('get-seat-round', { roundId: round.roundId })).body['round'] as {
      serverSeed: unknown
    }
    for (const shown of [round, session, one]) {
      expect(JSON.stringify(shown)).not.toMatch(/"(shoe|next|turn|draw)"/)
      expect(shown).toMatchObject({ view: { dealer: { cards: [expect.any(Number)] } } })
    }
    expect(one.serverSeed).toBeNull()
    expect((await player.call('get-seat-rounds')).body['rounds']).toEqual([])
    await player.decide(round, 'stand')
  })

  test('is one at a time: another begin names the open one, and the seed pair stays until it has ended', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const before = await player.wallet()
    expect(await player.begin()).toMatchObject({ status: 'open-round', round: { roundId: round.roundId } })
    const fairness = (await player.call('get-seat-session')).body['fairness'] as { nextServerSeedHash: string }
    const rotate = (clientSeed: string) =>
      player.call('set-client-seed', { clientSeed, nextServerSeedHash: fairness.nextServerSeedHash })
    expect((await rotate('chosen-now')).body).toEqual({ status: 'open-round' })
    expect(await player.wallet()).toEqual(before)
    await player.decide(round, 'stand')
    expect((await rotate('chosen-now')).body).toMatchObject({
      status: 'success',
      revealed: { firstNonce: 0, lastNonce: 0 },
    })
    const [past] = (await player.call('get-seat-rounds')).body['rounds'] as { serverSeed: string }[]
    expect(past?.serverSeed).toMatch(/^[0-9a-f]{64}$/)
  })

  test('begins from a session with the limits, the edge and the pace', async () => {
    const player = await app.sit()
    expect((await player.call('get-seat-session')).body).toMatchObject({
      status: 'success',
      game: { code: 'blackjack', company: 'baize-live', mathHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      limits: { leastStake: '1000', mostStake: '3000000', step: '1000' },
      edge: expect.stringMatching(/^0\.\d{4}$/),
      fairness: { pair: 1, nonce: 0 },
      round: null,
      closed: false,
      decisionSeconds: 60,
      minRoundMs: 0,
    })
  })

  test('takes stakes within the limits of the table, in steps of its first chip', async () => {
    const player = await app.sit(isOpenHand)
    for (const units of [0, 500, 1_500, 3_001_000]) expect(await player.begin(units)).toEqual({ status: 'stake' })
    expect((await player.begin(1_000)).status).toBe('success')
  })

  test('has numbers of one sequence with the spins of the member', async () => {
    const player = await app.sit(isOpenHand)
    const session = { id: player.sessionId }
    const slot = await makePlaySession(app.deps, player.member, session, { seedPair: false })
    const spin = async (): Promise<number> => {
      const body = { requestId: randomUUID(), stake: '1000' }
      const { body: answer } = await app.play('spin', { token: player.token, window: slot.id, body })
      return (answer['round'] as { nonce: number }).nonce
    }
    const { round } = await player.begin()
    expect([round.nonce, await spin()]).toEqual([0, 1])
    await player.decide(round, 'stand')
    expect([(await player.begin()).round.nonce, await spin()]).toEqual([2, 3])
  })
})

describe('a decision', () => {
  test.each(['double', 'split'] as const)(
    'to %s adds the stake to what is in play, with comp and turnover',
    async (action) => {
      const player = await app.sit(isOpenPair)
      const { round } = await player.begin(10_000)
      const decided = await player.decide(round, action)
      expect([decided.status, decided.round.staked]).toEqual(['success', '20000'])
      const isOpen = decided.round.state === 'open'
      expect(decided.round.decision?.number).toBe(isOpen ? 2 : undefined)
      const inPlay = isOpen ? wholeUnits(20_000) : 0n
      expect(await player.wallet()).toMatchObject({ comp: wholeUnits(50), in_play: inPlay })
    },
  )

  test('for insurance adds half of the stake', async () => {
    const player = await app.sit(isInsured)
    const { round } = await player.begin(10_000)
    expect(round.view?.actions.map(({ action }) => action)).toEqual(['insure', 'decline'])
    const { round: after } = await player.decide(round, 'insure')
    expect(after.staked).toBe('15000')
    expect(after.decisions).toEqual([{ action: 'insure', isDefault: false }])
  })

  test('that is not possible, that the cash does not cover or that a limit refuses changes nothing, and can be taken otherwise', async () => {
    const player = await app.sit(isOpenPair, { cash: wholeUnits(15_000) })
    const { round } = await player.begin(10_000)
    const kept = { requestId: randomUUID() }
    const changed = await changedBy(app.ownerPool, async () => {
      expect(await player.decide(round, 'insure')).toEqual({ status: 'action' })
      expect(await player.decide(round, 'double', kept)).toEqual({ status: 'balance' })
    })
    expect(changed).toEqual([])
    // The id of a refused request took no effect, so it is free.
    expect((await player.decide(round, 'stand', kept)).round.state).toBe('settled')

    const limited = await app.sit(isOpenPair)
    await app.db
      .transaction()
      .execute((tx) => putLimit(tx, limited.member.id, { kind: 'wager', period: 'day', most: wholeUnits(15_000) }))
    await auditLimits(app.ownerPool)
    const { round: second } = await limited.begin(10_000)
    expect(await limited.decide(second, 'split')).toEqual({
      status: 'limit',
      which: 'wager',
      period: 'day',
      remaining: '5000',
    })
    expect((await limited.decide(second, 'stand')).round.state).toBe('settled')
  })

  test('has the same answer again under its id; with another action, number or round the id is a conflict', async () => {
    const player = await app.sit(
      (state) => isOpenHand(state) && state.hands[0]?.cards.every((card) => card % 13 < 5) === true,
    )
    const { round } = await player.begin()
    const requestId = randomUUID()
    const first = await player.decide(round, 'hit', { requestId })
    expect(first.round.decisions).toHaveLength(1)
    const again = await player.decide(round, 'hit', { requestId, number: 1 })
    expect({ ...again, now: first['now'] }).toEqual(first)
    expect(await player.decide(round, 'stand', { requestId, number: 1 })).toEqual({ status: 'conflict' })
    expect(await player.decide(round, 'hit', { requestId, number: 2 })).toEqual({ status: 'conflict' })
    expect(await player.begin(1_000, requestId)).toEqual({ status: 'conflict' })
    const other = await app.sit(isOpenHand)
    expect(await other.decide(round, 'hit')).toEqual({ status: 'none' })
  })

  test('wins once of several with its number, and the others are late with the round as it is', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const answers = await Promise.all([1, 2, 3].map(() => player.decide(round, 'stand')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['late', 'late', 'success'])
    for (const answer of answers)
      expect(answer.round).toMatchObject({ state: 'settled', decisions: [{ action: 'stand' }] })
    const many = await app.ownerPool.query('SELECT count(*)::int AS count FROM seat_decision WHERE round_id = $1', [
      round.roundId,
    ])
    expect(many.rows[0]).toEqual({ count: 1 })
  })
})

describe('around a round', () => {
  test('an ended window begins and decides nothing, and the next one resumes the round', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const game = { code: 'blackjack', company: 'baize-live' }
    // A launch within a second of the last one is refused.
    await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 second'`)
    const { body } = await app.member('open-game', { token: player.token, body: { ...game, timeStemp: 0 } })
    const redeemed = await redeemLaunch(
      app.deps,
      String(body['gameUrl']).replace('/play/launch/', ''),
      player.sessionId,
    )
    const window = redeemed.outcome === 'open' ? redeemed.playSessionId : ''
    expect(await player.begin()).toEqual({ status: 'elsewhere' })
    expect(await player.decide(round, 'stand')).toEqual({ status: 'elsewhere' })
    expect((await player.call('get-seat-session')).body).toEqual({ status: 'elsewhere', ...game })
    const resumed = await app.play('get-seat-session', { token: player.token, window })
    expect(resumed.body['round']).toEqual(round)
    const decide = { requestId: randomUUID(), roundId: round.roundId, number: 1, action: 'stand' }
    expect((await app.play('decide-seat-round', { token: player.token, window, body: decide })).body.status).toBe(
      'success',
    )
  })

  test('the pace is that of the brand, and a closed or maintained game begins no round but ends those that are open', async () => {
    const player = await app.sit(isOpenHand)
    const { round } = await player.begin()
    const offer = (used: boolean): Promise<unknown> =>
      app.ownerDb
        .transaction()
        .execute((tx) => tx.updateTable('brand_game').set({ used }).where('game_code', '=', 'blackjack').execute())
    await offer(false)
    expect((await player.decide(round, 'stand')).status).toBe('success')
    expect(await player.begin()).toEqual({ status: 'used' })
    expect((await app.member('get-tables', { body: { codes: ['blackjack'] } })).body['tables']).toEqual([])
    await offer(true)
    const setPace = (ms: number): Promise<unknown> =>
      app.ownerDb
        .transaction()
        .execute((tx) => tx.updateTable('brand').set({ min_spin_ms: ms }).where('id', '=', app.brand.id).execute())
    await setPace(600_000)
    const refused = await player.begin()
    expect(refused.status).toBe('pace')
    expect(Number(refused['retryAfterMs'])).toBeGreaterThan(500_000)
    await setPace(0)
    expect((await player.begin()).status).toBe('success')
  })

  test('its window is none of a table: the calls of one answer that it has ended or that there is nothing', async () => {
    const { call } = await app.sit()
    const roundId = randomUUID()
    const answers = await Promise.all([
      call('get-table-session'),
      call('get-table', { after: 0 }),
      call('place-bet', { requestId: randomUUID(), roundId, spots: [{ spot: 'player', stake: '1000' }] }),
      call('undo-bets', { roundId }),
      call('send-salt-hash', { firstLink: 1, saltHash: 'a'.repeat(64) }),
      call('send-salt', { firstLink: 1, salt: 'a'.repeat(64) }),
      call('get-table-rounds'),
    ])
    expect(answers.map(({ body }) => body)).toEqual([
      { status: 'elsewhere', code: 'blackjack', company: 'baize-live' },
      { status: 'elsewhere' },
      ...Array.from({ length: 4 }, () => ({ status: 'none' })),
      { status: 'success', rounds: [], maxCount: 0 },
    ])
  })

  test('a tile of the game has its limits, and neither a round nor seats', async () => {
    const { body } = await app.member('get-tables', { body: { codes: ['blackjack'] } })
    expect(body['tables']).toEqual([
      { code: 'blackjack', round: null, seated: 0, leastStake: '1000', mostStake: '3000000', outcomes: [] },
    ])
  })
})

test('all rounds of these tests follow from their seeds and have their proofs', async () => {
  expect(await faultsOfBooks(app)).toEqual([])
})
