import { readdir } from 'node:fs/promises'
import { walFolder } from '../db/embedded-backup.ts'
import type { Manifest } from './manifest.ts'
import { parseServerTime, type Moment } from './moment.ts'
import {
  ArchiveConflict,
  listSegments,
  nameAt,
  placeOf,
  readArchived,
  readTrusted,
  segmentAt,
  timelineOf,
  type WalTrust,
} from './wal-archive.ts'

/**
 * Where a timeline ended for those that follow: the position in the log, and the time of the first commit behind it,
 * which they leave out; null where PostgreSQL stopped for another reason than a time.
 */
export type Branch = { end: bigint; firstLeft: Moment | null }

/** A timeline and its ancestors, each with the branch at which the next one begins. */
export type Ancestry = { timeline: number; left: ReadonlyMap<number, Branch> }

/**
 * The newest timeline in an archive, which a restore follows unless another is named: a restored copy begins a new
 * timeline, and anything a lost machine wrote after that point is an abandoned branch. With `trust` its history must be
 * signed as it demands.
 */
export async function newestTimeline(wal: string, trust: WalTrust | null = null): Promise<Ancestry> {
  const names = (await readdir(wal).catch(() => [])).filter((name) => /^[0-9A-F]{8}\.history\.gz$/.test(name))
  const newest = parseInt(names.toSorted().at(-1)?.slice(0, 8) ?? '1', 16)
  return (await findTimeline(wal, newest, trust)) ?? { timeline: 1, left: new Map() }
}

/** A timeline of an archive; null where it has none of this number. The first one usually has no history. */
export async function findTimeline(
  wal: string,
  timeline: number,
  trust: WalTrust | null = null,
): Promise<Ancestry | null> {
  const name = `${nameAt(timeline, 0).slice(0, 8)}.history`
  const history = await (trust === null ? readArchived(wal, name) : readTrusted(wal, name, trust))
  if (history === null) return timeline === 1 ? { timeline, left: new Map() } : null
  // The reason is `before <time>` where a restore stopped at a time, and that of the first commit it left out.
  const lines = String(history).matchAll(/^(\d+)\s+([0-9A-F]+\/[0-9A-F]+)(?:\s+before (\d{4}-\S+ \S+))?/gm)
  const branches = [...lines].map(
    ([, from, place = '', time]) =>
      [Number(from), { end: lsnOf(place), firstLeft: time === undefined ? null : parseServerTime(time) }] as const,
  )
  return { timeline, left: new Map(branches) }
}

/**
 * Throws `ArchiveConflict` where a later timeline than the cluster's has begun in its backup folder: restores follow
 * that one, and leave out what this cluster archives.
 */
export async function assertFollowed(backupDir: string, pgData: string): Promise<void> {
  const own = await timelineOf(pgData)
  const { timeline } = await newestTimeline(walFolder(backupDir))
  if (timeline <= own) return
  throw new ArchiveConflict(
    `timeline ${timeline} has begun in ${backupDir}: another copy archives there, and no restore follows timeline ${own} of this database`,
  )
}

/**
 * Whether a timeline can be reached from a base backup: it was completed before the next timeline branched off its own.
 */
export function leadsTo({ timeline, left }: Ancestry, manifest: Manifest): boolean {
  const own = timelineIn(manifest.startWal)
  if (own === timeline) return true
  const branch = left.get(own)
  return branch !== undefined && lsnOf(manifest.stopLsn) <= branch.end
}

/** The timeline of a segment, from its name. */
export function timelineIn(segment: string): number {
  return parseInt(segment.slice(0, 8), 16)
}

/** The name of the segment that a restore reads at a number of the log: on the last timeline of those that begin in it or before. */
export function followedName({ timeline, left }: Ancestry, place: number): string {
  const before = [...left].toSorted(([one], [other]) => one - other).find(([, { end }]) => place < segmentAt(end))
  return nameAt(before?.[0] ?? timeline, place)
}

/**
 * The segments from a number on that are missing although a restore that follows a timeline (by default the newest) would read a later one. A segment of
 * an abandoned branch is no substitute: PostgreSQL would take it for the end of the log.
 */
export async function missingSegments(wal: string, from: string, timeline: Ancestry | null = null): Promise<string[]> {
  const followed = timeline ?? (await newestTimeline(wal))
  const archived = await listSegments(wal)
  const isThere = (place: number): boolean => archived.get(place)?.includes(followedName(followed, place)) === true
  const last = Math.max(-1, ...[...archived.keys()].filter(isThere))
  const missing: string[] = []
  for (let place = placeOf(from); place <= last; place += 1) {
    if (!isThere(place)) missing.push(followedName(followed, place))
  }
  return missing
}

function lsnOf(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
