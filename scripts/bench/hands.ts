import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WireSeatRound } from '#contract/seat-round.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { loadConfig } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { makeMember, makePlaySession, makeSession, type Site } from '#server/seed/builders.ts'
import { benchSecret, benchSecretText } from './bench-secret.ts'
import { percentile } from './measure.ts'
import { openBenchServer, type BenchServer } from './server.ts'
import { callPlay, type Bettor } from './tables.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 20)
/** So many members play at the same time, each again as soon as an answer is there. */
const callers = [1, 20] as const

/** What a call did: it dealt a round, left it open, or ended it; a spin of a slot beside them is the comparison. */
const steps = ['spin', 'open', 'decide', 'settle'] as const
type Step = (typeof steps)[number]
type Times = Record<Step, number[]>
type Player = Bettor & { slotWindow: string }

/** Rounds with decisions of one member and of twenty at the same time: how long opening, deciding and settling take, beside spins. */
export async function handsBench(): Promise<void> {
  const server = await openBenchServer({ players: 1 })
  const { appUrl, ownerUrl } = server.bench.database
  const pool = createPool(ownerUrl, { max: 2 })
  const config = await loadConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: benchSecretText })
  try {
    const players = await makePlayers({ db: createDb(pool, config.secret), config, ownHashes: false }, server)
    // The server reads the brands every five seconds.
    await sleep(7_000)
    for (const count of callers) {
      const times: Times = { spin: [], open: [], decide: [], settle: [] }
      const until = performance.now() + seconds * 1_000
      await Promise.all(players.slice(0, count).map((player) => playUntil(server.port, player, { until, times })))
      for (const step of steps) {
        const ms = times[step]
        console.log(
          `  ${count} at a time, ${step}: ${ms.length} calls (${(ms.length / seconds).toFixed(0)}/s), p50 ${percentile(ms, 0.5).toFixed(1)} ms, p99 ${percentile(ms, 0.99).toFixed(1)} ms`,
        )
      }
    }
    console.log(`  server ${await server.residentMb()} MB resident`)
    const books = await checkBooks(pool, { secret: benchSecret })
    console.log(`  books: ${books.faults.length} faults`)
    if (books.faults.length > 0) process.exitCode = 1
  } finally {
    await pool.end()
    await server.close()
  }
}

async function makePlayers(site: Site, server: BenchServer): Promise<Player[]> {
  const players: Player[] = []
  for (let index = 0; index < Math.max(...callers); index += 1) {
    const member = await makeMember(site, { id: server.brandId }, { cash: wholeUnits(1_000_000_000) })
    const session = await makeSession(site, member)
    const { id } = await makePlaySession(site, member, session, { gameCode: blackjack.code })
    const slot = await makePlaySession(site, member, session, { seedPair: false })
    const host = `localhost:${server.port}`
    players.push({ host, token: session.token, window: id, slotWindow: slot.id, address: `10.9.${index}.1` })
  }
  return players
}

/** Plays one round after the other, each after a spin; a round that has begun is ended. */
async function playUntil(
  port: number,
  player: Player,
  { until, times }: { until: number; times: Times },
): Promise<void> {
  while (performance.now() < until) {
    await spin(port, player, times)
    let round = await step(port, player, times, { name: 'begin-seat-round', body: { stake: '10000' } })
    while (round.decision !== null) {
      const body = { roundId: round.roundId, number: round.decision.number, action: actionFor(round) }
      round = await step(port, player, times, { name: 'decide-seat-round', body })
    }
  }
}

async function spin(port: number, player: Player, times: Times): Promise<void> {
  const begun = performance.now()
  const body = { requestId: randomUUID(), stake: '10000' }
  const { code, body: answer } = await callPlay(port, { ...player, window: player.slotWindow }, 'spin', body)
  if (answer['status'] !== 'success') throw new Error(`spin answered ${code} ${JSON.stringify(answer)}`)
  times.spin.push(performance.now() - begun)
}

/** No insurance, and a card up to 16. */
function actionFor({ view }: WireSeatRound): 'decline' | 'hit' | 'stand' {
  if (view?.insurance === 'offered') return 'decline'
  return (view?.hands[view.active ?? 0]?.total.total ?? 0) < 17 ? 'hit' : 'stand'
}

async function step(
  port: number,
  player: Bettor,
  times: Times,
  { name, body }: { name: 'begin-seat-round' | 'decide-seat-round'; body: object },
): Promise<WireSeatRound> {
  const begun = performance.now()
  const { code, body: answer } = await callPlay(port, player, name, { requestId: randomUUID(), ...body })
  if (answer['status'] !== 'success') throw new Error(`${name} answered ${code} ${JSON.stringify(answer)}`)
  const round = answer['round'] as WireSeatRound
  const kind = name === 'begin-seat-round' ? 'open' : round.state === 'open' ? 'decide' : 'settle'
  times[kind].push(performance.now() - begun)
  return round
}
