import { pino } from 'pino'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPin } from '#server/auth/pin.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { watchActs } from '#server/modules/audit/acts-watch.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { wholeUnits } from '#domain/money.ts'
import { makeMember, makeOperator, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp } from '#test/test-app.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'

/**
 * Rows that a superuser of the database alters, past triggers, until the program has acted on them, and puts back. Each test adds
 * faults to the books, in their order: that another transaction wrote the row, and what contradicts the act.
 */

let app: TestApp
let thieves: pg.Pool

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  thieves = createPool(app.superUrl, { max: 1 })
})
afterAll(async () => {
  await thieves.end()
  await app.close()
})

const alter = (statements: string) => commitPastTriggers(thieves, statements)

const subjects = async (check: string): Promise<string[]> => {
  const { faults } = await checkKnownBooks(app.ownerPool, { secret: app.deps.config.secret })
  return faults.filter((fault) => fault.check === check).map(({ subject }) => subject)
}

const staff = async (roles: ('cashier' | 'manager' | 'support')[]) => {
  const operator = await makeOperator(app.deps, { roles })
  const token = await makeOperatorSession(app, operator)
  return { ...operator, call: (name: string, body: object = {}) => app.office(name, { token, body }) }
}

test('an account that a brand had for a moment, and a member was shown', async () => {
  const member = await makeMember(app.deps, app.brand)
  const { token } = await makeSession(app.deps, member)
  const { call } = await staff(['support'])
  const ask = async (): Promise<string> =>
    String((await app.member('user-ask-account', { token, body: { pass: member.pin } })).body['helpId'])
  const honest = await ask()
  expect((await call('answer-help', { id: honest })).body.status).toBe('success')
  expect(await subjects('as-recorded')).toEqual([])

  const wanted = await ask()
  await alter(`UPDATE brand SET deposit_account = 'of the thief'`)
  await app.listeners.brands.refresh()
  expect((await call('answer-help', { id: wanted })).body.status).toBe('success')
  await alter(`UPDATE brand SET deposit_account = '녹턴은행 000-0000-0000 (예금주 연습용)'`)
  await app.listeners.brands.refresh()
  expect(await subjects('states')).toEqual([`brand ${app.brand.id}`])
  expect(await subjects('as-recorded')).toEqual([`help_item ${wanted}`])
})

test('a role that an operator had for a moment, in which they blocked a member', async () => {
  const { id, call } = await staff(['cashier'])
  const member = await makeMember(app.deps, app.brand)
  const block = async () => (await call('block-member', { id: member.publicId, reason: 'x' })).body.status
  expect(await block()).not.toBe('success')
  await alter(`UPDATE operator SET roles = '{manager,cashier,support}' WHERE id = ${id}`)
  expect(await block()).toBe('success')
  await alter(`UPDATE operator SET roles = '{cashier}' WHERE id = ${id}`)
  expect(await subjects('states')).toContain(`operator ${id}`)
  expect(await subjects('as-recorded')).toHaveLength(2)
})

test('a request that was altered before an operator took it, so that the operator’s step recorded the alteration', async () => {
  const { call } = await staff(['cashier'])
  const member = await makeMember(app.deps, app.brand)
  const { token } = await makeSession(app.deps, member)
  const filed = await app.member('apply-user-deposit', { token, body: { requestId: newRequestId(), balance: '50000' } })
  const { id } = filed.body['request'] as { id: string }
  await alter(`UPDATE money_request SET depositor_mark = NULL, depositor = 'another' WHERE id = '${id}'`)
  expect((await call('claim-request', { id })).body.status).toBe('success')
  expect(await subjects('states')).toContain(`money_request ${id}`)
})

test('money at a provider that was set aside for a moment, so that a stake exceeded a loss limit', async () => {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  const session = await makeSession(app.deps, member)
  const { token } = session
  const window = (await makePlaySession(app.deps, member, session)).id
  const stake = async () =>
    (await app.play('spin', { token, window, body: { requestId: newRequestId(), stake: '1000' } })).body.status
  const limit = { kind: 'loss', period: 'month', most: '10000' }
  expect((await app.member('set-limit', { token, body: limit })).body.status).toBe('success')
  await alter(`UPDATE member_limit SET effective_from = effective_from - interval '5 minutes' WHERE member_id = ${member.id};
    INSERT INTO journal_source VALUES (130, 'north'); INSERT INTO provider (id, code, wallet) VALUES (130, 'north', 'transfer')`)
  const [transfer, key] = [newRequestId(), newRequestId()]
  const values = [transfer, String(member.id), 'in', String(wholeUnits(9_500)), key]
  await app.pool.query('SELECT transfer_request($1, $2, 130::smallint, $3, $4, $5, 7, 1000)', values)
  expect(await stake()).toBe('limit')
  expect(await subjects('limits-kept')).toEqual([])
  await alter(`UPDATE transfer_balance SET amount = 0 WHERE member_id = ${member.id}`)
  expect(await stake()).toBe('success')
  await alter(`UPDATE transfer_balance SET amount = ${wholeUnits(9_500)} WHERE member_id = ${member.id}`)
  expect(await subjects('limits-kept')).toEqual([expect.stringMatching(new RegExp(`^${member.id}/`))])
})

test('wrong PINs whose count was set back between the guesses', async () => {
  const member = await makeMember(app.deps, app.brand)
  for (const pin of ['1111', '2222']) expect(await checkPin(app.deps, member.id, pin)).toBe('pass')
  expect(await checkPin(app.deps, member.id, member.pin)).toBe('right')
  for (const pin of ['1111', '2222', '3333']) expect(await checkPin(app.deps, member.id, pin)).toBe('pass')
  expect(await subjects('pin-tries')).toEqual([])
  await alter(`UPDATE member SET pin_failures = 0 WHERE id = ${member.id}`)
  expect(await checkPin(app.deps, member.id, '4444')).toBe('pass')
  expect(await subjects('pin-tries')).toEqual([String(member.id)])
})

test('acts that were removed before a head covered them, which the process that signed them misses', async () => {
  const { secret } = app.deps.config
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const pool = createPool(app.appUrl, { max: 1 })
  const db = createDb(pool, secret)
  const { look } = watchActs({ db, log, config: app.deps.config })
  const record = (act: string): Promise<unknown> =>
    db.transaction().execute((tx) => tx.insertInto('audit').values({ actor_kind: 'system', act }).execute())
  await record('test.kept')
  await record('test.removed')
  await chainAudit(app.db, 10_000)
  await sealAll(app.db, createSealKeys(secret))
  expect(await look({ ageMs: 0 })).toBe(0)

  await record('test.removed')
  await alter(`DELETE FROM act_signature WHERE act_group = (SELECT act_group FROM audit WHERE act = 'test.removed' AND seq IS NULL);
    DELETE FROM audit WHERE act = 'test.removed' AND seq IS NULL`)
  expect(await subjects('acts-signed')).toEqual([])
  expect(await look({ ageMs: 0 })).toBe(1)
  expect(lines.join()).toContain('acts that were signed and committed are gone')
  expect(await subjects('acts-signed')).toEqual([expect.stringMatching(/^acts /)])
  // It is reported once.
  expect(await look({ ageMs: 0 })).toBe(0)

  // Missing in the index by which acts are chained: nothing waits, and the act is never chained.
  const ready = (value: boolean) =>
    alter(`UPDATE pg_index SET indisready = ${value} WHERE indexrelid = 'audit_unsealed'::regclass`)
  await chainAudit(app.db, 10_000)
  await ready(false)
  await record('test.hidden')
  await ready(true)
  await app.ownerPool.query('SET enable_seqscan = off; SELECT audit_seal(10000); RESET enable_seqscan')
  const atOnce = { ageMs: 0, leftOutAfterMs: 0.001 }
  expect(await look({ ageMs: 0 })).toBe(0)
  expect(await look(atOnce)).toBe(1)
  expect(lines.join()).toContain('are never chained')
  expect(await subjects('acts-signed')).toHaveLength(2)
  expect(await subjects('indexes')).toEqual(['audit.audit_unsealed'])
  await app.ownerPool.query('REINDEX INDEX audit_unsealed')
  expect(await subjects('indexes')).toEqual([])
  await pool.end()
})
