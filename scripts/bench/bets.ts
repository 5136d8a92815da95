import { benchSecret } from './bench-secret.ts'
import { createPool } from '#server/db/pool.ts'
import { createLedger, ledgerSettings } from '#server/ledger/ledger.ts'
import { checkBooks } from '#server/ledger/books.ts'
import type pg from 'pg'
import { openBenchDatabase } from './database.ts'
import { betLoad, makeBenchMembers, providerLoad, type LoadedLedger } from './ledger-load.ts'
import { median, rate, times } from './measure.ts'
import { openPgbench, type Pgbench } from './pgbench.ts'
import { openTextbook, type Textbook } from './textbook.ts'
import { openTransfers, type Transfers } from './transfers.ts'

const callerCounts = [1, 64, 256]
const memberCount = 2_000
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)

/**
 * Bets per second through the ledger's group commit, alternating with its baselines on the same server: Debian's
 * `pgbench` (TPC-B, and a single INSERT), a textbook double entry, and transfers between two accounts in one SQL
 * function. Medians of three; without pgbench it prints "no baseline".
 */
export async function betsBench(): Promise<void> {
  const bench = await openBenchDatabase()
  const pool = createPool(bench.database.appUrl, { max: 2, name: 'bench' })
  const ledgerPool = createPool(bench.database.appUrl, { max: 2, name: 'bench ledger', settings: ledgerSettings })
  const textbook = await openTextbook(bench)
  const transfers = await openTransfers(bench)
  try {
    const ledger = createLedger({ pool: ledgerPool, secret: benchSecret, lanes: 2 })
    const members = await makeBenchMembers(bench.database.ownerUrl, bench.brandId, memberCount)
    const contraId = await ledger.accountId(bench.brandId, 'gaming', 'bench')
    const on: LoadedLedger = { ledger, members, contraId }
    const rivals: Rivals = { pgbench: await openPgbench(bench), textbook, transfers }
    console.log(
      'callers | bets | TPC-B | raw INSERT | textbook | transfers to one account | between members | ' +
        'bets / TPC-B | / INSERT | / textbook | / transfers to one account | / between members | p99 | WAL a bet',
    )
    for (const callers of callerCounts) await compare(on, pool, rivals, callers)
    await compareHot(on, rivals)
    await printSize(pool)
    const provider = await providerLoad(on, 256, seconds)
    console.log(
      `a provider's calls (bet, win, repeats, rollbacks), 256 callers: ${rate(provider.perSecond)}, p99 ${provider.p99.toFixed(1)} ms`,
    )
    const summed = await textbook.load(64, seconds, false)
    console.log(`textbook without rows of platform balances, 64 callers: ${rate(summed)}`)
    const books = await checkBooks(pool)
    console.log(
      `books: ${books.faults.length} faults in ${books.journalRows} events, ${(books.tookMs / 1000).toFixed(1)} s`,
    )
  } finally {
    await transfers.close()
    await textbook.close()
    await ledgerPool.end()
    await pool.end()
    await bench.close()
  }
}

type Rivals = { pgbench: Pgbench | null; textbook: Textbook; transfers: Transfers }

async function compare(on: LoadedLedger, pool: pg.Pool, rivals: Rivals, callers: number): Promise<void> {
  const figures = { bets: [], p99: [], tpcb: [], raw: [], book: [], hot: [], spread: [], wal: [] } as Record<
    string,
    number[]
  >
  const add = (name: string, value: number): void => void figures[name]?.push(value)
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const before = await walAt(pool)
    const loaded = await betLoad(on, callers, seconds)
    add('wal', Number((await walAt(pool)) - before) / (loaded.done / 0.9))
    add('bets', loaded.perSecond)
    add('p99', loaded.p99)
    add('book', await rivals.textbook.load(callers, seconds, true))
    add('hot', await rivals.transfers.load(callers, seconds, 'shared'))
    add('spread', await rivals.transfers.load(callers, seconds, 'members'))
    if (rivals.pgbench === null) continue
    add('tpcb', await rivals.pgbench.tpcb(callers, seconds))
    add('raw', await rivals.pgbench.rawInsert(callers, seconds))
  }
  const of = (name: string): number => median(figures[name] ?? [])
  const baseline = rivals.pgbench === null ? 'no baseline | no baseline' : `${rate(of('tpcb'))} | ${rate(of('raw'))}`
  const speeds = ['book', 'hot', 'spread'].map((name) => rate(of(name)))
  const ratios = ['tpcb', 'raw', 'book', 'hot', 'spread'].map((name) => times(of('bets'), of(name)))
  console.log(
    [callers, rate(of('bets')), baseline, ...speeds, ...ratios].join(' | ') +
      ` | ${of('p99').toFixed(1)} ms | ${of('wal').toFixed(0)} B`,
  )
}

/** All callers bet for one member, so every bet waits for the same wallet. */
async function compareHot(on: LoadedLedger, { pgbench }: Rivals): Promise<void> {
  const hot: number[] = []
  const raw: number[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    hot.push((await betLoad({ ...on, members: on.members.slice(0, 1) }, 256, seconds)).perSecond)
    if (pgbench !== null) raw.push(await pgbench.rawInsert(256, seconds))
  }
  console.log(`one hot member, 256 callers: ${rate(median(hot))}, ${times(median(hot), median(raw))} raw INSERT`)
}

async function walAt(pool: pg.Pool): Promise<bigint> {
  const answer = await pool.query<{ at: bigint }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS at`,
  )
  return answer.rows[0]?.at ?? 0n
}

/** Bytes per bet on disk, for the journal and its indexes. */
async function printSize(pool: pg.Pool): Promise<void> {
  const size = await pool.query<{ bytes: bigint; rows: bigint }>(
    `SELECT pg_total_relation_size('journal') AS bytes, count(*) AS rows FROM journal`,
  )
  const { bytes = 0n, rows = 1n } = size.rows[0] ?? {}
  console.log(`journal with its indexes: ${(Number(bytes) / Number(rows)).toFixed(0)} bytes a bet (${rows} rows)`)
}
