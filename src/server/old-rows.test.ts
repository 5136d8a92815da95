import { anySlot } from '#test/any-slot.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { archiveOldRows } from '#server/ledger/archive.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { ageRows, daysAgo } from '#test/age-rows.ts'
import { makeMember, makeOperator, makePlaySession, makeSession, type MadeMember } from './seed/builders.ts'
import { appHandlers } from './handlers.ts'

/** Archiving old events does not change what members and operators see and may do. */

let app: TestApp
let member: MadeMember
let token: string
let window: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  const session = await makeSession(app.deps, member)
  token = session.token
  window = (await makePlaySession(app.deps, member, session)).id
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(() => app.close())

/** After each test: no handler failed, and the books balance. */
async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

const callMember = (call: string, body: unknown = {}): Promise<TestResponse> => app.member(call, { token, body })
const play = (call: string, body: unknown = {}): Promise<TestResponse> => app.play(call, { token, window, body })

type Round = { roundId: string; pay: string; events: unknown[] }
async function spin(requestId = newRequestId()): Promise<Round> {
  const response = await play('spin', { requestId, stake: '1000' })
  expect(response.body.status).toBe('success')
  return response.body['round'] as Round
}
const showWhole = ({ roundId, events }: Round): Promise<TestResponse> =>
  play('ack', { roundId, index: events.length - 1 })

const age = (options: { days: number; keep?: number }) => ageRows(app.ownerPool, [member.id], options)
const archive = () => archiveOldRows(app.ownerPool, { before: daysAgo(400) })

/** The numbers of the member's archived events and rounds. */
async function archived(): Promise<{ events: number; rounds: number }> {
  const { rows } = await app.ownerPool.query<{ events: number; rounds: number }>(
    `SELECT (SELECT count(*)::int FROM journal_archive WHERE member_id = $1) AS events,
       (SELECT count(*)::int FROM round_archive WHERE member_id = $1) AS rounds`,
    [String(member.id)],
  )
  return rows[0] ?? { events: 0, rounds: 0 }
}

const dayOf = (days: number): string => daysAgo(days).toISOString().slice(0, 10)

test('lists, statements, rounds and the office’s pages are the same before and after', async () => {
  const support = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
  const rounds: Round[] = []
  for (let index = 0; index < 12; index += 1) rounds.push(await spin())
  for (const round of rounds) await showWhole(round)
  await callMember('roll-to-balance', { point: '20' })
  await age({ days: 700 })
  for (let index = 0; index < 5; index += 1) await showWhole(await spin())
  const [first, second] = rounds
  const pages = async (): Promise<unknown[]> => {
    const old = { from: dayOf(720), to: dayOf(690) }
    const responses = [
      await callMember('get-statement', { ...old, take: 100 }),
      await callMember('get-statement', { ...old, skip: 3, take: 4 }),
      await callMember('get-statement', { from: dayOf(360), to: dayOf(-1), take: 100 }),
      await callMember('get-statement-file', { ...old, format: 'csv' }),
      await callMember('get-slot-bets-list', { take: 100 }),
      await callMember('get-slot-bets-list', { skip: 4, take: 3 }),
      await callMember('get-slot-bets-list', { ...old, take: 5 }),
      await callMember('get-slot-bets-list', { skip: 4, take: 9, company: anySlot.company }),
      await callMember('get-bet', { roundId: first?.roundId }),
      await callMember('get-comp-list', { take: 100 }),
      await callMember('get-comp-list', { skip: 3, take: 4 }),
      await play('get-rounds', { take: 50 }),
      await play('get-round', { roundId: second?.roundId }),
      await app.office('get-member', { token: support, body: { id: member.publicId } }),
      await app.office('get-round', { token: support, body: { id: first?.roundId } }),
    ]
    return responses.map(({ code, body, file }) => ({ code, body, file: file?.toString() }))
  }
  const before = await pages()
  expect(JSON.stringify(before)).toContain(first?.roundId)
  expect(before.map((page) => (page as TestResponse).code)).toEqual(before.map(() => 200))
  const moved = await archive()
  expect(moved).toEqual({ members: 1, events: 14, rounds: 12 })
  expect(await pages()).toEqual(before)
  expect(
    (await callMember('user-write-help', { title: '?', contents: '?', roundId: first?.roundId })).body.status,
  ).toBe('success')
})

test('a repeated spin, deposit and conversion get their first answers; with another payload they are conflicts', async () => {
  const [spun, paid, converted] = [newRequestId(), newRequestId(), newRequestId()]
  const first = await spin(spun)
  await spin()
  await spin()
  const deposit = { balance: '50000', requestId: paid }
  const conversion = { point: '10', requestId: converted }
  const repeatAll = async (): Promise<unknown[]> => {
    const responses = [
      await play('spin', { requestId: spun, stake: '1000' }),
      await play('spin', { requestId: spun, stake: '2000' }),
      await callMember('apply-user-deposit', deposit),
      await callMember('apply-user-deposit', { ...deposit, balance: '60000' }),
      await callMember('roll-to-balance', conversion),
      await callMember('roll-to-balance', { ...conversion, point: '11' }),
      await callMember('roll-to-balance', { ...conversion, requestId: spun }),
      await play('spin', { requestId: paid, stake: '1000' }),
    ]
    return responses.map(({ body }) => body)
  }
  await repeatAll()
  const cashier = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['cashier'] }))
  const { rows } = await app.ownerPool.query<{ id: string }>('SELECT id FROM money_request WHERE member_id = $1', [
    String(member.id),
  ])
  const byId = { id: rows[0]?.id }
  await app.office('claim-request', { token: cashier, body: byId })
  const rejection = { ...byId, reason: 'not received', requestId: newRequestId() }
  expect((await app.office('reject-request', { token: cashier, body: rejection })).body.status).toBe('success')
  // The newest event stays. Its win is shown, because a win that is not joins the shown balance as it ages.
  await showWhole(await spin())
  const then = await repeatAll()
  expect(then).toMatchObject([
    { status: 'success', round: { roundId: first.roundId } },
    { status: 'conflict' },
    { status: 'success' },
    { status: 'conflict' },
    { status: 'success' },
    { status: 'conflict' },
    { status: 'conflict' },
    { status: 'conflict' },
  ])
  await age({ days: 700 })
  await archive()
  expect(await archived()).toEqual({ events: 6, rounds: 3 })
  expect(await repeatAll()).toEqual(then)
  expect(await archived()).toEqual({ events: 6, rounds: 3 })
})

test('the newest round, though archived, can be resumed and shown to its end', async () => {
  await spin()
  let last = await spin()
  for (let index = 0; index < 100 && last.events.length < 3; index += 1) last = await spin()
  await play('ack', { roundId: last.roundId, index: 0 })
  const filed = await callMember('apply-user-deposit', { balance: '50000', requestId: newRequestId() })
  expect(filed.body.status).toBe('success')
  await age({ days: 700 })
  const open = { id: (filed.body['request'] as { id: string }).id }
  // The request is open, so only rows older than it are archived.
  await app.ownerPool.query(`UPDATE money_request SET filed_at = filed_at - interval '700 days' WHERE id = $1`, [
    open.id,
  ])
  await callMember('roll-to-balance')
  await archive()
  const { rounds } = await archived()
  expect(rounds).toBeGreaterThan(1)
  const { rows } = await app.ownerPool.query(
    `SELECT EXISTS (SELECT 1 FROM ONLY journal WHERE kind = 6 AND member_id = $1) AS stays`,
    [String(member.id)],
  )
  expect(rows).toEqual([{ stays: true }])
  const resumed = (await play('get-session')).body
  expect(resumed).toMatchObject({ openRound: { roundId: last.roundId, shown: 0 } })
  expect((await showWhole(last)).body.status).toBe('success')
  expect((await play('get-session')).body).toMatchObject({ openRound: null })
  await expect(
    app.ownerPool.query('UPDATE round SET pay = 1 WHERE member_id = $1', [String(member.id)]),
  ).rejects.toThrow(/final/)
})

test('the first count of a limit reads this period, and an archived bet rolled back does not change it', async () => {
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const bet = (key: string, units: number) =>
    ({
      memberId: member.id,
      kind: 'bet',
      source: 'own',
      key,
      request: ['bet', units],
      contraId,
      stake: wholeUnits(units),
    }) as const
  const old = newRequestId()
  await app.deps.ledger.post(bet(old, 7))
  await app.deps.ledger.post(bet(newRequestId(), 9))
  await age({ days: 700 })
  await app.deps.ledger.post(bet(newRequestId(), 5))
  await archive()
  const response = await callMember('set-limit', { kind: 'wager', period: 'month', most: '10' })
  expect(response.body.status).toBe('success')
  const used = async () => {
    const { rows } = await app.ownerPool.query('SELECT used FROM limit_counter WHERE member_id = $1', [
      String(member.id),
    ])
    return rows
  }
  expect(await used()).toEqual([{ used: wholeUnits(5) }])
  const undone = await app.deps.ledger.post({ ...bet(old, 7), kind: 'rollback', request: ['rollback'], stake: 0n })
  expect(undone).toMatchObject({ outcome: 'done', cash: wholeUnits(100_000 - 9 - 5) })
  expect(await used()).toEqual([{ used: wholeUnits(5) }])
  expect((await app.deps.ledger.post(bet(newRequestId(), 6))).outcome).toBe('limit')
})

test('the first count of a limit reads the archive where a changed time zone made its period longer than the journal', async () => {
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const bet = (units: number) =>
    app.deps.ledger.post({
      memberId: member.id,
      kind: 'bet',
      source: 'own',
      key: newRequestId(),
      request: ['bet', units],
      contraId,
      stake: wholeUnits(units),
    })
  await bet(7)
  await bet(9)
  await age({ days: 700 })
  await bet(5)
  await archive()
  expect((await archived()).events).toBeGreaterThan(0)
  const client = await app.ownerPool.connect()
  try {
    // In a transaction that is rolled back, because no change of a zone makes a period of years.
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO limit_zone (brand_id, period, zone, starts, ends, changed_at)
       VALUES ($1, 'month', 'Asia/Seoul', now() - interval '800 days', now() + interval '1 day', now())`,
      [app.brand.id],
    )
    await client.query(`SELECT ledger_limit($1, 'wager', 'month', $2)`, [String(member.id), String(wholeUnits(100))])
    const { rows } = await client.query('SELECT used FROM limit_counter WHERE member_id = $1', [String(member.id)])
    expect(rows).toEqual([{ used: wholeUnits(7 + 9 + 5) }])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
