import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import type { RequestParts } from '#server/ledger/events.ts'
import { createMetrics } from '#server/metrics.ts'
import { makeMember, makeSession } from '#server/seed/builders.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { openFakeProvider, type FakeProvider } from '../../../../scripts/fake-transfer-provider.ts'
import { resolveDue, startTransferResolver } from './resolver.ts'
import { findProvider, markSent, takeUpTransfer } from './store.ts'

/** One provider accepts connections and does not answer; the transfers of the other one and other calls go on meanwhile. */

/** Half of it serves polls, four fifths other calls without money. */
const mostInFlight = 10

let app: TestApp
let silent: FakeProvider
let sound: FakeProvider

/** The calls that wait for a provider; the time of a silent one is over when the test says so. */
const waiting = new Set<AbortController>()

function endTime(): void {
  for (const call of waiting) call.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  waiting.clear()
}

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, mostInFlight })
  silent = await openFakeProvider()
  sound = await openFakeProvider()
  for (const [code, { baseUrl, key }] of Object.entries({ silent, sound })) {
    const provider = { code, names: { ko: code }, baseUrl, key, timeoutMs: 12_000, brandIds: [app.brand.id] }
    await enterTransferProvider({ ...app.deps, db: app.ownerDb }, provider)
  }
})
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const call = new AbortController()
    waiting.add(call)
    return call.signal
  })
  silent.always('hang')
  silent.calls.length = 0
  sound.calls.length = 0
})
afterEach(async () => {
  silent.always(null)
  vi.restoreAllMocks()
  await app.ownerPool.query(`UPDATE transfer SET next_try_at = now() WHERE state NOT IN ('done', 'refused')`)
  while ((await resolveDue(app.deps)) > 0);
  await expectCleanBooks(app.ownerPool)
  if (app.errors.length > 0) throw new Error(`errors were logged: ${app.errors.join()}`)
})
afterAll(async () => {
  await app.close()
  await silent.close()
  await sound.close()
})

/** Begins transfers of new members that end before the provider is called; they are due since `ageSeconds`. */
async function leaveOpen(code: string, count: number, ageSeconds: number): Promise<string[]> {
  const found = await findProvider(app.deps, app.brand.id, code)
  if (found === null) throw new Error(`${code} is gone`)
  const { provider } = found
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000) })
    const [id, key, amount] = [newRequestId(), newRequestId(), wholeUnits(300)]
    const request: RequestParts = ['user-transfer-in', code, amount]
    const wanted = { id, memberId: member.id, provider, direction: 'in', amount, key, request } as const
    const taken = await app.db.transaction().execute((tx) => takeUpTransfer(tx, wanted))
    expect(taken.outcome).toBe('asked')
    expect(await markSent(app.db, id, provider)).toBe(true)
    ids.push(id)
  }
  await app.ownerPool.query(
    `UPDATE transfer SET next_try_at = now() - $2::int * interval '1 second' WHERE id = any($1::uuid[])`,
    [ids, ageSeconds],
  )
  return ids
}

async function isSettled(ids: readonly string[]): Promise<boolean> {
  const open = `SELECT 1 FROM transfer WHERE id = any($1::uuid[]) AND state NOT IN ('done', 'refused')`
  return (await app.ownerPool.query(open, [ids])).rows.length === 0
}

test('a provider that does not answer delays no transfer of another one, before and during its calls', async () => {
  const stuck = await leaveOpen('silent', 14, 60)
  const first = await leaveOpen('sound', 1, 1)
  const metrics = createMetrics()
  const resolver = startTransferResolver(app.deps, metrics)
  try {
    await until(() => isSettled(first), 10_000)
    await until(() => silent.calls.length > 0)
    const later = await leaveOpen('sound', 13, 0)
    await until(() => isSettled(later), 10_000)
    // No call there has ended meanwhile.
    expect(waiting.size).toBeGreaterThan(0)
    expect(silent.calls.length).toBeLessThanOrEqual(2)
    expect(await isSettled(stuck)).toBe(false)
  } finally {
    const stopped = resolver.stop()
    endTime()
    await stopped
    metrics.stop()
  }
})

test('a run makes no further inquiry at a provider after a time-out there, and counts none', async () => {
  await leaveOpen('silent', 7, 60)
  silent.next('pending')
  const run = resolveDue(app.deps)
  await until(() => silent.calls.length === 3)
  endTime()
  expect(await run).toBe(0)
  expect(silent.calls).toHaveLength(3)
  const { rows } = await app.ownerPool.query(
    `SELECT tries, count(*)::int AS count FROM transfer WHERE state NOT IN ('done', 'refused') GROUP BY tries ORDER BY tries`,
  )
  expect(rows).toEqual([
    { tries: 0, count: 4 },
    { tries: 1, count: 3 },
  ])
})

test('members who wait for a provider that does not answer take no places of other calls', async () => {
  const members = await Promise.all(
    Array.from({ length: mostInFlight + 2 }, async (_, index) => {
      const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000) })
      const company = index === 0 ? 'sound' : 'silent'
      const body = { requestId: newRequestId(), company, balance: '300' }
      return { token: (await makeSession(app.deps, member)).token, body }
    }),
  )
  const [other, ...stuck] = members
  const answers = stuck.map((call) => app.member('user-transfer-in', call))
  await until(() => silent.calls.length === mostInFlight + 1)
  for (const call of ['user-health-check', 'get-member']) {
    expect((await app.member(call, { token: other?.token })).code).toBe(200)
  }
  expect((await app.member('user-transfer-in', other)).body).toMatchObject({ status: 'success', moved: '300' })
  endTime()
  for (const answer of await Promise.all(answers)) expect(answer.body).toEqual({ status: 'unknown' })
})
