import { readdir } from 'node:fs/promises'
import type { Manifest } from './manifest.ts'
import { readKept } from './wal-archive.ts'

/** A line of the log's history: the timelines that lead to one, each with the place it was left at. */
export type Ancestry = { timeline: number; left: ReadonlyMap<number, bigint> }

/**
 * The newest timeline in an archive, which is the one a restore follows: a house that goes on as a restored copy begins a new
 * one, and what the lost machine may still have written after that is a branch nobody follows.
 */
export async function newestTimeline(wal: string): Promise<Ancestry> {
  const names = (await readdir(wal).catch(() => [])).filter((name) => /^[0-9A-F]{8}\.history\.gz$/.test(name))
  const newest = names.toSorted().at(-1)
  if (newest === undefined) return { timeline: 1, left: new Map() }
  const text = String(await readKept(wal, newest.slice(0, -'.gz'.length)))
  const lines = [...text.matchAll(/^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)]
  return {
    timeline: parseInt(newest.slice(0, 8), 16),
    left: new Map(lines.map(([, timeline, place]) => [Number(timeline), lsnOf(place ?? '')])),
  }
}

/** Whether a base backup lies on the way to a timeline: whole before the place its own was left at. */
export function leadsTo({ timeline, left }: Ancestry, manifest: Manifest): boolean {
  const own = parseInt(manifest.startWal.slice(0, 8), 16)
  if (own === timeline) return true
  const place = left.get(own)
  return place !== undefined && lsnOf(manifest.stopLsn) <= place
}

function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
