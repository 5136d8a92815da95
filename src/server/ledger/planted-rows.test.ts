import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { makeMember, makeSession } from '#server/seed/builders.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
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
