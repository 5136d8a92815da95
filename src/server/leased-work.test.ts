import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSecret } from '#test/test-secret.ts'
import { createWorld, type World } from '#test/world.ts'
import { chainAudit, startAuditChaining } from './modules/audit/chain.ts'
import { holdLease } from './lease.ts'
import { startLeasedWork, type LeasedWork } from './leased-work.ts'
import { noHold } from './ledger/book-runs.ts'
import { checkBooks } from './ledger/books.ts'
import { createMetrics } from './metrics.ts'
import { scaledMs } from '#test/machine.ts'
import { until } from '#test/until.ts'

let world: World
const log = pino({ level: 'silent' })
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

function work(name: string, own: Partial<LeasedWork>): LeasedWork {
  const always = { isDue: async () => true, run: async () => {} }
  return { name, everyMs: 10, leaseMs: 600, failureMessage: 'That is tried again.', ...always, ...own }
}

const strangersLease = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a'

test('runs once at a time across processes; a stop waits for the run and releases the lease', async () => {
  let inside = 0
  let most = 0
  const runs = [0, 0, 0]
  const all = runs.map((_, index) =>
    startLeasedWork(
      { db: world.db, log },
      work('one', {
        run: async () => {
          inside += 1
          most = Math.max(most, inside)
          runs[index] = (runs[index] ?? 0) + 1
          await pause(20)
          inside -= 1
        },
      }),
    ),
  )
  await until(() => Math.max(...runs) >= 3)
  const first = runs.findIndex((count) => count >= 3)
  expect(runs.filter((count) => count > 0)).toHaveLength(1)
  await all[first]?.stop()
  expect(inside).toBe(0)
  await until(() => runs.some((count, index) => index !== first && count > 0))
  await Promise.all(all.map((one) => one.stop()))
  expect(most).toBe(1)
})

test('a run renews its lease, and is aborted when the lease is lost', async () => {
  const leaseMs = scaledMs(1_500)
  let runs = 0
  const seen: boolean[] = []
  const running = startLeasedWork(
    { db: world.db, log },
    work('long', {
      leaseMs,
      run: async (signal) => {
        runs += 1
        await pause(leaseMs * 1.6, undefined, { signal }).catch(() => {})
        seen.push(signal.aborted)
      },
    }),
  )
  await pause(leaseMs * 1.3)
  expect(await holdLease(world.db, 'long', strangersLease, leaseMs)).toBe(false)
  await until(() => seen.length === 1)
  expect(seen).toEqual([false])
  await until(() => runs === 2)
  // For longer than the run lasts, so that it has not expired at the next renewal.
  await world.ownerPool.query(
    `UPDATE lease SET holder = $1, until = clock_timestamp() + $2 * interval '1 millisecond' WHERE name = 'long'`,
    [strangersLease, leaseMs * 2],
  )
  await until(() => seen.length === 2)
  expect(seen[1]).toBe(true)
  await running.stop()
})

test('a run that is overdue goes on when its lease is taken', async () => {
  const leaseMs = scaledMs(600)
  const seen: boolean[] = []
  const lines: string[] = []
  const errors = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const running = startLeasedWork(
    { db: world.db, log: errors },
    work('overdue', {
      leaseMs,
      isOverdue: () => true,
      run: async (signal) => {
        await world.ownerPool.query(
          `UPDATE lease SET holder = $1, until = clock_timestamp() + $2 * interval '1 millisecond' WHERE name = 'overdue'`,
          [strangersLease, leaseMs * 3],
        )
        await pause(leaseMs * 1.6, undefined, { signal }).catch(() => {})
        seen.push(signal.aborted)
      },
    }),
  )
  await until(() => seen.length === 1)
  await running.stop()
  expect(seen[0]).toBe(false)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('a lease was taken from a run that is overdue')
})

test('work that others keep from being done for too long is done without the lease', async () => {
  const leaseMs = 60_000
  await holdLease(world.db, 'kept', strangersLease, leaseMs)
  let isDue = true
  let runs = 0
  const lines: string[] = []
  const errors = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const running = startLeasedWork(
    { db: world.db, log: errors },
    work('kept', {
      leaseMs,
      overdueMs: 300,
      isDue: async () => isDue,
      run: async () => {
        runs += 1
        isDue = false
      },
    }),
  )
  await pause(150)
  expect(runs).toBe(0)
  await until(() => runs === 1)
  await running.stop()
  expect(lines).toEqual([expect.stringContaining('this process does it without the lease')])
})

test('a lease that was set by a fast clock ends when the clock is corrected', async () => {
  await holdLease(world.db, 'ahead', randomUUID(), 1_000)
  expect(await holdLease(world.db, 'ahead', strangersLease, 1_000)).toBe(false)
  await world.ownerPool.query(`UPDATE lease SET until = until + interval '1 day' WHERE name = 'ahead'`)
  expect(await holdLease(world.db, 'ahead', strangersLease, 1_000)).toBe(true)
})

test('retries after a failure, and a stop aborts the run', async () => {
  let attempts = 0
  let brokenOff = false
  const running = startLeasedWork(
    { db: world.db, log },
    work('failing', {
      run: async (signal) => {
        attempts += 1
        if (attempts < 3) throw new Error('not yet')
        await pause(60_000, undefined, { signal }).catch(() => (brokenOff = true))
      },
    }),
  )
  await until(() => attempts === 3)
  await running.stop()
  expect(brokenOff).toBe(true)
  expect(await holdLease(world.db, 'failing', strangersLease, 1_000)).toBe(true)
})

test('two processes chain audit rows within a second, each row once, and report how many wait', async () => {
  // The rows with which a database begins.
  const start = await chainAudit(world.db, 1_000)
  const figures = [createMetrics(), createMetrics()]
  const jobs = figures.map((metrics) =>
    startAuditChaining({ db: world.db, log, config: { secret: testSecret }, moneyOut: noHold() }, metrics),
  )
  const slow: number[] = []
  const act = async (): Promise<void> => {
    for (let index = 0; index < 8; index += 1) {
      const { rows } = await world.pool.query<{ id: bigint }>(
        `INSERT INTO audit (actor_kind, act) VALUES ('system', 'test') RETURNING id`,
      )
      const begun = performance.now()
      await until(async () => {
        const found = await world.pool.query('SELECT 1 FROM audit WHERE id = $1 AND seq IS NOT NULL', [
          String(rows[0]?.id),
        ])
        return found.rows.length === 1
      })
      slow.push(performance.now() - begun)
    }
  }
  await Promise.all([act(), act(), act()])
  await until(async () =>
    (await Promise.all(figures.map((one) => one.text()))).every((text) => text.includes('baize_audit_unchained 0')),
  )
  await Promise.all(jobs.map((job) => job.stop()))
  expect(slow).toHaveLength(24)
  // A quiet machine takes a second at most; a busy one gets more.
  expect(slow.toSorted((a, b) => a - b)[12]).toBeLessThan(scaledMs(1_000))
  const report = await checkBooks(world.pool, { expectsChain: true })
  expect(report.faults).toEqual([])
  expect(report.auditEnd.seq).toBe(BigInt(start + 24))
})
