import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { createWorld, type World } from '#test/world.ts'
import { checkBooks, createCheckScope, runCheck } from './books.ts'
import { indexChecks } from './checks/indexes.ts'
import { scaledMs } from '#test/machine.ts'

/** What an installation does to its indexes is no fault; what they lack is (`corruptions/indexes.ts`). */

let world: World
let owner: pg.Client
beforeAll(async () => {
  world = await createWorld()
  owner = new pg.Client(world.superUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

async function faults(meanwhile?: () => Promise<unknown>): Promise<unknown[]> {
  const client = await world.pool.connect()
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query('SELECT count(*) FROM journal')
    await meanwhile?.()
    const scope = createCheckScope(client, { endsAt: performance.now() + scaledMs(60_000) })
    const found: unknown[] = []
    for (const check of indexChecks) found.push(await runCheck(check, scope))
    return found.flat()
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

const act = (count: number) =>
  world.pool.query(`INSERT INTO audit (actor_kind, act) SELECT 'system', 'test' FROM generate_series(1, $1::int)`, [
    count,
  ])

test('indexes of an installation, rebuilt ones and rows that come during the check are no fault', async () => {
  await act(500)
  expect(await faults()).toEqual([])
  for (const sql of [
    'REINDEX TABLE CONCURRENTLY audit',
    'REINDEX TABLE audit',
    'VACUUM FULL audit',
    'CREATE INDEX own_copy ON audit (id)',
    'CREATE INDEX own_order ON audit (at DESC, seq NULLS FIRST)',
    'CREATE INDEX CONCURRENTLY own_later ON audit (actor_id)',
    'CLUSTER audit USING audit_pkey',
  ])
    await owner.query(sql)
  expect(await faults()).toEqual([])
  expect(await faults(() => act(100))).toEqual([])
  const report = await checkBooks(world.ownerPool)
  expect(report.faults).toEqual([])
})

test('an index of an installation that lacks rows is a fault, too', async () => {
  const ready = (value: boolean) =>
    owner.query(`UPDATE pg_index SET indisready = ${value} WHERE indexrelid = 'own_order'::regclass`)
  await ready(false)
  await act(1)
  await ready(true)
  expect(await faults()).toEqual([
    { subject: 'audit.own_order', detail: expect.stringMatching(/^leads to \d+ rows, the table has \d+$/) },
  ])
  await owner.query('REINDEX INDEX own_order')
  expect(await faults()).toEqual([])
})
