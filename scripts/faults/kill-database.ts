import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPostmaster, waitUntilEnded } from '#server/db/embedded-process.ts'
import type { FaultApp } from './fault-app.ts'

/** Which processes of a cluster are killed: all, the postmaster alone, or some backends of the application. */
export const waysToKill = ['whole', 'postmaster', 'backends'] as const
export type WayToKill = (typeof waysToKill)[number]

/**
 * `kill -9` in the app's own cluster; `also` are killed at the same instant. Returns how many processes were killed.
 * After `backends` the cluster recovers by itself, else it has to be started.
 */
export async function killDatabase(
  app: FaultApp,
  way: WayToKill,
  draw: () => number,
  also: readonly number[] = [],
): Promise<number> {
  const pgData = app.database?.pgData
  const postmaster = pgData === undefined ? null : await readPostmaster(pgData)
  if (postmaster === null) throw new Error('there is no cluster to kill')
  const children = await childrenOf(postmaster.pid)
  const serving = children.filter((child) => child.title.includes('baize_app')).map((child) => child.pid)
  const victims = {
    whole: [postmaster.pid, ...children.map((child) => child.pid)],
    postmaster: [postmaster.pid],
    backends: serving.filter((_, index) => index === 0 || draw() < 0.4),
  }[way]
  for (const pid of [...also, ...victims]) kill(pid)
  if (way !== 'backends') await waitUntilEnded(postmaster.pid, 10_000)
  return victims.length
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has just ended by itself.
  }
}

/** The child processes of a process, with their titles. */
async function childrenOf(parent: number): Promise<{ pid: number; title: string }[]> {
  const found: { pid: number; title: string }[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(join('/proc', name, 'stat'), 'utf8').catch(() => '')
    const [, from] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(from) !== parent) continue
    found.push({ pid: Number(name), title: await readFile(join('/proc', name, 'cmdline'), 'utf8').catch(() => '') })
  }
  return found
}
