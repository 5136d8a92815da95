import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { createMetrics } from '#server/metrics.ts'
import { runBooks } from '#server/modules/books/bookkeeper.ts'
import { makeMember, makeSession, someMoney } from '#server/seed/builders.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { testSecretText } from '#test/test-secret.ts'
import { startJournalSealing } from './sealer.ts'

/** A new key while several processes run (docs/operations.md, Keys): first it is behind the old one everywhere, then in front of it. */

const newKey = `k2:${Buffer.alloc(32, 9).toString('base64')}`
let old: TestApp
beforeAll(async () => {
  old = await createTestApp({
    handlers: appHandlers,
    brand: { purpose: 'bench' },
    env: { APP_SECRET: `${testSecretText},${newKey}` },
  })
})
afterAll(() => old.close())

/** Seals at a process, and runs the books there as on schedule; the faults. */
async function faultsAt(app: TestApp): Promise<unknown> {
  await old.ownerPool.query('SELECT audit_seal(1000)')
  const pool = createPool(old.appUrl, { max: 2, statementTimeoutMs: 0, identity: app.deps.identity })
  const sealing = startJournalSealing(app.deps, createMetrics())
  try {
    await sealing.sealNow(AbortSignal.timeout(30_000))
    return (await runBooks(app.deps, pool, { expectsChain: true, knownHead: sealing.lastHead() }))?.faults
  } finally {
    await sealing.stop()
    await pool.end()
  }
}

test('processes that sign with different keys, each of which both know, find no faults in each other’s rows', async () => {
  const fresh = await createTestApp({
    handlers: appHandlers,
    beside: old,
    env: { APP_SECRET: `${newKey},${testSecretText}` },
  })
  const { token } = await makeSession(old.deps, await makeMember(old.deps, old.brand, { cash: someMoney }))
  expect(await faultsAt(old)).toEqual([])
  for (const [index, app] of [fresh, old, fresh].entries()) {
    const body = { kind: 'deposit', period: 'day', most: String(5_000_000 - 1_000 * index) }
    expect((await app.member('set-limit', { token, body })).body.status).toBe('success')
    const deposit = { requestId: newRequestId(), balance: '50000', depositor: '홍길동' }
    expect((await app.member('apply-user-deposit', { token, body: deposit })).code).toBe(200)
    expect(await faultsAt(app === fresh ? old : fresh)).toEqual([])
    expect(await faultsAt(app)).toEqual([])
  }
  const { rows } = await old.ownerPool.query<{ keys: number }>(
    'SELECT count(DISTINCT key_id)::int AS keys FROM journal_head WHERE id > 0',
  )
  expect(rows).toEqual([{ keys: 2 }])
  expect([...old.errors.splice(0), ...fresh.errors.splice(0)]).toEqual([])
  await fresh.close()
})
