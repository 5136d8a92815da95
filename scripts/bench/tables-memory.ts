import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { paceOf } from '#domain/games/table/dealing.ts'
import { openTables, tableByCode } from '#domain/games/table/tables.ts'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { makeBrand, makeMember, makePlaySession, makeSession, type Site } from '#server/seed/builders.ts'
import { benchSecret, benchSecretText } from './bench-secret.ts'
import { openBenchServer, type BenchServer } from './server.ts'
import { callPlay, type Bettor } from './tables.ts'

const tables = 20
const hours = 8
const samples = 24
/** Rounds of a third of a second: what bounds them then is the processor. */
const divisor = 4
const mostSeconds = Number(process.env['BENCH_SECONDS'] ?? 1_200)
/** What the heap may grow by in as many rounds as eight hours have, by its slope in the second half. */
const mostGrowthMb = 10
/** A window is opened anew, with a socket of its own, after so many rounds. */
const roundsOfWindow = 10

type Seat = Bettor & { code: string }
type Sample = { rounds: number; heapMb: number; residentMb: number }

/**
 * Twenty tables of all games are dealt up to a hundred times as fast as usual by one process, with a member who bets in each round and a window that comes and
 * goes: the memory after garbage collection at even intervals, until as many rounds have ended as in eight hours, or the time is over.
 */
export async function tablesMemoryBench(): Promise<void> {
  const file = join(tmpdir(), `memory-${process.pid}.jsonl`)
  const server = await openBenchServer({
    players: 1,
    env: { BENCH_MEMORY_FILE: file, FAST_OVERDUE_MS: '60000', FAST_DIVISOR: String(divisor) },
    nodeArgs: [
      '--expose-gc',
      ...['./memory-hook.ts', '../faults/tables/pace-hook.ts'].flatMap((hook) => [
        '--import',
        new URL(hook, import.meta.url).href,
      ]),
    ],
  })
  const { appUrl, ownerUrl } = server.bench.database
  const pool = createPool(ownerUrl, { max: 2, statementTimeoutMs: 0 })
  const config = await loadConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: benchSecretText })
  const counts = { bets: 0, refused: 0, windows: 0 }
  let isOver = false
  try {
    const seats = await takeSeats({ db: createDb(pool, config.secret), config, ownHashes: false }, server)
    const wanted = Number(
      process.env['BENCH_ROUNDS'] ?? Math.round(seats.reduce((sum, seat) => sum + roundsOf(seat.code), 0)),
    )
    // The server reads the brands every five seconds.
    await sleep(7_000)
    const playing = seats.map((seat) => play(server.port, seat, counts, () => isOver))
    const measured: Sample[] = []
    const begun = performance.now()
    let [rounds, kinds] = [0, '']
    for (let index = 1; rounds < wanted && performance.now() - begun < mostSeconds * 1_000;) {
      await sleep(1_000)
      ;({ rounds, kinds } = await countRounds(pool))
      const isDue =
        rounds >= (wanted * index) / samples || performance.now() - begun >= (mostSeconds * 1_000 * index) / samples
      if (!isDue) continue
      index += 1
      measured.push({ rounds, ...(await sample(server, file, measured.length)) })
    }
    isOver = true
    await Promise.all(playing)
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
    console.log(
      `  ${rounds} rounds (${kinds}) of ${wanted} in ${hours} h, in ${minutes} min; ${counts.bets} placements, ${counts.refused} refused, ${counts.windows} windows`,
    )
    report(measured, wanted)
    const books = await checkBooks(pool, { secret: benchSecret })
    console.log(`  books: ${books.faults.length} faults`)
    if (books.faults.length > 0) process.exitCode = 1
  } finally {
    isOver = true
    await pool.end()
    await server.close()
    await rm(file, { force: true })
  }
}

/** The rounds of a table of this game in eight hours. */
function roundsOf(code: string): number {
  const game = tableByCode(code)
  if (game === undefined) throw new Error(`there is no table game ${code}`)
  const { betMs, closeMs, dealMs, pauseMs, schedule } = paceOf({ betSeconds: game.betSeconds, game })
  return (hours * 3_600_000) / (schedule?.everyMs ?? betMs + closeMs + dealMs + pauseMs)
}

/** A member at each table: of all games of a brand, then of the next one. */
async function takeSeats(site: Site, server: BenchServer): Promise<Seat[]> {
  const seats: Seat[] = []
  for (let index = 0; seats.length < tables; index += 1) {
    const host = index === 0 ? `localhost:${server.port}` : `m${index}.example`
    const brand = index === 0 ? { id: server.brandId } : await makeBrand(site, { purpose: 'bench', domains: [host] })
    for (const code of openTables.slice(0, tables - seats.length)) {
      const member = await makeMember(site, brand, { cash: wholeUnits(100_000_000) })
      const session = await makeSession(site, member)
      const { id } = await makePlaySession(site, member, session, { gameCode: code, seedPair: false })
      seats.push({ host, token: session.token, window: id, address: `10.${index}.${seats.length}.1`, code })
    }
  }
  return seats
}

/** Bets in every round, takes one of three placements back, and reads the table anew now and then. */
async function play(
  port: number,
  seat: Seat,
  counts: { bets: number; refused: number; windows: number },
  isOver: () => boolean,
): Promise<void> {
  const first = tableByCode(seat.code)?.game.spots[0]?.code ?? ''
  const bet = async (roundId: string): Promise<void> => {
    const requestId = randomUUID()
    const { body } = await callPlay(port, seat, 'place-bet', {
      requestId,
      roundId,
      spots: [{ spot: first, stake: '10000' }],
    })
    counts.bets += 1
    if (body['status'] !== 'success') counts.refused += 1
    if (counts.bets % 3 === 0) await callPlay(port, seat, 'undo-bets', { roundId, placement: requestId })
  }
  while (!isOver()) {
    const { code: answered, body } = await callPlay(port, seat, 'get-table-session', {})
    if (answered >= 429) {
      await sleep(2_000)
      continue
    }
    if (body['status'] !== 'success') throw new Error(`${seat.host} ${seat.code} answered ${JSON.stringify(body)}`)
    counts.windows += 1
    const { host, token, address, code } = seat
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live?table=${code}`, {
      headers: { host, origin: `http://${host}`, authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    })
    let left = roundsOfWindow
    socket.on('message', (text: Buffer) => {
      const { kind, step } = JSON.parse(text.toString()) as {
        kind: string
        step?: { kind: string; round?: { roundId: string } }
      }
      if (kind !== 'table' || step?.kind !== 'opened' || step.round === undefined) return
      left -= 1
      void bet(step.round.roundId).catch(() => {})
    })
    socket.on('error', () => {})
    while (left > 0 && !isOver() && socket.readyState <= WebSocket.OPEN) await sleep(100)
    socket.terminate()
  }
}

async function countRounds(pool: ReturnType<typeof createPool>): Promise<{ rounds: number; kinds: string }> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    `SELECT state, count(*)::int AS count FROM table_round WHERE ended_at IS NOT NULL GROUP BY state ORDER BY state`,
  )
  const rounds = rows.reduce((sum, { count }) => sum + count, 0)
  return { rounds, kinds: rows.map(({ state, count }) => `${count} ${state}`).join(', ') }
}

/** Collects garbage in the server and reads its memory. */
async function sample(server: BenchServer, file: string, before: number): Promise<Omit<Sample, 'rounds'>> {
  process.kill(server.pid(), 'SIGUSR2')
  for (;;) {
    await sleep(50)
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
    const line = lines[before]
    if (line === undefined) continue
    const { heapUsed, rss } = JSON.parse(line) as { heapUsed: number; rss: number }
    return { heapMb: heapUsed / 2 ** 20, residentMb: rss / 2 ** 20 }
  }
}

/** Prints the samples, and the slope of their second half. */
function report(measured: readonly Sample[], wanted: number): void {
  for (const { rounds, heapMb, residentMb } of measured)
    console.log(`  ${rounds} rounds: heap ${heapMb.toFixed(1)} MB, ${residentMb.toFixed(0)} MB resident`)
  const half = measured.slice(Math.floor(measured.length / 2))
  const slopes = {
    heap: slopeOf(half, ({ heapMb }) => heapMb),
    resident: slopeOf(half, ({ residentMb }) => residentMb),
  }
  const text = (slope: number): string =>
    `${(slope * 1_000).toFixed(2)} MB per 1 000 rounds, ${(slope * wanted).toFixed(1)} MB in ${hours} h`
  console.log(`  second half: heap ${text(slopes.heap)}; resident ${text(slopes.resident)}`)
  if (slopes.heap * wanted > mostGrowthMb) process.exitCode = 1
}

/** The slope by least squares, per round. */
function slopeOf(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
  const [x, y] = [mean(samples.map(({ rounds }) => rounds)), mean(samples.map(of))]
  const covariance = samples.reduce((sum, one) => sum + (one.rounds - x) * (of(one) - y), 0)
  return covariance / samples.reduce((sum, one) => sum + (one.rounds - x) ** 2, 0)
}
