import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/pool.ts'
import type { CoveredEnd } from '#server/ledger/seals.ts'

/**
 * Recomputes the audit's chain from its rows, up to an end that a sealed head covers. Every row on the way is then part of what was
 * signed, with its number and content, however the rows were found: no other rows lead to the same hash.
 */

const rowsPerPage = 1_000

/** A walk over the rows between its beginning and `end`, some pages at a time. */
export type ChainWalk = {
  /** The groups that it is to find. */
  groups: ReadonlySet<string>
  end: Pick<CoveredEnd, 'seq' | 'hash'>
  /** Up to where it has come; null where the row before the first one is missing. */
  at: { seq: bigint; hash: Buffer } | null
  /** The acts of `groups` on the way, in their signed form (`act_form` in `db/functions/audit/acts.sql`). */
  found: Map<string, { id: bigint; form: Buffer }[]>
}

/** Begins a walk with the row of number `first`. */
export async function beginWalk(
  db: Database,
  { first, end, groups }: { first: bigint; end: CoveredEnd; groups: readonly string[] },
): Promise<ChainWalk> {
  const before = first - 1n
  const { rows } = await sql<{ hash: Buffer }>`SELECT hash FROM audit WHERE seq = ${before}`.execute(db)
  const hash = before === 0n ? Buffer.alloc(0) : rows[0]?.hash
  const at = before < 0n || hash === undefined ? null : { seq: before, hash }
  return { groups: new Set(groups), end, at, found: new Map() }
}

type Row = { seq: bigint; id: bigint; hash: Buffer; group: string | null; canonical: Buffer; form: Buffer }

/** Walks on by at most `mostPages` pages. `broken`: the rows do not lead to the end. */
export async function walkOn(
  db: Database,
  walk: ChainWalk,
  mostPages: number,
): Promise<'whole' | 'broken' | 'unfinished'> {
  for (let page = 0; page < mostPages; page += 1) {
    if (walk.at === null) return 'broken'
    const { rows } = await sql<Row>`
      SELECT seq, id, hash, act_group::text AS "group", audit_canonical(audit) AS canonical, act_form(audit) AS form FROM audit
      WHERE seq > ${walk.at.seq} AND seq <= ${walk.end.seq} ORDER BY seq LIMIT ${rowsPerPage}`.execute(db)
    if (rows.length === 0) return 'broken'
    for (const row of rows) {
      const hash: Buffer = createHash('sha256').update(walk.at.hash).update(row.canonical).digest()
      if (row.seq !== walk.at.seq + 1n || !row.hash.equals(hash)) return 'broken'
      walk.at = { seq: row.seq, hash }
      if (row.group === null || !walk.groups.has(row.group)) continue
      const acts = walk.found.get(row.group) ?? []
      walk.found.set(row.group, acts)
      acts.push({ id: row.id, form: row.form })
    }
    if (walk.at.seq === walk.end.seq) return walk.at.hash.equals(walk.end.hash) ? 'whole' : 'broken'
  }
  return 'unfinished'
}

/** The digest of each group that a whole walk found, as `act_pending` computes it for the signature. */
export async function digestsOf(db: Database, { found }: ChainWalk): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ group: string; digest: Buffer }>`
    SELECT act_group::text AS "group", sha256(string_agg(sha256(state_change_form(state_change)), ''::bytea ORDER BY id)) AS digest
    FROM state_change WHERE act_group = ANY (${[...found.keys()]}::uuid[]) GROUP BY act_group`.execute(db)
  const changes = new Map(rows.map(({ group, digest }) => [group, digest]))
  const none = createHash('sha256').digest()
  return new Map(
    [...found].map(([group, acts]) => {
      const inOrder = acts.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ form }) => form)
      const ofActs = createHash('sha256').update(Buffer.concat(inOrder)).digest()
      return [
        group,
        createHash('sha256')
          .update(ofActs)
          .update(changes.get(group) ?? none)
          .digest(),
      ]
    }),
  )
}
