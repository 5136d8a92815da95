import { readdir } from 'node:fs/promises'
import type { Manifest } from './manifest.ts'
import { readArchived, readTrusted, type WalTrust } from './wal-archive.ts'

/** A timeline and its ancestors, each with the log position at which the next one branched off. */
export type Ancestry = { timeline: number; left: ReadonlyMap<number, bigint> }

/**
 * The newest timeline in an archive, which a restore follows: a restored copy begins a new timeline, and anything a
 * lost machine wrote after that point is an abandoned branch. With `trust` its history must be signed as it demands.
 */
export async function newestTimeline(wal: string, trust: WalTrust | null = null): Promise<Ancestry> {
  const names = (await readdir(wal).catch(() => [])).filter((name) => /^[0-9A-F]{8}\.history\.gz$/.test(name))
  const newest = names.toSorted().at(-1)
  if (newest === undefined) return { timeline: 1, left: new Map() }
  const name = newest.slice(0, -'.gz'.length)
  const text = String(await (trust === null ? readArchived(wal, name) : readTrusted(wal, name, trust)))
  const lines = [...text.matchAll(/^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)]
  return {
    timeline: parseInt(newest.slice(0, 8), 16),
    left: new Map(lines.map(([, timeline, place]) => [Number(timeline), lsnOf(place ?? '')])),
  }
}

/**
 * Whether a timeline can be reached from a base backup: it was completed before the next timeline branched off its own.
 */
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
