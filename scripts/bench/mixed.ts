import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { catalogue, gameByCode } from '#domain/games/catalogue.ts'
import { seededDraw } from '#domain/games/draw.ts'
import type { Game, JackpotTier } from '#domain/games/game.ts'
import { jackpotOf } from '#domain/games/round.ts'
import { playChecked } from '#domain/games/slot/checked-play.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import { hmacSha256 } from '#server/auth/keyed-hash.ts'
import { loadConfig, type Config } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { createLedger, ledgerSettings, type Ledger } from '#server/ledger/ledger.ts'
import { ownDrawing } from '#server/ledger/redraw.ts'
import { seedInUse, type SeedInUse } from '#server/modules/slot/store.ts'
import { makeBrand } from '#server/seed/builders.ts'
import { hittingEngine } from '../faults/jackpots/hitting-engine.ts'
import { benchSecret, benchSecretText } from './bench-secret.ts'
import { openBenchDatabase, type BenchDatabase } from './database.ts'
import { printBooks, printSealing } from './growth.ts'
import { foundBenchJackpots } from './jackpots.ts'
import { rate } from './measure.ts'
import { makePopulation } from './population.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 1_000_000)
const membersOfMachine = 200
const lanes = 2

/**
 * Books a million rounds (`BENCH_ROUNDS`) of all machines of the catalogue through the ledger, each drawn from its member's seeds, by
 * an engine that hits jackpots often; then it compares what was acknowledged with the database, seals everything and checks the
 * books. Any difference or fault fails it.
 */
export async function mixedBench(): Promise<void> {
  const bench = await openBenchDatabase({ bare: true })
  try {
    const tally = await bookRounds(bench)
    await compareTally(bench, tally)
    await analyze(bench)
    await printSealing(bench)
    await printBooks(bench, { drawing: { ...ownDrawing, engine: hittingEngine } })
  } finally {
    await bench.close()
  }
}

/** As autovacuum does in time: the tables grew from nothing within minutes. */
async function analyze(bench: BenchDatabase): Promise<void> {
  const owner = createPool(bench.database.ownerUrl, { max: 1, statementTimeoutMs: 0 })
  await owner.query('ANALYZE')
  await owner.end()
}

/** What was acknowledged, by machine; and the jackpots by tier. */
type Tally = {
  games: Map<string, { rounds: number; stake: Amount; pay: Amount }>
  hits: Map<JackpotTier, { hits: number; amount: Amount }>
}

async function bookRounds(bench: BenchDatabase): Promise<Tally> {
  const { appUrl, ownerUrl } = bench.database
  const config = await loadConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: benchSecretText })
  const owner = createPool(ownerUrl, { max: 1 })
  const site = { db: createDb(owner, benchSecret), config, ownHashes: false }
  const brand = await makeBrand(site, { purpose: 'bench', isDefault: true })
  const machines = catalogue.map(({ game }) => game.code)
  const members = machines.length * membersOfMachine
  const population = { tokenSeed: randomUUID(), members, players: members, machines }
  await makePopulation(bench, brand.id, benchSecretText, population)
  await owner.end()
  await foundBenchJackpots(ownerUrl, brand.id)
  const pool = createPool(appUrl, { max: lanes, name: 'bench ledger', settings: ledgerSettings })
  const ledger = createLedger({ pool, secret: benchSecret, lanes })
  const tally: Tally = { games: new Map(), hits: new Map() }
  try {
    const contraId = await ledger.accountId(brand.id, 'gaming', catalogue[0].company)
    const windows = await readWindows(pool, config)
    const each = Math.ceil(rounds / windows.length)
    const begun = performance.now()
    await Promise.all(windows.map((window, place) => playAll({ ledger, contraId, tally }, window, { place, each })))
    const all = [...tally.games.values()].reduce((sum, game) => sum + game.rounds, 0)
    const seconds = (performance.now() - begun) / 1_000
    console.log(`  ${all} rounds of ${tally.games.size} machines in ${seconds.toFixed(0)} s, ${rate(all / seconds)}`)
    return tally
  } finally {
    await pool.end()
  }
}

type Window = { memberId: bigint; sessionId: bigint; playSessionId: string; gameVersionId: number; code: string }

async function readWindows(pool: pg.Pool, config: Config): Promise<(Window & { seed: SeedInUse })[]> {
  const { rows } = await pool.query<Window>(
    `SELECT p.member_id AS "memberId", p.session_id AS "sessionId", p.id AS "playSessionId", p.game_version_id AS "gameVersionId",
       v.game_code AS code FROM play_session p JOIN game_version v ON v.id = p.game_version_id ORDER BY p.member_id`,
  )
  const deps = { db: createDb(pool, benchSecret), config, moneyOut: noHold() }
  const windows = []
  for (const row of rows) {
    const seed = await seedInUse(deps, row.memberId)
    if (seed === null) throw new Error(`a window of ${row.code} without a seed pair`)
    windows.push({ ...row, seed })
  }
  return windows
}

type Booking = { ledger: Ledger; contraId: number; tally: Tally }

/** Plays the rounds of one member, at each stake of the machine in turn. */
async function playAll(
  { ledger, contraId, tally }: Booking,
  { code, seed, ...window }: Window & { seed: SeedInUse },
  { place, each }: { place: number; each: number },
): Promise<void> {
  const game = gameByCode(code)?.game
  if (game === undefined) throw new Error(`a window of ${code}, which is no machine`)
  const { seedId, serverSeedHash, serverSeed, clientSeed } = seed
  for (let turn = 0; turn < each; turn += 1) {
    const stake = wholeUnits(game.stakes[(place + turn) % game.stakes.length] ?? 0)
    const nonce = seed.nonce + BigInt(turn)
    const draw = seededDraw(hmacSha256, { serverSeed, clientSeed, gameCode: code, nonce })
    const drawn = playChecked(game, draw, stake, hittingEngine)
    if (drawn.kind !== 'result') throw new Error(`a round of ${code} is void: ${drawn.detail}`)
    const { pay, units, events } = drawn.round
    const tier = jackpotOf(events)
    const { outcome, jackpot } = await ledger.spin({
      ...window,
      key: randomUUID(),
      request: ['spin', code, stake],
      stake,
      contraId,
      roundId: randomUUID(),
      gameKind: 'slot',
      seedId,
      serverSeedHash,
      clientSeed,
      nonce,
      pay,
      units,
      events: drawn.text,
      jackpot: tier,
    })
    if (outcome !== 'done') throw new Error(`a round of ${code} ended as ${outcome}`)
    addRound(tally, game, { stake, pay, tier, jackpot })
  }
}

type Booked = { stake: Amount; pay: Amount; tier: JackpotTier | null; jackpot: Amount | null }

function addRound({ games, hits }: Tally, { code }: Game, { stake, pay, tier, jackpot }: Booked): void {
  const game = games.get(code) ?? { rounds: 0, stake: 0n, pay: 0n }
  games.set(code, { rounds: game.rounds + 1, stake: game.stake + stake, pay: game.pay + pay })
  if (tier === null) return
  const hit = hits.get(tier) ?? { hits: 0, amount: 0n }
  hits.set(tier, { hits: hit.hits + 1, amount: hit.amount + (jackpot ?? 0n) })
}

/** Rounds, stakes, pays and jackpots in the database are those that were acknowledged. */
async function compareTally(bench: BenchDatabase, tally: Tally): Promise<void> {
  const pool = createPool(bench.database.appUrl, { max: 1, statementTimeoutMs: 0 })
  const { rows } = await pool.query<{ line: string }>(
    `SELECT concat_ws(' ', v.game_code, count(*), sum(r.stake), sum(r.pay)) AS line FROM round r
       JOIN game_version v ON v.id = r.game_version_id GROUP BY v.game_code
     UNION ALL SELECT concat_ws(' ', tier, count(*), sum(amount), sum(amount)) FROM jackpot_hit GROUP BY tier`,
  )
  await pool.end()
  const due = [
    ...[...tally.games].map(([code, game]) => [code, game.rounds, game.stake, game.pay].join(' ')),
    ...[...tally.hits].map(([tier, hit]) => [tier, hit.hits, hit.amount, hit.amount].join(' ')),
  ]
  const booked = rows.map(({ line }) => line)
  const differing = [...booked.filter((line) => !due.includes(line)), ...due.filter((line) => !booked.includes(line))]
  const hits = [...tally.hits].map(([tier, hit]) => `${hit.hits} of the ${tier}`).join(', ')
  console.log(`  jackpots: ${hits}; ${differing.length} differences to the database`)
  for (const line of differing.slice(0, 5)) console.log(`    ${line}`)
  if (differing.length > 0) process.exitCode = 1
}
