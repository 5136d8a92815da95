import { readdir } from 'node:fs/promises'
import type { Manifest } from './manifest.ts'
import { listSegments, nameAt, placeOf, readArchived, readTrusted, segmentAt, type WalTrust } from './wal-archive.ts'

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

/** The name of the segment that a restore reads at a number of the log: on the newest timeline of those that begin in it or before. */
export function followedName({ timeline, left }: Ancestry, place: number): string {
  const before = [...left].toSorted(([one], [other]) => one - other).find(([, end]) => place < segmentAt(end))
  return nameAt(before?.[0] ?? timeline, place)
}

/**
 * The segments from a number on that are missing although a restore, which follows the newest timeline, would read a later one. A segment of an
 * abandoned branch is no substitute: PostgreSQL would take it for the end of the log.
 */
export async function missingSegments(wal: string, from: string): Promise<string[]> {
  const newest = await newestTimeline(wal)
  const archived = await listSegments(wal)
  const isThere = (place: number): boolean => archived.get(place)?.includes(followedName(newest, place)) === true
  const last = Math.max(-1, ...[...archived.keys()].filter(isThere))
  const missing: string[] = []
  for (let place = placeOf(from); place <= last; place += 1) {
    if (!isThere(place)) missing.push(followedName(newest, place))
  }
  return missing
}

function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
