import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '#server/db/embedded-process.ts'
import { callUntilAnswered, spinOf, startCallers, usualOperation, withoutPins } from './callers.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { sleep, waitFor, type FaultOptions, type FaultProgram, type FaultReport } from './program.ts'
import { scaledMs } from '#test/machine.ts'

const sizes = {
  full: { rounds: 10, players: 16, fullMs: 15_000, megabytes: 256, restMs: 0 },
  short: { rounds: 1, players: 6, fullMs: 1_500, megabytes: 176, restMs: 20 },
} as const

const slowestReturnMs = 60_000
const megabyte = 1024 * 1024

/** The database's disk is full while members bet; PostgreSQL ends with a PANIC and is restarted repeatedly. */
export const diskFull: FaultProgram = {
  description:
    'The database’s disk fills up while betting: no acknowledged call is lost, and the app recovers within a minute once there is space.',
  async run(options) {
    const disk = await mountDisk(sizes[options.size].megabytes)
    if (typeof disk === 'object') return onDisk(options, disk)
    const why = `NO DISK WAS FILLED: a tmpfs cannot be mounted here (${disk}).`
    if (options.size === 'full') throw new Error(`${why} Run this as root.`)
    options.log(`${why} Instead, the database only reports a full disk.`)
    return withSimulatedError(options)
  },
}

type Disk = { folder: string; fill: () => Promise<void>; free: () => Promise<void>; unmount: () => Promise<void> }

async function onDisk({ size, seed, log }: FaultOptions, disk: Disk): Promise<FaultReport> {
  const { rounds, players, fullMs, restMs } = sizes[size]
  const app = await openFaultApp({
    players,
    databaseDir: join(disk.folder, 'database'),
    settings: { min_wal_size: '32MB', max_wal_size: '48MB', shared_buffers: '32MB' },
    env: { LOG_LEVEL: 'fatal' },
  })
  const keeper = startKeeper(app)
  try {
    await app.start()
    const home = await statusOf(app, '/')
    if (size === 'full' && home !== 200) throw new Error(`The home page answers ${home}: run npm run build first.`)
    const callers = startCallers(app, { seed, restMs, next: withoutPins(usualOperation), patienceMs: 180_000 })
    const faults: string[] = []
    const back: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      await sleep(500)
      const endsBefore = keeper.ends()
      await disk.fill()
      await untilPanic(app, () => keeper.ends() > endsBefore)
      await sleep(fullMs)
      await waitFor(() => callers.attempts.busy > 0)
      faults.push(...(await checkResponses(app, home)))
      await disk.free()
      const freed = performance.now()
      const [player] = app.players
      if (player !== undefined) await callUntilAnswered(app.port, spinOf(player, randomUUID()), { patienceMs: 120_000 })
      back.push(performance.now() - freed)
      log(`${round} times full, ${keeper.ends()} ends of PostgreSQL, ${callers.done.length} answers`)
    }
    await callers.stop()
    await keeper.stop()
    const slowest = Math.round(Math.max(...back))
    if (slowest > scaledMs(slowestReturnMs)) faults.push(`it took ${slowest} ms to recover`)
    if (keeper.ends() === 0) faults.push('the full disk never ended PostgreSQL')
    if (app.server().ended() !== null) faults.push(`the server ended by itself: ${app.server().ended()}`)
    faults.push(...(await checkOracle(app, callers.done)), ...(await checkReplays(app, callers.done, 25)))
    const figures = {
      disk: 'tmpfs',
      timesFull: rounds,
      endsOfPostgres: keeper.ends(),
      acknowledged: callers.done.filter((one) => one.answer.status === 'success').length,
      rejectedForNow: callers.attempts.busy,
      slowestReturnMs: slowest,
      home,
    }
    return { figures, faults }
  } finally {
    await disk.free()
    await keeper.stop()
    await app.close()
    await disk.unmount()
  }
}

/** Restarts PostgreSQL whenever it has ended, trying once a second, as an init system would. */
function startKeeper(app: FaultApp): { ends: () => number; stop: () => Promise<void> } {
  let ends = 0
  let keeping = true
  const restarting = (async () => {
    while (keeping) {
      await sleep(200)
      if (app.database !== null && (await isAlive(app.database.pid))) continue
      ends += 1
      while (keeping) {
        const isUp = await app.startDatabase().then(
          () => true,
          () => false,
        )
        if (isUp) break
        await sleep(1_000)
      }
    }
  })()
  return {
    ends: () => ends,
    stop: async () => {
      keeping = false
      await restarting
    },
  }
}

/**
 * Betting fills the remaining space; where that takes long, large WAL messages force the next WAL file. Returns when
 * PostgreSQL has ended, or refuses connections for lack of space, so that no further work can end it.
 */
async function untilPanic(app: FaultApp, hasEnded: () => boolean): Promise<void> {
  let lastError: unknown = 'none'
  let shut = 0
  for (let polls = 0; polls < 600; polls += 1) {
    if (hasEnded() || shut === 3) return
    if (polls > 20 && polls % 10 === 9) {
      shut = (await callOnce(app)).status === 503 ? shut + 1 : 0
      await app.ownerPool
        .query('SELECT pg_logical_emit_message(false, $1::text, repeat($1::text, 4000000), true)', ['full'])
        .catch((error: unknown) => (lastError = error))
    }
    await sleep(100)
  }
  throw new Error('the full disk did not end PostgreSQL', { cause: lastError })
}

function callOnce(app: FaultApp): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.players[0]?.token}` }
  return fetch(`http://127.0.0.1:${app.port}/api/routes/get-member`, { method: 'POST', headers, body: '{}' })
}

/** Checks the responses to a call, the health probes and the home page while the disk is full. */
async function checkResponses(app: FaultApp, home: number): Promise<string[]> {
  const faults: string[] = []
  const call = await callOnce(app)
  const retryAfter = call.headers.get('retry-after')
  if (call.status !== 503 || !(Number(retryAfter) >= 1)) {
    faults.push(`a call was answered ${call.status}, Retry-After ${retryAfter}`)
  }
  for (const [path, wanted] of [
    ['/readyz', 503],
    ['/healthz', 200],
    ['/', home],
  ] as const) {
    const status = await statusOf(app, path)
    if (status !== wanted) faults.push(`${path} was answered ${status}`)
  }
  return faults
}

async function statusOf(app: FaultApp, path: string): Promise<number> {
  const headers = { accept: 'text/html', 'accept-language': 'ko' }
  const answer = await fetch(`http://127.0.0.1:${app.port}${path}`, {
    headers,
    signal: AbortSignal.timeout(scaledMs(20_000)),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Mounts a small disk; a string is the reason why that is not possible. */
async function mountDisk(megabytes: number): Promise<Disk | string> {
  const run = promisify(execFile)
  const folder = await mkdtemp(join(tmpdir(), 'baize-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'baize-fault', folder]
  const refused = await run('mount', options).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : String(error)),
  )
  if (refused !== null) {
    await rm(folder, { recursive: true, force: true })
    return refused
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: async () => {
      const file = await open(ballast, 'w', 0o600)
      const piece = Buffer.alloc(megabyte, 1)
      let size = 0
      try {
        // A write may be cut short by the end of the disk.
        for (let wrote = megabyte; wrote > 0; size += wrote) wrote = (await file.write(piece)).bytesWritten
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        await file.close()
      }
      // Betting fills the rest.
      await truncate(ballast, Math.max(0, size - megabyte))
    },
    free: () => rm(ballast, { force: true }),
    unmount: async () => {
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Where no disk can be filled, every insert into the journal fails with the error of a full disk. */
async function withSimulatedError({ size, seed, on }: FaultOptions): Promise<FaultReport> {
  const { players, fullMs, restMs } = sizes[size]
  const app = await openFaultApp({ players, on, env: { LOG_LEVEL: 'fatal', BOOKS_EVERY_MINUTES: '0' } })
  try {
    await app.start()
    const callers = startCallers(app, { seed, restMs, next: withoutPins(usualOperation) })
    await waitFor(() => callers.done.length > 0)
    await app.ownerPool.query(`
      CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER disk_is_full BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION disk_is_full()`)
    await sleep(fullMs)
    await waitFor(() => callers.attempts.busy > 0)
    const retries = callers.attempts.busy
    await app.ownerPool.query('DROP TRIGGER disk_is_full ON journal; DROP FUNCTION disk_is_full()')
    await sleep(500)
    await callers.stop()
    const faults = [...(await checkOracle(app, callers.done)), ...(await checkReplays(app, callers.done, 25))]
    if (retries === 0) faults.push('no caller was refused as busy')
    const acknowledged = callers.done.filter((one) => one.answer.status === 'success').length
    return { figures: { disk: 'simulated', acknowledged, rejectedForNow: retries }, faults }
  } finally {
    await app.close()
  }
}
