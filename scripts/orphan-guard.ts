import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '../src/server/db/embedded-binaries.ts'
import { findPostmaster, stopPostmaster } from '../src/server/db/embedded-process.ts'

/**
 * A small process beside a test run: `node orphan-guard.ts <folder>`. The run writes only below that folder, which is
 * its `TMPDIR`. The guard's input ends when the run ends, also when it is killed; then the guard stops every PostgreSQL
 * whose data are there and removes the folder. Unless the run wrote `finished` before, it also ends every other program
 * that was started with that `TMPDIR` or one below it.
 */
const [folder] = process.argv.slice(2)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

let received = ''
process.stdin.on('data', (bytes) => (received += String(bytes)))
process.stdin.once('close', () => {
  if (folder !== undefined) void cleanUp(folder, received.includes('finished'))
})
process.stdout.write('ready')

async function cleanUp(place: string, isFinished: boolean): Promise<void> {
  // A run may have been killed while one of its servers was still starting.
  const rounds = isFinished ? 1 : 3
  for (let round = 1; round <= rounds; round += 1) {
    if (!isFinished) await endPrograms(place)
    for (const data of await findClusters(place)) await stopCluster(data, place)
    if (round < rounds) await new Promise((resolve) => setTimeout(resolve, 300))
  }
  await rm(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

async function stopCluster(data: string, place: string): Promise<void> {
  const found = await findPostmaster(data)
  if (found === null) return
  const { pgCtl } = await findBinaries(join(place, 'postgres-libraries'))
  await stopPostmaster(data, found.pid, pgCtl, 2_000).catch(() => {})
}

/** Every folder below with a `postmaster.pid`. A cluster's own folders are not searched. */
async function findClusters(place: string, depth = 8): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
  if (entries.some(({ name }) => name === 'postmaster.pid')) return [place]
  if (depth === 0 || entries.some(({ name }) => name === 'PG_VERSION')) return []
  const below = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => findClusters(join(place, name), depth - 1))
  return (await Promise.all(below)).flat()
}

/** Only Linux shows the environment of other processes; elsewhere the programs end when their database has stopped. */
async function endPrograms(place: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (!environment.split('\0').some((one) => `${one}/`.startsWith(`TMPDIR=${place}/`))) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}
