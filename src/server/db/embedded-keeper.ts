import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './embedded-process.ts'
import type { EmbeddedDatabase } from './embedded.ts'

const checkMs = 1_000
const pauseMs = 5_000

/** An embedded PostgreSQL that is started again whenever it has ended, such as on a full disk. */
export type KeptDatabase = {
  /** The process that runs, or ran last. */
  pid: () => number
  /** Stops keeping it, and PostgreSQL with it. */
  stop: () => Promise<void>
}

/**
 * Looks once a second whether `first` still runs, and starts it again with `start` until that succeeds, every five seconds. `report` gets
 * a line at its end, one for each new reason why it does not start, and one when it runs again. `onMoved`: it runs under another address,
 * which connections of this program do not find.
 */
export function keepEmbedded(
  first: EmbeddedDatabase,
  {
    start,
    report,
    onMoved,
  }: { start: () => Promise<EmbeddedDatabase>; report: (line: string) => void; onMoved: () => void },
): KeptDatabase {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal }).catch(() => undefined)
  let current = first

  async function startAgain(): Promise<void> {
    let reason = ''
    while (!signal.aborted) {
      try {
        current = await start()
        report(`PostgreSQL runs again (pid ${current.pid}).`)
        if (current.appUrl !== first.appUrl) onMoved()
        return
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        if (text !== reason) report(text)
        reason = text
        await pause(pauseMs)
      }
    }
  }
  const keeping = (async () => {
    while (!signal.aborted) {
      await pause(checkMs)
      if (signal.aborted || (await isAlive(current.pid))) continue
      report(
        `PostgreSQL (pid ${current.pid}) has ended and is started again; postgres.log in the data folder says why.`,
      )
      await startAgain()
    }
  })()
  return {
    pid: () => current.pid,
    stop: async () => {
      stopping.abort()
      await keeping
      await current.stop()
    },
  }
}
