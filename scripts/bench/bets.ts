import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import type { LedgerEvent } from '#server/ledger/events.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { asSuper, openBenchHouse, type BenchHouse } from './house.ts'
import { closedLoop, median, rate, run, times } from './measure.ts'

const callerCounts = [1, 64, 256]
const memberCount = 2_000
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 3)
const pgbenchDatabase = 'pgbench'

/**
 * Bets a second through the ledger's group commit, against Debian's `pgbench` on the same server in turns: TPC-B (one
 * transaction of five statements) and a single INSERT. Medians of three; without pgbench it says "no baseline".
 */
export async function betsBench(): Promise<void> {
  const house = await openBenchHouse()
  const pool = createPool(house.database.appUrl, { max: 4, name: 'bench ledger' })
  try {
    const members = await makeMembers(house)
    const pgbench = await findPgbench()
    if (pgbench !== null) await preparePgbench(house, pgbench)
    const ledger = createLedger({ pool, lanes: 2 })
    const contraId = await ledger.accountId(house.brandId, 'gaming', 'bench')
    console.log('callers | bets | TPC-B | raw INSERT | bets / TPC-B | bets / INSERT | p99')
    for (const callers of callerCounts) await compare({ house, ledger, members, contraId, pgbench, callers })
    const hot = await load(ledger, members.slice(0, 1), contraId, 256)
    console.log(`one hot member, 256 callers: ${rate(hot.perSecond)}`)
    await printSize(house)
    const books = await checkBooks(pool)
    console.log(
      `books: ${books.faults.length} faults in ${books.journalRows} events, ${(books.tookMs / 1000).toFixed(1)} s`,
    )
  } finally {
    await pool.end()
    await house.close()
  }
}

type Compared = {
  house: BenchHouse
  ledger: Ledger
  members: readonly bigint[]
  contraId: number
  pgbench: string | null
  callers: number
}

async function compare({ house, ledger, members, contraId, pgbench, callers }: Compared): Promise<void> {
  const bets: number[] = []
  const late: number[] = []
  const tpcb: number[] = []
  const raw: number[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const loaded = await load(ledger, members, contraId, callers)
    bets.push(loaded.perSecond)
    late.push(loaded.p99)
    if (pgbench === null) continue
    tpcb.push(await runPgbench(house, pgbench, callers, ['-b', 'tpcb-like']))
    raw.push(await runPgbench(house, pgbench, callers, ['-f', join(house.dataDir, 'insert.sql')]))
  }
  const [bet, transaction, insert] = [median(bets), median(tpcb), median(raw)]
  const baseline = pgbench === null ? 'no baseline | no baseline' : `${rate(transaction)} | ${rate(insert)}`
  console.log(
    `${callers} | ${rate(bet)} | ${baseline} | ${times(bet, transaction)} | ${times(bet, insert)} | ${median(late).toFixed(1)} ms`,
  )
}

async function load(ledger: Ledger, members: readonly bigint[], contraId: number, callers: number) {
  let turn = 0
  return closedLoop(callers, seconds, async () => {
    turn += 1
    const event: LedgerEvent = {
      memberId: members[(turn * 7919) % members.length] ?? 0n,
      kind: 'bet',
      source: 'own',
      key: randomUUID(),
      ask: ['bet', 1n],
      stake: wholeUnits(1),
      contraId,
      gameKind: 'slot',
    }
    const outcome = await ledger.post(event)
    if (outcome.outcome !== 'done') throw new Error(`a bet of the bench ended as ${outcome.outcome}`)
  })
}

/** Members with enough cash for any run; made by the owner, with the journal rows that account for it. */
async function makeMembers(house: BenchHouse): Promise<bigint[]> {
  const owner = createPool(house.database.ownerUrl, { max: 1, statementTimeoutMs: 0 })
  const made = await owner.query<{ id: bigint }>(
    `WITH made AS (
       INSERT INTO member (public_id, brand_id, login_id, login_id_key, nick, nick_key, password_hash, pin_hash, status, reference_code)
       SELECT gen_random_uuid(), $1, 'b' || n, 'b' || n, 'b' || n, 'b' || n, '-', '-', 'active', 'b' || n FROM generate_series(1, $2) n
       RETURNING id
     ), opened AS (
       INSERT INTO wallet (member_id, brand_id, cash, seq) SELECT id, $1, 1000000000000000, 1 FROM made
     ), issued AS (
       INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, ask, key, contra_id, kind, source)
       SELECT id, 1, now(), 1000000000000000, 0, 0, 0, 1000000000000000, 0, 0, 0, 0, gen_random_uuid(),
         (SELECT a.id FROM account a WHERE a.brand_id = $1 AND class = 'play_money_issue'), 12, 3 FROM made
     ) SELECT id FROM made`,
    [house.brandId, memberCount],
  )
  await owner.query('ANALYZE')
  await owner.end()
  return made.rows.map((row) => row.id)
}

/** Bytes a bet takes on disk, for journal and its indexes. */
async function printSize(house: BenchHouse): Promise<void> {
  const owner = createPool(house.database.ownerUrl, { max: 1 })
  const size = await owner.query<{ bytes: bigint; rows: bigint }>(
    `SELECT pg_total_relation_size('journal') AS bytes, count(*) AS rows FROM journal`,
  )
  await owner.end()
  const { bytes = 0n, rows = 1n } = size.rows[0] ?? {}
  console.log(`journal with its indexes: ${(Number(bytes) / Number(rows)).toFixed(0)} bytes a bet (${rows} rows)`)
}

/** `pgbench` from the path, or from where Debian puts the newest. */
async function findPgbench(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian)) {
    const versions = (await readdir(debian)).sort((a, b) => Number(b) - Number(a))
    folders.push(...versions.map((version) => join(debian, version, 'bin')))
  }
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null
}

async function preparePgbench(house: BenchHouse, pgbench: string): Promise<void> {
  await asSuper(house, (client) => client.query(`CREATE DATABASE ${pgbenchDatabase}`))
  await asSuper(
    house,
    (client) =>
      client.query(
        'CREATE TABLE raw (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz, member bigint, amount bigint, key uuid)',
      ),
    pgbenchDatabase,
  )
  await writeFile(
    join(house.dataDir, 'insert.sql'),
    '\\set member random(1, 2000)\nINSERT INTO raw (at, member, amount, key) VALUES (now(), :member, 10000, gen_random_uuid());\n',
  )
  await run(pgbench, ['-i', '-q', '-s', '10', ...connection(house).args, pgbenchDatabase], {
    env: connection(house).env,
  })
}

async function runPgbench(
  house: BenchHouse,
  pgbench: string,
  callers: number,
  script: readonly string[],
): Promise<number> {
  // Beyond 64 clients the server's connections end, and its throughput with them: 64 is pgbench's best case.
  const clients = String(Math.min(callers, 64))
  const { args, env } = connection(house)
  const threads = String(Math.min(2, Number(clients)))
  const printed = await run(
    pgbench,
    ['-n', '-M', 'prepared', '-c', clients, '-j', threads, '-T', String(seconds), ...script, ...args, pgbenchDatabase],
    { env },
  )
  return Number(/tps = ([\d.]+)/.exec(printed)?.[1] ?? 0)
}

function connection(house: BenchHouse): { args: string[]; env: Record<string, string> } {
  const url = new URL(house.database.superUrl)
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  return {
    args: ['-h', host, '-p', url.searchParams.get('port') ?? url.port, '-U', decodeURIComponent(url.username)],
    env: { PGPASSWORD: decodeURIComponent(url.password) },
  }
}
