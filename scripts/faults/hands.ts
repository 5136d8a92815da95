import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WireSeatRound } from '#contract/seat-round.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { publishGames } from '#server/seed/lobby.ts'
import { checkAcknowledged, type Acknowledged } from '#test/acknowledged.ts'
import { scaledMs } from '#test/machine.ts'
import { seededRandom } from '#test/random.ts'
import type { ServerProcess } from '../server-process.ts'
import { callUntilAnswered, noAttempts } from './callers.ts'
import { makePlayer, openFaultApp, type FaultApp, type Player } from './fault-app.ts'
import type { FaultProgram } from './program.ts'
import { breakBy } from './tables.ts'

const sizes = {
  full: { kills: 300, players: 12, processes: 2, ways: ['server', 'database', 'both'], restMs: 300 },
  short: { kills: 1, players: 4, processes: 1, ways: ['server'], restMs: 0 },
} as const

/** After a restart no round may stay open for longer than this beyond the time for its decision. */
const longestOpenMs = 10_000
/** How long a decision may take: the least that a table can have. */
const decisionSeconds = 5
const patienceMs = 60_000

/** Kills at random moments of rounds with decisions, some of which their members leave alone. */
export const hands: FaultProgram = {
  description:
    'Server, database or both are killed at random moments of rounds with decisions: no stake is lost or paid twice, the cards stay the same, and no round waits longer than its time.',
  async run({ size, seed, log, on, steps, untilMs = Infinity }) {
    const { players: count, processes, ways, restMs } = sizes[size]
    const most = steps ?? sizes[size].kills
    const draw = seededRandom(seed)
    const app = await openFaultApp({ players: 0, on, env: { LOG_LEVEL: 'fatal' } })
    const faults: string[] = []
    const openMs: number[] = []
    let playing: Playing | null = null
    try {
      await publishGames(app.site.db, [blackjack.code])
      await app.ownerPool.query('UPDATE game_table SET bet_seconds = $1 WHERE game_code = $2', [
        decisionSeconds,
        blackjack.code,
      ])
      const players: Player[] = []
      while (players.length < count) players.push(await makePlayer(app.site, app.brand, { gameCode: blackjack.code }))
      await app.start()
      const others: ServerProcess[] = []
      while (others.length < processes - 1) others.push(await app.startAnother())
      playing = startPlaying(app, players, { draw, faults, restMs })
      let kills = 0
      while (kills < most && performance.now() < untilMs) {
        await sleep(draw() * 1_000)
        await breakBy(app, others, { way: ways[Math.floor(draw() * ways.length)] ?? 'server', draw })
        // Some kills come while what the one before left open still is.
        if (draw() < 0.6) openMs.push(await untilNoLateRoundIsOpen(app))
        kills += 1
        if (kills % 20 === 0) log(`${kills} kills, ${playing.acknowledged.length} answers`)
      }
      openMs.push(await untilNoLateRoundIsOpen(app))
      await sleep(300)
      await playing.stop()
      openMs.push(await untilNoneIsOpen(app))
      const longest = Math.max(...openMs)
      if (longest > scaledMs(longestOpenMs)) faults.push(`a round stayed open for ${longest} ms after its time`)
      await Promise.all(others.map((one) => one.kill()))
      await app.server().kill()
      const acknowledged = await checkAcknowledged(app.pool, playing.acknowledged)
      const books = await checkBooks(app.pool, { secret: app.site.config.secret })
      faults.push(
        ...acknowledged.lost.map((name) => `acknowledged and lost: ${name}`),
        ...acknowledged.twice.map((name) => `booked twice: ${name}`),
        ...acknowledged.phantom.map((name) => `refused and booked: ${name}`),
        ...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`),
      )
      return {
        figures: { kills, ...(await countRounds(app)), decided: playing.acknowledged.length, longestOpenMs: longest },
        faults,
      }
    } finally {
      playing?.end()
      await app.close()
    }
  },
}

/** Waits until the rounds whose time is over at a restart have ended; how long that took, in ms. */
async function untilNoLateRoundIsOpen({ pool }: FaultApp): Promise<number> {
  const begun = performance.now()
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const isOpen = async (): Promise<boolean> => {
    const late = `SELECT FROM seat_round WHERE state = 'open' AND decide_by < $1`
    return ((await pool.query(late, [rows[0]?.at])).rowCount ?? 0) > 0
  }
  while ((await isOpen()) && performance.now() - begun < scaledMs(longestOpenMs) * 2) await sleep(50)
  return Math.round(performance.now() - begun)
}

/** Waits until no round is open; how long the last one was open beyond its time, in ms. */
async function untilNoneIsOpen({ pool }: FaultApp): Promise<number> {
  const until = performance.now() + scaledMs(longestOpenMs * 2 + decisionSeconds * 1_000)
  let longest = 0
  while (performance.now() < until) {
    const { rows } = await pool.query<{ late_ms: number }>(
      `SELECT greatest(0, extract(epoch FROM clock_timestamp() - decide_by) * 1000)::int AS late_ms FROM seat_round WHERE state = 'open'`,
    )
    if (rows.length === 0) break
    longest = Math.max(longest, ...rows.map((row) => row.late_ms))
    await sleep(50)
  }
  return longest
}

async function countRounds({ pool }: FaultApp): Promise<{ settled: number; defaulted: number; open: number }> {
  const { rows } = await pool.query<{ settled: number; defaulted: number; open: number }>(
    `SELECT count(*) FILTER (WHERE state = 'settled')::int AS settled, count(*) FILTER (WHERE defaulted)::int AS defaulted,
       count(*) FILTER (WHERE state = 'open')::int AS open FROM seat_round`,
  )
  return rows[0] ?? { settled: 0, defaulted: 0, open: 0 }
}

type Playing = {
  acknowledged: Acknowledged[]
  /** Begins no further call. */
  end: () => void
  /** Waits for the last answers. */
  stop: () => Promise<void>
}

type Answer = { status: string; round?: WireSeatRound }

/** Members who play, each call repeated with its key until it is answered; some leave a round alone, and all rest between rounds. */
function startPlaying(
  app: FaultApp,
  players: readonly Player[],
  { draw, faults, restMs }: { draw: () => number; faults: string[]; restMs: number },
): Playing {
  const acknowledged: Acknowledged[] = []
  let isStopping = false
  const attempts = noAttempts()
  const call = async (player: Player, name: string, body: Record<string, unknown>): Promise<Answer> => {
    const requestId = randomUUID()
    const request = { player, path: `/api/play/${name}`, body: { requestId, ...body }, key: requestId }
    const answer = (await callUntilAnswered(app.port, request, { attempts, patienceMs })) as unknown as Answer
    acknowledged.push({
      memberId: player.memberId,
      key: requestId,
      outcome: answer.status === 'success' ? 'effect' : 'refused',
    })
    return answer
  }
  /** Plays a round; `left` is the id of the one that the member leaves alone, null before. */
  const play = async (player: Player, left: string | null): Promise<string | null> => {
    let { round } = await call(player, 'begin-seat-round', { stake: '2000' })
    const alone = left ?? (round?.state === 'open' ? round.roundId : null)
    while (round?.state === 'open' && round.roundId !== alone) {
      const { roundId } = round
      const actions = round.view?.actions ?? []
      const { action } = actions[Math.floor(draw() * actions.length)] ?? { action: 'stand' }
      const before: WireSeatRound = round
      ;({ round } = await call(player, 'decide-seat-round', { roundId, number: round.decision?.number, action }))
      if (round && !continues(before, round)) faults.push(`round ${roundId} was shown with other cards`)
    }
    if (round?.state !== 'settled') await sleep(100)
    return alone
  }
  const running = players.map(async (player, index) => {
    // One in two leaves its first round alone.
    let left = index % 2 === 0 ? null : ''
    while (!isStopping) {
      left = await play(player, left)
      await sleep(draw() * restMs)
    }
  })
  return {
    acknowledged,
    end: () => void (isStopping = true),
    stop: async () => {
      isStopping = true
      await Promise.all(running)
    },
  }
}

/** Whether the events of a round go on where they were, whatever process answers. */
function continues(before: WireSeatRound, after: WireSeatRound): boolean {
  const shown = before.view?.events ?? []
  return JSON.stringify(after.view?.events.slice(0, shown.length)) === JSON.stringify(shown)
}
