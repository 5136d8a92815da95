import { liveRetryMs } from '#domain/live.ts'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { tokenOf, windowOf } from './population.ts'
import { openConnectionPool, post, type ConnectionPool } from './http-load.ts'
import { openLiveSocket, type LiveSocket } from './live-load.ts'
import { random, openLoop, type OpenLoad } from './open-loop.ts'

/**
 * A separate program that simulates ten thousand open pages and some hundred players. `settle`: every page opens its
 * socket and sends a health check. `herd`, ordered before the server stops: every page reconnects at a random time
 * within `spreadMs` after the server's return; the players continue meanwhile and retry with the same key.
 */
export type HerdOrder = {
  act: 'settle' | 'herd'
  /** Part of the keys of rounds, so that they differ between orders. */
  run: number
  port: number
  tokenSeed: string
  pages: number
  players: number
  roundsPerSecond: number
  seconds: number
  spreadMs: number
}

export type HerdReport = {
  /** Pages with an open socket and an answered health check. */
  steady: number
  /** From the server's return until the last page was steady, and until 99 of 100 were; ms. */
  lastMs: number
  most99Ms: number
  /** From the first failure of `/readyz` until it answered 200 again; ms. */
  downMs: number
  polls: { sent: number; busy: number }
  sockets: { opened: number; busy: number; broken: number }
  /**
   * `again`: answered after a retry, because the connection broke or the server was busy. `roundsAfter`: due after the
   * return.
   */
  rounds: OpenLoad
  roundsAfter: OpenLoad
  /** 503 responses to rounds after the return. */
  roundsBusy: number
}

const sockets = new Map<number, LiveSocket>()

process.on('message', (order: HerdOrder) => {
  void runOrder(order).then((report) => process.send?.(report))
})

async function runOrder(order: HerdOrder): Promise<HerdReport> {
  const polls = { sent: 0, busy: 0 }
  const received = { opened: 0, busy: 0, broken: 0 }
  const line = openConnectionPool(order.port, 4_000)
  const playing = openConnectionPool(order.port, 400)
  const play = startRounds(order, playing)
  try {
    const downMs = order.act === 'herd' ? await untilBack(order.port) : 0
    play.back()
    const begun = performance.now()
    const steadyAt: number[] = []
    await Promise.all(
      Array.from({ length: order.pages }, async (_, page) => {
        await pause(random() * order.spreadMs)
        await Promise.all([check(order, line, page, polls), listen(order, page, received)])
        steadyAt.push(performance.now() - begun)
      }),
    )
    const { rounds, after, busy } = await play.ended
    steadyAt.sort((a, b) => a - b)
    return {
      steady: sockets.size,
      lastMs: steadyAt.at(-1) ?? 0,
      most99Ms: steadyAt[Math.floor(steadyAt.length * 0.99)] ?? 0,
      downMs,
      polls,
      sockets: received,
      rounds,
      roundsAfter: after,
      roundsBusy: busy,
    }
  } finally {
    line.close()
    playing.close()
  }
}

/** Sends a health check until it is answered; after a 503 waits for the time in `Retry-After`. */
async function check(order: HerdOrder, line: ConnectionPool, page: number, polls: HerdReport['polls']): Promise<void> {
  const request = post('/api/routes/user-health-check', order.port, tokenOf(order.tokenSeed, page), '{}')
  for (;;) {
    polls.sent += 1
    const answer = await line.send(request).catch(() => null)
    if (answer?.status === 200) return
    if (answer?.status === 503) polls.busy += 1
    await pause((answer?.retryAfterSeconds() ?? 1) * 1_000)
  }
}

/** Opens the page's socket, with the pauses that a page makes between attempts. */
async function listen(order: HerdOrder, page: number, counts: HerdReport['sockets']): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    counts.opened += 1
    const socket = await openLiveSocket(order.port, tokenOf(order.tokenSeed, page), () => sockets.delete(page)).catch(
      () => null,
    )
    if (socket !== null && 'close' in socket) {
      sockets.set(page, socket)
      return
    }
    if (socket === null) counts.broken += 1
    else counts.busy += 1
    await pause(liveRetryMs(attempt, random()))
  }
}

async function untilBack(port: number): Promise<number> {
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (await isReady()) await pause(20)
  const downAt = performance.now()
  while (!(await isReady())) await pause(20)
  return performance.now() - downAt
}

type Rounds = { rounds: OpenLoad; after: OpenLoad; busy: number }

/** Rounds by a schedule; a player retries a round without a response with the same key. */
function startRounds(order: HerdOrder, line: ConnectionPool): { back: () => void; ended: Promise<Rounds> } {
  let isBack = false
  let busy = 0
  const spin = async (turn: number, stage: string): Promise<string> => {
    const player = turn % order.players
    const digits = createHash('md5').update(`${order.tokenSeed}:${order.run}:${stage}:${turn}`).digest('hex')
    const key = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    const headers = `X-Play-Session: ${windowOf(order.tokenSeed, player)}\r\n`
    const body = `{"requestId":"${key}","stake":"200"}`
    const request = post('/api/play/spin', order.port, tokenOf(order.tokenSeed, player), body, headers)
    for (let attempts = 1; ; attempts += 1) {
      const answer = await line.send(request).catch(() => null)
      if (answer?.status === 200) {
        const status = /^\{"status":"(\w+)"/.exec(answer.body())?.[1] ?? 'unknown response'
        // A round that was booked before its response was lost is replayed.
        if (status === 'success') return attempts > 1 ? 'again' : status
        // Rounds of one player that had to wait are retried together, which is too fast for the pace.
        if (status !== 'pace') return status
      } else if (answer !== null && answer.status !== 503) return String(answer.status)
      if (answer?.status === 503 && isBack) busy += 1
      await pause(100)
    }
  }
  const load = (seconds: number, stage: string, until?: () => boolean): Promise<OpenLoad> =>
    openLoop({
      perSecond: order.roundsPerSecond,
      seconds,
      call: (turn) => spin(turn, stage),
      ...(until ? { until } : {}),
    })
  const before = load(120, 'before', () => isBack)
  let back = (): void => {}
  const returned = new Promise<void>((resolve) => {
    back = () => {
      isBack = true
      resolve()
    }
  })
  const after = returned.then(() => load(order.seconds, 'after'))
  return {
    back: () => back(),
    ended: Promise.all([before, after]).then(([rounds, roundsAfter]) => ({ rounds, after: roundsAfter, busy })),
  }
}
