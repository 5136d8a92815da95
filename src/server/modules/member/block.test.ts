import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import {
  makeBrand,
  makeMember,
  makeOperator,
  makePlaySession,
  makeSession,
  type MadeMember,
} from '#server/seed/builders.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import { openAnySlot } from '#test/any-slot.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { liftEndedBlocks } from './block.ts'

let app: TestApp
let support: (name: string, body: object) => Promise<TestResponse>
const reason = '본인 확인 필요'

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
  support = (name, body) => app.office(name, { token, body })
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(() => app.close())

async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

async function signIn(member: MadeMember): Promise<TestResponse> {
  return app.member('user-do-login', { body: { id: member.loginId, pw: member.password, token: true } })
}

async function auditOf(member: MadeMember): Promise<unknown[]> {
  const { rows } = await app.ownerPool.query(
    `SELECT actor_kind AS by, act, detail - 'ip' AS detail FROM audit WHERE subject = $1 AND act IN ('member.block', 'member.unblock', 'member.end-sessions') ORDER BY id`,
    [member.publicId],
  )
  return rows
}

test('a block ends the sessions at once, pays running rounds, and leaves the withdrawal of the balance', async () => {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  const [first, second] = [await makeSession(app.deps, member), await makeSession(app.deps, member)]
  const window = (await makePlaySession(app.deps, member, first)).id
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
  const event = { memberId: member.id, source: 'own', contraId, gameKind: 'slot' } as const
  const bet: LedgerEvent = { ...event, kind: 'bet', key: newRequestId(), request: ['bet'], stake: wholeUnits(1_000) }
  expect((await app.deps.ledger.post(bet)).outcome).toBe('done')
  const published: unknown[] = []
  const stop = app.deps.events.listen((one) => void published.push(one))

  const blocked = await support('block-member', { id: member.publicId, reason })
  expect(blocked.body).toEqual({ status: 'success', ended: 2 })
  expect(published).toEqual([{ kind: 'session', memberId: member.id }])
  stop()
  for (const { token } of [first, second]) expect((await app.member('get-member', { token })).code).toBe(401)
  const spin = { requestId: newRequestId(), stake: '200' }
  expect((await app.play('spin', { token: first.token, window, body: spin })).code).toBe(401)

  const win: LedgerEvent = {
    ...event,
    kind: 'win',
    key: newRequestId(),
    request: ['win'],
    pay: wholeUnits(5_000),
    ref: bet.key,
  }
  expect(await app.deps.ledger.post(win)).toMatchObject({ outcome: 'done', cash: wholeUnits(104_000) })
  const again = await signIn(member)
  expect(again.body).toMatchObject({ status: 'success', restricted: { why: 'blocked', until: null } })
  const token = String(again.body['token'])
  expect((await app.member('open-game', { token, body: openAnySlot() })).body.status).toBe('blocked')
  expect((await app.member('apply-user-deposit', { token, body: { balance: '30000' } })).code).toBe(403)
  const withdraw = { requestId: newRequestId(), balance: '100000', pass: member.pin }
  expect((await app.member('apply-user-withdraw', { token, body: withdraw })).body.status).toBe('success')

  const { body } = await support('get-member', { id: member.publicId })
  expect(body).toMatchObject({ member: { status: 'blocked' }, block: { reason, until: null }, sessions: 1 })
  expect((await support('unblock-member', { id: member.publicId, reason: '확인 완료' })).body).toEqual({
    status: 'success',
  })
  await app.ownerPool.query(`UPDATE play_session SET created_at = now() - interval '1 minute'`)
  expect((await app.member('open-game', { token, body: openAnySlot() })).body.status).toBe('success')
  expect((await support('unblock-member', { id: member.publicId, reason })).body.status).toBe('state')
  expect(await auditOf(member)).toEqual([
    { by: 'operator', act: 'member.block', detail: { reason, until: '', ended: '2' } },
    { by: 'operator', act: 'member.unblock', detail: { reason: '확인 완료' } },
  ])
})

test('a block until a moment ends by itself then, and not before', async () => {
  const member = await makeMember(app.deps, app.brand)
  const until = '2999-01-31T15:00:00Z'
  expect(
    (await support('block-member', { id: member.publicId, reason, until: '2001-01-31T15:00:00Z' })).body.status,
  ).toBe('past')
  await support('block-member', { id: member.publicId, reason, until })
  const restricted = { why: 'blocked', until: '2999-01-31T15:00:00.000Z' }
  expect((await signIn(member)).body['restricted']).toEqual(restricted)
  await liftEndedBlocks(app.deps)
  const again = await signIn(member)
  expect(again.body['restricted']).toEqual(restricted)
  const page = await app.member('get-member', { token: String(again.body['token']) })
  expect(page.body).toMatchObject({ block: { until: restricted.until } })
  await app.ownerPool.query(`UPDATE member SET blocked_until = now() WHERE id = $1`, [member.id])
  await liftEndedBlocks(app.deps)
  expect((await signIn(member)).body['restricted']).toBeUndefined()
  expect((await auditOf(member)).at(-1)).toEqual({
    by: 'system',
    act: 'member.unblock',
    detail: { reason: 'the block has ended' },
  })
})

test('sessions end without a block; a pending member is not blocked, and one of another brand is not found', async () => {
  const member = await makeMember(app.deps, app.brand)
  const { token } = await makeSession(app.deps, member)
  expect((await support('end-member-sessions', { id: member.publicId, reason })).body).toEqual({
    status: 'success',
    ended: 1,
  })
  expect((await app.member('get-member', { token })).code).toBe(401)
  expect((await signIn(member)).body['restricted']).toBeUndefined()
  const pending = await makeMember(app.deps, app.brand, { status: 'pending' })
  expect((await support('block-member', { id: pending.publicId, reason })).body.status).toBe('state')

  const elsewhere = await makeMember(app.deps, await makeBrand(app.deps))
  const local = await makeOperator(app.deps, { roles: ['manager'], brandIds: [app.brand.id] })
  const localToken = await makeOperatorSession(app, local)
  for (const name of ['block-member', 'unblock-member', 'end-member-sessions']) {
    const { body } = await app.office(name, { token: localToken, body: { id: elsewhere.publicId, reason } })
    expect([name, body]).toEqual([name, { status: 'none' }])
  }
})
