import { benchSecret } from './bench-secret.ts'
import { createDatabase } from '#server/db/embedded.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { checkBooks, type BooksOptions } from '#server/ledger/books.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { sealAll } from '#server/ledger/sealer.ts'
import { createSealKeys } from '#server/ledger/seals.ts'
import { asSuperuser, openBenchDatabase, type BenchDatabase } from './database.ts'
import { betLoad, betStake, makeBenchMembers, startingCash, type LoadedLedger } from './ledger-load.ts'
import { median, rate, times } from './measure.ts'

const memberCount = 20_000
const callers = 256
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
const warmUpSeconds = seconds * 2
const repeats = Number(process.env['BENCH_REPEATS'] ?? 5)
const most = Number(process.env['BENCH_ROWS'] ?? 10_000_000)
/** Bets of each member inserted by one statement: half a million rows. */
const stepsAtOnce = 25

/**
 * Bets per second on a journal of 1 M rows and on one of 10 M (`BENCH_ROWS`), with the same members, alternating on the
 * same server; and the duration of the books check on 1 M rows.
 */
export async function growthBench(): Promise<void> {
  const bench = await openBenchDatabase()
  try {
    const members = await makeBenchMembers(bench.database.ownerUrl, bench.brandId, memberCount)
    await growTo(bench, 'baize', 1_000_000)
    await asSuperuser(bench, (client) => createDatabase(client, 'grown', 'baize'))
    await printSealing(bench)
    await printBooks(bench)
    await growTo(bench, 'grown', most)
    const small = await openLedger(bench, 'baize', members)
    const large = await openLedger(bench, 'grown', members)
    // After a checkpoint the first change of a page writes the whole page, and a larger journal has more pages: the
    // figures are for the long run, not for the seconds after a checkpoint.
    for (const on of [small, large]) await betLoad(on, callers, warmUpSeconds)
    const rates = { small: [] as number[], large: [] as number[] }
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      rates.small.push((await betLoad(small, callers, seconds)).perSecond)
      rates.large.push((await betLoad(large, callers, seconds)).perSecond)
    }
    const [few, many] = [median(rates.small), median(rates.large)]
    console.log(
      `${callers} callers: ${rate(few)} at 1 M rows, ${rate(many)} at ${most / 1e6} M: ${times(many, few)} (medians of ${repeats}, in turns)`,
    )
    await Promise.all([small.close(), large.close()])
  } finally {
    await bench.close()
  }
}

function urlIn(url: string, database: string): string {
  return url.replace(/[^/?]*(\?|$)/, `${database}$1`)
}

async function openLedger(
  bench: BenchDatabase,
  database: string,
  members: readonly bigint[],
): Promise<LoadedLedger & { close: () => Promise<void> }> {
  const pool = createPool(urlIn(bench.database.appUrl, database), { max: 2, name: 'bench ledger' })
  const ledger = createLedger({ pool, secret: benchSecret, lanes: 2 })
  const contraId = await ledger.accountId(bench.brandId, 'gaming', 'bench')
  return { ledger, members, contraId, close: () => pool.end() }
}

/**
 * Adds bets until the journal has this many rows, in the order in which members would make them, with the indexes in
 * place, so that the files look like those of a journal that has grown. A bulk load that is indexed afterwards looks
 * different.
 */
async function growTo(bench: BenchDatabase, database: string, rows: number): Promise<void> {
  const owner = createPool(urlIn(bench.database.ownerUrl, database), { max: 1, statementTimeoutMs: 0 })
  const begun = performance.now()
  const held = await owner.query<{ seq: bigint }>(`SELECT max(seq) AS seq FROM wallet`)
  const first = Number(held.rows[0]?.seq ?? 1)
  const last = Math.ceil(rows / memberCount)
  for (let seq = first; seq < last; seq += stepsAtOnce) {
    const steps = Math.min(stepsAtOnce, last - seq)
    await owner.query(
      `INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, stake, request_hash, key,
         contra_id, kind, source)
       SELECT w.member_id, n, clock_timestamp(), -$3::bigint, 0, 0, 0, $4::bigint - (n - 1) * $3::bigint, 0, 0, 0, $3::bigint, 0,
         gen_random_uuid(), ledger_account(w.brand_id, 'gaming', 'bench'), 1, 1
       FROM generate_series($1::bigint + 1, $1::bigint + $2::bigint) n, wallet w ORDER BY n, w.member_id`,
      [seq, steps, betStake, startingCash],
    )
    process.stdout.write(`  ${database}: ${(((seq + steps) * memberCount) / 1e6).toFixed(1)} M rows\r`)
  }
  await owner.query(`UPDATE wallet SET seq = $1::bigint, cash = cash - ($1::bigint - seq) * $2::bigint`, [
    last,
    betStake,
  ])
  await owner.query('VACUUM ANALYZE wallet')
  await owner.query('VACUUM ANALYZE journal')
  await owner.end()
  await asSuperuser(bench, (client) => client.query('CHECKPOINT'))
  console.log(`  ${database}: ${rows / 1e6} M rows, made in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}

/** Seals the whole journal as the first start with sealing does, in passes of few events of many members. */
export async function printSealing(bench: BenchDatabase): Promise<void> {
  const pool = createPool(bench.database.appUrl, { max: 1 })
  const begun = performance.now()
  const sealed = await sealAll(createDb(pool, benchSecret), createSealKeys(benchSecret), { eventsPerMember: 7 })
  await pool.end()
  console.log(`  sealed: ${sealed} events in ${((performance.now() - begun) / 1000).toFixed(1)} s with the pauses`)
}

/** Checks the books and prints their time; `options` as `checkBooks` has them. Any fault fails the bench. */
export async function printBooks(bench: BenchDatabase, options: BooksOptions = {}): Promise<void> {
  const pool = createPool(bench.database.appUrl, { max: 1, statementTimeoutMs: 0 })
  const books = await checkBooks(pool, { secret: benchSecret, ...options })
  await pool.end()
  const [found] = books.faults
  const seals = books.each.find(({ name }) => name === 'journal-seals')?.ms ?? 0
  console.log(
    `  books: ${books.faults.length} faults in ${books.journalRows} events, ${(books.tookMs / 1000).toFixed(1)} s, ` +
      `of which the seals ${(seals / 1000).toFixed(1)} s${found === undefined ? '' : `; the first fault: ${JSON.stringify(found)}`}`,
  )
  if (books.faults.length > 0) process.exitCode = 1
  const slowest = [...books.each].sort((a, b) => b.ms - a.ms).slice(0, 10)
  console.log(
    `  the ten slowest checks: ${slowest.map(({ name, ms }) => `${name} ${(ms / 1000).toFixed(1)} s`).join(', ')}`,
  )
}
