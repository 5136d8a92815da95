import type { PlayAnswers } from '#contract/play-api.ts'
import { play } from '#domain/games/slot/play.ts'
import type { Engine } from '#domain/games/slot/checked-play.ts'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkBooks, type BookFault } from '#server/ledger/books.ts'
import { foundJackpot } from '#server/ledger/jackpots.ts'
import { makeMember, makeOperator, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { anySlot, openAnySlot } from '#test/any-slot.ts'
import { catalogueChecks } from '#test/known-books.ts'
import { createFailingEngine } from '#test/failing-engine.ts'
import { hostileEngines } from '#test/hostile-engines.ts'
import { holdBooking } from '#test/held-booking.ts'
import { until } from '#test/until.ts'
import { createPool } from '#server/db/pool.ts'
import { drawnRoundFigures } from './drawn-rounds.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import { randomUUID } from 'node:crypto'
import { replayedRound } from '../../../../scripts/books-round.ts'
import { afterEach, describe, expect, test } from 'vitest'

/** A round whose result fails its check: void, its number used, its stake not taken, its game closed. */

const stake = '1000'

const broken = createFailingEngine()
const { engine, failing } = broken
const throws: Engine = hostileEngines['throws']?.engine ?? play

const apps: TestApp[] = []
let app: TestApp

async function openApp(beside?: TestApp): Promise<TestApp> {
  const made = await createTestApp({
    handlers: appHandlers,
    engine,
    brand: { purpose: 'bench' },
    ...(beside && { beside }),
  })
  apps.unshift(made)
  return made
}

async function faultsOf(by: Engine, mended: ReadonlySet<string> = new Set()): Promise<BookFault[]> {
  await app.ownerPool.query('SELECT audit_seal(100000)')
  const { faults, notRun } = await checkBooks(app.ownerPool, {
    secret: testSecret,
    drawing: { engine: by, mended },
    without: catalogueChecks,
  })
  expect(notRun).toEqual([])
  return faults
}

afterEach(() => closeClean())

/** After each test: the books are clean when the same rounds fail again. */
async function closeClean(): Promise<void> {
  broken.breaking = null
  const faults = await faultsOf(engine)
  failing.clear()
  for (const one of apps.splice(0)) await one.close()
  expect(faults).toEqual([])
}

type Player = Awaited<ReturnType<typeof makePlayer>>

async function makePlayer(cash = someMoney) {
  const member = await makeMember(app.deps, app.brand, { cash })
  const session = await makeSession(app.deps, member)
  const { token } = session
  const window = (await makePlaySession(app.deps, member, session)).id
  const call = (name: string, body: object = {}, by = app): Promise<TestResponse> =>
    by.play(name, { token, window, body })
  const spin = async (requestId = newRequestId(), by = app, staked = stake): Promise<PlayAnswers['spin']> =>
    (await call('spin', { requestId, stake: staked }, by)).body as unknown as PlayAnswers['spin']
  return { id: member.id, token, call, spin }
}

/** What a void round must not touch, and the numbers that it uses. */
async function stateOf({ id }: Player) {
  const { rows } = await app.ownerPool.query<Record<string, unknown> & { nonce: bigint; seq: bigint }>(
    `SELECT w.cash, w.held, w.in_play, w.comp, w.turnover_due, w.nonce, w.seq, w.unseen,
      (SELECT count(*)::int FROM round r WHERE r.member_id = w.member_id AND r.units IS NULL) AS voids,
      (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.kind, c.period) FROM limit_counter c WHERE c.member_id = w.member_id) AS limits,
      (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.tier, s.lane) FROM jackpot_shard s) AS jackpots
     FROM wallet w WHERE w.member_id = $1`,
    [String(id)],
  )
  const [state] = rows
  if (state === undefined) throw new Error('expected a wallet')
  return state
}

/** The errors that were logged since the last call. */
const takeErrors = (): string[] => apps.flatMap(({ errors }) => errors.splice(0))

const closings = () =>
  app.db
    .selectFrom('game_version as v')
    .innerJoin('audit as a', (join) => join.on('a.act', '=', 'game.close'))
    .select(['v.closed_reason', 'a.subject', 'a.detail'])
    .where('v.closed_at', 'is not', null)
    .execute()

describe.each(
  ['draws without end', 'answers a fraction', 'pays more than its events', 'pays over the cap'].map(
    (what) => [what, hostileEngines[what]] as const,
  ),
)('an engine that %s', (_, hostile) => {
  test('makes a void round: the number is used, nothing is staked, the game is closed', async () => {
    app = await openApp()
    const player = await makePlayer()
    expect((await player.spin()).status).toBe('success')
    const before = await stateOf(player)
    if (hostile === undefined) throw new Error('there is no such engine')
    broken.breaking = hostile.engine
    const { reason, detail } = hostile
    expect(await player.spin()).toMatchObject({
      status: 'void',
      round: { nonce: 1, stake, pay: '0', events: [{ type: 'void', reason }] },
    })
    broken.breaking = null
    expect(await stateOf(player)).toEqual({ ...before, nonce: before.nonce + 1n, seq: before.seq + 1n, voids: 1 })
    const [closing, ...others] = await closings()
    expect(others).toEqual([])
    expect(closing?.closed_reason?.replace(`${reason}: `, '')).toMatch(detail)
    expect(closing?.subject).toBe(anySlot.code)
    expect(takeErrors().join()).toContain('failed its check')
    // The engine plays every other round, and the game stays closed.
    expect(await player.spin()).toEqual({ status: 'closed' })
    expect((await makePlayer().then((other) => other.spin())).status).toBe('closed')
  })
})

describe('a void round', () => {
  test('touches no limit, turnover, comp or jackpot', async () => {
    app = await openApp()
    await app.ownerPool.query(`UPDATE game SET jackpot_linked = true WHERE code = $1`, [anySlot.code])
    const fromId = await app.deps.ledger.accountId(app.brand.id, 'adjustment')
    const founding = { amount: wholeUnits(1_000_000), key: randomUUID(), fromId, sharePpm: 5_000, reservePpm: 200_000 }
    await app.ownerDb.transaction().execute((tx) => foundJackpot(tx, { tier: 'mega', ...founding }))
    const player = await makePlayer()
    for (const limit of [
      { kind: 'wager', period: 'day', most: '2500' },
      { kind: 'loss', period: 'week', most: '600000' },
    ])
      expect((await app.member('set-limit', { token: player.token, body: limit })).body.status).toBe('success')
    expect((await player.spin()).status).toBe('success')
    const before = await stateOf(player)
    expect(before['limits']).not.toBeNull()
    broken.breaking = throws
    // A stake that the limits refuse is refused as always, and the number stays unused.
    expect((await player.spin(newRequestId(), app, '2000')).status).toBe('limit')
    expect(await stateOf(player)).toEqual(before)
    expect((await player.spin()).status).toBe('void')
    broken.breaking = null
    expect(await stateOf(player)).toEqual({ ...before, nonce: before.nonce + 1n, seq: before.seq + 1n, voids: 1 })
    takeErrors()
  })

  test('is not booked for a member who cannot stake: the refusal is the usual one', async () => {
    app = await openApp()
    const poor = await makePlayer(wholeUnits(1_500))
    broken.breaking = throws
    expect(await poor.spin(newRequestId(), app, '2000')).toEqual({ status: 'balance' })
    expect((await stateOf(poor)).nonce).toBe(0n)
    expect(await closings()).toEqual([])
  })

  test('has one answer under its request id, also from another process and after a restart', async () => {
    app = await openApp()
    const player = await makePlayer()
    broken.breaking = throws
    const requestId = newRequestId()
    const [first, ...twins] = await Promise.all([0, 1, 2].map(() => player.spin(requestId)))
    expect(first?.status).toBe('void')
    expect(twins).toEqual([first, first])
    const other = await openApp(app)
    const restarted = await openApp(app)
    for (const by of [app, other, restarted]) expect(await player.spin(requestId, by)).toEqual(first)
    broken.breaking = null
    for (const by of [app, other, restarted]) expect(await player.spin(requestId, by)).toEqual(first)
    expect(await player.spin(requestId, other, '2000')).toEqual({ status: 'conflict' })
    expect(await stateOf(player)).toMatchObject({ nonce: 1n, voids: 1 })
    takeErrors()
  })

  test('of two processes that meet the same number at once is booked once', async () => {
    app = await openApp()
    const other = await openApp(app)
    const player = await makePlayer()
    broken.breaking = throws
    const both = await Promise.all([player.spin(), player.spin(newRequestId(), other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['closed', 'void'])
    expect(await stateOf(player)).toMatchObject({ nonce: 1n, voids: 1, cash: someMoney })
    expect((await closings()).length).toBe(1)
    takeErrors()
  })

  test('of two members at once is booked for one; the number of the other stays unused', async () => {
    app = await openApp()
    const players = [await makePlayer(), await makePlayer(), await makePlayer()]
    broken.breaking = throws
    const answers = await Promise.all(players.map((player) => player.spin()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['closed', 'closed', 'void'])
    const states = await Promise.all(players.map(stateOf))
    expect(states.reduce((sum, { nonce }) => sum + nonce, 0n)).toBe(1n)
    expect(states.map(({ cash }) => cash)).toEqual(players.map(() => someMoney))
    expect((await closings()).length).toBe(1)
    takeErrors()
  })

  test('whose statement was ended stays void under its number', async () => {
    app = await openApp()
    const superPool = createPool(app.superUrl, { max: 2, name: 'thief' })
    const player = await makePlayer()
    expect((await player.spin()).status).toBe('success')
    broken.breaking = throws
    const held = await holdBooking(superPool, 'game_version')
    const lost = player.call('spin', { requestId: newRequestId(), stake })
    await held.end('terminate')
    expect((await lost).code).toBe(503)
    // The engine plays it now, and the result that was drawn is booked all the same.
    broken.breaking = null
    await held.release()
    await until(() => drawnRoundFigures(app.deps).undecided === 0)
    expect(await stateOf(player)).toMatchObject({ nonce: 2n, voids: 1 })
    await superPool.end()
    takeErrors()
  })

  test('is listed and leaves no round to resume; the seeds can be changed', async () => {
    app = await openApp()
    const player = await makePlayer()
    broken.breaking = throws
    const answer = await player.spin()
    if (answer.status !== 'void') throw new Error('expected a void round')
    expect((await player.call('get-session')).body).toMatchObject({ closed: true, openRound: null })
    const { rounds } = (await player.call('get-rounds', { skip: 0, take: 20 }))
      .body as unknown as PlayAnswers['get-rounds']
    expect(rounds).toMatchObject([{ ...answer.round, serverSeed: null }])
    const bets = await app.member('get-slot-bets-list', { token: player.token, body: { skip: 0, take: 20 } })
    expect(bets.body['bets']).toMatchObject([
      { roundId: answer.round.roundId, balanceBet: '0', balanceWin: '0', status: 'cancelled' },
    ])
    expect((await app.member('open-game', { token: player.token, body: openAnySlot() })).body).toEqual({
      status: 'closed',
    })
    const { games } = (await app.member('get-slot-by-company', { body: { company: anySlot.company } }))
      .body as unknown as {
      games: { code: string }[]
    }
    expect(games.find(({ code }) => code === anySlot.code)).toMatchObject({ used: 'n', closed: true })
    expect((await player.call('set-client-seed', { clientSeed: 'another' })).body.status).toBe('success')
    takeErrors()
  })

  test('is shown to operators with what it is drawn from, and can be played again', async () => {
    app = await openApp()
    const player = await makePlayer()
    const operator = await makeOperator(app.deps)
    const token = await makeOperatorSession(app, operator)
    const call = async (name: string, body: object = {}, headers: Record<string, string> = {}) =>
      (await app.office(name, { token, body, headers })).body
    expect(await call('me')).toMatchObject({ closedGames: [] })
    expect(await call('get-books', { skip: 0, take: 10 })).toMatchObject({ closings: [] })
    broken.breaking = throws
    const answer = await player.spin()
    broken.breaking = null
    if (answer.status !== 'void') throw new Error('expected a void round')
    const { roundId, nonce } = answer.round
    expect(await call('me')).toMatchObject({ closedGames: [anySlot.names.ko] })
    expect(await call('me', {}, { 'x-locale': 'en' })).toMatchObject({ closedGames: [anySlot.names.en] })
    expect(await call('get-books', { skip: 0, take: 10 }, { 'x-locale': 'en' })).toMatchObject({
      closings: [
        {
          code: anySlot.code,
          game: anySlot.names.en,
          isClosed: true,
          reason: 'no-result: Error: a wheel is missing',
          roundId,
          nonce: String(nonce),
          pair: answer.pair,
          stake,
          serverSeedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    })
    const replayed = ((await replayedRound(app.pool, testSecret, roundId, engine)) ?? []).join('\n')
    expect(replayed).toMatch(/VOID[\s\S]*Played again: the same\.[\s\S]*Error: a wheel is missing\n\s+at /)
    expect(((await replayedRound(app.pool, testSecret, roundId)) ?? []).join('\n')).toContain(
      'DIFFERENT, is void, and its seeds give a result: ',
    )
    expect(await replayedRound(app.pool, testSecret, randomUUID())).toBeNull()
    takeErrors()
  })

  test('that the engine plays is a fault, unless its version is known to be mended', async () => {
    app = await openApp()
    const player = await makePlayer()
    broken.breaking = throws
    expect((await player.spin()).status).toBe('void')
    broken.breaking = null
    takeErrors()
    expect((await faultsOf(play)).map(({ check, detail }) => [check, detail])).toEqual([
      ['redraw', 'is void, and its seeds give a result'],
    ])
    const { math_hash: mended } = await app.db
      .selectFrom('game_version')
      .select('math_hash')
      .where('closed_at', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(await faultsOf(play, new Set([mended]))).toEqual([])
    // Another failure than the one that the round states.
    failing.forEach((__, events) => failing.set(events, hostileEngines['pays over the cap']?.engine ?? play))
    expect((await faultsOf(engine)).map(({ check }) => check)).toEqual(['redraw'])
    failing.forEach((__, events) => failing.set(events, throws))
  })
})
