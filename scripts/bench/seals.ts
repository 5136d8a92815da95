import { noHold } from '#server/ledger/book-runs.ts'
import { benchSecret, benchSecretText } from './bench-secret.ts'
import { readdir, readFile } from 'node:fs/promises'
import { pino } from 'pino'
import { loadConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { sealAll, startJournalSealing } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { createMetrics } from '#server/metrics.ts'
import { openBenchDatabase } from './database.ts'
import { betLoad, makeBenchMembers, type LoadedLedger } from './ledger-load.ts'
import { median, rate } from './measure.ts'

const memberCount = 2_000
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)
/** More often than the program seals: with fewer events in each seal, an event costs more. */
const everyMs = 2_000

/**
 * Bets with and without sealing behind them, in turn: bets per second, and the processor time of the database and this
 * process for a bet. Between the turns everything is sealed, so that no turn pays for another. Then how fast a backlog
 * is sealed, and how long the books take.
 */
export async function sealsBench(): Promise<void> {
  const bench = await openBenchDatabase()
  const { appUrl, ownerUrl, pid } = bench.database
  const pool = createPool(appUrl, { max: 4, name: 'bench ledger' })
  const sealingPool = createPool(appUrl, { max: 2, name: 'bench sealer' })
  const config = await loadConfig({
    DATA_DIR: bench.dataDir,
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    APP_SECRET: benchSecretText,
  })
  const deps = {
    db: createDb(sealingPool, config.secret),
    config,
    log: pino({ level: 'warn' }),
    moneyOut: noHold(),
  }
  const keys = createSealKeys(config.secret)
  try {
    const ledger = createLedger({ pool, secret: benchSecret, lanes: 2 })
    const members = await makeBenchMembers(ownerUrl, bench.brandId, memberCount)
    const on: LoadedLedger = { ledger, members, contraId: await ledger.accountId(bench.brandId, 'gaming', 'bench') }
    await sealAll(deps.db, keys)
    console.log('callers | bets without | bets with | with / without | processor µs a bet without | with')
    for (const callers of [1, 64, 256]) {
      const turns = { without: [] as Turn[], with: [] as Turn[] }
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        for (const kind of repeat % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
          const before = await processorSeconds(pid)
          const sealing = kind === 'with' ? startJournalSealing(deps, createMetrics(), everyMs) : null
          const load = await betLoad(on, callers, seconds)
          // What this turn booked is sealed within it.
          await sealing?.stop()
          turns[kind].push({
            perSecond: load.perSecond,
            micros: (((await processorSeconds(pid)) - before) * 1e6 * 0.9) / load.done,
          })
          await sealAll(deps.db, keys)
        }
      }
      const of = (kind: 'with' | 'without', figure: keyof Turn): number =>
        median(turns[kind].map((turn) => turn[figure]))
      console.log(
        `${callers} | ${rate(of('without', 'perSecond'))} | ${rate(of('with', 'perSecond'))} | ` +
          `${median(pairs(turns)).toFixed(2)} | ${of('without', 'micros').toFixed(1)} | ${of('with', 'micros').toFixed(1)}`,
      )
    }
    await betLoad(on, 256, seconds * 2)
    const [before, begun] = [await processorSeconds(pid), performance.now()]
    const sealed = await sealAll(deps.db, keys)
    const micros = (((await processorSeconds(pid)) - before) * 1e6) / sealed
    console.log(
      `a backlog of ${sealed} events: ${rate((sealed * 1000) / (performance.now() - begun))} with its pauses, ` +
        `${micros.toFixed(1)} µs of processor an event`,
    )
    await printBooks(pool, config.secret)
  } finally {
    await Promise.all([pool.end(), sealingPool.end()])
    await bench.close()
  }
}

type Turn = { perSecond: number; micros: number }

function pairs(turns: { without: Turn[]; with: Turn[] }): number[] {
  return turns.with.map((turn, index) => turn.perSecond / (turns.without[index]?.perSecond ?? Infinity))
}

async function printBooks(
  pool: Parameters<typeof checkBooks>[0],
  secret: Awaited<ReturnType<typeof loadConfig>>['secret'],
) {
  const size = await pool.query<{ bytes: bigint; seals: bigint }>(
    `SELECT pg_total_relation_size('journal_seal') AS bytes, count(*) AS seals FROM journal_seal`,
  )
  const { bytes = 0n, seals = 1n } = size.rows[0] ?? {}
  console.log(`seals: ${seals}, ${(Number(bytes) / Number(seals)).toFixed(0)} bytes each with their index`)
  const books = await checkBooks(pool, { secret })
  const own = books.each.find(({ name }) => name === 'journal-seals')?.ms ?? 0
  console.log(
    `books: ${books.faults.length} faults in ${books.journalRows} events, ${(books.tookMs / 1000).toFixed(1)} s, ` +
      `of which journal-seals ${(own / 1000).toFixed(1)} s${books.faults[0] === undefined ? '' : `; the first fault: ${JSON.stringify(books.faults[0])}`}`,
  )
}

const ticksPerSecond = 100

/** Processor time of a PostgreSQL server with all its processes, and of this process. */
async function processorSeconds(postmaster: number): Promise<number> {
  let ticks = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [own, ended] = [(fields[11] ?? 0) + (fields[12] ?? 0), (fields[13] ?? 0) + (fields[14] ?? 0)]
    if (Number(name) === postmaster) ticks += own + ended
    else if (parent === postmaster) ticks += own
  }
  const { user, system } = process.cpuUsage()
  return ticks / ticksPerSecond + (user + system) / 1e6
}
