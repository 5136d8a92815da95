import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { momentAt, wallClock } from '#domain/brand-time.ts'
import { wholeUnits } from '#domain/money.ts'
import { appHandlers } from '#server/handlers.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { compareHeads, readKeptHeads } from '#server/ledger/day-heads.ts'
import { addHeadsFile } from './heads-file.ts'
import { beginRun, endRun } from '#server/ledger/book-runs.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { makeMember, makePlaySession, makeSession } from '#server/seed/builders.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

let app: TestApp
/** Added to the process's clock, so that cached answers expire without waiting. */
let aheadMs = 0

beforeAll(async () => {
  app = await createTestApp({
    handlers: appHandlers,
    brand: { purpose: 'bench' },
    addPages: async (listeners, { deps, brands }) => addHeadsFile(listeners.member, deps, brands),
  })
})
afterAll(() => app.close())

/** The answer to a guest after the cached one has expired. */
async function fairness(): Promise<TestResponse> {
  aheadMs += 5_001
  return withClockAhead(() => app.member('get-fairness'))
}

async function withClockAhead<T>(read: () => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
  const response = await read()
  vi.restoreAllMocks()
  return response
}

async function run(outcome: 'clean' | 'failed'): Promise<void> {
  const id = await beginRun(app.deps.db, 'tool')
  const report = await checkKnownBooks(app.ownerPool, { expectsChain: false })
  await endRun(app.deps.db, id, outcome === 'clean' ? { report } : { outcome, problem: 'secret problem' })
}

test('a guest reads nothing but the last check, the number of rounds, the stop and the heads', async () => {
  expect((await fairness()).body).toEqual({
    status: 'success',
    books: { checkedAt: null, outcome: null, rounds: 0 },
    moneyOutStoppedSince: null,
    heads: [],
  })
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(10_000) })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  for (const stake of ['200', '400']) {
    const spun = await app.play('spin', { token: session.token, window, body: { requestId: newRequestId(), stake } })
    expect(spun.body.status).toBe('success')
  }
  await run('clean')
  const { body, code } = await fairness()
  expect(code).toBe(200)
  expect(body).toEqual({
    status: 'success',
    books: { checkedAt: expect.stringMatching(/^2\d{3}-.+Z$/), outcome: 'clean', rounds: 2 },
    moneyOutStoppedSince: null,
    heads: [],
  })
})

test('a stop is shown with its beginning, and no reason; a later clean check lifts it', async () => {
  await run('failed')
  const { body } = await fairness()
  const stopped = await app.ownerPool.query<{ stopped_at: Date }>('SELECT stopped_at FROM money_out')
  expect(body).toMatchObject({
    books: { outcome: 'failed' },
    moneyOutStoppedSince: stopped.rows[0]?.stopped_at.toISOString(),
  })
  expect(JSON.stringify(body)).not.toContain('secret')
  await run('clean')
  expect((await fairness()).body).toMatchObject({ books: { outcome: 'clean' }, moneyOutStoppedSince: null })
})

test('payments that this process holds back by itself are shown as paused, at once', async () => {
  const heldSince = new Date()
  await fairness()
  app.deps.moneyOut.heldSince = heldSince
  const { body } = await app.member('get-fairness')
  app.deps.moneyOut.heldSince = null
  expect(body).toMatchObject({ books: { outcome: 'clean' }, moneyOutStoppedSince: heldSince.toISOString() })
  expect((await app.member('get-fairness')).body).toMatchObject({ moneyOutStoppedSince: null })
})

test('each ended day of the brand has the hash of its last chained act, the running day has none', async () => {
  const { timeZone } = app.brand
  // The heads of the present day's past are cached already.
  const midnight = momentAt(wallClock(new Date(Date.now() + 2 * 86_400_000), timeZone).day, 0, timeZone).getTime()
  const readAt = async (ms: number): Promise<unknown> => {
    aheadMs = midnight + ms - Date.now()
    return (await fairness()).body['heads']
  }
  const at = [-60 * 86_400_000, -26 * 3_600_000, -7_200_000, -1_000, 0].map((ms) => new Date(midnight + ms))
  // The application cannot choose the time of an act.
  for (const [index, moment] of at.entries()) {
    await app.ownerPool.query(`INSERT INTO audit (at, actor_kind, act, subject) VALUES ($1, 'system', 'test', $2)`, [
      moment,
      String(index),
    ])
  }
  expect(await readAt(300_000)).toEqual([])
  await chainAudit(app.deps.db, 100)
  const chained = await app.ownerPool.query<{ subject: string; hash: Buffer }>(
    `SELECT subject, hash FROM audit WHERE act = 'test' ORDER BY seq`,
  )
  const headOf = (subject: string) => chained.rows.find((row) => row.subject === subject)?.hash.toString('hex')
  const dayOf = (index: number) => wallClock(at[index] ?? new Date(), timeZone).day
  const [newer, older] = [3, 1].map((act) => ({ day: dayOf(act), kind: 'audit', head: headOf(String(act)) }))
  const sealedAt = [at[1], at[2], at[3], at[4]]
  for (const [index, moment] of sealedAt.entries())
    await app.ownerPool.query(
      `INSERT INTO journal_head (id, at, key_id, seals, events, hash) VALUES ($1, $2, 'test', 0, $1, sha256($3))`,
      [index + 1, moment, Buffer.from(String(index))],
    )
  const sealOf = (index: number) => createHash('sha256').update(String(index)).digest('hex')
  const [newerSeal, olderSeal] = [2, 0].map((index) => ({
    day: dayOf(index === 0 ? 1 : 3),
    kind: 'journal',
    head: sealOf(index),
  }))
  // A day is published ten minutes after its end.
  expect(await readAt(330_000)).toEqual([older, olderSeal])
  expect(await readAt(3_600_000)).toEqual([newer, newerSeal, older, olderSeal])
})

test('the heads of 400 days are a file that anyone may keep, the oldest first', async () => {
  const read = () =>
    app.listeners.member.inject({ url: '/fairness/heads.jsonl', headers: { host: 'nocturne.example' } })
  const [answer, again] = await withClockAhead(() => Promise.all([read(), read()]))
  expect(again.body).toBe(answer.body)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="heads-nocturne.jsonl"')
  const heads = readKeptHeads(answer.body)
  // Unlike the page, the file has the head of two months ago.
  expect(heads.map(({ kind, number }) => (kind === 'audit' ? kind : `${kind} ${number}`))).toEqual([
    'audit',
    'audit',
    'journal 1',
    'audit',
    'journal 3',
  ])
  expect(await compareHeads(app.deps.db, heads)).toEqual([])
})

test('many guests cost one read of the database', async () => {
  await fairness()
  const reads = vi.spyOn(app.deps.db, 'getExecutor')
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.member('get-fairness')))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(reads).not.toHaveBeenCalled()
})
