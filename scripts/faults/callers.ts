import { randomUUID } from 'node:crypto'
import { seededRandom } from '#testing/random.ts'
import type { Acknowledged } from '#testing/acknowledged.ts'
import { providerCode, type FaultApp, type Player } from './fault-app.ts'
import { sleep } from './program.ts'
import { scaledMs } from '#testing/machine.ts'

/** What a caller asked under one key, and what it was told in the end. */
export type Operation = {
  player: Player
  path: string
  body: Record<string, unknown>
  key: string
  answer: CallResponse
  /** Before it was first asked and after it was answered, by this process's clock. */
  askedMs?: number
  answeredMs?: number
}
export type CallRequest = Omit<Operation, 'answer'>
export type CallResponse = { status: string; round?: { roundId: string; pay: string }; moved?: string }

/** How asking went: an ambiguous try is one whose request was sent and whose answer never came whole. */
export type Attempts = {
  asked: number
  ambiguous: number
  /** Nobody listened, or the connection was given up before anything was sent: nothing can have happened. */
  refused: number
  /** No answer for as long as a caller waits: of the ambiguous ones, those that waited so long. */
  hung: number
  /** How the first of the broken ones broke, in words. */
  broken: string[]
  busy: number
  /** Answers that a transfer's fate is not known yet. */
  open: number
}

export type Callers = {
  /** What was answered so far, in the order of the answers. */
  done: Operation[]
  tries: Attempts
  /** Lets every caller get its last answer, and ends. */
  stop: () => Promise<void>
}

export type CallersOptions = {
  seed: number
  /** How long a caller asks for one answer before that is a fault. */
  patienceMs?: number
  /** How long a caller waits for one answer before asking again; as long as a browser's page unless told. */
  answerWithinMs?: number
  /** Where they ask, when that is not the house itself: a proxy's or a balancer's port. */
  port?: number
  /** How long a caller rests between two operations; not at all unless told. */
  restMs?: number
  /** What a player asks next; `usualOperation` unless told. */
  next?: (player: Player, draw: () => number) => CallRequest
}

/**
 * One caller a player: each asks, and asks again with the same body until it is answered, as a browser does. A caller that
 * is never answered, or answered what no caller may be told, makes `stop` throw.
 */
export function startCallers(app: FaultApp, options: CallersOptions): Callers {
  const done: Operation[] = []
  const tries = noAttempts()
  const next = options.next ?? usualOperation
  let playing = true
  const callers = app.players.map(async (player, index) => {
    const mine = seededRandom(options.seed + index + 1)
    while (playing) {
      const asked = { ...next(player, mine), askedMs: Date.now() }
      const answer = await callUntilAnswered(options.port ?? app.port, asked, {
        tries,
        patienceMs: options.patienceMs ?? 60_000,
        answerWithinMs: options.answerWithinMs ?? usualAnswerMs,
      })
      done.push({ ...asked, answer, answeredMs: Date.now() })
      if (options.restMs !== undefined) await sleep(options.restMs)
    }
  })
  const all = Promise.allSettled(callers)
  return {
    done,
    tries,
    stop: async () => {
      playing = false
      const ended = await all
      const failed = ended.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  }
}

/** Nine of ten are spins; comp, deposits and withdrawals (whose PIN takes a tenth of a second to check) are the rest. */
export function usualOperation(player: Player, draw: () => number): CallRequest {
  const key = randomUUID()
  const kind = draw()
  if (kind < 0.9) return { player, key, path: '/api/play/spin', body: { requestId: key, stake: '1000' } }
  if (kind < 0.94) return { player, key, path: '/api/routes/roll-to-balance', body: { requestId: key, point: '1' } }
  const money = { requestId: key, balance: '20000' }
  if (kind < 0.985) return { player, key, path: '/api/routes/apply-user-deposit', body: money }
  return { player, key, path: '/api/routes/apply-user-withdraw', body: { ...money, pass: player.pin } }
}

/** As usual, and one of twenty moves money to or from the provider that keeps a wallet of its own. */
export function operationWithTransfers(player: Player, draw: () => number): CallRequest {
  if (draw() >= 0.05) return usualOperation(player, draw)
  const key = randomUUID()
  const path = draw() < 0.6 ? '/api/routes/user-transfer-in' : '/api/routes/user-withdraw'
  return { player, key, path, body: { requestId: key, company: providerCode, balance: '500' } }
}

/**
 * Deposits in the place of withdrawals: a PIN is checked below everything else, and beside other tests that may take a
 * minute.
 */
export function withoutPins(next: NonNullable<CallersOptions['next']>): NonNullable<CallersOptions['next']> {
  return (player, draw) => {
    const asked = next(player, draw)
    if (!asked.path.endsWith('/apply-user-withdraw')) return asked
    return { ...asked, path: '/api/routes/apply-user-deposit', body: { requestId: asked.key, balance: '20000' } }
  }
}

/** Whether a call moves money to or from a provider. */
export function isTransfer(path: string): boolean {
  return path.endsWith('/user-transfer-in') || path.endsWith('/user-withdraw')
}

/** Asks until there is an answer; a connection that breaks and a full house are asked again with the same body. */
export async function callUntilAnswered(
  port: number,
  asked: CallRequest,
  options: { tries?: Attempts; patienceMs?: number; answerWithinMs?: number } = {},
): Promise<CallResponse> {
  const { tries = noAttempts(), patienceMs = 60_000, answerWithinMs = usualAnswerMs } = options
  const until = performance.now() + scaledMs(patienceMs)
  while (performance.now() < until) {
    tries.asked += 1
    const begun = performance.now()
    const answer = await post(port, asked, answerWithinMs).catch((error: unknown) => {
      if (tries.broken.length < maxListedErrors)
        tries.broken.push(`${asked.path} after ${msSince(begun)} ms: ${describeError(error)}`)
      return brokenHow(error)
    })
    if (answer === 'refused') tries.refused += 1
    else if (answer === 'lost' || answer === 'hung') tries.ambiguous += 1
    if (answer === 'hung') tries.hung += 1
    if (typeof answer === 'string') {
      // A server that is not there takes its time to come.
      await sleep(answer === 'refused' ? 100 : 20)
      continue
    }
    if (answer.code === 503 || answer.code === 429) tries.busy += 1
    else if (answer.code === 200 && isUnknown(answer.told)) tries.open += 1
    else if (answer.code === 200) return asAnswer(answer.told)
    else throw new Error(`${asked.path} answered ${answer.code} ${JSON.stringify(answer.told)}`)
    await sleep(20)
  }
  throw new Error(`${asked.path} was not answered within ${patienceMs / 1000} s`)
}

export function noAttempts(): Attempts {
  return { asked: 0, ambiguous: 0, refused: 0, hung: 0, broken: [], busy: 0, open: 0 }
}

const usualAnswerMs = 10_000
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

/** Refused: there was no connection to send anything on. */
function brokenHow(error: unknown): 'refused' | 'hung' | 'lost' {
  if (!(error instanceof Error)) return 'lost'
  if (error.name === 'TimeoutError') return 'hung'
  return error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ECONNREFUSED'
    ? 'refused'
    : 'lost'
}

/** Rejects when the answer did not come whole. */
async function post(
  port: number,
  { player, path, body }: CallRequest,
  answerWithinMs: number,
): Promise<{ code: number; told: unknown }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${player.token}`,
      'x-play-session': player.playSessionId,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(scaledMs(answerWithinMs)),
  })
  return { code: answer.status, told: await answer.json() }
}

function isUnknown(told: unknown): boolean {
  return typeof told === 'object' && told !== null && 'status' in told && told.status === 'unknown'
}

function asAnswer(told: unknown): CallResponse {
  if (typeof told === 'object' && told !== null && 'status' in told && typeof told.status === 'string') {
    return told as CallResponse
  }
  throw new Error(`not an answer: ${JSON.stringify(told)}`)
}

/**
 * The callers' list in the oracle's words. A transfer that failed says nothing here: where its provider refused it, it is
 * in the books and taken back.
 */
export function acknowledgedBy(operations: readonly Operation[]): Acknowledged[] {
  return operations
    .filter(({ path, answer }) => answer.status === 'success' || !isTransfer(path))
    .map(({ player, key, answer }) => ({
      memberId: player.memberId,
      key,
      outcome: answer.status === 'success' ? 'effect' : 'refused',
    }))
}
