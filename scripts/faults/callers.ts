import { randomUUID } from 'node:crypto'
import { seededRandom } from '#test/random.ts'
import type { Acknowledged } from '#test/acknowledged.ts'
import { forwardedFrom, providerCode, type FaultApp, type Player } from './fault-app.ts'
import { sleep } from './program.ts'
import { scaledMs } from '#test/machine.ts'

/** A call with its request id and its final response. */
export type Operation = {
  player: Player
  path: string
  body: Record<string, unknown>
  key: string
  answer: CallResponse
  /** The times of the first attempt and of the response, by this process's clock. */
  askedMs?: number
  answeredMs?: number
}
export type CallRequest = Omit<Operation, 'answer'>
export type CallResponse = {
  status: string
  round?: { roundId: string; pay: string; jackpot: string | null }
  moved?: string
}

/** Counts of attempts. An ambiguous attempt is one whose request was sent and whose response never arrived in full. */
export type Attempts = {
  sent: number
  ambiguous: number
  /** Attempts without effect: there was no listener, or the connection failed before anything was sent. */
  refused: number
  /** Of the ambiguous attempts, those that timed out. */
  hung: number
  /** The first errors, as text. */
  broken: string[]
  busy: number
  /** Responses that the outcome of a transfer is not known yet. */
  open: number
}

export type Callers = {
  /** The operations answered so far, in the order of the responses. */
  done: Operation[]
  attempts: Attempts
  /** Waits for every caller's last response, then ends. */
  stop: () => Promise<void>
}

export type CallersOptions = {
  seed: number
  /** How long a caller retries one call before that is a fault. */
  patienceMs?: number
  /** How long a caller waits for one response before it retries; by default as long as the pages do. */
  answerWithinMs?: number
  /** The port of a proxy or a balancer to call instead of the app's. */
  port?: number
  /** The pause between two operations of a caller; none by default. */
  restMs?: number
  /** `usualOperation` by default. */
  next?: NextOperation
}

/** Makes a player's next calls, sent in this order; `lastRound` is the id of the player's last round. */
export type NextOperation = (player: Player, draw: () => number, lastRound?: string) => CallRequest[]

/**
 * One caller for each player. It sends a call and retries it with the same body until there is a response, as a browser
 * does. A caller without a response, or with one that is not allowed, makes `stop` throw.
 */
export function startCallers(app: FaultApp, options: CallersOptions): Callers {
  const done: Operation[] = []
  const attempts = noAttempts()
  const next = options.next ?? usualOperation
  let isRunning = true
  const callers = app.players.map(async (player, index) => {
    const mine = seededRandom(options.seed + index + 1)
    let lastRound: string | undefined
    while (isRunning) {
      for (const call of next(player, mine, lastRound)) {
        const request = { ...call, askedMs: Date.now() }
        const answer = await callUntilAnswered(options.port ?? app.port, request, {
          attempts,
          patienceMs: options.patienceMs ?? 60_000,
          answerWithinMs: options.answerWithinMs ?? usualAnswerMs,
        })
        done.push({ ...request, answer, answeredMs: Date.now() })
        lastRound = answer.round?.roundId ?? lastRound
      }
      if (options.restMs !== undefined) await sleep(options.restMs)
    }
  })
  const all = Promise.allSettled(callers)
  return {
    done,
    attempts,
    stop: async () => {
      isRunning = false
      const ended = await all
      const failed = ended.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

/**
 * Nine of ten are spins; the rest are client seeds, comp, deposits, and withdrawals (checking a PIN takes a tenth of a
 * second).
 */
export const usualOperation: NextOperation = (player, draw, lastRound) => {
  const key = randomUUID()
  const kind = draw()
  if (kind < 0.897) return [spinOf(player, key)]
  if (kind < 0.9) {
    const choice = { player, key, path: clientSeedPath, body: { clientSeed: key } }
    if (lastRound === undefined) return [choice]
    // The pair ends only when its last round has been shown.
    return [{ player, key, path: '/api/play/ack', body: { roundId: lastRound, index: mostEvents } }, choice]
  }
  if (kind < 0.94) return [{ player, key, path: '/api/routes/roll-to-balance', body: { requestId: key, point: '1' } }]
  const money = { requestId: key, balance: '20000' }
  if (kind < 0.985) return [{ player, key, path: '/api/routes/apply-user-deposit', body: money }]
  return [{ player, key, path: '/api/routes/apply-user-withdraw', body: { ...money, pass: player.pin } }]
}

export function spinOf(player: Player, key: string): CallRequest {
  return { player, key, path: '/api/play/spin', body: { requestId: key, stake: '1000' } }
}

/** The call whose operations `checkClientSeeds` compares with the database; its key is the client seed. */
export const clientSeedPath = '/api/play/set-client-seed'

/** As `usualOperation`, but one of twenty moves money to or from the transfer-wallet provider. */
export const operationWithTransfers: NextOperation = (player, draw, lastRound) => {
  if (draw() >= 0.05) return usualOperation(player, draw, lastRound)
  const key = randomUUID()
  const path = draw() < 0.6 ? '/api/routes/user-transfer-in' : '/api/routes/user-withdraw'
  return [{ player, key, path, body: { requestId: key, company: providerCode, balance: '500' } }]
}

/** Deposits instead of withdrawals: PIN hashes run at low priority and may take a minute while other tests run. */
export function withoutPins(next: NextOperation): NextOperation {
  return (player, draw, lastRound) =>
    next(player, draw, lastRound).map((request) => {
      if (!request.path.endsWith('/apply-user-withdraw')) return request
      return { ...request, path: '/api/routes/apply-user-deposit', body: { requestId: request.key, balance: '20000' } }
    })
}

/** Whether a call moves money to or from a provider. */
export function isTransfer(path: string): boolean {
  return path.endsWith('/user-transfer-in') || path.endsWith('/user-withdraw')
}

/** Sends a call until there is a response. A broken connection and a busy app are retried with the same body. */
export async function callUntilAnswered(
  port: number,
  request: CallRequest,
  options: { attempts?: Attempts; patienceMs?: number; answerWithinMs?: number } = {},
): Promise<CallResponse> {
  const { attempts = noAttempts(), patienceMs = 60_000, answerWithinMs = usualAnswerMs } = options
  const until = performance.now() + scaledMs(patienceMs)
  while (performance.now() < until) {
    attempts.sent += 1
    const begun = performance.now()
    const answer = await post(port, request, answerWithinMs).catch((error: unknown) => {
      if (attempts.broken.length < maxListedErrors)
        attempts.broken.push(`${request.path} after ${msSince(begun)} ms: ${describeError(error)}`)
      return brokenHow(error)
    })
    if (answer === 'refused') attempts.refused += 1
    else if (answer === 'lost' || answer === 'hung') attempts.ambiguous += 1
    if (answer === 'hung') attempts.hung += 1
    if (typeof answer === 'string') {
      // A server that is down takes a while to come back.
      await sleep(answer === 'refused' ? 100 : 20)
      continue
    }
    if (answer.code === 503 || answer.code === 429) attempts.busy += 1
    else if (answer.code === 200 && isUnknown(answer.body)) attempts.open += 1
    else if (answer.code === 200) return asAnswer(answer.body)
    else throw new Error(`${request.path} answered ${answer.code} ${JSON.stringify(answer.body)}`)
    await sleep(20)
  }
  throw new Error(`${request.path} was not answered within ${patienceMs / 1000} s`)
}

export function noAttempts(): Attempts {
  return { sent: 0, ambiguous: 0, refused: 0, hung: 0, broken: [], busy: 0, open: 0 }
}

const usualAnswerMs = 10_000
/** No round has as many. */
const mostEvents = 1_000_000
const maxListedErrors = 20

function msSince(begun: number): number {
  return Math.round(performance.now() - begun)
}

function describeError(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error
    ? `${'code' in cause ? String(cause.code) : cause.name} ${cause.message}`
    : String(cause)
}

/** `refused`: there was no connection on which anything could be sent. */
function brokenHow(error: unknown): 'refused' | 'hung' | 'lost' {
  if (!(error instanceof Error)) return 'lost'
  if (error.name === 'TimeoutError') return 'hung'
  return error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ECONNREFUSED'
    ? 'refused'
    : 'lost'
}

/** Rejects when the response did not arrive in full. */
async function post(
  port: number,
  { player, path, body }: CallRequest,
  answerWithinMs: number,
): Promise<{ code: number; body: unknown }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${player.token}`,
      'x-play-session': player.playSessionId,
      ...forwardedFrom(player),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(scaledMs(answerWithinMs)),
  })
  return { code: answer.status, body: await answer.json() }
}

function isUnknown(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'unknown'
}

function asAnswer(body: unknown): CallResponse {
  if (typeof body === 'object' && body !== null && 'status' in body && typeof body.status === 'string') {
    return body as CallResponse
  }
  throw new Error(`not a response: ${JSON.stringify(body)}`)
}

/**
 * The callers' record for the oracle: the calls with a key of the journal. Failed transfers are left out: one that its
 * provider refused is in the books and reversed.
 */
export function acknowledgedBy(operations: readonly Operation[]): Acknowledged[] {
  return operations
    .filter(({ body }) => 'requestId' in body)
    .filter(({ path, answer }) => answer.status === 'success' || !isTransfer(path))
    .map(({ player, key, answer }) => ({
      memberId: player.memberId,
      key,
      outcome: answer.status === 'success' ? 'effect' : 'refused',
    }))
}
