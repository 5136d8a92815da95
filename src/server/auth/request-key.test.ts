import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { archiveOldRows } from '#server/ledger/archive.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { ageRows, daysAgo } from '#test/age-rows.ts'
import { expectCleanBooks } from '#test/books.ts'
import { changedBy } from '#test/changed-tables.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
let member: MadeMember
let token: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  token = (await makeSession(app.deps, member)).token
})
afterEach(() => expectCleanBooks(app.ownerPool))
afterAll(() => app.close())

type Call = { name: string; body: Record<string, unknown> }
const send = ({ name, body }: Call): Promise<TestResponse> => app.member(name, { token, body })

/** Comp is 0.5 % of what is staked. */
async function earnComp(units: number): Promise<void> {
  const posted = await app.deps.ledger.post({
    memberId: member.id,
    kind: 'bet',
    source: 'own',
    key: newRequestId(),
    request: ['comp'],
    stake: wholeUnits(units * 200),
    gameKind: 'slot',
    contraId: await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize'),
  })
  expect(posted).toMatchObject({ outcome: 'done', compDelta: wholeUnits(units) })
}

/** Sends a deposit, a withdrawal and a comp conversion that succeed; returns each call with its answer. */
async function sendOneOfEach(): Promise<{ call: Call; answer: unknown }[]> {
  await earnComp(30)
  const calls: Call[] = [
    { name: 'apply-user-deposit', body: { requestId: newRequestId(), balance: '50000' } },
    { name: 'apply-user-withdraw', body: { requestId: newRequestId(), balance: '20000', pass: member.pin } },
    { name: 'roll-to-balance', body: { requestId: newRequestId(), point: '20' } },
  ]
  const sent: { call: Call; answer: unknown }[] = []
  for (const call of calls) {
    const { body } = await send(call)
    expect(body.status).toBe('success')
    sent.push({ call, answer: body })
  }
  return sent
}

test('a repeated request is answered without a write or a lock, while wallet and requests are locked', async () => {
  const sent = await sendOneOfEach()
  const holder = await app.ownerPool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM wallet WHERE member_id = $1 FOR UPDATE', [String(member.id)])
    await holder.query('SELECT 1 FROM money_request WHERE member_id = $1 FOR UPDATE', [String(member.id)])
    const changed = await changedBy(app.ownerPool, async () => {
      for (const { call, answer } of sent) {
        expect((await send(call)).body).toEqual(answer)
        const other = call.name === 'roll-to-balance' ? { point: '21' } : { balance: '30000' }
        expect((await send({ ...call, body: { ...call.body, ...other } })).body).toEqual({ status: 'conflict' })
        const elsewhere = sent.find((one) => one.call.name !== call.name)?.call.body['requestId']
        expect((await send({ ...call, body: { ...call.body, requestId: elsewhere } })).body).toEqual({
          status: 'conflict',
        })
      }
    })
    expect(changed).toEqual([])
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
})

test('a request whose event is archived is recognised as repeated', async () => {
  const sent = await sendOneOfEach()
  // The newest event of a member is never archived.
  await earnComp(1)
  await ageRows(app.ownerPool, [member.id], { days: 1_100 })
  expect((await archiveOldRows(app.ownerPool, { before: daysAgo(400) })).events).toBeGreaterThan(0)
  for (const { call, answer } of sent) expect((await send(call)).body).toEqual(answer)
})
