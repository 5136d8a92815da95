import { noHold } from '#server/ledger/book-runs.ts'
import { pino } from 'pino'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createDb, createPool, type Database } from '#server/db/pool.ts'
import { groupsSince } from '#server/db/signed-groups.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { sealAll, startJournalSealing } from '#server/ledger/sealer.ts'
import { createSealKeys, readCoveredEnd } from '#server/ledger/seals.ts'
import { createMetrics } from '#server/metrics.ts'
import type { RunningWork } from '#server/leased-work.ts'
import { makeMember } from '#server/seed/builders.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { watchActs } from './acts-watch.ts'
import { beginWalk, walkOn } from './chain-walk.ts'
import { chainAudit, startAuditChaining } from './chain.ts'

/**
 * Acts that a superuser of the database removes after having altered rows until the process that signed them has looked. The process
 * chains and looks as the program does; heads are made when a test wants one.
 */

let app: TestApp
let thieves: pg.Pool
let pool: pg.Pool
let db: Database
let job: RunningWork | null = null
const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })

beforeEach(async () => {
  lines.length = 0
  app = await createTestApp({ handlers: appHandlers })
  thieves = createPool(app.superUrl, { max: 1 })
  pool = createPool(app.appUrl, { max: 4 })
  db = createDb(pool, app.deps.config.secret)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await job?.stop()
  job = null
  await Promise.all([thieves.end(), pool.end()])
  await app.close()
})

const moneyOut = noHold()
const deps = () => ({ db, log, config: app.deps.config, moneyOut })
const seal = () => sealAll(db, createSealKeys(app.deps.config.secret))
const remembered = () => groupsSince(db, { ageMs: 0, most: 10_000 })

const alter = (statements: string) => commitPastTriggers(thieves, statements)

async function record(act: string): Promise<void> {
  await db.transaction().execute((tx) => tx.insertInto('audit').values({ actor_kind: 'system', act }).execute())
}

async function chained(): Promise<void> {
  await until(async () => (await app.ownerPool.query('SELECT FROM audit WHERE seq IS NULL')).rowCount === 0)
}

/** The process, with its figure of acts that it misses; `look` ends when it has forgotten its acts or misses some. */
function start(): { missing: () => Promise<number>; look: () => Promise<void> } {
  const metrics = createMetrics()
  job = startAuditChaining(deps(), metrics)
  const now = performance.now.bind(performance)
  let aheadMs = 0
  const missing = async () => Number(/^baize_acts_missing (.+)$/m.exec(await metrics.text())?.[1])
  return {
    missing,
    look: async () => {
      aheadMs += 6_000
      vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
      await until(async () => remembered().length === 0 || (await missing()) > 0)
    },
  }
}

/** Removes an act with its signature, as if the transaction had never been; the chain ends before it. */
const remove = (act: string): string => `
  DELETE FROM act_signature WHERE act_group IN (SELECT act_group FROM audit WHERE act = '${act}');
  DELETE FROM audit WHERE act = '${act}';
  ${chainEndsWithItsRows}`
const chainEndsWithItsRows = `UPDATE audit_head SET (seq, hash) = (SELECT seq, hash FROM audit WHERE seq IS NOT NULL ORDER BY seq DESC LIMIT 1)`

const ofAct = `WHERE act = 'test.removed'`

/** What the thief alters until the process has looked, and how it is put back. */
const attacks: readonly (readonly [name: string, alter: string, back: string])[] = [
  ['below the chain', `UPDATE audit SET seq = -seq ${ofAct}; ${chainEndsWithItsRows}`, ''],
  [
    'that of an older act, which gets its own',
    `CREATE TABLE kept AS SELECT (SELECT seq FROM audit ${ofAct}) AS own, (SELECT max(audit_seq) FROM journal_head) AS older;
      UPDATE audit SET seq = -1 WHERE seq = (SELECT older FROM kept);
      UPDATE audit SET seq = (SELECT older FROM kept) ${ofAct};
      UPDATE audit SET seq = (SELECT own FROM kept) WHERE seq = -1;
      UPDATE audit_head SET (seq, hash) = (SELECT audit_seq, audit_hash FROM journal_head ORDER BY id DESC LIMIT 1)`,
    `UPDATE audit SET seq = -1 WHERE seq = (SELECT own FROM kept);
      UPDATE audit SET seq = (SELECT own FROM kept) ${ofAct};
      UPDATE audit SET seq = (SELECT older FROM kept) WHERE seq = -1; DROP TABLE kept`,
  ],
  [
    'its own, under a head that nobody signed',
    `INSERT INTO journal_head (id, at, key_id, seals, events, hash, audit_seq, audit_hash)
      SELECT h.id + 1, clock_timestamp(), h.key_id, 0, h.events, sha256(h.hash), a.seq, a.hash FROM journal_head h, audit a
      WHERE a.act = 'test.removed' AND a.seq > 0 ORDER BY h.id DESC LIMIT 1`,
    `DELETE FROM journal_head WHERE id = (SELECT max(id) FROM journal_head)`,
  ],
  [
    'its own, under the newest head, whose end is altered',
    `CREATE TABLE kept AS SELECT id, audit_seq, audit_hash FROM journal_head ORDER BY id DESC LIMIT 1;
      UPDATE journal_head SET (audit_seq, audit_hash) = (SELECT seq, hash FROM audit ${ofAct}) WHERE id = (SELECT id FROM kept)`,
    `UPDATE journal_head h SET audit_seq = k.audit_seq, audit_hash = k.audit_hash FROM kept k WHERE k.id = h.id; DROP TABLE kept`,
  ],
]

describe('an act that is altered until its process has looked, and then removed', () => {
  for (const [name, alteration, back] of attacks)
    test(`its number in the chain: ${name}`, async () => {
      const { missing, look } = start()
      await record('test.kept')
      await chained()
      await seal()
      await look()
      expect(remembered()).toEqual([])
      await record('test.removed')
      await chained()
      await alter(alteration)
      await look()
      await alter(back)
      await alter(remove('test.removed'))
      await look()
      expect(await missing()).toBe(1)
      expect(moneyOut.heldSince).not.toBe(null)
      await chained()
      const { faults } = await checkKnownBooks(app.ownerPool, { secret: app.deps.config.secret })
      expect(faults.map(({ check }) => check)).toContain('acts-signed')
    })
})

test('acts are forgotten once a head that covers them was followed to, also over many rows and with seals of events', async () => {
  const { look } = watchActs(deps())
  for (let turn = 0; turn < 3; turn += 1) {
    await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000) })
    await record('test.first')
    await app.ownerDb.transaction().execute(async (tx) => {
      const rows = Array.from({ length: 1_500 }, () => ({ actor_kind: 'system' as const, act: 'test.between' }))
      await tx.insertInto('audit').values(rows).execute()
    })
    await record('test.last')
    expect(await look({ ageMs: 0 })).toBe(0)
    await chainAudit(app.db, 10_000)
    expect(await look({ ageMs: 0 })).toBe(0)
    expect(remembered()).toHaveLength(2)
    expect(await seal()).toBeGreaterThan(0)
    const end = await readCoveredEnd(db, createSealKeys(app.deps.config.secret))
    if (end === null) throw new Error('no head covers the audit')
    const walk = await beginWalk(db, { first: end.seq - 1_501n, end, groups: remembered() })
    expect(await walkOn(db, walk, 1)).toBe('unfinished')
    expect(await walkOn(db, walk, 1)).toBe('whole')
    expect([...walk.found.keys()].toSorted()).toEqual(remembered().toSorted())
    expect(await look({ ageMs: 0 })).toBe(0)
    expect(remembered()).toEqual([])
  }
})

test('a look that an error interrupts misses nothing: the next one begins anew', async () => {
  const watch = watchActs(deps())
  await record('test.kept')
  await chainAudit(db, 1_000)
  await seal()
  // The last statement of the look fails, as when the database is killed at that moment.
  await app.ownerPool.query('ALTER TABLE state_change RENAME TO away')
  await expect(watch.look({ ageMs: 0 })).rejects.toThrow(/state_change/)
  await app.ownerPool.query('ALTER TABLE away RENAME TO state_change')
  expect(await watch.look({ ageMs: 0 })).toBe(0)
  expect(remembered()).toEqual([])
})

test('an orderly stop chains and seals what is left and looks a last time', async () => {
  const config = app.deps.config
  const sealing = startJournalSealing({ db, log, config, moneyOut }, createMetrics(), 600_000)
  const stop = async (): Promise<string> => {
    lines.length = 0
    await startAuditChaining(deps(), createMetrics(), sealing).stop()
    return lines.join()
  }
  // Rows with which a database begins may be older than a minute.
  await chainAudit(app.db, 10_000)
  await record('test.kept')
  expect(await stop()).toBe('')
  expect(remembered()).toEqual([])

  await record('test.removed')
  await alter(remove('test.removed'))
  expect(await stop()).toContain('acts that were signed and committed are gone')
  await sealing.stop()
})
