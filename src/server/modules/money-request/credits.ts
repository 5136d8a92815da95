import type { RecentCredit } from '#contract/money-request.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { journalKinds, journalSources } from '#server/ledger/events.ts'
import { sql } from 'kysely'

/**
 * The credits of a withdrawal's member, deposits and corrections upwards, in the 72 hours before now, or before its decision, newest first, and what was
 * staked between each and the withdrawal's filing. null for a credit after the filing.
 */
export async function readCredits(db: Database, withdrawalId: string): Promise<RecentCredit[]> {
  const { rows } = await sql<{
    at: Date
    amount: Amount
    by: string | null
    proposedBy: string | null
    kind: RecentCredit['kind']
    staked: Amount | null
  }>`
    SELECT d.changed_at AS at, d.credited AS amount, decider.name AS by, proposer.name AS "proposedBy", 'deposit' AS kind,
      CASE WHEN c.seq < f.seq THEN (SELECT (coalesce(sum(p.stake), 0) - coalesce(sum(p.d_cash) FILTER (WHERE p.kind = ${journalKinds.rollback}), 0))::bigint
       FROM journal p WHERE p.member_id = w.member_id AND p.seq > c.seq AND p.seq < f.seq) END AS staked
    FROM money_request w
    CROSS JOIN LATERAL (SELECT CASE WHEN w.decided_by IS NULL THEN clock_timestamp() ELSE w.changed_at END AS at) until
    JOIN money_request d ON d.member_id = w.member_id AND d.type = 'deposit' AND d.state = 'paid'
      AND d.changed_at BETWEEN until.at - interval '72 hours' AND until.at
    JOIN journal f ON f.member_id = w.member_id AND f.source = ${journalSources.own} AND f.key = w.request_key
    JOIN journal c ON c.member_id = d.member_id AND c.source = ${journalSources.office} AND c.key = d.id
    LEFT JOIN approval a ON a.subject = d.id AND a.state = 'approved'
    LEFT JOIN operator decider ON decider.id = d.decided_by
    LEFT JOIN operator proposer ON proposer.id = a.proposed_by
    WHERE w.id = ${withdrawalId} AND w.type = 'withdraw'
    UNION ALL
    SELECT a.decided_at, c.d_cash + c.d_comp, decider.name, proposer.name, 'correction',
      CASE WHEN c.seq < f.seq THEN (SELECT (coalesce(sum(p.stake), 0) - coalesce(sum(p.d_cash) FILTER (WHERE p.kind = ${journalKinds.rollback}), 0))::bigint
       FROM journal p WHERE p.member_id = w.member_id AND p.seq > c.seq AND p.seq < f.seq) END
    FROM money_request w
    CROSS JOIN LATERAL (SELECT CASE WHEN w.decided_by IS NULL THEN clock_timestamp() ELSE w.changed_at END AS at) until
    JOIN approval a ON a.member_id = w.member_id AND a.kind = 'adjust_balance' AND a.state = 'approved'
      AND a.decided_at BETWEEN until.at - interval '72 hours' AND until.at
    JOIN journal f ON f.member_id = w.member_id AND f.source = ${journalSources.own} AND f.key = w.request_key
    JOIN journal c ON c.member_id = a.member_id AND c.source = ${journalSources.office} AND c.key = a.id
      AND c.d_cash + c.d_comp > 0
    LEFT JOIN operator decider ON decider.id = a.decided_by
    LEFT JOIN operator proposer ON proposer.id = a.proposed_by
    WHERE w.id = ${withdrawalId} AND w.type = 'withdraw'
    ORDER BY at DESC`.execute(db)
  return rows.map(({ at, kind, amount, staked, by, proposedBy }) => ({
    at: at.toISOString(),
    kind,
    amount: amountToWire(amount),
    by,
    proposedBy,
    staked: staked === null ? null : amountToWire(staked > 0n ? staked : 0n),
  }))
}
