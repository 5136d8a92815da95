import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appHandlers } from '#server/handlers.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { startRedrawing } from '#server/modules/books/redrawing.ts'
import { createMetrics } from '#server/metrics.ts'
import { makeBrand, makeMember, makeOperator, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { anySlot } from '#test/any-slot.ts'
import { expectCleanBooks } from '#test/books.ts'
import { createFailingEngine } from '#test/failing-engine.ts'
import { hostileEngines } from '#test/hostile-engines.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { readReturns } from './store.ts'

/** What games return, counted over their sealed rounds and compared with their par sheets. */

const broken = createFailingEngine()
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' }, engine: broken.engine })
})
afterEach(() => expectCleanBooks(app.ownerPool))
afterAll(() => app.close())

async function makePlayer() {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  return async (stake: string): Promise<string> =>
    (await app.play('spin', { token: session.token, window, body: { requestId: newRequestId(), stake } })).body.status
}

const seal = () => sealAll(app.db, createSealKeys(app.deps.config.secret))

test('each round counts once, with the pass that seals it', async () => {
  const players = [await makePlayer(), await makePlayer()]
  expect(await readReturns(app.db)).toEqual([])
  const stakes = ['200', '1000', '400', '2000', '200']
  for (const stake of stakes) for (const spin of players) expect(await spin(stake)).toBe('success')
  expect(await readReturns(app.db)).toEqual([])
  await seal()
  await seal()
  const { rows } = await app.pool.query<{ pay: string; stake: string }>(
    'SELECT sum(pay) AS pay, sum(stake) AS stake FROM round',
  )
  const returnPpm = Math.floor((Number(rows[0]?.pay) * 1e6) / Number(rows[0]?.stake))
  expect(await readReturns(app.db)).toMatchObject([{ code: anySlot.code, rounds: 10n, returnPpm, isOff: false }])
  expect(await players[0]?.('200')).toBe('success')
  await seal()
  expect(await readReturns(app.db)).toMatchObject([{ rounds: 11n }])
})

test('a return that is too far from the par sheet is logged once and counted, and operators of all brands see it', async () => {
  const brand = await makeBrand({ db: app.ownerDb, config: app.deps.config }, { code: 'second' })
  const [chief, local] = [await makeOperator(app.deps), await makeOperator(app.deps, { brandIds: [brand.id] })]
  const returnsFor = async (operator: { id: bigint }, headers: Record<string, string> = {}) => {
    const token = await makeOperatorSession(app, operator)
    return (await app.office('get-books', { token, headers, body: { skip: 0, take: 1 } })).body['returns']
  }
  expect(await returnsFor(chief)).toMatchObject([{ code: anySlot.code, rounds: 11, isOff: false }])
  const { ko, jp } = anySlot.names
  expect(await returnsFor(chief, { 'x-locale': 'jp' })).toMatchObject([{ game: jp }])
  expect(await returnsFor(chief, { 'x-locale': 'xx' })).toMatchObject([{ game: ko }])
  expect(await returnsFor(local)).toEqual([])

  const { rows } = await app.ownerPool.query<object>('SELECT * FROM version_count')
  await app.ownerPool.query('UPDATE version_count SET rounds = 20000, pay = pay + 100 * stake')
  const metrics = createMetrics()
  const work = startRedrawing(app.deps, metrics, { everyMs: 20 })
  await until(async () => (await metrics.text()).includes('baize_returns_off 1'))
  await work.stop()
  expect(app.errors.splice(0)).toEqual([expect.stringContaining('the return of a game is too far from its par sheet')])
  expect(await returnsFor(chief)).toMatchObject([{ isOff: true, deviations: expect.stringMatching(/^\d+\.\d$/) }])
  await app.ownerPool.query(
    `UPDATE version_count c SET rounds = o.rounds, pay = o.pay FROM jsonb_to_recordset($1) o (rounds bigint, pay numeric)`,
    [JSON.stringify(rows.map((row) => ({ ...row, rounds: String((row as { rounds: bigint }).rounds) })))],
  )
})

test('a void round is not counted', async () => {
  const spin = await makePlayer()
  broken.breaking = hostileEngines['throws']?.engine ?? null
  expect(await spin('200')).toBe('void')
  broken.breaking = null
  await seal()
  expect(await readReturns(app.db)).toMatchObject([{ rounds: 11n }])
  app.errors.splice(0)
})
