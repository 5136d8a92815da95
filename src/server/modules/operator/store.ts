import { sql, type SqlBool } from 'kysely'
import type { OperatorReset } from '#contract/operator.ts'
import { commandOf, type ApprovalCommands, type CommandData } from '#domain/approval.ts'
import { onePersonHours } from '#domain/factor.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import type { Database } from '#server/db/pool.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { onePersonWith } from '#server/modules/approval/store.ts'

/** The operators as the office reads them, and the proposals to reset them. */

/** The operators that a caller sees: one limited to brands sees those who are limited to the same brands or fewer. */
export function seenOperators(db: Database | Tx, { caller }: OfficeContext) {
  const query = db.selectFrom('operator as o')
  const { brandIds } = caller
  return brandIds === null ? query : query.where(sql<SqlBool>`o.brand_ids <@ ${[...brandIds]}::int[]`)
}

export async function findOperatorId(tx: Tx, context: OfficeContext, publicId: string): Promise<bigint | null> {
  const row = await seenOperators(tx, context).select('o.id').where('o.public_id', '=', publicId).executeTakeFirst()
  return row?.id ?? null
}

/** The stored command of a reset. */
export function resetOf(command: unknown): ApprovalCommands['reset_operator'] {
  const stored = commandOf(command as CommandData)
  if (stored.act !== 'reset_operator') throw new Error(`the reset of an operator is stored as ${stored.act}`)
  return stored
}

/**
 * The open proposal to reset an operator, or else their latest reset of the last 96 hours, by public id. Resets on the
 * machine (`npm run operator`) are read from the audit; nobody is named for them.
 */
export async function readResets(
  db: Database,
  operators: readonly string[],
  callerId: bigint,
): Promise<ReadonlyMap<string, OperatorReset>> {
  const onePerson = await onePersonWith(db, callerId)
  const since = sql`now() - make_interval(hours => ${onePersonHours}::int)`
  const { rows } = await sql<{
    operator: string
    id: string | null
    state: 'open' | 'approved'
    command: unknown
    proposer: string | null
    proposed_by: bigint | null
    proposed_at: Date
    expires_at: Date | null
    decider: string | null
    decided_at: Date | null
  }>`
    SELECT o.public_id AS operator, r.*, proposer.name AS proposer, decider.name AS decider
    FROM operator o CROSS JOIN LATERAL (
      SELECT a.id, a.state, a.command, a.proposed_by, a.proposed_at, a.expires_at, a.decided_by, a.decided_at
      FROM approval a WHERE a.subject = o.public_id AND a.kind = 'reset_operator'
        AND ((a.state = 'open' AND a.expires_at > now()) OR (a.state = 'approved' AND a.decided_at > ${since}))
      UNION ALL
      SELECT NULL, 'approved', NULL, NULL, x.at, NULL, NULL, x.at
      FROM audit x WHERE x.subject = o.login AND x.act = 'operator.reset-factors' AND x.actor_kind = 'system' AND x.at > ${since}
      ORDER BY decided_at DESC NULLS FIRST LIMIT 1) r
    LEFT JOIN operator proposer ON proposer.id = r.proposed_by
    LEFT JOIN operator decider ON decider.id = r.decided_by
    WHERE o.public_id = ANY (${[...operators]}::uuid[])`.execute(db)
  return new Map(
    rows.map((row) => [
      row.operator,
      {
        id: row.id,
        state: row.state,
        reason: row.command === null ? '' : resetOf(row.command).reason,
        by: row.proposer,
        mine: row.proposed_by !== null && onePerson.includes(row.proposed_by),
        at: row.proposed_at.toISOString(),
        expiresAt: row.expires_at?.toISOString() ?? null,
        decidedBy: row.decider,
        decidedAt: row.decided_at?.toISOString() ?? null,
      },
    ]),
  )
}

/** How many proposals of resets the caller may decide: those of other managers, about operators they see. */
export async function countOpenResets(context: OfficeContext): Promise<number> {
  const { caller, deps } = context
  if (!caller.roles.includes('manager')) return 0
  const onePerson = await onePersonWith(deps.db, caller.operatorId)
  const row = await seenOperators(deps.db, context)
    .innerJoin('approval as a', 'a.subject', 'o.public_id')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('a.kind', '=', 'reset_operator')
    .where('a.state', '=', 'open')
    .where('a.expires_at', '>', sql<Date>`now()`)
    .where('a.proposed_by', 'not in', onePerson)
    .where('o.id', '<>', caller.operatorId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
