import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorRole } from '#contract/route.ts'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { makeMember, makeOperator, makeSession } from '#server/seed/builders.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, makeOperatorSession, type TestApp } from '#test/test-app.ts'
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
  const report = await checkBooks(app.ownerPool, { secret: app.deps.config.secret })
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

describe('the code of a password reset that takes two operators', () => {
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
    for (const one of [first, second])
      expect((await one.call('open-password-reset', { id })).body.status).toBe('success')
    const proposal = (approval: string | undefined, decided: { at: string } | null): string =>
      `INSERT INTO approval (id, brand_id, kind, subject, member_id, command, proposed_by, proposed_at, expires_at, proposal_key, state, decided_by, decision_key, decided_at)
       VALUES ('${approval}', ${app.brand.id}, 'issue_reset_code', '${id}', ${member.id}, '{"act": "issue_reset_code", "reset": "${id}"}', ${second.id},
         now(), now() + interval '70 hours', gen_random_uuid(), ${decided === null ? `'open', NULL, NULL, NULL` : `'approved', ${first.id}, gen_random_uuid(), '${decided.at}'`})`
    const issue = async () => (await first.call('issue-reset-code', { id })).body.status
    return { id, first: first.id, issue, proposal }
  }

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

  test('is refused by the database itself on an approval that another transaction wrote, whatever its time', async () => {
    const { id, first, proposal } = await fileReset()
    const program = await app.deps.db.startTransaction().execute()
    try {
      const { rows } = await sql<{ at: string }>`SELECT now()::text AS at`.execute(program)
      await commitPastTriggers(thieves, proposal(approved, rows[0] ?? null))
      const issued =
        sql`UPDATE password_reset SET state = 'issued', code_hash = 'x', code_until = now() + interval '1 hour',
        issued_at = now(), decided_by = ${first} WHERE id = ${id}`.execute(program)
      await expect(issued).rejects.toThrow('needs a second operator')
    } finally {
      await program.rollback().execute()
      await commitPastTriggers(thieves, `DELETE FROM approval WHERE subject = '${id}'`)
    }
  })

  test('issued on a proposal that was inserted and is removed afterwards, is named', async () => {
    const { id, issue, proposal } = await fileReset()
    await commitPastTriggers(thieves, proposal(opened, null))
    expect(await issue()).toBe('success')
    await commitPastTriggers(thieves, `DELETE FROM approval WHERE subject = '${id}'`)
    expect((await faults()).filter((fault) => fault.startsWith('states: approval'))).not.toEqual([])
  })
})
