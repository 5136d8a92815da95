import { hashSync } from '@node-rs/argon2'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { pinAttempts } from '#domain/member.ts'
import type { Deps } from '#server/deps.ts'
import { appHandlers } from '#server/handlers.ts'
import { makeMember } from '#server/seed/builders.ts'
import { bindHash } from './bound-hash.ts'
import { scaledMs } from '#test/machine.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

/** Tries at the PIN by several processes, and by one that ends between counting and verdict. */

type Check = (deps: Deps, memberId: bigint, pin: string) => Promise<string>

let app: TestApp
let member: { id: bigint; pin: string }
/** Each with its own queue of the member's tries and its own hashing, like a process. */
let processes: Check[]

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  processes = []
  for (let count = 0; count < 3; count += 1) {
    vi.resetModules()
    const { checkPin } = await import('./pin.ts')
    processes.push(checkPin)
  }
})
afterAll(() => app.close())

beforeEach(async () => {
  member = await makeMember(app.deps, app.brand)
})

/** Concurrent tries, taken in turn by the processes. */
function tryAll(pins: readonly string[]): Promise<string[]> {
  return Promise.all(
    pins.map((pin, index) => {
      const check = processes[index % processes.length]
      if (check === undefined) throw new Error('there are no processes')
      return check(app.deps, member.id, pin).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'HashingBusy') return 'busy'
        throw error
      })
    }),
  )
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
