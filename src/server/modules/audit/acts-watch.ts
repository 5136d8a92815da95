import { CompiledQuery, sql } from 'kysely'
import type { Database } from '#server/db/pool.ts'
import { forgetGroups, groupsSince, isAsSigned } from '#server/db/signed-groups.ts'
import { readWithoutIndexes } from '#server/db/without-indexes.ts'
import type { Deps } from '#server/deps.ts'
import { createSealKeys, readCoveredEnd, type CoveredEnd } from '#server/ledger/seals.ts'
import { beginWalk, digestsOf, walkOn, type ChainWalk } from './chain-walk.ts'

/**
 * Watches the groups of acts that this process signed, until it has itself recomputed the audit's chain from their rows to the end
 * that a genuine head covers: from then on the books find whatever happens to them (docs/decisions/028-signed-acts.md).
 */

const groupsPerLook = 2_000
const pagesPerLook = 20
/** From this age on an act that is not chained, while nothing older waits, counts as missing. */
const leftOutAfterSeconds = 300
const usualAgeMs = 5_000

export type ActsWatch = {
  /**
   * Looks for them. One that is gone was removed before the audit's chain protected it, one that is not chained although nothing older
   * waits is missing in the index by which acts are chained, and one is altered when its row is not the one that was signed, or not part of the
   * chain that is covered. Each is logged, and an act of its own, which is a fault of the books until an operator accepts it. Returns how many there are.
   */
  look: (options?: { ageMs?: number; leftOutAfterMs?: number; queueSeconds?: number }) => Promise<number>
  /** How many are not known to be covered, up to 2 000. */
  waiting: () => number
}

type WatchDeps = Pick<Deps, 'db' | 'log'> & { config: Pick<Deps['config'], 'secret'> }

/** Watches the groups that were signed through `db`. */
export function watchActs(deps: WatchDeps): ActsWatch {
  const { db } = deps
  let walk: ChainWalk | null = null
  /** Forgets what a head covers; returns what a head claims to cover, although the rows are not those that were signed. */
  const prove = async (looks: readonly Look[]): Promise<string[]> => {
    if (walk === null) {
      const begun = await begin(deps, looks)
      if (!Array.isArray(begun)) walk = begun
      else return begun
    }
    if (walk === null) return []
    // A walk that an error interrupts, such as a lost connection, begins anew: what it was about to compare is not known.
    const current: ChainWalk = walk
    walk = null
    const result = await walkOn(db, current, pagesPerLook)
    if (result === 'unfinished') {
      walk = current
      return []
    }
    const digests = result === 'whole' ? await digestsOf(db, current) : new Map<string, Buffer>()
    const states = [...current.groups].map((group) => ({
      group,
      isAsSigned: isAsSigned(db, { group, digest: digests.get(group) ?? Buffer.alloc(0) }),
    }))
    forgetGroups(db, groupsOf(states.filter((one) => one.isAsSigned === true)))
    return groupsOf(states.filter((one) => one.isAsSigned === false))
  }
  return {
    waiting: () => groupsSince(db, { ageMs: 0, most: groupsPerLook }).length,
    look: async ({ ageMs = usualAgeMs, leftOutAfterMs = leftOutAfterSeconds * 1000, queueSeconds = 0 } = {}) => {
      const groups = groupsSince(db, { ageMs, most: groupsPerLook })
      if (groups.length === 0) return 0
      const byIndex = await lookAt(db, groups)
      const altered = await prove(byIndex)
      const old = new Set(groupsSince(db, { ageMs: leftOutAfterMs, most: groupsPerLook }))
      const isChainingOn = queueSeconds * 1000 < leftOutAfterMs
      // What an index says is missing, or not chained for long, is read once more from the tables themselves.
      const doubtful = byIndex.filter(
        ({ group, acts, chained }) => acts === 0 || (isChainingOn && old.has(group) && chained < acts),
      )
      const looks = doubtful.length === 0 ? [] : await fromTables(db, (tx) => lookAt(tx, groupsOf(doubtful)))
      const gone = groupsOf(looks.filter(({ acts }) => acts === 0))
      const leftOut = groupsOf(looks.filter(({ group, acts, chained }) => chained < acts && old.has(group)))
      const found = { gone, leftOut, altered: altered.filter((group) => !gone.includes(group)) }
      const all = Object.values(found).flat()
      await writeMissing(deps, found)
      forgetGroups(db, all)
      return all.length
    },
  }
}

/**
 * Begins with the oldest of the acts that the newest head claims to cover; null where there are none. Returns their groups where no walk is
 * needed to see that the head does not cover them: nobody who has the key made it, or a number is not one of the chain.
 */
async function begin({ db, config }: WatchDeps, looks: readonly Look[]): Promise<ChainWalk | null | string[]> {
  const chained = looks.filter(({ acts, chained: some }) => acts > 0 && some === acts)
  if (chained.length === 0) return null
  const keys = createSealKeys(config.secret)
  let end: CoveredEnd | null = await readCoveredEnd(db, keys)
  // An index may lack seals of the head.
  if (end?.isGenuine === false) end = await fromTables(db, (tx) => readCoveredEnd(tx, keys))
  if (end === null) return null
  const { seq } = end
  const claimed = chained.filter(({ last }) => last !== null && last <= seq)
  const first = claimed.reduce((least, look) => (look.first !== null && look.first < least ? look.first : least), seq)
  if (!end.isGenuine || first < 1n) return groupsOf(claimed.filter((look) => !end.isGenuine || (look.first ?? 0n) < 1n))
  return claimed.length === 0 ? null : beginWalk(db, { first, end, groups: groupsOf(claimed) })
}

/** A group with the number of its acts, of those that are chained, and their lowest and highest numbers in the chain. */
type Look = { group: string; acts: number; chained: number; first: bigint | null; last: bigint | null }

function groupsOf(looks: readonly { group: string }[]): string[] {
  return looks.map(({ group }) => group)
}

async function lookAt(db: Database, groups: readonly string[]): Promise<Look[]> {
  // The group of the row itself is compared as well: an index may lead to another one.
  const { rows } = await sql<Look>`
    SELECT g.id::text AS "group", count(a.id)::int AS acts, count(a.seq)::int AS chained, min(a.seq) AS first, max(a.seq) AS last
    FROM unnest(${groups}::uuid[]) g (id) LEFT JOIN audit a ON a.act_group = g.id AND a.act_group::text = g.id::text
    GROUP BY g.id`.execute(db)
  return rows
}

function fromTables<Result>(db: Database, read: (tx: Database) => Promise<Result>): Promise<Result> {
  return db.transaction().execute((tx) =>
    readWithoutIndexes(
      (text) => tx.executeQuery(CompiledQuery.raw(text)),
      () => read(tx),
    ),
  )
}

type Missing = { gone: readonly string[]; leftOut: readonly string[]; altered: readonly string[] }

async function writeMissing({ db, log }: WatchDeps, { gone, leftOut, altered }: Missing): Promise<void> {
  const report = (groups: readonly string[], message: string): void => {
    if (groups.length > 0) log.error({ groups: groups.slice(0, 10), count: groups.length }, message)
  }
  report(gone, 'acts that were signed and committed are gone')
  report(leftOut, 'acts that were signed and committed are never chained: an index lacks them')
  report(altered, 'acts that were signed and committed are not in the chain that a head covers: rows were altered')
  const missing = { actor_kind: 'system', act: 'acts.missing' } as const
  const rows = [
    ...gone.map((subject) => ({ ...missing, subject })),
    ...leftOut.map((subject) => ({ ...missing, subject, detail: JSON.stringify({ unchained: true }) })),
    ...altered.map((subject) => ({ ...missing, subject, detail: JSON.stringify({ altered: true }) })),
  ]
  if (rows.length > 0) await db.transaction().execute((tx) => tx.insertInto('audit').values(rows).execute())
}
