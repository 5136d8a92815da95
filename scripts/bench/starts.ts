import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './measure.ts'
import { openBenchServer } from './server.ts'

const repeats = Number(process.env['BENCH_REPEATS'] ?? 9)
const compiledHook = new URL('../faults/compiled-hook.ts', import.meta.url).href
/** After it the files that Node compiled during the first start are written. */
const settleMs = 1_500

/**
 * Starts of the server on a database whose games are published, until `/readyz` answers 200: seconds by the clock and of
 * the processor, the server's own without PostgreSQL's. The first start publishes the games and compiles the program.
 */
export async function startsBench(): Promise<void> {
  const nodeArgs = ['--import', compiledHook, ...(process.env['BENCH_NODE_ARGS']?.split(' ') ?? [])]
  const server = await openBenchServer({ players: 1, nodeArgs })
  try {
    await sleep(settleMs)
    const [walls, processor]: [number[], number[]] = [[], []]
    for (let index = 0; index < repeats; index += 1) {
      await server.stop()
      const begun = performance.now()
      await server.start()
      walls.push((performance.now() - begun) / 1_000)
      processor.push(await server.cpuSeconds())
    }
    const shown = (seconds: readonly number[]): string =>
      `${median(seconds).toFixed(2)} s (${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(2)})`
    console.log(`${repeats} starts: ${shown(walls)} until ready, of the processor ${shown(processor)}`)
  } finally {
    await server.close()
  }
}
