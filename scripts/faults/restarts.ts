import WebSocket from 'ws'
import { liveCloseCodes } from '#domain/live.ts'
import type { ServerProcess } from '../server-process.ts'
import { startCallers, usualOperation, withoutPins } from './callers.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { checkOracle, checkReplays } from './oracle.ts'
import { sleep, type FaultProgram } from './program.ts'
import { openProxy } from './proxy.ts'
import { scaledMs } from '#test/machine.ts'

const sizes = {
  full: { restarts: 50, players: 32, drainMs: 2_000, restMs: 20, pages: 8 },
  short: { restarts: 1, players: 12, drainMs: 2_000, restMs: 40, pages: 3 },
} as const

/** Repeated releases: the next process is started and ready, new connections go to it, the old one gets SIGTERM. */
export const restarts: FaultProgram = {
  description:
    'Processes are replaced under load, by SIGTERM: each drains, and no caller sees an error or a broken connection.',
  async run({ size, seed, log, on }) {
    const { restarts: times, players, drainMs, restMs, pages } = sizes[size]
    const app = await openFaultApp({
      players,
      on,
      env: { DRAIN_MS: String(Math.min(5_000, scaledMs(drainMs))), LOG_LEVEL: 'error' },
    })
    // The proxy passes on whole connections, so those kept alive stay with the old process.
    const balancer = await openProxy({ choose: () => null, delayMs: () => 0 })
    const faults: string[] = []
    try {
      let current: ServerProcess = await app.startAnother()
      balancer.aim({ port: current.port })
      const callers = startCallers(app, {
        seed,
        restMs,
        answerWithinMs: size === 'short' ? 30_000 : 10_000,
        port: balancer.port,
        next: size === 'short' ? withoutPins(usualOperation) : usualOperation,
      })
      const polls = startPolls(app, balancer.port)
      const listeners = Array.from({ length: pages }, () => listen(balancer.port))
      const drains: number[] = []
      for (let time = 1; time <= times; time += 1) {
        const next = await app.startAnother()
        balancer.aim({ port: next.port })
        const begun = performance.now()
        const stopping = current.stop()
        faults.push(...(await checkDraining(current)))
        await stopping
        drains.push(performance.now() - begun)
        if (current.ended() !== 'code 0') faults.push(`restart ${time}: the old process ended with ${current.ended()}`)
        current = next
        if (time % 5 === 0) log(`${time} restarts, ${callers.done.length} answers, ${polls.answered()} polls`)
      }
      await sleep(restMs)
      await callers.stop()
      faults.push(...(await polls.stop()), ...listeners.flatMap((page) => page.end(times)))
      const { busy, ambiguous, refused } = callers.attempts
      if (busy + ambiguous + refused > 0) {
        faults.push(
          `callers met ${busy} times 503, ${ambiguous} broken connections, ${refused} refused connections: ${callers.attempts.broken.join('; ')}`,
        )
      }
      faults.push(...(await checkOracle(app, callers.done)))
      faults.push(...(await checkReplays(Object.assign(app, { port: current.port }), callers.done, 25)))
      return {
        figures: {
          restarts: times,
          acknowledged: callers.done.filter((one) => one.answer.status === 'success').length,
          polls: polls.answered(),
          seenByCallers: busy + ambiguous + refused,
          slowestDrainMs: Math.round(Math.max(...drains)),
        },
        faults,
      }
    } finally {
      await app.close()
      await balancer.close()
    }
  },
}

/** The old process reports at /readyz that it is not ready while it still answers calls. */
async function checkDraining(old: ServerProcess): Promise<string[]> {
  const seen: string[] = []
  while (old.ended() === null) {
    const begun = performance.now()
    const ready = await fetch(`http://127.0.0.1:${old.port}/readyz`).catch(() => null)
    if (ready?.status === 503 && ready.headers.get('connection') === 'close') return []
    seen.push(`${ready?.status ?? 'broken'} in ${Math.round(performance.now() - begun)} ms`)
    await sleep(10)
  }
  return [`the draining process did not answer 503 at /readyz, but ${seen.slice(-5).join(', ')}`]
}

/** Polls like open pages do, on connections that are kept alive: each must be answered 200. */
function startPolls(app: FaultApp, port: number): { answered: () => number; stop: () => Promise<string[]> } {
  let answered = 0
  let isPolling = true
  const faults: string[] = []
  const all = app.players.slice(0, 4).map(async ({ token }) => {
    while (isPolling) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const url = `http://127.0.0.1:${port}/api/routes/user-health-check`
      const polled = await fetch(url, { method: 'POST', headers, body: '{}' }).then(
        async (answer) => [answer.status, await answer.text()] as const,
        (error: unknown) => [0, String(error instanceof Error ? (error.cause ?? error) : error)] as const,
      )
      if (polled[0] === 200) answered += 1
      else faults.push(`a poll was answered ${polled[0]} ${polled[1].slice(0, 100)}`)
      await sleep(50)
    }
  })
  return {
    answered: () => answered,
    stop: async () => {
      isPolling = false
      await Promise.all(all)
      return faults
    },
  }
}

/** A page's socket: it reconnects when it is closed for a release; any other close is a fault. */
function listen(port: number): { end: (releases: number) => string[] } {
  let closedForRelease = 0
  let isOver = false
  const faults: string[] = []
  let socket: WebSocket
  const open = (): void => {
    socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, { headers: { origin: `http://127.0.0.1:${port}` } })
    socket.on('error', (error) => faults.push(`a page's socket broke: ${error.message}`))
    socket.on('close', (code) => {
      if (isOver) return
      if (code === liveCloseCodes.goingAway) closedForRelease += 1
      else faults.push(`a page's socket was closed with ${code}`)
      setTimeout(open, 50)
    })
  }
  open()
  return {
    end: (releases) => {
      isOver = true
      socket.terminate()
      if (closedForRelease < releases)
        faults.push(`a page’s socket was closed for a release ${closedForRelease} times in ${releases} releases`)
      return faults
    },
  }
}
