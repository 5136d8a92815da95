import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { createMetrics } from '#server/metrics.ts'
import { makeMember, type MadeMember } from '#server/seed/builders.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { acceptChain } from './anchored-chain.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { startJournalSealing } from './sealer.ts'

/** What the sealer and the chain of the audit pass over, because the indexes lack it, while everything else is sealed and chained. */

let app: TestApp
let thieves: pg.Pool

beforeAll(async () => {
  // The planner of a large journal reads by indexes.
  app = await createTestApp({ handlers: appHandlers, pool: { settings: { enable_seqscan: 'off' } } })
  thieves = createPool(app.superUrl, { max: 1 })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await thieves.end()
  await app.close()
})

const alter = (statements: string) => commitPastTriggers(thieves, statements)

/** Whether these indexes get entries for new rows. */
const setReady = (indexes: string, isReady: boolean): Promise<void> =>
  alter(`UPDATE pg_index SET indisready = ${isReady} WHERE ${indexes}`)
const ofEvents = `indrelid = 'journal'::regclass`
const ofUnchainedActs = `indexrelid = 'audit_unsealed'::regclass`

const memberWithEvents = (): Promise<MadeMember> => makeMember(app.deps, app.brand, { cash: wholeUnits(1_000) })

async function isSealed({ id }: MadeMember): Promise<boolean> {
  const sealed = await app.db.selectFrom('journal_sealed').select('seq').where('member_id', '=', id).execute()
  return sealed.length > 0
}

/** What a check of the books names, in a connection whose settings rule out reading whole tables. */
async function namedBy(check: string): Promise<string[]> {
  const { faults } = await checkKnownBooks(app.pool, { expectsChain: true, secret: app.deps.config.secret })
  return faults.flatMap((fault) => (fault.check === check ? [fault.subject] : []))
}

test('a member whose events are never sealed is an alarm after a minute, and the books name the member', async () => {
  await alter(`UPDATE journal_head SET at = at - interval '2 days' WHERE id = 0`)
  await acceptChain(app.db, { dir: app.deps.config.anchorDir, secret: app.deps.config.secret })
  await setReady(ofEvents, false)
  const leftOut = await memberWithEvents()
  await alter(`UPDATE journal SET at = at - interval '5 minutes' WHERE member_id = ${leftOut.id}`)
  await setReady(ofEvents, true)

  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const metrics = createMetrics()
  const job = startJournalSealing({ ...app.deps, log }, metrics, 20)
  const others = [await memberWithEvents(), await memberWithEvents()]
  await until(async () => (await Promise.all(others.map(isSealed))).every(Boolean))
  await pause(200)
  expect(await isSealed(leftOut)).toBe(false)
  expect(lines).toEqual([])

  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
  await until(() => lines.length > 0)
  expect(lines[0]).toContain('sealing the journal is behind')
  expect(Number(/^baize_journal_unsealed_seconds (.+)$/m.exec(await metrics.text())?.[1])).toBeGreaterThan(60)
  await job.stop()

  expect(await namedBy('journal-sealed')).toEqual([expect.stringMatching(new RegExp(`^${leftOut.id}/`))])
})

test('an act that is never chained is named by the books, whatever the settings of the planner', async () => {
  await chainAudit(app.db, 10_000)
  await setReady(ofUnchainedActs, false)
  const { rows } = await app.ownerPool.query<{ id: bigint }>(
    `INSERT INTO audit (actor_kind, act, at) VALUES ('system', 'test', now() - interval '5 minutes') RETURNING id`,
  )
  await setReady(ofUnchainedActs, true)
  expect(await chainAudit(app.db, 10_000)).toBe(0)
  expect(await namedBy('audit-sealed')).toEqual([`row ${rows[0]?.id}`])
})
