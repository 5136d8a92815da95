import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { receiptOf, verifySeedChain, type ChainPair, type SeedReceipt } from '#domain/games/seed-chain.ts'
import { appHandlers } from '#server/handlers.ts'
import { endAllDue } from '#server/modules/seat-round/due.ts'
import { forgetSeed } from '#server/modules/slot/store.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { scaledMs } from '#test/machine.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createSeatApp, isOpenHand, type SeatApp } from '#test/seat-app.ts'
import { createTableApp, type TableApp } from '#test/table-app.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { endRestored, markRestored } from './after-restore.ts'

/** After a restore to an earlier moment, people know results, seeds and links of the time since: nothing is drawn from these again. */

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baize-restored-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** As the first start on a restored folder does. */
async function endKnown(app: TestApp): ReturnType<typeof endRestored> {
  await markRestored(dataDir, {
    at: '2026-11-21T00:00:00Z',
    backup: '2026-11-20',
    restoredAt: '2026-11-22T00:00:00.000Z',
  })
  return endRestored({ ...app.deps.config, dataDir }, app, () => {})
}

test('seed pairs end, their rounds take the default, and the next pair begins with a seed that nobody has seen', async () => {
  const app: SeatApp = await createSeatApp()
  const player = await app.sit(isOpenHand)
  const { round } = await player.begin()
  const pairs = async () =>
    (
      await app.ownerPool.query<{ ordinal: number; revealed: boolean; client_seed: string | null; hash: string }>(
        `SELECT ordinal, revealed_at IS NOT NULL AS revealed, client_seed, encode(server_seed_hash, 'hex') AS hash
           FROM member_seed WHERE member_id = $1 ORDER BY ordinal`,
        [String(player.member.id)],
      )
    ).rows
  const [, waiting] = await pairs()
  expect(waiting?.client_seed).toBeNull()
  expect(await endKnown(app)).toMatchObject({ pairs: 1 })
  forgetSeed(app.deps, player.member.id)
  await endAllDue(app.deps)
  expect(
    (await app.ownerPool.query('SELECT state, defaulted FROM seat_round WHERE id = $1', [round.roundId])).rows,
  ).toEqual([{ state: 'settled', defaulted: true }])
  expect((await player.wallet()).in_play).toBe(0n)
  // The session has ended too; the member signs in again.
  const again = await app.sitAgain(player.member)
  expect((await again.begin()).status).toBe('seed')
  const { body } = await again.call('get-seat-session')
  const { nextServerSeedHash } = body['fairness'] as { nextServerSeedHash: string }
  expect(nextServerSeedHash).not.toBe(waiting?.hash)
  const begun = await again.call('set-client-seed', { clientSeed: 'after-the-restore', nextServerSeedHash })
  expect(begun.body.status).toBe('success')
  expect((await again.begin()).status).toBe('success')
  expect(await pairs()).toMatchObject([
    { ordinal: 1, revealed: true },
    { ordinal: 2, revealed: true, client_seed: 'abandoned 2' },
    { ordinal: 3, revealed: false, client_seed: 'after-the-restore' },
    { ordinal: 4, client_seed: null },
  ])
  await expectNoErrorsAndCleanBooks(app)
  await app.close()
})

test('the seed chain of a member holds after a restore, as their browser saw it', async () => {
  const app = await createTestApp({ handlers: appHandlers })
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const receipts: SeedReceipt[] = []
  const sit = async () => {
    const session = await makeSession(app.deps, member)
    const { id: window } = await makePlaySession(app.deps, member, session, { seedPair: false })
    return async (name: string, body: object = {}) => {
      const { body: answer } = await app.play(name, { token: session.token, window, body })
      const fairness = answer['fairness'] as Omit<SeedReceipt, 'at'> | undefined
      if (fairness) receipts.push(receiptOf(fairness, new Date().toISOString()))
      return answer
    }
  }
  const before = await sit()
  await before('get-session')
  await before('set-client-seed', { clientSeed: 'first' })
  expect((await before('spin', { requestId: newRequestId(), stake: '200' }))['status']).toBe('success')
  await endKnown(app)
  forgetSeed(app.deps, member.id)
  const after = await sit()
  await after('get-session')
  expect((await after('set-client-seed', { clientSeed: 'second' }))['status']).toBe('success')
  const { pairs } = await after('get-seeds', { take: 100 })
  const report = verifySeedChain({ receipts, pairs: pairs as ChainPair[] }, (bytes) =>
    createHash('sha256').update(bytes).digest('hex'),
  )
  expect(report).toMatchObject({ faults: [], endedPairs: [{ pair: 2, lastNonce: null }] })
  await expectNoErrorsAndCleanBooks(app)
  await app.close()
})

test('a round that is posted while the pairs end is posted before they are revealed', async () => {
  const app = await createTestApp({ handlers: appHandlers })
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  await makePlaySession(app.deps, member, await makeSession(app.deps, member))
  const spin = await app.ownerPool.connect()
  try {
    await spin.query('BEGIN')
    await spin.query('SELECT FROM wallet WHERE member_id = $1 FOR UPDATE', [String(member.id)])
    const ended = endKnown(app)
    await untilWaiting(app)
    await spin.query('UPDATE wallet SET last_spin_at = clock_timestamp() WHERE member_id = $1', [String(member.id)])
    await spin.query('COMMIT')
    expect(await ended).toMatchObject({ pairs: 1 })
  } finally {
    spin.release()
  }
  const { rows } = await app.ownerPool.query(
    `SELECT s.revealed_at >= w.last_spin_at AS "isAfter", w.seed_id AS "inUse" FROM member_seed s JOIN wallet w USING (member_id) WHERE s.ordinal = 1`,
  )
  expect(rows).toEqual([{ isAfter: true, inUse: null }])
  await app.close()
})

/** Waits until a connection of the app's database waits for a lock. */
async function untilWaiting(app: TestApp): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await app.pool.query<{ waiting: number }>(
        `SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND NOT granted`,
      )
      expect(rows[0]?.waiting).toBe(1)
    },
    { timeout: scaledMs(20_000) },
  )
}

test('a table ends its series without bets, and goes on with a chain of which nothing was published', async () => {
  const app: TableApp = await createTableApp({}, 'virtual-horses')
  const one = await app.sit()
  await app.playOut()
  const open = await app.dealUntil('open')
  expect((await one.bet({ 'win-1': 10_000 })).body.status).toBe('success')
  const before = await chainOf(app)
  await app.dealer.release()
  expect(await endKnown(app)).toMatchObject({ tables: 1 })
  const next = app.addDealer()
  app.pace.pauseMs = 0
  app.pace.closeMs = 0
  app.pace.dealMs = 0
  for (let looks = 0; looks < 400 && (await chainOf(app)) === before; looks += 1) {
    await app.pool.query('SELECT table_watch($1::smallint)', [app.tableId])
    await next.look()
  }
  const { rows } = await app.ownerPool.query<{ chain: number; rounds: number; bets: number; void: number }>(
    `SELECT q.chain_id AS chain, count(*)::int AS rounds, count(*) FILTER (WHERE r.state = 'void')::int AS void,
       (SELECT count(*)::int FROM table_bet b JOIN table_round n ON n.id = b.round_id WHERE n.series_id = q.id) AS bets
     FROM table_series q JOIN table_round r ON r.series_id = q.id WHERE q.table_id = $1 GROUP BY q.id ORDER BY q.id`,
    [app.tableId],
  )
  // The open round was void as one whose dealer is gone, and its stake is back.
  expect(rows[0]).toEqual({ chain: before, rounds: 20, bets: 1, void: 1 })
  expect((await app.ownerPool.query('SELECT state FROM table_round WHERE id = $1', [open.id])).rows).toEqual([
    { state: 'void' },
  ])
  expect((await one.wallet()).in_play).toBe(0n)
  const fresh = await app.dealUntil('open', next)
  expect(fresh.place).toBe(0)
  expect(await chainOf(app)).toBeGreaterThan(before)
  const two = await app.sit()
  expect((await two.bet({ 'win-2': 10_000 })).body.status).toBe('success')
  await app.endBetting()
  await app.dealUntil('settled', next)
  await expectNoErrorsAndCleanBooks(app)
  await app.close()
})

test('a chain that somebody plants is begun by nobody', async () => {
  const app: TableApp = await createTableApp({}, 'virtual-horses')
  await app.playOut()
  const before = await chainOf(app)
  await app.asSuper(`INSERT INTO table_chain (public_id, table_id, links, end_hash, seed_encrypted, key_id)
    SELECT gen_random_uuid(), table_id, links, sha256(end_hash), seed_encrypted, key_id FROM table_chain`)
  app.pace.pauseMs = 0
  for (let looks = 0; looks < 200 && app.errors.length === 0; looks += 1) {
    await app.pool.query('SELECT table_watch($1::smallint)', [app.tableId])
    await app.dealer.look()
  }
  expect(app.errors.splice(0).join(' ')).toContain('is not as it was recorded')
  expect(await chainOf(app)).toBe(before)
  await app.close()
})

/** The chain of the newest series. */
async function chainOf(app: TableApp): Promise<number> {
  const { rows } = await app.ownerPool.query<{ id: number }>(
    'SELECT chain_id AS id FROM table_series WHERE table_id = $1 ORDER BY id DESC LIMIT 1',
    [app.tableId],
  )
  return rows[0]?.id ?? 0
}
