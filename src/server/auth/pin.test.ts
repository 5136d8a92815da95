import { hashSync } from '@node-rs/argon2'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pinAttempts } from '#domain/member.ts'
import type { Deps } from '#server/deps.ts'
import { appHandlers } from '#server/handlers.ts'
import { createPool } from '#server/db/pool.ts'
import { makeMember, makeSession } from '#server/seed/builders.ts'
import { bindHash } from './bound-hash.ts'
import * as ownPins from './pin.ts'
import { expectCleanBooks } from '#test/books.ts'
import { holdBooking, type HeldBooking } from '#test/held-booking.ts'
import { scaledMs } from '#test/machine.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'

/**
 * Tries at the PIN by several processes, by one that ends between counting and verdict, and while somebody with all rights on the
 * database ends the statements that settle them.
 */

type Pins = typeof ownPins

let app: TestApp
let superPool: pg.Pool
let member: Awaited<ReturnType<typeof makeMember>>
/** Each with its own queue of the member's tries and its own hashing, like a process. */
let processes: Pins[]

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  processes = []
  for (let count = 0; count < 3; count += 1) {
    vi.resetModules()
    processes.push(await import('./pin.ts'))
  }
  superPool = createPool(app.superUrl, { max: 3, idleInTransactionMs: 0, name: 'thief' })
})
afterAll(async () => {
  await superPool.end()
  await app.close()
})

beforeEach(async () => {
  member = await makeMember(app.deps, app.brand)
})

/** Concurrent tries, taken in turn by the processes. */
function tryAll(pins: readonly string[]): Promise<string[]> {
  return Promise.all(
    pins.map((pin, index) => {
      return processAt(index % processes.length)
        .checkPin(app.deps, member.id, pin)
        .catch((error: unknown) => {
          if (error instanceof Error && error.name === 'HashingBusy') return 'busy'
          throw error
        })
    }),
  )
}

function processAt(index: number): Pins {
  const one = processes[index]
  if (one === undefined) throw new Error('there is no such process')
  return one
}

/** The same; a try that gets no verdict is repeated, as callers do. */
async function tryAllAgain(pins: readonly string[]): Promise<string[]> {
  const answers = await tryAll(pins)
  const again = pins.filter((_, index) => answers[index] === 'busy')
  const judged = answers.filter((answer) => answer !== 'busy')
  return again.length === 0 ? judged : [...judged, ...(await tryAllAgain(again))]
}

async function countFailures(): Promise<{ failures: number; isLocked: boolean }> {
  const row = await app.db
    .selectFrom('member')
    .select(['pin_failures', 'pin_locked_until'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return { failures: row.pin_failures, isLocked: row.pin_locked_until !== null }
}

/** Ends the life of every try that has no verdict. */
const expireTries = (): Promise<unknown> =>
  app.ownerPool.query(`UPDATE pin_try SET begun_at = begun_at - interval '1 minute'`)

test('six concurrent right PINs at three processes are all right, also when two tries are left', async () => {
  const right = Array.from({ length: 6 }, () => member.pin)
  for (let round = 0; round < 3; round += 1) {
    for (let wrong = 0; wrong < 3; wrong += 1) expect(await tryAllAgain(['0000'])).toEqual(['pass'])
    expect(await tryAllAgain(right)).toEqual(right.map(() => 'right'))
    expect(await countFailures()).toEqual({ failures: 0, isLocked: false })
  }
})

test('wrong PINs at three processes are verified exactly as often as one process would', async () => {
  await makeVerdictSlow(10)
  const answers = await tryAllAgain(Array.from({ length: 24 }, () => '0000'))
  expect(answers.filter((answer) => answer === 'pass')).toHaveLength(pinAttempts.each - 1)
  expect(answers.filter((answer) => answer === 'locked')).toHaveLength(24 - (pinAttempts.each - 1))
  expect(await countFailures()).toEqual({ failures: pinAttempts.each, isLocked: true })
  expect(await tryAll([member.pin])).toEqual(['locked'])
})

test(
  'tries of a process that is killed before their verdict are no failures',
  { timeout: scaledMs(60_000) },
  async () => {
    const { hash } = await makeVerdictSlow(200)
    await killWhileTrying()
    await app.db.updateTable('member').set({ pin_hash: hash }).where('id', '=', member.id).execute()
    expect((await countFailures()).isLocked).toBe(false)
    // They still occupy every try that is left, so that a kill is no way to guess more often.
    expect(await tryAll([member.pin])).toEqual(['busy'])
    await expireTries()
    expect(await tryAll(['0000', member.pin])).toEqual(expect.arrayContaining(['pass', 'right']))
  },
)

test('a verdict that comes after the try has expired is not revealed, and a wrong one still counts', async () => {
  // Each try has expired as soon as it begins, so that no verdict can come in time.
  await app.ownerPool.query(`
    CREATE FUNCTION expire_try() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN NEW.begun_at := NEW.begun_at - interval '1 minute'; RETURN NEW; END$$;
    CREATE TRIGGER expire_try BEFORE INSERT ON pin_try FOR EACH ROW EXECUTE FUNCTION expire_try()`)
  try {
    for (const pin of ['0000', member.pin]) expect(await tryAll([pin])).toEqual(['busy'])
  } finally {
    await app.ownerPool.query('DROP TRIGGER expire_try ON pin_try; DROP FUNCTION expire_try()')
  }
  expect(await countFailures()).toEqual({ failures: 1, isLocked: false })
  expect(await readTries()).toBe(0)
})

describe('a try whose settling was ended once its verdict was reached', () => {
  test.each(['terminate', 'cancel'] as const)(
    'counts when it is wrong, however often it is ended (%s)',
    async (how) => {
      const thief = { token: (await makeSession(app.deps, member)).token }
      const guess = async (pass: string) => {
        const body = { requestId: newRequestId(), balance: '10000', pass }
        const { code, headers } = await app.member('apply-user-withdraw', { ...thief, body })
        return { code, waits: 'retry-after' in headers }
      }
      for (let count = 1; count <= pinAttempts.each; count += 1) {
        const held = await holdVerdicts()
        const answer = guess('0000')
        // A cancelled statement is repeated on its connection, before anybody could remove the row of the try.
        await held.end(how, how === 'terminate' ? 'DELETE FROM pin_try' : '')
        expect(await answer).toEqual({ code: 503, waits: true })
        // No further try, not even a right one, until the verdict is recorded.
        await expect(ownPins.checkPin(app.deps, member.id, member.pin)).rejects.toThrow('not recorded yet')
        await held.end(how)
        await held.release()
        await until(() => ownPins.unsettledPins(app.deps) === 0)
        expect(await countFailures()).toEqual({ failures: count, isLocked: count === pinAttempts.each })
      }
      expect(await readActs()).toEqual(Array.from({ length: pinAttempts.each }, () => 'member.pin-wrong'))
      expect(
        (await app.member('apply-user-withdraw', { ...thief, body: { balance: '10000', pass: member.pin } })).body,
      ).toEqual({
        status: 'locked',
      })
      expect(app.errors.splice(0)).toEqual([])
      await expectCleanBooks(app.ownerPool)
    },
  )

  test('counts when the count of its member is altered meanwhile', async () => {
    await tryAllAgain(['0000', '0000'])
    const held = await holdVerdicts()
    await endWhileSettling(
      held,
      0,
      '0000',
      `SELECT set_config('session_replication_role', 'replica', true);
        UPDATE member SET pin_failures = 0 WHERE id = ${member.id}`,
    )
    await held.release()
    await until(() => processAt(0).unsettledPins(app.deps) === 0)
    expect(await countFailures()).toEqual({ failures: 1, isLocked: false })
    expect(await readActs()).toHaveLength(3)
  })

  test('is never a failure when it is right, and ends the count', async () => {
    await tryAllAgain(['0000'])
    const held = await holdVerdicts()
    await endWhileSettling(held, 0, member.pin)
    expect(await countFailures()).toEqual({ failures: 1, isLocked: false })
    await held.release()
    await until(() => processAt(0).unsettledPins(app.deps) === 0)
    expect(await countFailures()).toEqual({ failures: 0, isLocked: false })
    expect(await readActs()).toEqual(['member.pin-wrong', 'member.pin-right'])
  })

  test('is one at each of several processes, and each counts', async () => {
    const held = await holdVerdicts()
    for (const index of processes.keys()) {
      await endWhileSettling(held, index, '0000', 'DELETE FROM pin_try')
    }
    for (const pins of processes)
      await expect(pins.checkPin(app.deps, member.id, member.pin)).rejects.toThrow('not recorded yet')
    await held.release()
    await until(() => processes.every(({ unsettledPins }) => unsettledPins(app.deps) === 0))
    expect(await countFailures()).toEqual({ failures: processes.length, isLocked: false })
    expect(await readActs()).toHaveLength(processes.length)
  })

  test('is settled when the process stops', async () => {
    const { deps, stop, lines } = makeStoppable()
    const held = await holdVerdicts()
    await endWhileSettling(held, 0, '0000', '', deps)
    stop()
    await held.release()
    await processAt(0).settleLastPins(deps)
    expect(lines).toEqual([])
    await until(async () => (await countFailures()).failures === 1)
  })

  test('is logged by member and verdict when the process stops and cannot settle it', async () => {
    const { deps, stop, lines } = makeStoppable()
    const held = await holdVerdicts()
    await endWhileSettling(held, 0, '0000', '', deps)
    stop()
    await processAt(0).settleLastPins(deps)
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        memberId: Number(member.id),
        verdict: 'wrong',
        msg: 'the process stops while the verdict on a withdrawal PIN is not recorded',
      }),
    ])
    expect((await countFailures()).failures).toBe(0)
    await held.release()
    await until(() => processAt(0).unsettledPins(deps) === 0)
  })
})

/** The services of a process that can be stopped, with the errors that it logs. */
function makeStoppable(): { deps: Deps; stop: () => void; lines: string[] } {
  const stopping = new AbortController()
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  return { deps: { ...app.deps, stopping: stopping.signal, log }, stop: () => stopping.abort(), lines }
}

test('a verdict on a member whose row is gone is not taken as recorded', async () => {
  const settle = app.ownerPool.query(`SELECT pin_settle(0, '${newRequestId()}', 'wrong', 5, 20, 30, 1440)`)
  await expect(settle).rejects.toThrow('no rows')
})

/** Holds every statement that records a wrong PIN, until it is released or the test ends. */
async function holdVerdicts(): Promise<HeldBooking> {
  const held = await holdBooking(superPool, 'audit')
  let isReleased = false
  const release = async (): Promise<void> => {
    if (!isReleased) await held.release()
    isReleased = true
  }
  onTestFinished(release)
  return { ...held, release }
}

/** A try at one process, each of whose statements that settle it is ended until the caller has an answer. */
async function endWhileSettling(
  held: HeldBooking,
  index: number,
  pin: string,
  then = '',
  deps: Deps = app.deps,
): Promise<void> {
  let isOver = false
  const answer = processAt(index)
    .checkPin(deps, member.id, pin)
    .catch(() => 'failed')
    .finally(() => (isOver = true))
  while (!isOver) await held.end('terminate', then)
  expect(await answer).toBe('failed')
}

/** The acts about the member's PIN, in order. */
async function readActs(): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ act: string }>(
    `SELECT act FROM audit WHERE actor_id = $1 AND act LIKE 'member.pin-%' ORDER BY id`,
    [member.id],
  )
  return rows.map(({ act }) => act)
}

/** Makes a verdict take about `passes` half-times of the usual one; resolves with the member's former hash. */
async function makeVerdictSlow(passes: number): Promise<{ hash: string }> {
  const { pin_hash: hash } = await app.db
    .selectFrom('member')
    .select('pin_hash')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  const slow = hashSync(member.pin, { algorithm: 2, memoryCost: 19_456, timeCost: passes, parallelism: 1 })
  const bound = bindHash(app.deps.config.secret, { of: 'pin', id: member.id }, slow)
  await app.db.updateTable('member').set({ pin_hash: bound }).where('id', '=', member.id).execute()
  return { hash }
}

async function readTries(): Promise<number> {
  const { rows } = await app.ownerPool.query<{ tries: number }>(
    'SELECT count(*)::int AS tries FROM pin_try WHERE member_id = $1',
    [member.id],
  )
  return rows[0]?.tries ?? 0
}

/** Begins as many tries with the right PIN as lock it, in a process of their own, and kills it before their verdicts. */
async function killWhileTrying(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'baize-pin-'))
  const here = pathToFileURL(import.meta.dirname).href
  // Each try has a copy of the module: otherwise it would wait for its turn in the process, and not be begun.
  await writeFile(
    join(folder, 'try.mjs'),
    `import { createDb, createPool } from '${here}/../db/pool.ts'
    const db = createDb(createPool(process.env.APP_URL), null)
    const checks = []
    for (let count = 0; count < ${pinAttempts.each}; count += 1)
      checks.push((await import('${here}/pin.ts?' + count)).checkPin)
    for (const check of checks) check({ db, config: { secret: { keyId: '', keys: new Map() } } }, ${member.id}n, '${member.pin}')`,
  )
  const child = spawn(process.execPath, [join(folder, 'try.mjs')], {
    env: { ...process.env, APP_URL: app.appUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await expect.poll(readTries, { interval: 1, timeout: scaledMs(20_000) }).toBe(pinAttempts.each)
  } finally {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  }
}
