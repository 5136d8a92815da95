import { createActKeys, signActs } from '#server/db/act-signing.ts'
import { testSecret } from '#test/test-secret.ts'
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { createWorld, type World } from '#test/world.ts'
import { auditChecks } from './checks/audit.ts'
import { beginRun, endRun } from './book-runs.ts'
import { checkKnownBooks } from '#test/known-books.ts'

let world: World
/** How many rows the template begins with; they are chained before each test. */
let start: number

async function beginWorld(): Promise<void> {
  world = await createWorld()
  start = await chainAudit(world.db, 1_000)
}

/** A text in which #3 stands for the number of the third row of the test. */
const numbered = (text: string): string => text.replaceAll(/#(\d+)/g, (_, nth: string) => String(start + Number(nth)))

/** Writes rows as an act does. */
async function act(count: number, detail = '{"ip": "127.0.0.1"}'): Promise<void> {
  await world.pool.query(
    `INSERT INTO audit (actor_kind, actor_id, act, subject, detail) SELECT 'operator', n, 'test.act', 'thing ' || n, $2::jsonb
     FROM generate_series(1, $1::int) n`,
    [count, detail],
  )
}

/** Alters rows as the owner, with the triggers disabled; returns the faults the oracle finds, and undoes it all. */
async function faultsAfter(sql: string): Promise<string[]> {
  const owner = await world.ownerPool.connect()
  try {
    await owner.query(`BEGIN; ALTER TABLE audit DISABLE TRIGGER USER; ${sql}`)
    const found: string[] = []
    for (const check of auditChecks) {
      const { rows } = await owner.query<{ subject: string }>(check.sql)
      found.push(...rows.map((row) => row.subject))
    }
    return found
  } finally {
    await owner.query('ROLLBACK')
    owner.release()
  }
}

/** Chains the rows again from a number on, as an attacker could who may write every table. */
function forgeFrom(seq: number): string {
  return `DO $$ DECLARE a audit; p bytea; BEGIN
    SELECT hash INTO p FROM audit WHERE seq = ${seq} - 1;
    FOR a IN SELECT * FROM audit WHERE seq >= ${seq} ORDER BY seq LOOP
      p := sha256(p || audit_canonical(a));
      UPDATE audit SET hash = p WHERE id = a.id;
    END LOOP;
    UPDATE audit_head SET hash = p;
  END $$`
}

describe('the chain', () => {
  beforeEach(beginWorld)
  afterEach(() => world.close())

  test('rows wait, are chained once, and the chain can be verified from its description alone', async () => {
    await act(3, '{"zz": "뒤", "a": "quote \\" and \\\\ and \\n line", "bb": true}')
    await world.pool.query(`INSERT INTO audit (actor_kind, act) VALUES ('system', 'nothing.else')`)
    expect(await chainAudit(world.db, 2)).toBe(2)
    expect(await chainAudit(world.db, 100)).toBe(2)
    expect(await chainAudit(world.db, 100)).toBe(0)
    const { rows } = await world.ownerPool.query<Record<string, unknown> & { hash: Buffer; at_utc: string }>(
      `SELECT *, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at_utc FROM audit ORDER BY seq`,
    )
    let before = Buffer.alloc(0)
    for (const [index, row] of rows.entries()) {
      const { id, at_utc, brand_id, actor_kind, actor_id, act: name, subject, detail, act_group } = row
      const items = [BigInt(index + 1), id, at_utc, brand_id, actor_kind, actor_id, name, subject, detail, act_group]
      before = createHash('sha256')
        .update(before)
        .update(`[${items.map(written).join(', ')}]`)
        .digest()
      expect(row.hash.equals(before)).toBe(true)
    }
    expect(rows).toHaveLength(start + 4)
    expect((await checkKnownBooks(world.pool)).auditEnd).toEqual({ seq: BigInt(start + 4), hash: before })
  })

  test('a row committed after later ones is chained after them, once, and no transaction waits', async () => {
    const late = await world.pool.connect()
    try {
      await late.query('BEGIN')
      await late.query(`INSERT INTO audit (actor_kind, act) VALUES ('system', 'late')`)
      await act(2)
      expect(await chainAudit(world.db, 100)).toBe(2)
      await act(1)
      await signActs((sql, values) => late.query(sql, [...values]), createActKeys(testSecret))
      await late.query('COMMIT')
    } finally {
      // Otherwise a failure above would appear as a world that cannot be closed.
      late.release(true)
    }
    expect(await chainAudit(world.db, 100)).toBe(2)
    const { rows } = await world.ownerPool.query(`SELECT seq FROM audit WHERE act = 'late'`)
    expect(rows).toEqual([{ seq: BigInt(start + 3) }])
    expect((await checkKnownBooks(world.pool)).faults).toEqual([])
  })

  test('concurrent runs chain each row once', async () => {
    await act(300)
    const counts = await Promise.all(Array.from({ length: 6 }, () => chainAudit(world.db, 70)))
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(300)
    expect((await checkKnownBooks(world.pool)).auditEnd.seq).toBe(BigInt(start + 300))
    expect((await checkKnownBooks(world.pool)).faults).toEqual([])
  })
})

function written(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const keys = Object.keys(value).toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${written(value[key as keyof typeof value])}`).join(', ')}}`
}

describe('the oracle finds', () => {
  beforeAll(async () => {
    await beginWorld()
    await act(9)
    await chainAudit(world.db, 100)
  })
  afterAll(() => world.close())

  test.each([
    ['a row that was altered', `UPDATE audit SET subject = 'other' WHERE seq = #4`, ['#4']],
    ['a time that was altered', `UPDATE audit SET at = at - interval '1 microsecond' WHERE seq = #9`, ['#9']],
    ['a detail that was altered', `UPDATE audit SET detail = '{}' WHERE seq = #3`, ['#3']],
    ['a hash that was altered', `UPDATE audit SET hash = sha256('x') WHERE seq = #4`, ['#4', '#5']],
    ['a row that was removed', 'DELETE FROM audit WHERE seq = #4', ['#5']],
    ['a first row that was removed', 'DELETE FROM audit WHERE seq = 1', ['2']],
    ['last rows that were removed', 'DELETE FROM audit WHERE seq > #7', ['end']],
    ['all rows removed', 'DELETE FROM audit', ['end']],
    [
      'rows that were swapped',
      `UPDATE audit SET seq = -1 WHERE seq = #4; UPDATE audit SET seq = #4 WHERE seq = #5; UPDATE audit SET seq = #5 WHERE seq = -1`,
      ['#4', '#5', '#6'],
    ],
    [
      'a row that was inserted in the middle',
      `UPDATE audit SET seq = seq + 1000 WHERE seq > #4; UPDATE audit SET seq = seq - 999 WHERE seq > 1000;
       INSERT INTO audit (actor_kind, act, seq, hash) VALUES ('system', 'never', #5, sha256('x'))`,
      ['#5', '#6', '#7', '#8', '#9', '#10', 'end'],
    ],
    [
      'a row that was appended with a matching hash',
      `INSERT INTO audit (actor_kind, act, seq, hash) VALUES ('system', 'never', #10, sha256('x'));
       UPDATE audit a SET hash = sha256(p.hash || audit_canonical(a)) FROM audit p WHERE a.seq = #10 AND p.seq = #9`,
      ['end'],
    ],
    ['a row that was removed from the chain', `UPDATE audit SET seq = NULL, hash = NULL WHERE seq = #9`, ['end']],
  ])('%s', async (_what, sql, found) => {
    expect(await faultsAfter(numbered(sql))).toEqual(found.map(numbered))
  })

  test('a chain that was rewritten as a whole, from the end an earlier run recorded', async () => {
    const altered = `UPDATE audit SET subject = 'other' WHERE seq = ${start + 4}; ${forgeFrom(start + 4)}`
    expect(await faultsAfter(altered)).toEqual([])
    const run = await beginRun(world.db, 'tool')
    expect(await endRun(world.db, run, { report: await checkKnownBooks(world.pool) })).toBe(false)
    expect(await faultsAfter(altered)).toEqual([String(start + 9)])
  })

  test('rows that are not chained while a program runs, and only then', async () => {
    await chainAudit(world.db, 100)
    await act(1)
    await world.ownerPool.query(`ALTER TABLE audit DISABLE TRIGGER USER;
      UPDATE audit SET at = now() - interval '61 seconds' WHERE seq IS NULL; ALTER TABLE audit ENABLE TRIGGER USER`)
    expect((await checkKnownBooks(world.pool)).faults).toEqual([])
    const { faults } = await checkKnownBooks(world.pool, { expectsChain: true })
    expect(faults.map((fault) => fault.check)).toEqual(['audit-sealed'])
    await chainAudit(world.db, 100)
    expect((await checkKnownBooks(world.pool, { expectsChain: true })).faults).toEqual([])
  })
})

describe('audit rows are final', () => {
  beforeAll(async () => {
    world = await createWorld()
    await act(1)
    await chainAudit(world.db, 1)
  })
  afterAll(() => world.close())

  test.each([
    `UPDATE audit SET subject = 'x'`,
    'UPDATE audit SET seq = 7, hash = sha256(act::bytea) WHERE seq IS NULL',
    'DELETE FROM audit',
    'TRUNCATE audit',
    `INSERT INTO audit (actor_kind, act, seq, hash) VALUES ('system', 'x', 7, '')`,
    `INSERT INTO audit (actor_kind, act, at) VALUES ('system', 'x', now())`,
    `UPDATE audit_head SET seq = 0`,
    `UPDATE money_out SET stopped_at = NULL`,
    `UPDATE book_run SET outcome = 'clean'`,
    `INSERT INTO book_run (why) VALUES ('tool')`,
    'DELETE FROM book_run',
  ])('the application may not: %s', async (sql) => {
    await expect(world.pool.query(sql)).rejects.toThrow(/permission denied/)
  })

  test.each([
    `UPDATE audit SET subject = 'x'`,
    `UPDATE audit SET subject = 'x', seq = 2, hash = '' WHERE seq IS NULL`,
    'UPDATE audit SET seq = NULL, hash = NULL WHERE seq = 1',
    `UPDATE audit SET hash = '' WHERE seq = 1`,
    'DELETE FROM audit',
    'TRUNCATE audit',
    'DELETE FROM audit_head',
    'DELETE FROM money_out',
  ])('the owner may not: %s', async (sql) => {
    await expect(world.ownerPool.query(sql)).rejects.toThrow(/written once/)
  })
})
