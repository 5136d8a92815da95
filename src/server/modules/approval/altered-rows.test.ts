import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorRole } from '#contract/route.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator } from '#server/seed/builders.ts'
import { resetOperatorFactors } from '#server/seed/operator.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { lockOpenApproval } from './store.ts'

/**
 * Rows by which somebody gets a way in, altered past triggers between what operators saw and what they decide: nothing is decided on
 * them (`src/server/db/recorded-row.ts`).
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

const alter = (text: string): Promise<void> => commitPastTriggers(thieves, text)
const logged = (): string => app.errors.splice(0).join('\n')

async function staff(role: OperatorRole) {
  const operator = await makeOperator(app.deps, { roles: [role] })
  const token = await makeOperatorSession(app, operator)
  const { rows } = await app.ownerPool.query<{ public_id: string; login: string }>(
    'SELECT public_id, login FROM operator WHERE id = $1',
    [operator.id],
  )
  const { public_id: publicId = '', login = '' } = rows[0] ?? {}
  const call = async (name: string, body: object): Promise<Record<string, unknown>> =>
    (await app.office(name, { token, body })).body
  return { id: operator.id, publicId, login, call }
}

test('a code is not issued for a member whose telephone was not shown', async () => {
  await app.ownerDb.updateTable('brand').set({ reset_second: true }).execute()
  const [caller, victim] = [
    await makeMember(app.deps, app.brand, { phone: '01011112222' }),
    await makeMember(app.deps, app.brand, { phone: '01099998888' }),
  ]
  const [first, second] = [await staff('support'), await staff('support')]
  await app.member('ask-password-reset', { body: { id: caller.loginId, phone: '01011112222' } })
  const reset = await app.ownerPool.query<{ id: string }>('SELECT id FROM password_reset WHERE member_id = $1', [
    caller.id,
  ])
  const id = reset.rows[0]?.id ?? ''
  expect(await first.call('open-password-reset', { id })).toMatchObject({ status: 'success', phone: '01011112222' })
  expect(await first.call('propose-reset-code', { id })).toMatchObject({ status: 'success' })
  expect(await second.call('open-password-reset', { id })).toMatchObject({ status: 'success', phone: '01011112222' })
  const moveTo = (member: bigint): Promise<void> =>
    alter(
      `UPDATE password_reset SET member_id = ${member} WHERE id = '${id}'; UPDATE approval SET member_id = ${member} WHERE subject = '${id}'`,
    )
  await moveTo(victim.id)
  expect(await second.call('issue-reset-code', { id })).toEqual({ status: 'second' })
  expect(await first.call('propose-reset-code', { id })).toEqual({ status: 'none' })
  expect(await second.call('open-password-reset', { id })).toEqual({ status: 'none' })
  expect(logged()).toContain('a password reset is not as it was recorded')
  // Put back, it is another transaction's row.
  await moveTo(caller.id)
  expect(await second.call('open-password-reset', { id })).toEqual({ status: 'none' })
  logged()
})

test('an approved reset ends the sign-in of the operator whom it was proposed for, or nobody’s', async () => {
  const [proposer, approver, subject, victim] = [
    await staff('manager'),
    await staff('manager'),
    await staff('cashier'),
    await staff('manager'),
  ]
  const propose = { id: subject.publicId, requestId: newRequestId(), reason: 'lost phone' }
  expect(await proposer.call('propose-operator-reset', propose)).toEqual({ status: 'success' })
  const { rows } = await app.ownerPool.query<{ id: string }>('SELECT id FROM approval WHERE subject = $1', [
    subject.publicId,
  ])
  const id = rows[0]?.id ?? ''
  await alter(
    `UPDATE approval SET subject = '${victim.publicId}', command = jsonb_set(command, '{operator}', '"${victim.publicId}"') WHERE id = '${id}'`,
  )
  const answer = await approver.call('approve-operator-reset', { id, requestId: newRequestId() })
  expect(answer).toEqual({ status: 'none' })
})

test('two operators whose logins were exchanged are not reset, and the code names whom it is for', async () => {
  const [proposer, approver, subject, victim] = [
    await staff('manager'),
    await staff('manager'),
    await staff('cashier'),
    await staff('manager'),
  ]
  const exchange = (one: string, other: string): Promise<void> =>
    alter(`UPDATE operator SET login = 'nobody' WHERE id = ${subject.id};
      UPDATE operator SET login = '${other}' WHERE id = ${victim.id}; UPDATE operator SET login = '${one}' WHERE id = ${subject.id}`)
  const propose = () =>
    proposer.call('propose-operator-reset', { id: victim.publicId, requestId: newRequestId(), reason: 'lost phone' })
  // Before, while the rows are the recorded ones.
  expect(await propose()).toEqual({ status: 'success' })
  const { rows } = await app.ownerPool.query<{ id: string }>('SELECT id FROM approval WHERE subject = $1', [
    victim.publicId,
  ])
  const approve = () => approver.call('approve-operator-reset', { id: rows[0]?.id, requestId: newRequestId() })
  await exchange(victim.login, subject.login)
  expect(await approve()).toEqual({ status: 'none' })
  await expect(resetOperatorFactors(app.ownerDb, app.deps.config.secret, subject.login)).rejects.toThrow(
    `the operator ${subject.login} is not as the program recorded them`,
  )
  expect(logged()).toContain('an operator is not as they were recorded')
  const other = await staff('cashier')
  const proposed = await proposer.call('propose-operator-reset', {
    id: other.publicId,
    requestId: newRequestId(),
    reason: 'lost phone',
  })
  expect(proposed).toEqual({ status: 'success' })
  const open = await app.ownerPool.query<{ id: string }>('SELECT id FROM approval WHERE subject = $1', [other.publicId])
  expect(
    await approver.call('approve-operator-reset', { id: open.rows[0]?.id, requestId: newRequestId() }),
  ).toMatchObject({ status: 'success', login: other.login })
})

/** Marks an index of the table as one that takes no entries, or that no statement is planned with. */
const markIndex = (column: 'indisready' | 'indisvalid', is: boolean): Promise<void> =>
  alter(`SET LOCAL allow_system_table_mods = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off;
    UPDATE pg_index SET ${column} = ${is} WHERE indexrelid IN ('approval_pkey'::regclass, 'approval_one_open'::regclass)`)

test('nothing is decided on a second row with the number of a proposal, which an index did not know for a moment', async () => {
  const [proposer, accomplice, subject] = [await staff('manager'), await staff('manager'), await staff('cashier')]
  // Room in the file before the true row.
  const filler = `INSERT INTO approval (id, kind, subject, command, proposed_by, proposal_key)
    SELECT s, 'reset_operator', s, jsonb_build_object('reason', 'filler', 'operator', s), ${proposer.id}, s
    FROM (SELECT gen_random_uuid() AS s FROM generate_series(1, 9)) of`
  await alter(filler)
  const propose = { id: subject.publicId, requestId: newRequestId(), reason: 'lost phone' }
  expect(await proposer.call('propose-operator-reset', propose)).toEqual({ status: 'success' })
  await alter(`DELETE FROM approval WHERE command ->> 'reason' = 'filler'`)
  await thieves.query('VACUUM approval')
  await markIndex('indisready', false)
  await alter(`INSERT INTO approval SELECT (jsonb_populate_record(a, '{"proposed_by": ${accomplice.id}, "proposal_key": "${newRequestId()}"}')).* FROM approval a
    WHERE subject = '${subject.publicId}'`)
  await markIndex('indisready', true)
  await markIndex('indisvalid', false)
  const holder = await app.ownerPool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM approval WHERE subject = $1 AND proposed_by = $2 FOR UPDATE', [
    subject.publicId,
    proposer.id,
  ])
  const found = app.db.transaction().execute(async (tx) => {
    // As for a large table.
    await sql`SET LOCAL enable_seqscan = off`.execute(tx)
    return lockOpenApproval(tx, app.deps.config.secret, subject.publicId)
  })
  // Where both rows are locked, the true one is waited for.
  let isDone = false
  void found.finally(() => (isDone = true))
  const waiting =
    'SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()'
  await until(async () => isDone || (await app.ownerPool.query(waiting)).rows.length > 0)
  await markIndex('indisvalid', true)
  await holder.query('COMMIT')
  holder.release()
  expect(await found).toBe(null)
  await alter(`DELETE FROM approval WHERE subject = '${subject.publicId}' AND proposed_by = ${accomplice.id}`)
})
