import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { makeMember, makeOperator, makeSession, someMoney } from '#server/seed/builders.ts'
import { acceptAllStates } from '#test/accept-states.ts'
import { expectCleanBooks } from '#test/books.ts'
import { changedBy } from '#test/changed-tables.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { inSignedTransaction } from './act-signing.ts'
import { createPool } from './pool.ts'
import { readRecorded } from './recorded-row.ts'

/**
 * A superuser without `APP_SECRET` who marks the indexes by group as unusable for a moment: what a transaction recorded is not found by
 * them, and must not commit unsigned (docs/decisions/028-signed-acts.md).
 */

let app: TestApp
let thief: pg.Pool
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  thief = createPool(app.superUrl, { max: 2, name: 'thief' })
  // PostgreSQL finds the rows of a group by reading tables that are small.
  for (let count = 0; count < 60; count += 1) await makeMember(app.deps, app.brand, { cash: someMoney })
  await thief.query('ANALYZE audit; ANALYZE state_change')
})
afterAll(async () => {
  await thief.end()
  await app.close()
})
afterEach(() => expectCleanBooks(app.ownerPool))

/** Runs work while indexes take no entries. */
async function whileOff<Result>(indexes: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const set = (isReady: boolean): Promise<void> =>
    // An update of the catalogue by its own indexes is refused while they are read.
    commitPastTriggers(
      thief,
      `SET LOCAL allow_system_table_mods = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off;
       UPDATE pg_index SET indisready = ${isReady} WHERE indexrelid::regclass::text = ANY ('{${indexes.join(', ')}}')`,
    )
  await set(false)
  try {
    return await work()
  } finally {
    await set(true)
  }
}

const byGroup = ['state_change_act_group', 'audit_act_group']

describe('a transaction whose records are not found by their group', () => {
  test.each([[byGroup.slice(0, 1)], [byGroup.slice(1)], [byGroup]])('is refused (%s)', async (indexes) => {
    const member = await makeMember(app.deps, app.brand, { cash: someMoney })
    const { token } = await makeSession(app.deps, member)
    const changed = await changedBy(app.ownerPool, async () => {
      await whileOff(indexes, async () => {
        const body = { kind: 'wager', period: 'day', most: '500' }
        expect((await app.member('set-limit', { token, body })).code).toBe(500)
      })
    })
    expect(changed).toEqual([])
    expect(app.errors.splice(0)).toEqual([expect.stringMatching(/recorded \d acts and changes, and \d are found/)])
  })

  test('does not commit by a signature that was planted for it', async () => {
    const changed = await changedBy(app.ownerPool, async () => {
      await whileOff(byGroup, async () => {
        const work = inSignedTransaction(app.ownerPool, app.deps.config.secret, async (client) => {
          await client.query('UPDATE brand SET min_spin_ms = min_spin_ms + 1')
          // As it is read from the file of the table.
          const { rows } = await client.query<{ of: string }>(`SELECT current_setting('baize.act_group') AS of`)
          await commitPastTriggers(
            thief,
            `INSERT INTO act_signature (act_group, at, acts, changes, key_id, hash) VALUES ('${rows[0]?.of}', now(), 1, 1, 'test', sha256('x'))`,
          )
        })
        await expect(work).rejects.toThrow('are found')
      })
      await commitPastTriggers(thief, `DELETE FROM act_signature WHERE hash = sha256('x')`)
    })
    expect(changed).toEqual([])
  })
})

describe('a row that was altered with a record in a group of the program, which the index by group does not know', () => {
  const altered = `UPDATE operator SET roles = '{manager}' WHERE id = `
  /** The newest record of the operator, once more as the row is now, in the same group; with another number or the same. */
  const record = (id: bigint, number: string): string =>
    `INSERT INTO state_change (id, act_group, relation, row_key, form, digest, before, row_xid) OVERRIDING SYSTEM VALUE
       SELECT ${number}, c.act_group, c.relation, c.row_key, c.form, d.digests[c.form], c.before, o.xmin
       FROM operator o, operator_state(o) d, state_change c WHERE o.id = ${id} AND c.relation = 'operator' AND c.row_key = d.row_key ORDER BY c.id DESC LIMIT 1`

  test.each([
    ['a further number', `nextval('state_change_id_seq')`, ['state_change_act_group']],
    ['the number of the true one', 'c.id', ['state_change_act_group', 'state_change_pkey']],
  ])('decides nothing (%s)', async (_of, number, indexes) => {
    const { id } = await makeOperator(app.deps, { roles: ['support'] })
    const isRecorded = async () => (await readRecorded(app.db, app.deps.config.secret, 'operator', id)) !== null
    expect(await isRecorded()).toBe(true)
    const { rows } = await app.ownerPool.query<{ most: bigint }>('SELECT max(id) AS most FROM state_change')
    await commitPastTriggers(thief, `${altered}${id}`)
    await whileOff(indexes, () => commitPastTriggers(thief, record(id, number)))
    expect(await isRecorded()).toBe(false)
    await commitPastTriggers(
      thief,
      `DELETE FROM state_change c WHERE id > ${rows[0]?.most} OR row_xid = (SELECT xmin FROM operator WHERE id = ${id})`,
    )
    await acceptAllStates(app.ownerPool)
  })
})

test('what a savepoint undid is not counted', async () => {
  const count = await inSignedTransaction(app.ownerPool, app.deps.config.secret, async (client) => {
    await client.query('SAVEPOINT one; UPDATE brand SET min_spin_ms = min_spin_ms + 1; ROLLBACK TO one')
    await client.query(
      'UPDATE brand SET min_spin_ms = min_spin_ms; SAVEPOINT two; UPDATE brand SET min_spin_ms = min_spin_ms + 1; ROLLBACK TO two',
    )
    return (await client.query<{ count: string }>(`SELECT current_setting('baize.act_count') AS count`)).rows[0]?.count
  })
  expect(count).toBe('1')
})

test('a group and a count that were set for the role when a connection was opened are none of its transactions', async () => {
  const { rows } = await thief.query<{ name: string }>('SELECT current_database() AS name')
  const forRole = `ALTER ROLE baize_app IN DATABASE "${rows[0]?.name}"`
  await thief.query(`${forRole} SET baize.act_group = '00000000-0000-4000-8000-000000000001'`)
  await thief.query(`${forRole} SET baize.act_count = '-5'`)
  const pool = createPool(app.appUrl, { max: 1 })
  const found = await pool.query(
    `SELECT current_setting('baize.act_group') AS "of", current_setting('baize.act_count') AS count`,
  )
  await pool.end()
  await thief.query(`${forRole} RESET ALL`)
  expect(found.rows).toEqual([{ of: '', count: '' }])
})
