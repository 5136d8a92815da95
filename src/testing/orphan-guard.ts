import { rm } from 'node:fs/promises'
import { findPostmaster, stopPostmaster } from '../server/db/embedded-process.ts'

/**
 * A small process beside a test run: `node orphan-guard.ts <folder> <pg data> <pg_ctl>`. When its input ends, because the
 * run has ended in whatever way, it stops the run's PostgreSQL and removes its folder.
 */
const [folder, pgData, pgCtl] = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

process.stdin.resume()
process.stdin.once('close', () => {
  if (folder === undefined || pgData === undefined || pgCtl === undefined) return
  void cleanUp(folder, pgData, pgCtl)
})

async function cleanUp(place: string, data: string, stopper: string): Promise<void> {
  // A quick look again a moment later: the run may have died while its server was still starting.
  for (let look = 0; look < 3; look += 1) {
    const found = await findPostmaster(data)
    if (found !== null) await stopPostmaster(data, found.pid, stopper, 2_000)
    await new Promise((resolve) => setTimeout(resolve, look === 2 ? 0 : 300))
  }
  await rm(place, { recursive: true, force: true })
}
