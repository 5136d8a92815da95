import { benchSecret, benchSecretText } from './bench-secret.ts'
import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type * as DatabaseModule from './database.ts'
import type * as LedgerLoadModule from './ledger-load.ts'
import type * as PopulationModule from './population.ts'
import type * as PoolModule from '#server/db/pool.ts'
import type * as ConfigModule from '#server/config.ts'
import type * as BuildersModule from '#server/seed/builders.ts'
import type * as LedgerModule from '#server/ledger/ledger.ts'
import type * as BooksModule from '#server/ledger/books.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { ledgerSettings, type Ledger } from '#server/ledger/ledger.ts'
import type { SpinEvent } from '#server/ledger/events.ts'
import type { BenchDatabase } from './database.ts'
import { median } from './measure.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 2)
const repeats = Number(process.env['BENCH_REPEATS'] ?? 9)
const before = process.env['BENCH_BEFORE'] ?? ''
const commits = (process.env['BENCH_COMMITS'] ?? 'off,on').split(',')
const memberCount = 500
const spinStake = wholeUnits(200)

/**
 * One bet and one spin at a time through the ledger, in two checkouts of the project: `BENCH_BEFORE` is the folder of
 * the other one. Each has a server of its own; they alternate in one run, so that both meet the same load. Besides the
 * time it reports the processor time of PostgreSQL and Node and the bytes of log records, without page images.
 */
export async function loneBench(): Promise<void> {
  const here = await openSide(join(import.meta.dirname, '../..'))
  const there = before === '' ? null : await openSide(before)
  try {
    console.log('form | us | PostgreSQL us | Node us | log record bytes | each of that in the other checkout | ratios')
    for (const commit of commits) {
      for (const form of ['bet', 'spin'] as const) {
        const pairs: { here: Figures; there: Figures | null }[] = []
        for (let repeat = 0; repeat < repeats; repeat += 1) {
          // The order of the two alternates too.
          const first = repeat % 2 === 0 ? null : await there?.run(form, commit)
          const mine = await here.run(form, commit)
          pairs.push({ here: mine, there: first ?? (await there?.run(form, commit)) ?? null })
        }
        print(`${form}, ${commit === 'on' ? 'synchronous' : 'asynchronous'} commit`, pairs)
      }
    }
    await here.expectCleanBooks()
  } finally {
    await here.close()
    await there?.close()
  }
}

type Figures = { us: number; databaseUs: number; nodeUs: number; recordBytes: number }
type Side = {
  run: (form: 'bet' | 'spin', commit: string) => Promise<Figures>
  expectCleanBooks: () => Promise<void>
  close: () => Promise<void>
}

function print(name: string, pairs: readonly { here: Figures; there: Figures | null }[]): void {
  const keys = ['us', 'databaseUs', 'nodeUs', 'recordBytes'] as const
  const shown = (of: (pair: (typeof pairs)[number]) => Figures | null): string =>
    keys.map((key) => median(pairs.map((pair) => of(pair)?.[key] ?? 0)).toFixed(0)).join(' | ')
  const ratios = keys.map((key) => median(pairs.map((pair) => pair.here[key] / (pair.there?.[key] ?? Number.NaN))))
  const sum = pairs.map(
    ({ here, there }) => (here.databaseUs + here.nodeUs) / ((there?.databaseUs ?? 0) + (there?.nodeUs ?? 0)),
  )
  console.log(
    `${name} | ${shown((pair) => pair.here)} | ${shown((pair) => pair.there)} | ` +
      `${ratios.map((ratio) => ratio.toFixed(2)).join(' | ')}, processor ${median(sum).toFixed(2)}`,
  )
}

/** Opens a database with the migrations and functions of a checkout, and its own ledger on it. */
async function openSide(folder: string): Promise<Side> {
  const load = async <Module>(path: string): Promise<Module> =>
    (await import(pathToFileURL(join(folder, path)).href)) as Module
  const { openBenchDatabase, asSuperuser } = await load<typeof DatabaseModule>('scripts/bench/database.ts')
  const { makeBenchMembers } = await load<typeof LedgerLoadModule>('scripts/bench/ledger-load.ts')
  const { makePopulation } = await load<typeof PopulationModule>('scripts/bench/population.ts')
  const { createDb, createPool } = await load<typeof PoolModule>('src/server/db/pool.ts')
  const { loadConfig } = await load<typeof ConfigModule>('src/server/config.ts')
  const { makeBrand } = await load<typeof BuildersModule>('src/server/seed/builders.ts')
  const { createLedger } = await load<typeof LedgerModule>('src/server/ledger/ledger.ts')
  const { checkBooks } = await load<typeof BooksModule>('src/server/ledger/books.ts')
  const bench = await openBenchDatabase({ bare: true })
  const pool = createPool(bench.database.appUrl, { max: 1, name: 'bench ledger', settings: ledgerSettings })
  const ledger = createLedger({ pool, secret: benchSecret, lanes: 1 })
  const { appUrl, ownerUrl } = bench.database
  const secret = benchSecretText
  const owner = createPool(ownerUrl, { max: 1 })
  const config = await loadConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: secret })
  const brand = await makeBrand(
    { db: createDb(owner, benchSecret), config, ownHashes: false },
    { purpose: 'bench', isDefault: true },
  )
  await owner.end()
  const members = await makeBenchMembers(ownerUrl, brand.id, memberCount)
  const contraId = await ledger.accountId(brand.id, 'gaming', catalogue[0].company)
  const players = { tokenSeed: randomUUID(), members: memberCount, players: memberCount }
  await makePopulation(bench, brand.id, secret, players)
  const database = databaseName(bench)
  const asRoot = <Result>(act: (client: pg.Client) => Promise<Result>): Promise<Result> =>
    asSuperuser(bench, act, database)
  await asRoot((client) => client.query('CREATE EXTENSION pg_walinspect'))
  const forms = { bet: betsOf(ledger, members, contraId), spin: await spinsOf(pool, ledger, contraId) }
  return {
    run: async (form, commit) => {
      await pool.query(`SET synchronous_commit = ${commit}`)
      const { rows } = await pool.query<{ pid: number; at: string }>(
        'SELECT pg_backend_pid() AS pid, pg_current_wal_insert_lsn()::text AS at',
      )
      const { pid = 0, at = '' } = rows[0] ?? {}
      const node = process.cpuUsage()
      const cpu = await cpuUs(pid)
      const started = performance.now()
      let done = 0
      while (performance.now() < started + seconds * 1_000) {
        await forms[form]()
        done += 1
      }
      const us = (performance.now() - started) * 1_000
      const database = (await cpuUs(pid)) - cpu
      const used = process.cpuUsage(node)
      const bytes = await asRoot(async (client) => {
        // The log is written in order: this record and all before it are on disk after a synchronous commit.
        await client.query('SELECT pg_switch_wal()')
        const wal = await client.query<{ bytes: string }>(
          `SELECT sum(record_size)::bigint::text AS bytes FROM pg_get_wal_stats($1, pg_current_wal_flush_lsn())`,
          [at],
        )
        return Number(wal.rows[0]?.bytes ?? 0)
      })
      return {
        us: us / done,
        databaseUs: database / done,
        nodeUs: (used.user + used.system) / done,
        recordBytes: bytes / done,
      }
    },
    expectCleanBooks: async () => {
      const books = await checkBooks(pool)
      console.log(`books: ${books.faults.length} faults in ${books.journalRows} events`)
      for (const { check, subject, detail } of books.faults.slice(0, 3)) console.log(`  ${check} ${subject}: ${detail}`)
    },
    close: async () => {
      await pool.end()
      await bench.close()
    },
  }
}

const databaseName = (bench: BenchDatabase): string => new URL(bench.database.ownerUrl).pathname.slice(1)

type Window = Pick<
  SpinEvent,
  'memberId' | 'sessionId' | 'playSessionId' | 'gameVersionId' | 'nonce' | 'seedId' | 'serverSeedHash' | 'clientSeed'
>

/** Posts one bet of one unit by the next of the members. */
function betsOf(ledger: Ledger, members: readonly bigint[], contraId: number): () => Promise<void> {
  let turn = 0
  return async () => {
    turn += 1
    const { outcome } = await ledger.post({
      memberId: members[turn % members.length] ?? 0n,
      kind: 'bet',
      source: 'own',
      key: randomUUID(),
      request: ['bet', 1n],
      stake: wholeUnits(1),
      contraId,
      gameKind: 'slot',
    })
    if (outcome !== 'done') throw new Error(`a bet of the bench ended as ${outcome}`)
  }
}

/** Posts one spin by the next of the members with a window, with the events of a usual round. */
async function spinsOf(pool: pg.Pool, ledger: Ledger, contraId: number): Promise<() => Promise<void>> {
  const { rows } = await pool.query<Window>(
    `SELECT p.member_id AS "memberId", p.session_id AS "sessionId", p.id AS "playSessionId",
       p.game_version_id AS "gameVersionId", w.nonce, w.seed_id AS "seedId",
       encode(s.server_seed_hash, 'hex') AS "serverSeedHash", s.client_seed AS "clientSeed"
     FROM play_session p JOIN wallet w USING (member_id) JOIN member_seed s ON s.id = w.seed_id ORDER BY p.member_id`,
  )
  const rounds = drawnRounds(200)
  let turn = 0
  return async () => {
    turn += 1
    const window = rows[turn % rows.length]
    const round = rounds[turn % rounds.length]
    if (window === undefined || round === undefined) throw new Error('the bench has no windows')
    const { outcome } = await ledger.spin({
      ...window,
      key: randomUUID(),
      request: ['spin', catalogue[0].game.code, spinStake],
      stake: spinStake,
      contraId,
      roundId: randomUUID(),
      gameKind: 'slot',
      ...round,
    })
    if (outcome !== 'done') throw new Error(`a spin of the bench ended as ${outcome}`)
    window.nonce += 1n
  }
}

/** Rounds of a game of the catalogue, drawn before the time is measured. */
function drawnRounds(count: number): Pick<SpinEvent, 'pay' | 'units' | 'events' | 'jackpot'>[] {
  const [{ game }] = catalogue
  return Array.from({ length: count }, (_, nonce) => {
    const serverSeed = Buffer.alloc(32, 7)
    const draw = seededDraw(hmacSha256, { serverSeed, clientSeed: 'bench', gameCode: game.code, nonce: BigInt(nonce) })
    const { pay, units, events } = play(game, draw, { stake: spinStake })
    return { pay, units, events: JSON.stringify(events), jackpot: null }
  })
}

const usPerTick = 10_000

async function cpuUs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * usPerTick
}
