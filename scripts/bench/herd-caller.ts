import { liveRetryMs } from '#domain/live.ts'
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { tokenOf, windowOf } from './crowd.ts'
import { openLine, post, type Line } from './http-load.ts'
import { openEar, type Ear } from './live-load.ts'
import { chance, openLoop, type OpenLoad } from './open-loop.ts'

/**
 * A program of its own that is ten thousand running pages and some hundred players. `settle`: every page opens its ear and
 * asks its health check. `herd`, told before the server goes: every page comes back at some moment of `spreadMs` after the
 * server is there again, as a page does; the players go on playing all the while and press again with the same key.
 */
export type HerdOrder = {
  act: 'settle' | 'herd'
  /** Keys of rounds differ from one order to the next by it. */
  run: number
  port: number
  word: string
  pages: number
  players: number
  roundsPerSecond: number
  seconds: number
  spreadMs: number
}

export type HerdReport = {
  /** Pages that hear and have been answered. */
  steady: number
  /** From the server's return until the last of them was, and until 99 of 100 were; ms. */
  lastMs: number
  most99Ms: number
  /** From the first refusal until `/readyz` said yes; ms. */
  awayMs: number
  polls: { asked: number; busy: number }
  ears: { asked: number; busy: number; broken: number }
  /** `again`: answered after the connection broke or the house was full; `late` to `herd` of those due after the return. */
  rounds: OpenLoad
  roundsAfter: OpenLoad
  /** Answers 503 to rounds after the return. */
  roundsBusy: number
}

const ears = new Map<number, Ear>()

process.on('message', (order: HerdOrder) => {
  void obey(order).then((report) => process.send?.(report))
})

async function obey(order: HerdOrder): Promise<HerdReport> {
  const polls = { asked: 0, busy: 0 }
  const heard = { asked: 0, busy: 0, broken: 0 }
  const line = openLine(order.port, 4_000)
  const playing = openLine(order.port, 400)
  const play = startRounds(order, playing)
  try {
    const away = order.act === 'herd' ? await untilBack(order.port) : 0
    play.back()
    const begun = performance.now()
    const steadyAt: number[] = []
    await Promise.all(
      Array.from({ length: order.pages }, async (_, page) => {
        await pause(chance() * order.spreadMs)
        await Promise.all([check(order, line, page, polls), listen(order, page, heard)])
        steadyAt.push(performance.now() - begun)
      }),
    )
    const { rounds, after, busy } = await play.ended
    steadyAt.sort((a, b) => a - b)
    return {
      steady: ears.size,
      lastMs: steadyAt.at(-1) ?? 0,
      most99Ms: steadyAt[Math.floor(steadyAt.length * 0.99)] ?? 0,
      awayMs: away,
      polls,
      ears: heard,
      rounds,
      roundsAfter: after,
      roundsBusy: busy,
    }
  } finally {
    line.close()
    playing.close()
  }
}

/** Asks until answered; whoever is turned away waits as long as was said. */
async function check(order: HerdOrder, line: Line, page: number, polls: HerdReport['polls']): Promise<void> {
  const request = post('/api/routes/user-health-check', order.port, tokenOf(order.word, page), '{}')
  for (;;) {
    polls.asked += 1
    const answer = await line.ask(request).catch(() => null)
    if (answer?.status === 200) return
    if (answer?.status === 503) polls.busy += 1
    await pause((answer?.retryAfterSeconds() ?? 1) * 1_000)
  }
}

/** Opens the page's ear, and again after the moments a page leaves between its tries. */
async function listen(order: HerdOrder, page: number, heard: HerdReport['ears']): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    heard.asked += 1
    const ear = await openEar(order.port, tokenOf(order.word, page), () => ears.delete(page)).catch(() => null)
    if (ear !== null && 'close' in ear) {
      ears.set(page, ear)
      return
    }
    if (ear === null) heard.broken += 1
    else heard.busy += 1
    await pause(liveRetryMs(attempt, chance()))
  }
}

async function untilBack(port: number): Promise<number> {
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (await isReady()) await pause(20)
  const gone = performance.now()
  while (!(await isReady())) await pause(20)
  return performance.now() - gone
}

type Rounds = { rounds: OpenLoad; after: OpenLoad; busy: number }

/** Rounds by a schedule; a player whose round is not answered asks for it again with the same key until it is. */
function startRounds(order: HerdOrder, line: Line): { back: () => void; ended: Promise<Rounds> } {
  let isBack = false
  let busy = 0
  const ask = async (turn: number, stage: string): Promise<string> => {
    const player = turn % order.players
    const digits = createHash('md5').update(`${order.word}:${order.run}:${stage}:${turn}`).digest('hex')
    const key = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
    const headers = `X-Play-Session: ${windowOf(order.word, player)}\r\n`
    const body = `{"requestId":"${key}","stake":"200"}`
    const request = post('/api/play/spin', order.port, tokenOf(order.word, player), body, headers)
    for (let tries = 1; ; tries += 1) {
      const answer = await line.ask(request).catch(() => null)
      if (answer?.status === 200) {
        const word = /^\{"status":"(\w+)"/.exec(answer.body())?.[1] ?? 'no answer of ours'
        // A round that was booked before its answer was lost is told again.
        if (word === 'success') return tries > 1 ? 'again' : word
        // Rounds of one player that had to wait come back together.
        if (word !== 'pace') return word
      } else if (answer !== null && answer.status !== 503) return String(answer.status)
      if (answer?.status === 503 && isBack) busy += 1
      await pause(100)
    }
  }
  const load = (seconds: number, stage: string, until?: () => boolean): Promise<OpenLoad> =>
    openLoop({
      perSecond: order.roundsPerSecond,
      seconds,
      call: (turn) => ask(turn, stage),
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
    ended: Promise.all([before, after]).then(([rounds, late]) => ({ rounds, after: late, busy })),
  }
}
