import type { Deps } from '#server/deps.ts'
import { followExclusion } from '#server/ledger/limits.ts'
import { auditSystem } from '#server/modules/audit/store.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { sql } from 'kysely'
import { lockPersonMarks } from './store.ts'

type FollowDeps = Pick<Deps, 'db' | 'events'>

/**
 * Extends running exclusions and breaks to the accounts that are certainly of the same person (`isSamePerson`) and that
 * are excluded for a shorter time or not at all: those that were recognised only after the exclusion began. `members`
 * are those whose marks were just stored, null for all. Each account is excluded in a transaction of its own, and audited.
 */
export async function followExclusions(deps: FollowDeps, members: readonly bigint[] | null): Promise<void> {
  const done = new Set<bigint>()
  for (;;) {
    // An account that was reached now may in turn lead to another one.
    const found = (await findFollowers(deps.db, members)).filter(({ memberId }) => !done.has(memberId))
    if (found.length === 0) return
    for (const { memberId } of found) {
      done.add(memberId)
      if (!(await deps.db.transaction().execute((tx) => follow(tx, memberId)))) continue
      // The member's permissions have changed: their pages run the health check.
      deps.events.publish({ kind: 'session', memberId })
    }
  }
}

type Follower = {
  memberId: bigint
  publicId: string
  brandId: number
  /** The excluded account. */
  excludedId: bigint
  matched: string
  by: string[]
}

/** Pairs of accounts of one person of which one is excluded for longer; the furthest end of each account first. */
async function findFollowers(db: Database | Tx, members: readonly bigint[] | null): Promise<Follower[]> {
  const { rows } = await sql<Follower>`
    SELECT m.id AS "memberId", m.public_id AS "publicId", m.brand_id AS "brandId", x.id AS "excludedId",
        x.public_id AS matched, array_agg(DISTINCT k.kind ORDER BY k.kind) AS by
      FROM member x JOIN person_mark own ON own.member_id = x.id
      JOIN person_mark k ON k.hash = own.hash AND k.member_id <> x.id
      JOIN member m ON m.id = k.member_id
     WHERE x.excluded_until > clock_timestamp() AND m.status <> 'rejected'
       -- As in ledger_exclude, which takes nothing that ends within the same minute.
       AND coalesce(m.excluded_until, '-infinity') < x.excluded_until - interval '1 minute'
       AND (${members === null} OR x.id = ANY (${(members ?? []).map(String)}::bigint[])
         OR m.id = ANY (${(members ?? []).map(String)}::bigint[]))
     GROUP BY m.id, x.id
    HAVING bool_or(k.kind IN ('phone', 'account')) AND bool_or(k.kind = 'person')
     ORDER BY m.id, x.excluded_until DESC`.execute(db)
  return rows
}

/** Excludes one account as long as the person is; false when that was done meanwhile. */
async function follow(tx: Tx, memberId: bigint): Promise<boolean> {
  const marks = await tx.selectFrom('person_mark').select('hash').where('member_id', '=', memberId).execute()
  await lockPersonMarks(tx, marks)
  const found = (await findFollowers(tx, [memberId])).find((one) => one.memberId === memberId)
  if (found === undefined) return false
  const { kind, until, taken } = await followExclusion(tx, memberId, found.excludedId)
  if (!taken) return false
  await auditSystem(tx, {
    brandId: found.brandId,
    act: `limit.${kind}-extended`,
    subject: found.publicId,
    detail: { matched: found.matched, by: found.by.join(' '), until: until?.toISOString() ?? 'ever' },
  })
  return true
}
