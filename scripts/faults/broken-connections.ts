import { seededRandom } from '#test/random.ts'
import { startCallers, usualOperation, withoutPins, type Callers } from './callers.ts'
import { openFaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { sleep, type FaultProgram } from './program.ts'
import { losesAnswer, openProxy, throughPort, type Breakage, type Proxy } from './proxy.ts'

const sizes = {
  full: { operations: 10_000, ambiguous: 500, players: 32, halfOpen: 12, timeoutMs: 4_000, restMs: 0 },
  short: { operations: 300, ambiguous: 25, players: 24, halfOpen: 2, timeoutMs: 1_000, restMs: 20 },
} as const

/** The probability of each breakage for a chunk that commits money, on the way to the database. */
const committing: readonly (readonly [Breakage, number])[] = [
  ['cut-answered', 0.05],
  ['cut-sent', 0.02],
  ['cut-mid-answer', 0.02],
  ['reset', 0.01],
  ['delay', 0.03],
]
const reading: readonly (readonly [Breakage, number])[] = [
  ['reset', 0.002],
  ['cut-answered', 0.002],
  ['delay', 0.01],
]
/** The same for a call on its way to the server. */
const calling: readonly (readonly [Breakage, number])[] = [
  ['cut-answered', 0.02],
  ['cut-mid-answer', 0.01],
  ['cut-sent', 0.01],
  ['reset', 0.01],
  ['delay', 0.01],
]

/** A proxy before the database and one before the server break the connections that pass through them. */
export const brokenConnections: FaultProgram = {
  description:
    'Connections to the database and to the server are delayed, reset, cut around their commits and left half open.',
  async run({ size, seed, log, on }) {
    const { operations, ambiguous, players, halfOpen, timeoutMs, restMs } = sizes[size]
    const draw = seededRandom(seed)
    const pick = (likely: readonly (readonly [Breakage, number])[]): Breakage | null => {
      let drawn = draw()
      for (const [breakage, share] of likely) {
        if (drawn < share) return breakage
        drawn -= share
      }
      return null
    }
    const delayMs = (): number => draw() * 300
    let isOpen = false
    const next = { half: null as 'swallow-requests' | 'swallow-responses' | null }
    const toDatabase = await openProxy({
      delayMs,
      choose: (piece) => {
        if (!isOpen) return null
        if (!commitsMoney(piece)) return pick(reading)
        const half = next.half
        next.half = null
        return half ?? pick(committing)
      },
    })
    const toServer = await openProxy({ delayMs, choose: () => pick(calling) })
    const app = await openFaultApp({
      players,
      on,
      env: { DATABASE_TIMEOUT_MS: String(timeoutMs), LOG_LEVEL: 'fatal' },
      through: (urls) => {
        const app = throughPort(urls.appUrl, toDatabase.port)
        toDatabase.aim(app.target)
        return { appUrl: app.url, ownerUrl: urls.ownerUrl }
      },
    })
    try {
      await app.start()
      toServer.aim({ port: app.port })
      isOpen = true
      const callers = startCallers(app, {
        seed,
        port: toServer.port,
        restMs,
        answerWithinMs: size === 'short' ? 30_000 : 10_000,
        // PIN hashes run at low priority: on a busy machine they take longer than a broken connection may.
        next: size === 'short' ? withoutPins(usualOperation) : usualOperation,
      })
      const lost = (): number => lostAnswers(toDatabase) + lostAnswers(toServer)
      for (let half = 0; half < halfOpen; half += 1) {
        await until(callers, (operations * (half + 0.5)) / halfOpen, log)
        next.half = half % 2 === 0 ? 'swallow-responses' : 'swallow-requests'
      }
      await until(callers, operations, log)
      for (let more = operations; lost() < ambiguous; more += 20) await until(callers, more, () => {})
      for (const proxy of [toDatabase, toServer]) proxy.heal()
      await callers.stop()
      const faults = [...(await checkOracle(app, callers.done)), ...(await checkReplays(app, callers.done, 25))]
      faults.push(...(await checkOracle(app, callers.done)))
      if (callers.attempts.hung > 0)
        faults.push(`${callers.attempts.hung} calls were not answered in time: ${callers.attempts.broken.join('; ')}`)
      return {
        figures: {
          operations: callers.done.length,
          acknowledged: callers.done.filter((one) => one.answer.status === 'success').length,
          ambiguous: lost(),
          lostAfterCommitSent: lostAnswers(toDatabase),
          lostOnTheWayToTheCaller: lostAnswers(toServer),
          ...figuresOf('database', toDatabase),
          ...figuresOf('server', toServer),
          rejectedForNow: callers.attempts.busy,
          broken: callers.attempts.ambiguous,
        },
        faults,
      }
    } finally {
      await app.close()
      await Promise.all([toDatabase.close(), toServer.close()])
    }
  },
}

/** Whether a chunk on the way to the database commits a movement of money. */
function commitsMoney(piece: Buffer): boolean {
  return piece.includes('ledger_post') || piece.includes('commit')
}

function lostAnswers(proxy: Proxy): number {
  let lost = 0
  for (const [breakage, times] of proxy.done) if (losesAnswer[breakage]) lost += times
  return lost
}

function figuresOf(name: string, proxy: Proxy): Record<string, number> {
  return Object.fromEntries([...proxy.done].map(([breakage, times]) => [`${name}:${breakage}`, times]))
}

async function until(callers: Callers, operations: number, log: (line: string) => void): Promise<void> {
  let before = -1
  for (let polls = 0; callers.done.length < operations; polls += 1) {
    if (polls % 600 === 0) {
      if (callers.done.length === before) throw new Error('no caller got a response for half a minute')
      before = callers.done.length
    }
    await sleep(50)
  }
  log(`${callers.done.length} operations, ${callers.attempts.busy} refused as busy`)
}
