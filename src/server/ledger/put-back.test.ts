import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptStates } from '#server/db/accept-states.ts'
import { migrate } from '#server/db/migrate.ts'
import { recordedTables } from '#server/db/recorded-tables.ts'
import { makeBrand, makeMember } from '#server/seed/builders.ts'
import { publishGames } from '#server/seed/lobby.ts'
import { setContact } from '#server/seed/brand-settings.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { createCorruptibleWorld } from '#test/corruptible-world.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'
import type { TestApp } from '#test/test-app.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'

/**
 * The transaction that wrote each recorded row is recorded, so that one who alters a row and puts it back leaves another. What the program
 * and PostgreSQL's maintenance do leaves none. Each test continues with the database of the one before.
 */

let app: TestApp
let superuser: pg.Client

beforeAll(async () => {
  app = await createCorruptibleWorld()
  superuser = new pg.Client({ connectionString: app.superUrl })
  await superuser.connect()
}, scaledMs(120_000))
afterAll(async () => {
  await superuser.end()
  await app.close()
})

const faults = async (): Promise<string[]> => {
  const report = await checkKnownBooks(app.ownerPool, { secret: testSecret })
  return report.faults.map(({ check, subject, detail }) => `${check}: ${subject} ${detail}`)
}
const countChanges = async (): Promise<number> =>
  (await app.ownerPool.query<{ changes: number }>('SELECT count(*)::int AS changes FROM state_change')).rows[0]
    ?.changes ?? 0
const alter = (statements: string) => commitPastTriggers(superuser, statements)

test('a start of the program again records nothing, and changes the transaction of no row', async () => {
  const before = await countChanges()
  for (const _start of [1, 2]) {
    await migrate({ ownerUrl: app.ownerUrl, secret: testSecret })
    await publishGames(app.ownerDb)
  }
  expect(await countChanges()).toBe(before)
  expect(await faults()).toEqual([])
})

test('VACUUM with FREEZE and FULL, CLUSTER and new indexes leave the transactions of the rows', async () => {
  for (const statement of [
    'VACUUM (FREEZE)',
    'VACUUM (FULL, FREEZE)',
    'CLUSTER member USING member_pkey',
    'REINDEX TABLE brand',
  ])
    await superuser.query(statement)
  // FULL writes the columns that were added later anew, which a start as the owner accepts.
  await migrate({ ownerUrl: app.ownerUrl, secret: testSecret })
  expect(await faults()).toEqual([])
})

test('changes within savepoints, of all rows and twice in a transaction are the program’s', async () => {
  const site = { db: app.ownerDb, config: app.deps.config }
  const member = await makeMember(site, await makeBrand(site, { code: 'second' }))
  await app.ownerDb.transaction().execute(async (tx) => {
    await sql`SAVEPOINT one`.execute(tx)
    await tx.updateTable('member').set({ level: 2 }).where('id', '=', member.id).execute()
    await sql`RELEASE SAVEPOINT one; SAVEPOINT two`.execute(tx)
    await tx.updateTable('member').set({ level: 3 }).where('id', '=', member.id).execute()
    await sql`ROLLBACK TO SAVEPOINT two`.execute(tx)
    await tx.updateTable('member').set({ level: 4 }).execute()
    await tx.updateTable('member').set({ level: 4 }).execute()
  })
  expect(await faults()).toEqual([])
})

test('a row that was altered and put back stays a fault after the program changed it', async () => {
  await alter(`UPDATE brand SET reset_second = NOT reset_second WHERE code = 'second'`)
  await alter(`UPDATE brand SET reset_second = NOT reset_second WHERE code = 'second'`)
  const brand = expect.stringMatching(/^states: brand \d+ was written by a transaction that the program did not sign$/)
  expect(await faults()).toEqual([brand])
  expect(await setContact(app.ownerDb, 'second', 'a@b.example')).toBe(true)
  const step = expect.stringMatching(
    /^states: brand \d+ had been written by a transaction that the program did not sign when change \d+ was made$/,
  )
  expect(await faults()).toEqual([step])
  expect(await setContact(app.ownerDb, 'second', 'c@d.example')).toBe(true)
  expect(await faults()).toEqual([step])
})

describe('accepting differences', () => {
  const accept = (code: string) => acceptStates(app.ownerPool, testSecret, { code, reason: 'known' })

  test('shows them with a code, and accepts exactly those, once', async () => {
    await alter(`UPDATE operator SET name = 'another' WHERE login = 'dora'; DELETE FROM person_mark WHERE member_id = (SELECT max(member_id) FROM person_mark);
      INSERT INTO brand_domain (brand_id, domain) SELECT id, 'n0cturne.example' FROM brand WHERE code = 'second'; UPDATE company SET sort = sort`)
    const before = await countChanges()
    const seen = await acceptStates(app.ownerPool, testSecret, null)
    expect(seen).toMatchObject({ isAccepted: false, rewritten: [{ relation: 'company', rows: expect.any(Number) }] })
    expect(new Set(seen.content.map(({ detail }) => detail.replace(/\d+/, 'n')))).toEqual(
      new Set([
        'was never recorded',
        'is not as it was last recorded',
        'is gone, and nothing recorded that',
        'had been written by a transaction that the program did not sign when change n was made',
      ]),
    )
    await alter(`UPDATE brand SET min_spin_ms = min_spin_ms + 1 WHERE code = 'second'`)
    expect((await accept(seen.code)).isAccepted).toBe(false)
    expect(await countChanges()).toBe(before)

    const { code } = await acceptStates(app.ownerPool, testSecret, null)
    expect((await accept(code)).isAccepted).toBe(true)
    expect(await faults()).toEqual([])
    const { rows } = await app.ownerPool.query(`SELECT detail FROM audit WHERE act = 'states.accept'`)
    expect(rows).toMatchObject([
      {
        detail: {
          reason: 'known',
          content: seen.content.length + 1,
          rows: expect.arrayContaining([expect.stringContaining('brand_domain n0cturne.example')]),
        },
      },
    ])
    expect(await acceptStates(app.ownerPool, testSecret, null)).toMatchObject({ content: [], rewritten: [], code: '' })
    expect((await accept('')).isAccepted).toBe(false)
  })

  test('does not accept what is altered later', async () => {
    expect(await setContact(app.ownerDb, 'second', 'e@f.example')).toBe(true)
    expect(await faults()).toEqual([])
    await alter(
      `UPDATE brand SET contact = 'x' WHERE code = 'second'; UPDATE brand SET contact = 'e@f.example' WHERE code = 'second'`,
    )
    expect(await setContact(app.ownerDb, 'second', 'g@h.example')).toBe(true)
    expect(await faults()).toEqual([expect.stringContaining('had been written')])
    const { code } = await acceptStates(app.ownerPool, testSecret, null)
    expect((await accept(code)).isAccepted).toBe(true)
    expect(await faults()).toEqual([])
  })

  test('records a database of which every row has another transaction, as after a restore from a dump', async () => {
    await alter(
      recordedTables
        .map(
          (table) => `CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM ${table}; DELETE FROM ${table};
      INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept; DROP TABLE kept`,
        )
        .join(';'),
    )
    const seen = await acceptStates(app.ownerPool, testSecret, null)
    expect(seen.content).toEqual([])
    expect(seen.rewritten.length).toBeGreaterThan(20)
    expect((await accept(seen.code)).isAccepted).toBe(true)
    expect(await faults()).toEqual([])
  })
})

test('at the upgrade the transactions of the rows are recorded, and what was not as recorded before stays a fault', async () => {
  // Without what the release before did not record, which breaks the signatures.
  await alter(`DELETE FROM audit WHERE act = 'state.begin-xids'; UPDATE state_change SET row_xid = NULL, before_xid = NULL;
    UPDATE brand SET min_spin_ms = min_spin_ms; UPDATE operator SET name = 'again another' WHERE login = 'dora'`)
  await migrate({ ownerUrl: app.ownerUrl, secret: testSecret })
  const different = async () => {
    const { content, rewritten } = await acceptStates(app.ownerPool, testSecret, null)
    return { content: content.map(({ subject, detail }) => `${subject} ${detail}`), rewritten }
  }
  const content = [expect.stringMatching(/^operator \d+ was not as it was last recorded when/)]
  expect(await different()).toEqual({ content, rewritten: [] })
  await migrate({ ownerUrl: app.ownerUrl, secret: testSecret })
  await alter(`UPDATE company SET sort = sort WHERE code = (SELECT min(code) FROM company)`)
  expect(await different()).toEqual({ content, rewritten: [{ relation: 'company', rows: 1 }] })
})
