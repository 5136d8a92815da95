import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { amountToWire } from '#domain/money.ts'
import { seededRandom } from '#test/random.ts'
import { callUntilAnswered, type CallRequest, type Operation } from './callers.ts'
import { openFaultApp, type FaultApp, type Player } from './fault-app.ts'
import { checkOracle } from './oracle.ts'
import { killDatabase } from './kill-database.ts'
import { sleep, type FaultProgram } from './program.ts'
import { scaledMs } from '#test/machine.ts'

/** The part that fails in the middle of a game. A wave is one round of every player at once. */
const causes = ['browser', 'server', 'database'] as const
type Cause = (typeof causes)[number]
const sizes = {
  full: { waves: 20, players: 25, order: ['browser', 'server', 'browser', 'server', 'database'] },
  short: { waves: 2, players: 12, order: ['browser', 'server'] },
} as const satisfies Record<string, { waves: number; players: number; order: readonly Cause[] }>

/** The step at which a browser disconnects. */
const steps = ['half-sent', 'sent', 'mid-answer', 'answered', 'shown-some', 'shown-unacknowledged'] as const
type Step = (typeof steps)[number]

type Round = { roundId: string; pay: string; jackpot: string | null; stake: string; nonce: number; events: unknown[] }
/** A game in the state in which its player was interrupted. */
type Game = { player: Player; request: CallRequest; step: Step; received: Round | null }

/** Browser, server and database fail at each step of a round; the returning player gets the one outcome. */
export const interruptedGames: FaultProgram = {
  description:
    'Rounds are interrupted at each step: the returning player gets the same round, and its win is credited once.',
  async run({ size, seed, log, on, steps: wanted }) {
    const { waves, players, order } = sizes[size]
    const draw = seededRandom(seed)
    const app = await openFaultApp({ players, on, env: { LOG_LEVEL: 'fatal' } })
    const faults: string[] = []
    const operations: Operation[] = []
    const reached = new Map<string, number>()
    try {
      await app.start()
      for (let wave = 0; wave < (wanted ?? waves); wave += 1) {
        const cause = order[wave % order.length] ?? 'browser'
        const games = await playUntilCut(app, cause, draw)
        for (const game of games) {
          const name = `${cause}: ${game.step}`
          reached.set(name, (reached.get(name) ?? 0) + 1)
        }
        const ended = await Promise.all(games.map((game) => comeBack(app, game)))
        for (const { fault, operation } of ended) {
          operations.push(operation)
          if (fault !== null) faults.push(`wave ${wave + 1}, ${cause}: ${fault}`)
        }
        if ((wave + 1) % 4 === 0) log(`${operations.length} games, ${faults.length} faults`)
      }
      faults.push(...(await checkOracle(app, operations)))
      const ofCause = (cause: Cause): number =>
        [...reached].filter(([name]) => name.startsWith(cause)).reduce((sum, [, count]) => sum + count, 0)
      return {
        figures: {
          games: operations.length,
          ...Object.fromEntries(causes.map((cause) => [cause, ofCause(cause)])),
          kindsOfCut: reached.size,
          wins: operations.filter((one) => one.answer.round?.pay !== '0').length,
        },
        faults,
      }
    } finally {
      await app.close()
    }
  },
}

/** Every player begins a round; browsers fail one by one, the server or the database under all of them. */
async function playUntilCut(app: FaultApp, cause: Cause, draw: () => number): Promise<Game[]> {
  const games = app.players.map((player): Game => {
    const key = randomUUID()
    const request = { player, key, path: '/api/play/spin', body: { requestId: key, stake: '1000' } }
    return { player, request, step: steps[Math.floor(draw() * steps.length)] ?? 'sent', received: null }
  })
  if (cause === 'browser') {
    await Promise.all(games.map((game) => leaveAt(app, game)))
    // The server may still be handling the call of a disconnected browser.
    await sleep(100)
    return games
  }
  const playing = games.map((game) => playOn(app, game, draw))
  await sleep(20 + draw() * 200)
  if (cause === 'server') {
    await app.server().kill()
    await Promise.all(playing)
    await app.start()
  } else {
    await killDatabase(app, 'whole', draw)
    await Promise.all(playing)
    await app.startDatabase()
  }
  return games
}

/** A browser that disconnects at the game's step. */
async function leaveAt(app: FaultApp, game: Game): Promise<void> {
  const { step } = game
  if (step === 'half-sent' || step === 'sent' || step === 'mid-answer') return raw(app.port, game.request, step)
  game.received = await fetchRound(app, game)
  if (game.received === null || step === 'answered') return undefined
  const last = game.received.events.length - 1
  if (step === 'shown-unacknowledged') return raw(app.port, ackOf(game.player, game.received, last), 'sent')
  const shown = Math.floor(last / 2)
  if (shown < last) await call(app, ackOf(game.player, game.received, shown))
  return undefined
}

/** Plays like a browser until the server fails; sets `step` to the step reached. */
async function playOn(app: FaultApp, game: Game, draw: () => number): Promise<void> {
  game.step = 'half-sent'
  await sleep(draw() * 150)
  game.step = 'sent'
  try {
    game.received = await fetchRound(app, game)
    if (game.received === null) return
    game.step = 'answered'
    for (let index = 0; index < game.received.events.length; index += 1) {
      await sleep(draw() * 40)
      await call(app, ackOf(game.player, game.received, index))
      game.step = index === game.received.events.length - 1 ? 'shown-unacknowledged' : 'shown-some'
    }
  } catch {
    // The server or its database has failed.
  }
}

async function fetchRound(app: FaultApp, game: Game): Promise<Round | null> {
  const response = await call(app, game.request)
  return response.round ?? null
}

/**
 * The same member, after everything runs again. Returns the operation with its response, and the fault if there is one.
 */
async function comeBack(app: FaultApp, game: Game): Promise<{ fault: string | null; operation: Operation }> {
  const { player, request, received } = game
  const committed = await storedRound(app, request.key, player)
  const operation = (answer: Operation['answer']): Operation => ({ ...request, answer })
  const wrong = (why: string, answer: Operation['answer']): { fault: string; operation: Operation } => ({
    fault: `${game.step}, ${request.key}: ${why}`,
    operation: operation(answer),
  })
  const open =
    committed === null ? null : await callWithRetries(app, { ...request, path: '/api/play/get-session', body: {} })
  const again = (await callUntilAnswered(app.port, request, { patienceMs: 60_000 })) as {
    status: string
    round?: Round
  }
  const { round } = again
  if (round === undefined) return wrong(`sent again, it is ${again.status}`, again)
  const same = (other: Round | null | undefined): boolean => JSON.stringify(other) === JSON.stringify(round)
  if (received !== null && !same(received)) return wrong('got another round before', again)
  if (received !== null && committed === null) return wrong('got a round that was not in the books', again)
  const stored = await storedRound(app, request.key, player)
  if (!same(stored?.round)) return wrong('the books have another round', again)
  if (committed !== null && !same(committed.round)) return wrong('the round changed', again)
  // A call of a disconnected browser may have taken effect between the two reads.
  if (committed !== null && (stored?.shown ?? 0) < round.events.length) {
    const { shown, pair: _pair, ...resumed } = open?.openRound ?? { shown: NaN, pair: NaN }
    if (!same(resumed as Round)) return wrong('the window opens another round', again)
    if (!(shown >= committed.shown - 1 && shown < (stored?.shown ?? 0))) return wrong(`resumes after ${shown}`, again)
    if (open?.balance !== amountToWire(committed.cash - committed.pay))
      return wrong('the window shows the balance with the win', again)
  }
  return (await showToTheEnd(app, game, round)) ?? { fault: null, operation: operation(again) }

  /** The win is held back until the last event and credited to the shown balance with it, once. */
  async function showToTheEnd(
    at: FaultApp,
    { player: who }: Game,
    shown: Round,
  ): Promise<{ fault: string; operation: Operation } | null> {
    const cash = (stored ?? committed)?.cash ?? -1n
    const balance = async (): Promise<string | undefined> =>
      (await callWithRetries(at, { ...request, path: '/api/routes/get-in-game-balance', body: {} })).balance
    const isHeldBack = stored?.isFresh === true && stored.shown < shown.events.length
    if (isHeldBack && shown.pay !== '0' && (await balance()) === amountToWire(cash)) {
      return wrong('the balance includes the win before its round is shown', again)
    }
    for (const time of ['first', 'second'] as const) {
      await callWithRetries(at, ackOf(who, shown, shown.events.length - 1))
      const now = await balance()
      if (now !== amountToWire(cash))
        return wrong(`after the ${time} showing the balance is ${now}, not ${cash}`, again)
    }
    const end = await callWithRetries(at, { ...request, path: '/api/play/get-session', body: {} })
    return end.openRound === null ? null : wrong('the round is still open', again)
  }
}

/** A win whose round was not shown is held back for a minute; `isFresh` in the first fifty seconds. */
type Stored = { round: Round; shown: number; pay: bigint; cash: bigint; isFresh: boolean }

/** The round stored under a key, and the member's cash now. */
async function storedRound(app: FaultApp, key: string, player: Player): Promise<Stored | null> {
  const { rows } = await app.pool.query<{
    id: string
    nonce: bigint
    stake: bigint
    pay: bigint
    events: string
    shown: number
    cash: bigint
    jackpot: bigint | null
    is_fresh: boolean
  }>(
    `SELECT r.id, r.nonce, r.stake, r.pay, (SELECT h.amount FROM jackpot_hit h WHERE h.round_id = r.id) AS jackpot, r.events, r.shown, w.cash,
       clock_timestamp() - r.at < interval '50 seconds' AS is_fresh FROM journal j JOIN round r ON r.id = j.ref
       JOIN wallet w ON w.member_id = j.member_id WHERE j.member_id = $1 AND j.key = $2`,
    [String(player.memberId), key],
  )
  const [row, second] = rows
  if (second !== undefined) throw new Error(`${key} is booked twice`)
  if (row === undefined) return null
  const round = {
    roundId: row.id,
    nonce: Number(row.nonce),
    stake: amountToWire(row.stake),
    pay: amountToWire(row.pay),
    jackpot: row.jackpot === null ? null : amountToWire(row.jackpot),
    events: JSON.parse(row.events) as unknown[],
  }
  return { round, shown: row.shown, pay: row.pay, cash: row.cash, isFresh: row.is_fresh }
}

type PlayResponse = {
  status: string
  round?: Round
  balance?: string
  openRound?: (Round & { shown: number; pair: number }) | null
}

function ackOf(player: Player, round: Round, index: number): CallRequest {
  return { player, key: round.roundId, path: '/api/play/ack', body: { roundId: round.roundId, index } }
}

/** Calls once, as a page does; rejects when there is no response. */
async function call(app: FaultApp, request: CallRequest): Promise<PlayResponse> {
  const answer = await fetch(`http://127.0.0.1:${app.port}${request.path}`, {
    method: 'POST',
    headers: headersOf(request),
    body: JSON.stringify(request.body),
    signal: AbortSignal.timeout(scaledMs(20_000)),
  })
  if (answer.status !== 200) throw new Error(`${request.path} answered ${answer.status}`)
  return (await answer.json()) as PlayResponse
}

async function callWithRetries(app: FaultApp, request: CallRequest): Promise<PlayResponse> {
  return (await callUntilAnswered(app.port, request, { patienceMs: 60_000 })) as PlayResponse
}

function headersOf({ player }: CallRequest): Record<string, string> {
  return {
    'content-type': 'application/json',
    authorization: `Bearer ${player.token}`,
    'x-play-session': player.playSessionId,
  }
}

/** Sends a raw call and closes the connection: within it, right after it, or at the first bytes of the response. */
function raw(port: number, request: CallRequest, until: 'half-sent' | 'sent' | 'mid-answer'): Promise<void> {
  const body = JSON.stringify(request.body)
  const lines = Object.entries({
    ...headersOf(request),
    'content-length': String(body.length),
    host: `127.0.0.1:${port}`,
  })
  const head = `POST ${request.path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('close', () => resolve())
    socket.once('error', () => resolve())
    if (until === 'half-sent') socket.end(head + body.slice(0, 20), () => socket.destroy())
    else socket.write(head + body, () => until === 'sent' && socket.destroy())
    if (until === 'mid-answer') socket.once('data', () => socket.destroy())
  })
}
