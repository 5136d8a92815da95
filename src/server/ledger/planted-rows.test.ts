import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorRole } from '#contract/route.ts'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { postIn, type Tx } from '#server/ledger/ledger.ts'
import { makeMember, makeOperator, makeSession } from '#server/seed/builders.ts'
import { makeRecoveryCode, normalRecoveryCode } from '#domain/factor.ts'
import { createdPasskey } from '#server/modules/factor/passkey.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '#test/passkey.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp } from '#test/test-app.ts'
import { untilWaiting } from '#test/until.ts'

/**
 * Rows that a superuser of the database inserts past triggers and removes while the program waits for their lock, so that a
 * decision would rest on a row that nothing recorded. Each decision is refused, or the books name the row.
 */

let app: TestApp
let thieves: pg.Pool

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  thieves = createPool(app.superUrl, { max: 2 })
})
afterAll(async () => {
  await thieves.end()
  await app.close()
})

const faults = async (): Promise<string[]> => {
  const report = await checkKnownBooks(app.ownerPool, { secret: app.deps.config.secret })
  return report.faults.map(({ check, subject, detail }) => `${check}: ${subject} ${detail}`)
}

/**
 * Plants a row, removes it without a commit, and calls the program, which waits for the row; then runs `meanwhile` and commits.
 * Resolves with the call's answer.
 */
async function removeUnder<Answer>(
  { plant, remove, meanwhile }: { plant: string; remove: string; meanwhile?: (thief: pg.PoolClient) => Promise<void> },
  call: () => Promise<Answer>,
): Promise<Answer> {
  await commitPastTriggers(thieves, plant)
  const thief = await thieves.connect()
  try {
    await thief.query(`BEGIN; SET LOCAL session_replication_role = replica; ${remove}`)
    const answer = call()
    await untilWaiting(app.ownerPool, 1)
    await meanwhile?.(thief)
    await thief.query('COMMIT')
    return await answer
  } finally {
    thief.release(true)
  }
}

test.each([
  ['higher', '900000'],
  ['none', null],
])('a raise of a limit to %s that never waited is asked anew', async (_to, most) => {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000_000) })
  const { token } = await makeSession(app.deps, member)
  const set = async (wished: string | null) =>
    app.member('set-limit', { token, body: { kind: 'wager', period: 'day', most: wished, confirm: true } })
  expect((await set('50000')).body.status).toBe('success')
  const answer = await removeUnder(
    {
      plant: `INSERT INTO limit_raise (member_id, kind, period, most, asked_at, effective_from)
        VALUES (${member.id}, 'wager', 'day', ${most === null ? 'NULL' : wholeUnits(Number(most))}, now() - interval '26 hours', now() - interval '2 hours')`,
      remove: `DELETE FROM limit_raise WHERE member_id = ${member.id}`,
    },
    () => set(most),
  )
  expect(answer.body.status).toBe('pending')
  const { rows } = await app.ownerPool.query(
    'SELECT most FROM member_limit WHERE member_id = $1 AND ended_at IS NULL',
    [member.id],
  )
  expect(rows).toEqual([{ most: wholeUnits(50_000) }])
  expect(await faults()).toEqual([])
})

const staff = async (roles: OperatorRole[]) => {
  const { id } = await makeOperator(app.deps, { roles })
  const token = await makeOperatorSession(app, { id })
  return { id, call: (name: string, body: object = {}) => app.office(name, { token, body }) }
}

const [opened, approved, other] = ['a1', 'a2', 'a3'].map((end) => `00000000-0000-4000-8000-0000000000${end}`)

async function fileReset() {
  await app.ownerDb.updateTable('brand').set({ reset_second: true }).execute()
  const member = await makeMember(app.deps, app.brand, { phone: '01033332222' })
  await app.member('ask-password-reset', { body: { id: member.loginId, phone: '01033332222' } })
  const { rows } = await app.ownerPool.query<{ id: string }>('SELECT id FROM password_reset WHERE member_id = $1', [
    member.id,
  ])
  const [first, second] = [await staff(['support']), await staff(['support'])]
  const id = rows[0]?.id ?? ''
  for (const one of [first, second]) expect((await one.call('open-password-reset', { id })).body.status).toBe('success')
  const proposal = (approval: string | undefined, decided: { at: string } | null): string =>
    `INSERT INTO approval (id, brand_id, kind, subject, member_id, command, proposed_by, proposed_at, expires_at, proposal_key, state, decided_by, decision_key, decided_at)
     VALUES ('${approval}', ${app.brand.id}, 'issue_reset_code', '${id}', ${member.id}, '{"act": "issue_reset_code", "reset": "${id}"}', ${second.id},
       now(), now() + interval '70 hours', gen_random_uuid(), ${decided === null ? `'open', NULL, NULL, NULL` : `'approved', ${first.id}, gen_random_uuid(), '${decided.at}'`})`
  const issue = async () => (await first.call('issue-reset-code', { id })).body.status
  return { id, member: member.id, first: first.id, issue, proposal }
}

describe('the code of a password reset that takes two operators', () => {
  test('is not issued on a proposal that is removed while the call waits for it, and others that are there then', async () => {
    const { id, issue, proposal } = await fileReset()
    expect(await issue()).toBe('second')
    const meanwhile = async (thief: pg.PoolClient): Promise<void> => {
      const { rows } = await thief.query<{ at: string }>(
        `SELECT xact_start::text AS at FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      await thief.query(`${proposal(approved, rows[0] ?? null)}; ${proposal(other, null)}`)
    }
    const answer = await removeUnder(
      { plant: proposal(opened, null), remove: `DELETE FROM approval WHERE id = '${opened}'`, meanwhile },
      issue,
    )
    await commitPastTriggers(thieves, `DELETE FROM approval WHERE subject = '${id}'`)
    expect(answer).toBe('second')
    expect(await faults()).toEqual([])
  })

  test('is not issued on a proposal that was inserted', async () => {
    const { id, issue, proposal } = await fileReset()
    await commitPastTriggers(thieves, proposal(opened, null))
    expect(await issue()).toBe('second')
    await commitPastTriggers(thieves, `DELETE FROM approval WHERE subject = '${id}'`)
    expect(await faults()).toEqual([])
  })
})

test('a password reset that was inserted as opened shows no data of a member', async () => {
  const member = await makeMember(app.deps, app.brand, { phone: '01044445555' })
  const operator = await staff(['support'])
  const id = '00000000-0000-4000-8000-0000000000c1'
  await commitPastTriggers(
    thieves,
    `INSERT INTO password_reset (id, brand_id, member_id, state, opened_by) VALUES ('${id}', ${app.brand.id}, ${member.id}, 'filed', '{${operator.id}}')`,
  )
  expect((await operator.call('open-password-reset', { id })).body).toEqual({ status: 'none' })
  expect(app.errors.splice(0).join()).toContain('a password reset is not as it was recorded')
  await commitPastTriggers(thieves, `DELETE FROM password_reset WHERE id = '${id}'`)
})

describe('the second factor of an operator, whose password a thief has', () => {
  const origin = 'http://localhost:4200'

  async function signIn(id: bigint) {
    const token = await makeOperatorSession(app, { id }, 'unproven')
    return async (name: string, body: object = {}) => (await app.office(name, { token, body })).body
  }

  /** An operator with a passkey, signed in with it, and their session. */
  async function enrolled(roles: OperatorRole[]) {
    const { id } = await makeOperator(app.deps, { roles })
    const call = await signIn(id)
    const passkey = createSoftwarePasskey(origin)
    const { options } = await call('begin-passkey')
    expect((await call('enrol-passkey', { name: 'Key', response: passkey.create(options) })).status).toBe('success')
    await call('confirm-recovery-codes')
    return { id, call, passkey }
  }

  /** Begins to enrol a passkey of the accomplice; returns its answer and its public key. */
  async function create(accomplice: Awaited<ReturnType<typeof enrolled>>, passkey: SoftwarePasskey) {
    const { call } = accomplice
    const proof = accomplice.passkey.use((await call('begin-passkey-proof'))['options'])
    expect((await call('prove-passkey', { response: proof, forAct: true })).status).toBe('success')
    const { options } = await call('begin-passkey')
    const response = passkey.create(options)
    const made = await createdPasskey(origin, (options as { challenge: string }).challenge, response)
    return { response, publicKey: Buffer.from(made?.publicKey ?? []).toString('hex') }
  }

  test('is not proven by a passkey that was inserted, and that an accomplice enrols while the call waits', async () => {
    const [victim, accomplice] = [await enrolled(['manager']), await enrolled(['manager'])]
    const passkey = createSoftwarePasskey(origin)
    const { response, publicKey } = await create(accomplice, passkey)
    const id = '00000000-0000-4000-8000-0000000000f1'
    const insert = `INSERT INTO operator_factor (id, operator_id, kind, name, credential_id, public_key, counter)
      VALUES ('${id}', ${victim.id}, 'passkey', 'z', '${passkey.id}', '\\x${publicKey}', 0)`
    const call = await signIn(victim.id)
    await commitPastTriggers(thieves, insert)
    const { options } = await call('begin-passkey-proof')
    const thief = await thieves.connect()
    try {
      // The call waits between reading the passkeys and its transaction.
      await thief.query(`BEGIN; INSERT INTO login_throttle (scope, key, failures)
        SELECT 'factor-session', operator_id || ' ' || max(id), 0 FROM operator_session WHERE operator_id = ${victim.id} GROUP BY operator_id`)
      const answer = call('prove-passkey', { response: passkey.use(options, 5), forAct: true })
      await untilWaiting(app.ownerPool, 1)
      await commitPastTriggers(thieves, `DELETE FROM operator_factor WHERE id = '${id}'`)
      expect((await accomplice.call('enrol-passkey', { name: 'z', response })).status).toBe('success')
      await thief.query('ROLLBACK')
      expect((await answer).status).toBe('fail')
    } finally {
      thief.release(true)
    }
    expect(await call('get-operators', { take: 5 })).toEqual({ status: 'factor', needs: 'sign-in' })
    expect((await faults()).filter((fault) => fault.includes('operator_factor'))).toEqual([])

    // The accomplice's own row, given to the victim, proves nothing either; nor may the victim enrol its credential.
    const owned = (by: bigint): Promise<void> =>
      commitPastTriggers(
        thieves,
        `UPDATE operator_factor SET operator_id = ${by} WHERE credential_id = '${passkey.id}'`,
      )
    await owned(victim.id)
    const given = await call('begin-passkey-proof')
    expect((await call('prove-passkey', { response: passkey.use(given['options']) })).status).toBe('fail')
    await owned(accomplice.id)
    const again = await create(victim, passkey)
    expect((await victim.call('enrol-passkey', { name: 'z', response: again.response })).status).toBe('fail')
  })

  test('is not replaced by a recovery code that was inserted', async () => {
    const { id } = await enrolled(['manager'])
    const code = makeRecoveryCode(randomInt)
    const hash = createHash('sha256').update(normalRecoveryCode(code)).digest('hex')
    await commitPastTriggers(
      thieves,
      `INSERT INTO operator_recovery_code (operator_id, code_hash, confirmed_at) VALUES (${id}, '\\x${hash}', now())`,
    )
    const call = await signIn(id)
    expect((await call('prove-recovery-code', { code })).status).toBe('fail')
    await commitPastTriggers(thieves, `DELETE FROM operator_recovery_code WHERE code_hash = '\\x${hash}'`)
  })
})

describe('an approval that another transaction wrote, with the time of the program’s', () => {
  const id = '00000000-0000-4000-8000-0000000000b1'

  /** Runs an act in a transaction of the program for which an approval is inserted; resolves with what the database says. */
  async function outcomeOf(
    approval: { kind: string; subject: string; member: bigint | null; command: object; by: bigint; key: string },
    act: (tx: Tx, proposer: bigint) => Promise<unknown>,
  ): Promise<string> {
    const { kind, subject, member, command, by, key } = approval
    const proposer = await makeOperator(app.deps, { roles: ['manager', 'cashier', 'support'] })
    const program = await app.deps.db.startTransaction().execute()
    try {
      const { rows } = await sql<{ at: string }>`SELECT now()::text AS at`.execute(program)
      await commitPastTriggers(
        thieves,
        `INSERT INTO approval (id, brand_id, kind, subject, member_id, command, proposed_by, proposed_at, expires_at, proposal_key, state, decided_by, decision_key, decided_at)
         VALUES ('${id}', ${member === null ? 'NULL' : app.brand.id}, '${kind}', '${subject}', ${member}, '${JSON.stringify(command)}', ${proposer.id},
           now(), now() + interval '70 hours', gen_random_uuid(), 'approved', ${by}, '${key}', '${rows[0]?.at}')`,
      )
      return await act(program, proposer.id).then(
        () => 'done',
        (error: unknown) => String(error),
      )
    } finally {
      await program.rollback().execute()
      await commitPastTriggers(thieves, `DELETE FROM approval WHERE id = '${id}'`)
    }
  }

  test('issues no code for a new password', async () => {
    const { id: reset, first, member } = await fileReset()
    const command = { act: 'issue_reset_code', reset }
    const outcome = await outcomeOf(
      { kind: command.act, subject: reset, member, command, by: first, key: newRequestId() },
      (tx, proposer) =>
        sql`UPDATE password_reset SET state = 'issued', code_hash = 'x', code_until = now() + interval '1 hour', issued_at = now(),
        opened_by = ARRAY[${first}, ${proposer}]::bigint[], decided_by = ${first} WHERE id = ${reset}`.execute(tx),
    )
    expect(outcome).toContain('needs a second operator')
  })

  test('books no correction', async () => {
    const member = await makeMember(app.deps, app.brand)
    const { id: by } = await makeOperator(app.deps, { roles: ['manager'] })
    const command = { act: 'adjust_balance', member: member.publicId, account: 'cash', amount: '5000', reason: 'x' }
    const { rows } = await sql<{ id: number }>`SELECT ledger_account(${app.brand.id}, 'adjustment', '') AS id`.execute(
      app.ownerDb,
    )
    const outcome = await outcomeOf(
      { kind: command.act, subject: member.publicId, member: member.id, command, by, key: newRequestId() },
      (tx) =>
        postIn(tx, {
          memberId: member.id,
          kind: 'adjustment',
          source: 'office',
          key: id,
          ref: id,
          request: ['adjust_balance', id],
          cash: wholeUnits(5_000),
          contraId: rows[0]?.id ?? 0,
        }),
    )
    expect(outcome).toContain('an issue or a correction needs its audited act')
  })

  test('ends no password of an operator', async () => {
    const { id: by } = await staff(['manager'])
    const operator = await makeOperator(app.deps, {})
    const command = { act: 'reset_operator', operator: operator.publicId, reason: 'x' }
    const outcome = await outcomeOf(
      { kind: command.act, subject: operator.publicId, member: null, command, by, key: newRequestId() },
      (tx) =>
        sql`SELECT operator_end_password(${operator.id}, (SELECT max(id) FROM operator_session WHERE operator_id = ${by}), sha256('x'), 24)`.execute(
          tx,
        ),
    )
    expect(outcome).toContain('needs a second manager')
  })

  test('pays no request', async () => {
    const member = await makeMember(app.deps, app.brand)
    const { token } = await makeSession(app.deps, member)
    const body = { requestId: newRequestId(), balance: '50000' }
    const filed = await app.member('apply-user-deposit', { token, body })
    const { id: request } = filed.body['request'] as { id: string }
    const { id: by } = await makeOperator(app.deps, { roles: ['cashier'] })
    const key = newRequestId()
    const command = { act: 'credit_deposit', request, credited: '90000', reason: 'x' }
    const outcome = await outcomeOf(
      { kind: command.act, subject: request, member: member.id, command, by, key },
      (tx) =>
        sql`UPDATE money_request SET state = 'paid', credited = ${wholeUnits(90_000)}, decided_by = ${by}, decision_key = ${key}
        WHERE id = ${request}`.execute(tx),
    )
    expect(outcome).toContain('needs a second operator')
  })
})
