import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { issueMoney, makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { catalogueChecks } from '#test/known-books.ts'
import { ageRows } from '#test/age-rows.ts'
import { createFailingEngine } from '#test/failing-engine.ts'
import { makeLedgerPlayer } from '#test/ledger-player.ts'
import { hostileEngines } from '#test/hostile-engines.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { testSecret } from '#test/test-secret.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookChecks, checkBooks, createCheckScope, runCheck } from './books.ts'
import { archiveOldRows } from './archive.ts'
import { voidRow } from './events.ts'
import { voidCorruptions } from './corruptions/void-rounds.ts'

/** What the books see of a void round that was altered; the world has one, after rounds that won and lost. */

const broken = createFailingEngine()
const drawing = { engine: broken.engine, mended: new Set<string>() }
let app: TestApp
let pool: pg.Pool
let thief: pg.PoolClient
let memberId: bigint
/** Repeats the request of the void round. */
let repeat: () => Promise<Record<string, unknown> & { status: string }>

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, engine: broken.engine, brand: { purpose: 'bench' } })
  pool = createPool(app.superUrl, { max: 1, statementTimeoutMs: 0, idleInTransactionMs: 0 })
  thief = await pool.connect()
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  memberId = member.id
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  const spin = async (requestId = newRequestId()): Promise<Record<string, unknown> & { status: string }> => {
    const body = { requestId, stake: '1000' }
    return (await app.play('spin', { token: session.token, window, body })).body
  }
  for (let pay = '0'; pay === '0';) {
    const { round } = (await spin()) as unknown as { round: { pay: string } }
    pay = round.pay
  }
  broken.breaking = hostileEngines['throws']?.engine ?? null
  const voided = newRequestId()
  repeat = () => spin(voided)
  const { status } = await repeat()
  if (status !== 'void') throw new Error(`the round was answered ${status}`)
  broken.breaking = null
  await app.ownerPool.query('SELECT audit_seal(1000)')
})
afterAll(async () => {
  thief.release()
  await pool.end()
  await app.close()
})

test('a void round and the version that it closed are clean', async () => {
  const report = await checkBooks(app.ownerPool, { secret: testSecret, drawing, without: catalogueChecks })
  expect(report).toMatchObject({ faults: [], notRun: [] })
})

test.each(voidCorruptions)('the books see $name', async ({ sql, seenBy }) => {
  await thief.query('BEGIN; SET LOCAL session_replication_role = replica')
  try {
    await thief.query(sql)
    const scope = createCheckScope(thief, { secret: testSecret, drawing, endsAt: performance.now() + 60_000 })
    const seen: string[] = []
    for (const check of bookChecks.filter(({ name }) => seenBy.includes(name))) {
      const found = await runCheck(check, scope)
      if ('notRun' in found || found.length > 0) seen.push(check.name)
    }
    expect(seen.toSorted()).toEqual(seenBy.toSorted())
  } finally {
    await thief.query('ROLLBACK')
  }
})

test('the rights of the program alone book no void round: its act must be signed', async () => {
  const player = await makeLedgerPlayer(app, 10_000)
  await app.ownerPool.query(`UPDATE game_version SET closed_at = NULL, closed_reason = NULL`)
  const { pay: _, units: __, ...spin } = player.spin({ stake: 10_000_000n, units: 0 })
  const events = '[{"type":"void","reason":"no-result"}]'
  const row = voidRow({ ...spin, events, reason: 'no-result', detail: 'nothing' })
  const places = row.map((___, index) => `$${index + 1}`).join(', ')
  const sql = `SELECT ledger_void(ROW(${places})::ledger_request, 10000000, 'no-result', 'nothing')`
  await expect(app.programPool.query(sql, [...row])).rejects.toThrow(/sign/)
  const { rows } = await app.ownerPool.query('SELECT closed_at FROM game_version WHERE closed_at IS NOT NULL')
  expect(rows).toEqual([])
})

test('an archived void round keeps its answer, and the books stay clean', async () => {
  await ageRows(app.ownerPool, [memberId], { days: 500 })
  // Moved with its round, as the test moves nothing else of it.
  await app.ownerPool.query(
    `UPDATE game_version v SET closed_at = r.at, closed_reason = 'no-result: moved' FROM round r WHERE r.units IS NULL AND r.game_version_id = v.id`,
  )
  await issueMoney(app.deps, { id: memberId, brandId: app.brand.id }, 10_000n)
  const moved = await archiveOldRows(app.ownerPool, { before: new Date(Date.now() - 400 * 86_400_000) })
  expect(moved.rounds).toBeGreaterThan(1)
  const { rows } = await app.ownerPool.query('SELECT count(*)::int AS voids FROM round_archive WHERE units IS NULL')
  expect(rows).toEqual([{ voids: 1 }])
  expect(await repeat()).toMatchObject({ status: 'void', round: { pay: '0', events: [{ type: 'void' }] } })
  await app.ownerPool.query('SELECT audit_seal(1000)')
  const { faults } = await checkBooks(app.ownerPool, { secret: testSecret, drawing, without: catalogueChecks })
  const ofVoids = [
    'rounds',
    'round-facts',
    'round-pays',
    'void-rounds',
    'redraw',
    'play-proofs',
    'wallet',
    'steps',
    'keys',
  ]
  expect(faults.filter(({ check }) => ofVoids.includes(check))).toEqual([])
})
