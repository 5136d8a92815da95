import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerProcess } from '../server-process.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { checkAcknowledged, type Acknowledged } from '#test/acknowledged.ts'
import { scaledMs } from '#test/machine.ts'
import { seededRandom } from '#test/random.ts'
import { callUntilAnswered, noAttempts, type CallResponse } from './callers.ts'
import { makePlayer, openFaultApp, type FaultApp, type Player } from './fault-app.ts'
import { killDatabase } from './kill-database.ts'
import type { FaultProgram } from './program.ts'

const sizes = {
  full: { kills: 300, players: 12, processes: 2, ways: ['server', 'lease', 'database', 'both'], restMs: 150 },
  short: { kills: 2, players: 4, processes: 1, ways: ['server', 'lease'], restMs: 0 },
} as const
type Way = (typeof sizes)['full']['ways'][number]

/** After a restart no round of before may stay open for longer. */
const longestOpenMs = 10_000
const patienceMs = 60_000

/** Kills at random moments of shared rounds, which a table deals twenty times as fast as usual. */
export const tables: FaultProgram = {
  description:
    'Server, database or both are killed at random moments of a table’s rounds, and dealers lose their leases: no stake is lost or paid twice, and no round stays open.',
  async run({ size, seed, log, on, steps, untilMs = Infinity }) {
    const { players: count, processes, ways, restMs } = sizes[size]
    const most = steps ?? sizes[size].kills
    const draw = seededRandom(seed)
    const nodeArgs = ['--import', new URL('./tables/pace-hook.ts', import.meta.url).href]
    const app = await openFaultApp({ players: 0, on, nodeArgs, env: { LOG_LEVEL: 'fatal' } })
    const players: Player[] = []
    while (players.length < count) players.push(await makePlayer(app.site, app.brand, { gameCode: 'baccarat' }))
    const faults: string[] = []
    const openMs: number[] = []
    let betting: Betting | null = null
    try {
      await app.start()
      const others: ServerProcess[] = []
      while (others.length < processes - 1) others.push(await app.startAnother())
      betting = startBetting(app, players, { draw, restMs })
      let kills = 0
      while (kills < most && performance.now() < untilMs) {
        await sleep(draw() * 1_200)
        // The short form has each way once.
        const way = ways[size === 'short' ? kills % ways.length : Math.floor(draw() * ways.length)] ?? 'server'
        await breakBy(app, others, { way, draw })
        // Some kills come while what the one before left open still is.
        if (draw() < 0.6) openMs.push(await untilOldRoundHasEnded(app))
        kills += 1
        if (kills % 20 === 0) log(`${kills} kills, ${betting.acknowledged.length} answers`)
      }
      openMs.push(await untilOldRoundHasEnded(app))
      const endedBefore = await countRounds(app, 'settled')
      const until = performance.now() + scaledMs(patienceMs)
      while ((await countRounds(app, 'settled')) < endedBefore + 2 && performance.now() < until) await sleep(50)
      await betting.stop()
      await Promise.all(others.map((one) => one.kill()))
      await app.server().kill()
      const longest = Math.round(Math.max(0, ...openMs))
      if (longest > scaledMs(longestOpenMs)) faults.push(`a round stayed open for ${longest} ms after a restart`)
      const acknowledged = await checkAcknowledged(app.pool, betting.acknowledged)
      const books = await checkBooks(app.pool, { secret: app.site.config.secret })
      faults.push(
        ...acknowledged.lost.map((name) => `acknowledged and lost: ${name}`),
        ...acknowledged.twice.map((name) => `booked twice: ${name}`),
        ...acknowledged.phantom.map((name) => `refused and booked: ${name}`),
        ...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`),
      )
      return {
        figures: {
          kills,
          stakes: betting.acknowledged.filter(({ outcome }) => outcome === 'effect').length,
          refused: betting.acknowledged.filter(({ outcome }) => outcome === 'refused').length,
          undone: betting.undone(),
          settled: await countRounds(app, 'settled'),
          void: await countRounds(app, 'void'),
          longestOpenMs: longest,
        },
        faults,
      }
    } finally {
      betting?.end()
      await app.close()
    }
  },
}

/** Breaks an app in one way, and starts it again; `lease` takes the tables away from their dealer instead. */
export async function breakBy(
  app: FaultApp,
  others: ServerProcess[],
  { way, draw }: { way: Way; draw: () => number },
): Promise<void> {
  if (way === 'lease') {
    // As another process does that takes the table from a dealer which was asleep.
    await app.ownerPool.query(
      `UPDATE table_state SET dealer = gen_random_uuid(), dealer_until = clock_timestamp() + $1::int * interval '1 millisecond'`,
      [Math.round(draw() * 500)],
    )
    return
  }
  if (way === 'server') {
    // Whichever of the processes deals: each is killed in turn.
    const victim = Math.floor(draw() * (others.length + 1))
    const other = others[victim]
    await (other ?? app.server()).kill()
    if (!other) return app.start()
    others[victim] = await app.startAnother()
    return
  }
  await killDatabase(app, 'whole', draw, way === 'both' ? [app.server().pid] : [])
  await app.startDatabase()
  if (way === 'both') await app.start()
}

/** Waits until the round that is underway now has ended; how long that took beyond its betting time, in ms. */
async function untilOldRoundHasEnded({ pool }: FaultApp): Promise<number> {
  const begun = performance.now()
  const read = () =>
    pool.query<{ id: string; left_ms: number }>(
      `SELECT id, greatest(0, extract(epoch FROM closes_at - clock_timestamp()) * 1000)::float8 AS left_ms FROM table_round
        WHERE state IN ('open', 'closed', 'dealt')`,
    )
  const [old] = (await read()).rows
  if (!old) return 0
  while (performance.now() - begun < scaledMs(longestOpenMs) * 2) {
    const { rows } = await read()
    if (!rows.some(({ id }) => id === old.id)) break
    await sleep(50)
  }
  return Math.max(0, performance.now() - begun - old.left_ms)
}

async function countRounds({ pool }: FaultApp, state: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM table_round WHERE state = $1',
    [state],
  )
  return rows[0]?.count ?? 0
}

type Betting = {
  acknowledged: Acknowledged[]
  undone: () => number
  /** Begins no further call. */
  end: () => void
  /** Waits for the last answers. */
  stop: () => Promise<void>
}

const spots = ['banker', 'player', 'tie', 'player-pair', 'banker-pair']

/** Members who bet, undo and look, each call repeated with its key until it is answered; they rest, so that a start has the processor. */
function startBetting(
  app: FaultApp,
  players: readonly Player[],
  { draw, restMs }: { draw: () => number; restMs: number },
): Betting {
  const acknowledged: Acknowledged[] = []
  let [isStopping, undone] = [false, 0]
  const attempts = noAttempts()
  const call = (player: Player, name: string, body: Record<string, unknown>): Promise<CallResponse> =>
    callUntilAnswered(app.port, { player, path: `/api/play/${name}`, body, key: '' }, { attempts, patienceMs })
  const bet = async (player: Player): Promise<void> => {
    const session = (await call(player, 'get-table-session', {})) as CallResponse & {
      round?: unknown
    }
    const round = session.round as { roundId: string } | null | undefined
    if (!round) return void (await sleep(100))
    const requestId = randomUUID()
    const spot = spots[Math.floor(draw() * spots.length)] ?? 'tie'
    const { status } = await call(player, 'place-bet', {
      requestId,
      roundId: round.roundId,
      spots: [{ spot, stake: String(1_000 * (1 + Math.floor(draw() * 3))) }],
    })
    acknowledged.push({
      memberId: player.memberId,
      key: requestId,
      outcome: status === 'success' ? 'effect' : 'refused',
    })
    if (status !== 'success' || draw() < 0.7) return
    const taken = await call(player, 'undo-bets', { roundId: round.roundId, placement: requestId })
    if (taken.status === 'success') undone += 1
  }
  const running = players.map(async (player) => {
    while (!isStopping) {
      await bet(player)
      await sleep(draw() * restMs)
    }
  })
  return {
    acknowledged,
    undone: () => undone,
    end: () => void (isStopping = true),
    stop: async () => {
      isStopping = true
      await Promise.all(running)
    },
  }
}
