import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { testSecret } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { findGuardFaults } from './guards.ts'
import { migrate } from './migrate.ts'

/** Objects that were replaced and put back: the comparison is with what the program installed, not only with its files. */

let world: World
let thief: pg.Client
beforeAll(async () => {
  world = await createWorld()
  thief = new pg.Client(world.superUrl)
  await thief.connect()
})
afterAll(async () => {
  await thief.end()
  await world.close()
})

async function faults(): Promise<string[]> {
  const read = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await thief.query<Row>(sql, [...values])).rows
  await thief.query('BEGIN')
  try {
    return (await findGuardFaults(read, { withInstalled: true })).map(({ subject, detail }) => `${subject}: ${detail}`)
  } finally {
    await thief.query('ROLLBACK')
  }
}

test('what an installation does to its database without changing an object of the program is no fault', async () => {
  expect(await faults()).toEqual([])
  for (const sql of [
    'VACUUM FREEZE',
    'VACUUM FULL pg_proc',
    'VACUUM FULL pg_trigger',
    'VACUUM FULL pg_constraint',
    'VACUUM FULL pg_attrdef',
    'VACUUM FULL pg_rewrite',
    'VACUUM FULL pg_attribute',
    'VACUUM FULL pg_type',
    'VACUUM FULL pg_operator',
    'VACUUM FULL journal',
    'ANALYZE',
    'REINDEX TABLE CONCURRENTLY journal',
    'REINDEX TABLE CONCURRENTLY member',
    'REINDEX TABLE CONCURRENTLY act_signature',
    'REINDEX SYSTEM',
    'CLUSTER journal USING journal_pkey',
    'CREATE INDEX own_index ON journal (at)',
    'CREATE STATISTICS own_statistics ON title, member_id FROM note',
    'ALTER TABLE journal SET (fillfactor = 90)',
    'ALTER TABLE note ADD COLUMN own_mark text',
    'CREATE ROLE own_reader; GRANT SELECT ON ALL TABLES IN SCHEMA public TO own_reader',
    'CREATE TABLE own_table (member_id bigint REFERENCES member)',
    'CREATE PUBLICATION own_copy FOR TABLE journal',
    'CREATE VIEW own_report AS SELECT member_id, cash FROM wallet',
  ])
    await thief.query(sql)
  expect(await faults()).toEqual([])
  await thief.query('DROP TABLE own_table')
  expect(await faults()).toEqual([])
})

test('columns that were rewritten for an honest reason are accepted by the next start as the owner', async () => {
  // It revokes rights on tables, which writes the columns of those that have rights on columns, too.
  await thief.query('DROP OWNED BY own_reader; DROP ROLE own_reader')
  expect(await faults()).toContain(
    'columns audit: was replaced, altered or switched off since the program installed it',
  )
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await faults()).toEqual([])
  for (const [sql, subject] of [
    ['ALTER TABLE note ALTER COLUMN title SET STATISTICS 500', 'columns note'],
    ['GRANT SELECT (at) ON audit TO PUBLIC', 'columns audit'],
    // It writes the defaults of columns that were added later into the rows.
    ['VACUUM FULL wallet', 'columns wallet'],
    ['ALTER TABLE note DROP COLUMN own_mark', 'columns note'],
    ['REVOKE EXECUTE ON FUNCTION pg_catalog.pg_sleep(float8) FROM PUBLIC', 'system pg_proc'],
  ] as const) {
    await thief.query(sql)
    expect(await faults()).toEqual([`${subject}: was replaced, altered or switched off since the program installed it`])
    await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
    expect(await faults()).toEqual([])
  }
  await thief.query('VACUUM FULL wallet')
  expect(await faults()).toEqual([])
})

test('a trigger that was switched off for a moment is a fault until the next start as the owner, which names it in the audit', async () => {
  const accepted = async () =>
    (
      await thief.query<{ detail: unknown }>(`SELECT detail FROM audit WHERE act = 'guards.accept' AND id > $1`, [
        before,
      ])
    ).rows
  const before = (await thief.query<{ id: string }>('SELECT max(id) AS id FROM audit')).rows[0]?.id
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await accepted()).toEqual([])
  await thief.query('ALTER TABLE journal DISABLE TRIGGER journal_is_final')
  await thief.query('ALTER TABLE journal ENABLE TRIGGER journal_is_final')
  expect(await faults()).toEqual([
    'trigger journal.journal_is_final: was replaced, altered or switched off since the program installed it',
  ])
  await migrate({ ownerUrl: world.ownerUrl, secret: testSecret })
  expect(await faults()).toEqual([])
  expect(await accepted()).toEqual([{ detail: { replaced: ['trigger journal.journal_is_final'] } }])
})
