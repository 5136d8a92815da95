import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { acceptChain } from '#server/ledger/anchored-chain.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { startJournalSealing, type JournalSealing } from '#server/ledger/sealer.ts'
import { createMetrics } from '#server/metrics.ts'
import { watchActs } from '#server/modules/audit/acts-watch.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { makeMember } from '#server/seed/builders.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

/** What an operator excuses by accepting the heads. */

let app: TestApp
let thieves: pg.Pool
let job: JournalSealing
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  thieves = createPool(app.superUrl, { max: 1 })
  job = startJournalSealing(app.deps, createMetrics(), 2 ** 31 - 1)
})
afterAll(async () => {
  await job.stop()
  await thieves.end()
  await app.close()
})

const store = () => ({ dir: app.deps.config.anchorDir, secret: app.deps.config.secret })
const faults = async () => (await checkKnownBooks(app.ownerPool, { secret: store().secret, anchor: store() })).faults

async function seal(): Promise<void> {
  await chainAudit(app.db, 10_000)
  await job.sealNow(AbortSignal.timeout(10_000))
}

/** An act of this process that somebody removes before a head covers it; returns its group. */
async function loseAct(): Promise<string> {
  await app.deps.db
    .transaction()
    .execute((tx) => tx.insertInto('audit').values({ actor_kind: 'system', act: 'limit.lost' }).execute())
  const { rows } = await app.ownerPool.query<{ group: string }>(
    `SELECT act_group::text AS group FROM audit WHERE act = 'limit.lost'`,
  )
  await commitPastTriggers(
    thieves,
    `DELETE FROM act_signature WHERE act_group = '${rows[0]?.group}'; DELETE FROM audit WHERE act = 'limit.lost'`,
  )
  return rows[0]?.group ?? ''
}

const acceptances = async (): Promise<object[]> => {
  const { rows } = await app.ownerPool.query<{ detail: object }>(
    `SELECT detail FROM audit WHERE act = 'books.accept-heads' ORDER BY id`,
  )
  return rows.map(({ detail }) => detail)
}

test('accepting the heads excuses missing acts only with the code of exactly these and a reason, and names them', async () => {
  await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000) })
  await seal()
  const watch = watchActs({ db: app.deps.db, log: app.deps.log, config: app.deps.config })
  await watch.look({ ageMs: 0 })
  const group = await loseAct()
  expect(await watch.look({ ageMs: 0 })).toBe(1)
  app.errors.length = 0
  await seal()
  const missing = [{ subject: group, detail: expect.stringContaining('were signed and committed, and gone at') }]
  expect(await faults()).toMatchObject([{ check: 'acts-signed', subject: `acts ${group}` }])

  const refused = acceptChain(app.db, store())
  await expect(refused).rejects.toMatchObject({ name: 'HeadsUnconfirmed', excused: { missing, late: [] } })
  const { excused } = (await refused.catch((error: unknown) => error)) as { excused: { code: string } }
  await expect(acceptChain(app.db, store(), { code: 'another', reason: 'why' })).rejects.toThrow('1 missing acts')
  expect(await acceptances()).toEqual([])
  expect(await faults()).toHaveLength(1)

  const second = await loseAct()
  expect(await watch.look({ ageMs: 0 })).toBe(1)
  app.errors.length = 0
  await expect(acceptChain(app.db, store(), { code: excused.code, reason: 'why' })).rejects.toThrow('2 missing acts')
  const both = (await acceptChain(app.db, store()).catch((error: unknown) => error)) as { excused: { code: string } }
  await acceptChain(app.db, store(), { code: both.excused.code, reason: 'a failover' })
  expect(await acceptances()).toMatchObject([
    { reason: 'a failover', missing: [group, second], lateEvents: 0, late: [] },
  ])
  await seal()
  expect(await faults()).toEqual([])

  // There is nothing left to excuse.
  await acceptChain(app.db, store())
  await expect(acceptChain(app.db, store(), { code: 'another', reason: 'why' })).rejects.toThrow('0 missing acts')
  await seal()
})
