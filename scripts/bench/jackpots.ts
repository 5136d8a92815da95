import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { catalogue } from '#domain/games/catalogue.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { foundJackpots } from '#server/seed/demo.ts'
import { sleep } from '../faults/program.ts'
import { benchSecret } from './bench-secret.ts'
import { openConnection, post } from './http-load.ts'
import { closedLoop, median, rate, type Load } from './measure.ts'
import { tokenOf, windowOf } from './population.ts'
import { openBenchServer, type BenchServer } from './server.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 7)
/** A linked machine and one that is not; the players have them in turn. */
const [linked = firstMachine(true), unlinked = firstMachine(false)] = process.env['BENCH_MACHINES']?.split(',') ?? []
const membersOfMachine = 512
const callersOfRun = [1, 64]

/** The code of the first machine of the catalogue that is linked to the jackpots, or is not. */
function firstMachine(isLinked: boolean): string {
  const found = catalogue.find(({ game }) => game.features.some(({ kind }) => kind === 'jackpot-link') === isLinked)
  return found?.game.code ?? ''
}

/**
 * Spins at a machine that feeds open jackpots and at one that does not, in turns on one server, by one caller and by 64: a
 * row that all of them change would cost the many more than the one. By one process, and by two on one database.
 */
export async function jackpotsBench(): Promise<void> {
  for (const processes of [1, 2]) await compareMachines(processes)
}

async function compareMachines(processes: number): Promise<void> {
  const tokenSeed = randomUUID()
  const count = 2 * membersOfMachine
  const machines = [linked, unlinked]
  const population = { tokenSeed, members: count, players: count, machines }
  const server = await openBenchServer({ players: 1, processes, population })
  const pool = createPool(server.bench.database.appUrl, { max: 1, statementTimeoutMs: 0 })
  try {
    await foundBenchJackpots(server.bench.database.ownerUrl, server.brandId)
    console.log(
      `${processes === 1 ? 'one process' : `${processes} processes`}: callers, machine | spins/s | p50 ms | p99 ms | ` +
        'us of the program | us of PostgreSQL | statements that wait for a row',
    )
    for (const callers of callersOfRun) {
      const runs: Record<'linked' | 'unlinked', Spun[]> = { linked: [], unlinked: [] }
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const order = repeat % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
        for (const machine of order)
          runs[machine === 0 ? 'linked' : 'unlinked'].push(
            await measureSpins(server, pool, { tokenSeed, callers, machine }),
          )
      }
      print(`${callers}, ${linked}, linked`, runs.linked)
      print(`${callers}, ${unlinked}`, runs.unlinked)
      const ratio = (of: (spun: Spun) => number): string =>
        median(runs.linked.map((one, index) => of(one) / of(runs.unlinked[index] ?? one))).toFixed(2)
      const processor = ratio((one) => one.programUs + one.databaseUs)
      console.log(
        `  linked to unlinked: ${ratio((one) => one.perSecond)} of the spins/s, ${processor} of the processor time`,
      )
    }
    const books = await checkBooks(pool)
    console.log(`  books: ${books.faults.length} faults in ${books.journalRows} events`)
    if (books.faults.length > 0) process.exitCode = 1
  } finally {
    await pool.end()
    await server.close()
  }
}

/** Founds the jackpots of the demo data. */
export async function foundBenchJackpots(ownerUrl: string, brandId: number): Promise<void> {
  const owner = createPool(ownerUrl, { max: 1 })
  await createDb(owner, benchSecret)
    .transaction()
    .execute((tx) => foundJackpots(tx, brandId))
  await owner.end()
}

type Spun = Load & { programUs: number; databaseUs: number; waiting: number }

function print(name: string, runs: readonly Spun[]): void {
  const of = (key: Exclude<keyof Spun, 'done'>, digits: number): string =>
    median(runs.map((run) => run[key])).toFixed(digits)
  const share = (100 * median(runs.map((run) => run.waiting))).toFixed(1)
  const spins = rate(median(runs.map((run) => run.perSecond)))
  console.log(
    `  ${name} | ${spins} | ${of('p50', 2)} | ${of('p99', 1)} | ${of('programUs', 0)} | ${of('databaseUs', 0)} | ${share} %`,
  )
}

type Spinning = { tokenSeed: string; callers: number; machine: 0 | 1 }

async function measureSpins(server: BenchServer, pool: pg.Pool, spinning: Spinning): Promise<Spun> {
  const before = { program: await server.cpuSeconds(), database: await ledgerSeconds(pool) }
  const watch = watchLocks(pool)
  const load = await spinLoad(server, spinning)
  const waiting = await watch.stop()
  const perSpin = (used: number): number => (used * 1e6) / load.all
  return {
    ...load,
    waiting,
    programUs: perSpin((await server.cpuSeconds()) - before.program),
    databaseUs: perSpin((await ledgerSeconds(pool)) - before.database),
  }
}

/** Each caller spins for other members of the machine in turn. */
async function spinLoad(
  server: BenchServer,
  { tokenSeed, callers, machine }: Spinning,
): Promise<Load & { all: number }> {
  const { ports } = server
  const connections = await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const port = ports[caller % ports.length] ?? server.port
      return { port, ...(await openConnection(port)) }
    }),
  )
  const turns = connections.map(() => 0)
  let all = 0
  try {
    const load = await closedLoop(callers, seconds, async (caller) => {
      const connection = connections[caller]
      const turn = turns[caller] ?? 0
      turns[caller] = turn + 1
      const member = 2 * ((caller + callers * turn) % membersOfMachine) + machine
      if (connection === undefined) throw new Error('a caller without a connection')
      const body = `{"requestId":"${randomUUID()}","stake":"200"}`
      const headers = `X-Play-Session: ${windowOf(tokenSeed, member)}\r\n`
      const answer = await connection.send(
        post('/api/play/spin', connection.port, tokenOf(tokenSeed, member), body, headers),
      )
      if (answer.status !== 200 || !answer.body().startsWith('{"status":"success"'))
        throw new Error(`a spin answered ${answer.status} ${answer.body().slice(0, 200)}`)
      all += 1
    })
    return { ...load, all }
  } finally {
    for (const connection of connections) connection.close()
  }
}

const ledgerBackends = `FROM pg_stat_activity WHERE application_name = 'baize-ledger' AND datname = current_database()`

/** Which share of the ledgers' statements waits for a lock, by samples. */
function watchLocks(pool: pg.Pool): { stop: () => Promise<number> } {
  let isWatching = true
  const seen = { active: 0, waiting: 0 }
  const watching = (async () => {
    while (isWatching) {
      const { rows } = await pool.query<{ active: number; waiting: number }>(
        `SELECT count(*) FILTER (WHERE state = 'active')::int AS active,
           count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'Lock')::int AS waiting ${ledgerBackends}`,
      )
      seen.active += rows[0]?.active ?? 0
      seen.waiting += rows[0]?.waiting ?? 0
      await sleep(10)
    }
  })()
  return {
    stop: async () => {
      isWatching = false
      await watching
      return seen.waiting / Math.max(1, seen.active)
    },
  }
}

const ticksPerSecond = 100

/** Processor seconds of the ledgers' backends so far. */
async function ledgerSeconds(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(`SELECT pid ${ledgerBackends}`)
  let ticks = 0
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  }
  return ticks / ticksPerSecond
}
