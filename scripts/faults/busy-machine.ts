import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { makeMember, makeSession, someMoney } from '#server/seed/builders.ts'
import { scaledMs } from '#test/machine.ts'
import { percentile } from '../bench/measure.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { sleep, type FaultProgram } from './program.ts'

/** `rounds`: how often the withdrawals alternate between a quiet machine and a busy one. */
const sizes = {
  full: { withdrawals: 500, rounds: 2, loops: 20, atOnce: 4 },
  short: { withdrawals: 6, rounds: 1, loops: 2, atOnce: 2 },
} as const

/** The limits of the full form: no longer wait for an answer, no more refusals of one withdrawal, no slower. */
const longestMs = 15_000
const mostRefusals = 1
const mostTimesSlower = 15
/** The short form only finds a caller that gets no answer at all. */
const shortLongestMs = 120_000

type Player = { token: string; pin: string }
type Filed = { ms: number; refusals: number; status: string }

/** Members withdraw beside busy loops of other programs, and without them in the same run. */
export const busyMachine: FaultProgram = {
  description: 'Beside 20 busy loops of other programs every withdrawal is answered, and refused once at most.',
  async run({ size, log, on }) {
    const { withdrawals, rounds, loops, atOnce } = sizes[size]
    const app = await openFaultApp({ players: 0, on, env: { LOG_LEVEL: 'fatal' } })
    try {
      const players: Player[] = []
      // A member has one open withdrawal: each is filed by a member of its own.
      for (let index = 0; index < withdrawals * 2 + atOnce; index += 1) {
        const member = await makeMember(app.site, app.brand, { cash: someMoney })
        players.push({ token: (await makeSession(app.site, member)).token, pin: member.pin })
      }
      await app.start()
      const file = (count: number): Promise<Filed[]> => fileAll(app, players.splice(0, count), atOnce, size)
      await file(atOnce)
      const quiet: Filed[] = []
      const busy: Filed[] = []
      for (let round = 0; round < rounds; round += 1) {
        quiet.push(...(await file(withdrawals / rounds)))
        const end = await startLoops(loops)
        try {
          busy.push(...(await file(withdrawals / rounds)))
        } finally {
          await end()
        }
        log(`quiet ${describe(quiet)}; beside ${loops} loops ${describe(busy)}`)
      }
      const times = p99(busy) / p99(quiet)
      const faults = [...faultsOf(quiet, size), ...faultsOf(busy, size)]
      if (size === 'full' && times > mostTimesSlower) faults.push(`p99 is ${times.toFixed(1)} times the quiet one`)
      const books = await checkBooks(app.pool)
      faults.push(...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`))
      return {
        figures: {
          withdrawals: busy.length,
          quietP99Ms: Math.round(p99(quiet)),
          busyP99Ms: Math.round(p99(busy)),
          timesSlower: times.toFixed(1),
          slowestMs: Math.round(Math.max(...busy.map(({ ms }) => ms))),
          refusedOnce: busy.filter(({ refusals }) => refusals === 1).length,
          refusedMore: busy.filter(({ refusals }) => refusals > 1).length,
        },
        faults,
      }
    } finally {
      await app.close()
    }
  },
}

function p99(filed: readonly Filed[]): number {
  return percentile(
    filed.map(({ ms }) => ms),
    0.99,
  )
}

function describe(filed: readonly Filed[]): string {
  const median = percentile(
    filed.map(({ ms }) => ms),
    0.5,
  )
  return `median ${median.toFixed(0)} ms, p99 ${p99(filed).toFixed(0)} ms`
}

function faultsOf(filed: readonly Filed[], size: 'full' | 'short'): string[] {
  const most = size === 'full' ? longestMs : scaledMs(shortLongestMs)
  return filed.flatMap(({ ms, refusals, status }) => [
    ...(status === 'success' ? [] : [`a withdrawal was answered ${status}`]),
    ...(ms > most ? [`a withdrawal took ${Math.round(ms)} ms`] : []),
    ...(size === 'full' && refusals > mostRefusals ? [`a withdrawal was refused ${refusals} times`] : []),
  ])
}

/** Files one withdrawal for each player, `atOnce` at a time. */
async function fileAll(
  app: FaultApp,
  players: readonly Player[],
  atOnce: number,
  size: 'full' | 'short',
): Promise<Filed[]> {
  const waiting = [...players]
  const filed: Filed[] = []
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) filed.push(await file(app, next, size))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return filed
}

/** Files a withdrawal as a browser does: again with the same id after the time that a refusal names. */
async function file(app: FaultApp, player: Player, size: 'full' | 'short'): Promise<Filed> {
  const begun = performance.now()
  const body = JSON.stringify({ requestId: randomUUID(), balance: '10000', pass: player.pin })
  const most = size === 'full' ? longestMs * 2 : scaledMs(shortLongestMs)
  for (let refusals = 0; ; refusals += 1) {
    const response = await fetch(`http://127.0.0.1:${app.port}/api/routes/apply-user-withdraw`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${player.token}` },
      body,
      signal: AbortSignal.timeout(most),
    }).catch((error: unknown) => String(error))
    const ms = performance.now() - begun
    if (typeof response === 'string') return { ms, refusals, status: response }
    const answer = (await response.json()) as { status: string }
    if (response.status === 200) return { ms, refusals, status: answer.status }
    if (ms > most) return { ms, refusals, status: `${response.status} ${answer.status}` }
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
  }
}

/** Starts programs that use all the processor time they get; returns a function that ends them. */
async function startLoops(count: number): Promise<() => Promise<void>> {
  const loops: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', `process.stdout.write('.'); for (;;);`], { stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  const ended = loops.map((loop) => once(loop, 'exit'))
  const end = async (): Promise<void> => {
    for (const loop of loops) loop.kill('SIGKILL')
    await Promise.all(ended)
  }
  try {
    await Promise.all(loops.map(({ stdout }) => (stdout === null ? null : once(stdout, 'data'))))
  } catch (error) {
    await end()
    throw error
  }
  return end
}
