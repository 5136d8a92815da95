import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WireSeatRound } from '#contract/seat-round.ts'
import { memberRoutes } from '#contract/member-api.ts'
import { officeRoutes } from '#contract/office-api.ts'
import { playRoutes } from '#contract/play-api.ts'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { createDealer } from '#server/modules/table/dealer.ts'
import { makeMember, makeOperator, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { publishGames } from '#server/seed/lobby.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { expectCleanBooks } from '#test/books.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { openFakeProvider, type FakeProvider } from '../../scripts/fake-transfer-provider.ts'
import { untilWaiting } from '#test/until.ts'

/** Every call that takes a request id: it acts once, and the id of another act is a conflict. */

type Body = Record<string, unknown>
type Call = (name: string, body: Body) => Promise<TestResponse>
/** A call that will succeed, and bodies that differ from its own in one field each. */
type Prepared = { call: Call; body: Body; others: readonly Body[] }

let app: TestApp
let provider: FakeProvider
/** A round of a table that is open during all tests. */
let tableRound: string
const unknownRound = '01a22136-5293-7571-8161-1b329061a6ac'

beforeAll(async () => {
  app = await createTestApp({
    handlers: appHandlers,
    brand: {
      purpose: 'bench',
      slotCompPpm: 10_000,
      secondApprovalFrom: wholeUnits(500_000),
      depositSecondFrom: wholeUnits(500_000),
    },
  })
  await publishGames(app.ownerDb, ['blackjack'])
  tableRound = await openTableRound()
  provider = await openFakeProvider()
  for (const code of ['lotus', 'iris']) {
    const { baseUrl, key } = provider
    await enterTransferProvider(
      { ...app.deps, db: app.ownerDb },
      { code, names: { ko: code }, baseUrl, key, brandIds: [app.brand.id] },
    )
  }
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(async () => {
  await app.close()
  await provider.close()
})

/** Plays rounds without bets, and opens one that stays open. */
async function openTableRound(): Promise<string> {
  const pace = { hashesMs: 0, saltsMs: 0, betMs: 0, closeMs: 0, dealMs: 0, pauseMs: 0 }
  const dealer = createDealer(app.deps, { pace })
  await app.pool.query(`SELECT table_watch(id) FROM game_table WHERE game_code = 'baccarat'`)
  for (let looks = 0; looks < 10; looks += 1) await dealer.look()
  pace.betMs = 24 * 3_600_000
  for (let looks = 0; looks < 20; looks += 1) await dealer.look()
  const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM table_round WHERE state = 'open'`)
  return rows[0]?.id ?? ''
}

/** After each test: no handler failed, and the books balance. */
async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

/** Sends a call under an id, and again with one field changed each time; returns the answer to the same call again. */
async function sendAgain(name: string, { call, body, others }: Prepared): Promise<Body> {
  const requestId = newRequestId()
  const first = await call(name, { ...body, requestId })
  expect([name, first.body.status]).toEqual([name, 'success'])
  let again: Body = {}
  const changed = await changedBy(app.ownerPool, async () => {
    again = (await call(name, { ...body, requestId })).body
    for (const other of others) {
      expect([other, (await call(name, { ...other, requestId })).body]).toEqual([other, { status: 'conflict' }])
    }
  })
  // A call may use up a proof of the operator's second factor before its id is looked up.
  expect(changed.filter((table) => table !== 'operator_session')).toEqual([])
  return again
}

const changesOf = (body: Body, changes: Body): Body[] =>
  Object.entries(changes).map(([field, value]) => ({ ...body, [field]: value }))

describe('calls of a member', () => {
  const calls = {
    'apply-user-deposit': {
      body: { balance: '20000', depositor: '김하늘' },
      changes: { balance: '30000', depositor: '박바다' },
    },
    'apply-user-withdraw': { body: { balance: '20000', pass: '2580' }, changes: { balance: '30000' } },
    'roll-to-balance': { body: { point: '10' }, changes: { point: '20' } },
    'user-transfer-in': { body: { company: 'lotus', balance: '5000' }, changes: { company: 'iris', balance: '6000' } },
    'user-withdraw': { body: { company: 'lotus', balance: '5000' }, changes: { company: 'iris', balance: '6000' } },
    'user-write-help': {
      body: { title: '제목', contents: '내용' },
      changes: { title: '다른 제목', contents: '다른 내용' },
    },
    spin: { body: { stake: '1000' }, changes: { stake: '2000' } },
    'begin-seat-round': { body: { stake: '10000' }, changes: { stake: '20000' } },
    'decide-seat-round': {
      body: { number: 1, action: 'stand' },
      changes: { number: 2, action: 'hit', roundId: unknownRound },
    },
    'place-bet': {
      body: { spots: [{ spot: 'tie', stake: '1000' }] },
      changes: { spots: [{ spot: 'player', stake: '1000' }], roundId: unknownRound },
    },
  } as const satisfies Record<string, { body: Body; changes: Body }>
  type Name = keyof typeof calls
  const names = Object.keys(calls) as Name[]

  /** A member with money here and at the provider, comp, and two rounds; with an open round with decisions where one is decided. */
  async function player(decides: boolean): Promise<{ call: Call; roundIds: string[] }> {
    const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(200_000), pin: '2580' })
    const session = await makeSession(app.deps, member)
    const { token } = session
    const window = (await makePlaySession(app.deps, member, session)).id
    const table = (await makePlaySession(app.deps, member, session, { gameCode: 'baccarat', seedPair: false })).id
    const seat = (await makePlaySession(app.deps, member, session, { gameCode: 'blackjack', seedPair: false })).id
    let seatRound = unknownRound
    const call: Call = (name, body) => {
      if (name === 'begin-seat-round') return app.play(name, { token, window: seat, body })
      if (name === 'decide-seat-round')
        return app.play(name, { token, window: seat, body: { roundId: seatRound, ...body } })
      if (name === 'place-bet') return app.play(name, { token, window: table, body: { roundId: tableRound, ...body } })
      return name === 'spin' ? app.play(name, { token, window, body }) : app.member(name, { token, body })
    }
    const roundIds: string[] = []
    for (let index = 0; index < 2; index += 1) {
      const { body } = await call('spin', { requestId: newRequestId(), stake: '10000' })
      roundIds.push((body['round'] as { roundId: string }).roundId)
    }
    await call('user-transfer-in', { requestId: newRequestId(), company: 'lotus', balance: '20000' })
    if (decides) seatRound = await openSeatRound(call)
    return { call, roundIds }
  }

  /** Begins rounds until one waits for a decision about a hand. */
  async function openSeatRound(call: Call): Promise<string> {
    for (let rounds = 0; rounds < 50; rounds += 1) {
      const { body } = await call('begin-seat-round', { requestId: newRequestId(), stake: '1000' })
      let round = body['round'] as WireSeatRound
      if (round.state === 'open' && round.view?.insurance === 'none') return round.roundId
      while (round.state === 'open') {
        const action = round.view?.insurance === 'offered' ? 'decline' : 'stand'
        const decided = { requestId: newRequestId(), roundId: round.roundId, number: round.decision?.number, action }
        round = (await call('decide-seat-round', decided)).body['round'] as WireSeatRound
      }
    }
    throw new Error('no round waits for a decision')
  }

  test('are all in this table', () => {
    const taking = Object.entries({ ...memberRoutes, ...playRoutes }).filter(
      ([, { body }]) => 'requestId' in body.shape,
    )
    expect(names.toSorted()).toEqual(taking.map(([name]) => name).toSorted())
  })

  test.each(names)('%s: one changed field is a conflict', async (name) => {
    const { call, roundIds } = await player(name === 'decide-seat-round')
    const { body, changes } = calls[name]
    const [roundId, otherRound] = roundIds
    const prepared: Prepared =
      name === 'user-write-help'
        ? {
            call,
            body: { ...body, roundId },
            others: [...changesOf({ ...body, roundId }, { ...changes, roundId: otherRound }), body],
          }
        : { call, body, others: changesOf(body, changes) }
    expect(await sendAgain(name, prepared)).toMatchObject({ status: 'success' })
  })

  test('apply-user-deposit: a depositor added or left out is a conflict, another spelling of the same is not', async () => {
    const { call } = await player(false)
    const requestId = newRequestId()
    const send = async (body: Body): Promise<string> =>
      (await call('apply-user-deposit', { requestId, balance: '20000', ...body })).body.status
    expect(await send({})).toBe('success')
    expect(await send({ depositor: '박바다' })).toBe('conflict')
    expect(await send({ depositor: '  ' })).toBe('success')
  })

  test.each(names)('the id of %s is a conflict in every other call', async (name) => {
    const { call } = await player(name === 'decide-seat-round')
    const requestId = newRequestId()
    expect((await call(name, { ...calls[name].body, requestId })).body.status).toBe('success')
    const others = names.filter((other) => other !== name)
    const changed = await changedBy(app.ownerPool, async () => {
      for (const other of others) {
        const { body } = await call(other, { ...calls[other].body, requestId })
        expect([other, body]).toEqual([other, { status: 'conflict' }])
      }
    })
    // No spin was drawn in vain, which would leave an act: it is of another window, or after a debit, and is checked first.
    expect(changed).toEqual([])
  })
})

describe('two calls at once under one id', () => {
  const bodies: Record<string, Body> = {
    'user-write-help': { title: '제목', contents: '내용' },
    'apply-user-deposit': { balance: '20000' },
    'apply-user-withdraw': { balance: '20000', pass: '2580' },
    'roll-to-balance': { point: '10' },
    'user-transfer-in': { company: 'lotus', balance: '5000' },
    'user-withdraw': { company: 'lotus', balance: '5000' },
    spin: { stake: '1000' },
    'place-bet': { spots: [{ spot: 'tie', stake: '1000' }] },
  }
  const others = Object.keys(bodies).filter((name) => name !== 'user-write-help')
  const pairs = others.flatMap((other) => [['user-write-help', other] as const, [other, 'user-write-help'] as const])

  test.each(pairs)('%s, then %s: the second is a conflict', async (first, second) => {
    const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(200_000), pin: '2580' })
    const session = await makeSession(app.deps, member)
    const { token } = session
    const window = (await makePlaySession(app.deps, member, session)).id
    const table = (await makePlaySession(app.deps, member, session, { gameCode: 'baccarat', seedPair: false })).id
    const send: Call = (name, body) => {
      if (name === 'place-bet') return app.play(name, { token, window: table, body: { roundId: tableRound, ...body } })
      return name === 'spin' ? app.play(name, { token, window, body }) : app.member(name, { token, body })
    }
    await send('user-transfer-in', { requestId: newRequestId(), company: 'lotus', balance: '20000' })
    // For comp, and so that the next round is drawn before it is checked.
    await send('spin', { requestId: newRequestId(), stake: '10000' })
    const requestId = newRequestId()
    const holder = await app.ownerPool.connect()
    const sent: Promise<TestResponse>[] = []
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM wallet WHERE member_id = $1 FOR UPDATE', [String(member.id)])
      // Both look the id up before either of them has the wallet.
      for (const name of [first, second]) {
        sent.push(send(name, { ...bodies[name], requestId }))
        await untilWaiting(app.ownerPool, sent.length)
      }
    } finally {
      await holder.query('COMMIT')
      holder.release()
    }
    expect((await Promise.all(sent)).map(({ body }) => body.status)).toEqual(['success', 'conflict'])
  })
})

describe('calls of operators', () => {
  const operatorCall = async (roles: Parameters<typeof makeOperator>[1]): Promise<Call> => {
    const token = await makeOperatorSession(app, await makeOperator(app.deps, roles))
    return (name, body) => app.office(name, { token, body })
  }
  const manager = (): Promise<Call> => operatorCall({ roles: ['manager', 'cashier'] })

  /** A request of a new member, claimed by the operator. */
  async function claimed(call: Call, type: 'deposit' | 'withdraw', amount: number): Promise<string> {
    const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000_000), pin: '2580' })
    const { token } = await makeSession(app.deps, member)
    const filed = await app.member(`apply-user-${type}`, {
      token,
      body: { balance: String(amount), ...(type === 'withdraw' ? { pass: '2580' } : {}) },
    })
    const { id } = filed.body['request'] as { id: string }
    expect((await call('claim-request', { id })).body.status).toBe('success')
    return id
  }

  const newMember = async (): Promise<string> =>
    (await makeMember(app.deps, app.brand, { cash: wholeUnits(50_000) })).publicId

  async function proposed(): Promise<string> {
    const call = await manager()
    const body = { id: await newMember(), requestId: newRequestId(), account: 'cash', amount: '100', reason: '정정' }
    return ((await call('propose-correction', body)).body['correction'] as { id: string }).id
  }

  /** The public id of a new operator. */
  const newOperator = async (): Promise<string> => {
    const { id } = await makeOperator(app.deps, { roles: ['support'] })
    const { rows } = await app.ownerPool.query<{ id: string }>('SELECT public_id AS id FROM operator WHERE id = $1', [
      String(id),
    ])
    return rows[0]?.id ?? ''
  }

  async function proposedReset(): Promise<string> {
    const [call, operator] = [await manager(), await newOperator()]
    await call('propose-operator-reset', { id: operator, requestId: newRequestId(), reason: '분실' })
    const { rows } = await app.ownerPool.query<{ id: string }>('SELECT id FROM approval WHERE subject = $1', [operator])
    return rows[0]?.id ?? ''
  }

  let usedRounds = 0
  /** A settled round that no other call is about. */
  async function newRound(): Promise<string> {
    usedRounds += 1
    const { rows } = await app.ownerPool.query<{ id: string }>(
      `SELECT id FROM table_round WHERE number = $1 AND state = 'settled'`,
      [usedRounds],
    )
    return rows[0]?.id ?? ''
  }

  async function proposedVoid(): Promise<string> {
    const id = await newRound()
    await (
      await manager()
    )('propose-round-void', { id, requestId: newRequestId(), reason: '무효' })
    const { rows } = await app.ownerPool.query<{ id: string }>('SELECT id FROM approval WHERE subject = $1', [id])
    return rows[0]?.id ?? ''
  }

  const reason = { reason: '은행 수수료' }
  const note = { note: '확인' }
  const changed = { reason: '다른 사유', note: '다른 메모', credited: '18000' }
  /** For each call the fields beside `id`, and a new subject of it. */
  const calls: Record<string, { fields: Body; changes: Body; subject: (call: Call) => Promise<string> }> = {
    'approve-deposit': {
      fields: { credited: '19000', ...reason, ...note },
      changes: changed,
      subject: (call) => claimed(call, 'deposit', 20_000),
    },
    'propose-deposit': {
      fields: { credited: '590000', ...reason, ...note },
      changes: { ...changed, credited: '580000' },
      subject: (call) => claimed(call, 'deposit', 600_000),
    },
    'reject-request': {
      fields: reason,
      changes: { reason: changed.reason },
      subject: (call) => claimed(call, 'deposit', 20_000),
    },
    'approve-withdrawal': {
      fields: note,
      changes: { note: changed.note },
      subject: (call) => claimed(call, 'withdraw', 600_000),
    },
    'pay-withdrawal': {
      fields: note,
      changes: { note: changed.note },
      subject: (call) => claimed(call, 'withdraw', 20_000),
    },
    'propose-correction': {
      fields: { account: 'cash', amount: '100', ...reason },
      changes: { account: 'comp', amount: '200', reason: changed.reason },
      subject: newMember,
    },
    'approve-correction': { fields: {}, changes: {}, subject: proposed },
    'refuse-correction': { fields: reason, changes: { reason: changed.reason }, subject: proposed },
    'propose-round-void': { fields: reason, changes: { reason: changed.reason }, subject: newRound },
    'approve-round-void': { fields: {}, changes: {}, subject: proposedVoid },
    'refuse-round-void': { fields: reason, changes: { reason: changed.reason }, subject: proposedVoid },
    'propose-operator-reset': { fields: reason, changes: { reason: changed.reason }, subject: newOperator },
    'approve-operator-reset': { fields: {}, changes: {}, subject: proposedReset },
    'refuse-operator-reset': { fields: reason, changes: { reason: changed.reason }, subject: proposedReset },
  }
  const names = Object.keys(calls)

  async function prepare(name: string, call: Call): Promise<Prepared> {
    const entry = calls[name]
    if (entry === undefined) throw new Error(`${name} is not in the table`)
    const body = { id: await entry.subject(call), ...entry.fields }
    const others = [...changesOf(body, entry.changes), { ...body, id: await entry.subject(call) }]
    return { call, body, others }
  }

  test('are all in this table', () => {
    const taking = Object.entries(officeRoutes).filter(([, { body }]) => 'requestId' in body.shape)
    expect(names.toSorted()).toEqual(taking.map(([name]) => name).toSorted())
  })

  test.each(names)('%s: one changed field is a conflict', async (name) => {
    const again = await sendAgain(name, await prepare(name, await manager()))
    // The code of a reset is shown once.
    expect(again['status']).toBe(name === 'approve-operator-reset' ? 'late' : 'success')
  })

  test('the id of each call is a conflict in every other, also of another operator', async () => {
    const used = new Map<string, string>()
    for (const name of names) {
      const requestId = newRequestId()
      const { call, body } = await prepare(name, await manager())
      expect([name, (await call(name, { ...body, requestId })).body.status]).toEqual([name, 'success'])
      used.set(name, requestId)
    }
    for (const name of names) {
      const { call, body } = await prepare(name, await manager())
      const changedTables = await changedBy(app.ownerPool, async () => {
        for (const [of, requestId] of used) {
          const answer = (await call(name, { ...body, requestId })).body
          expect([name, of, answer]).toEqual([name, of, { status: 'conflict' }])
        }
      })
      expect(changedTables.filter((table) => table !== 'operator_session')).toEqual([])
    }
  })
})
