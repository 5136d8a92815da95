import { sql } from 'kysely'
import type { OfficeAnswer } from '#contract/office-api.ts'
import { amountToWire, type Amount } from '#domain/money.ts'
import { isMarkedSum, operatorSumsDays } from '#domain/operator-sums.ts'
import { brandIdsOf } from '#server/auth/office-scope.ts'
import type { OfficeContext } from '#server/auth/context.ts'
import { journalKinds, kinds } from '#server/ledger/events.ts'

const mostSums = 50
/** The members of an operator whose play is looked up. */
const mostMembersLookedUp = 200

type SumRow = {
  id: string
  login: string
  name: string
  brand: string
  from: Amount | null
  credited: Amount
  corrected: Amount
  paid: Amount
  members: number
  bothWays: Amount
  bothWaysMembers: number
  withoutPlay: number
}

/** A member's events from the first credit of an operator to the last payment. */
const between = `j.member_id = p.member_id AND j.seq >= (SELECT journal_first_at(p.member_id, p.first_credit)) AND j.at <= p.last_payment`

/**
 * Sums by operator and brand, read by the index of paid requests (`money_request_paid_at`): the rows of 30 days, once.
 * Play is looked up in the journal of few members only, from the first credit on to its first spin; of
 * bets those that were undone do not count, or an accomplice would hide the missing play by a bet and its undo.
 */
export async function getOperatorSums(context: OfficeContext): Promise<OfficeAnswer<'get-operator-sums'>> {
  const brandIds = brandIdsOf(context)
  const since = sql`now() - make_interval(days => ${operatorSumsDays}::int)`
  const { rows } = await sql<SumRow>`
    WITH paid AS MATERIALIZED (
      SELECT q.brand_id, q.member_id, q.type, q.decided_by AS operator_id, q.credited AS amount, q.changed_at AS at,
          NOT EXISTS (SELECT 1 FROM approval a WHERE a.subject = q.id AND a.state = 'approved') AS alone
        FROM money_request q
       WHERE q.state = 'paid' AND q.brand_id = ANY (${brandIds}::int[]) AND q.changed_at >= ${since}
    ), corrected AS (
      SELECT a.brand_id, o.operator_id, sum((a.command ->> 'amount')::numeric * 10000)::bigint AS amount
        FROM approval a, LATERAL (VALUES (a.proposed_by), (a.decided_by)) o (operator_id)
       WHERE a.kind = 'adjust_balance' AND a.state = 'approved' AND a.brand_id = ANY (${brandIds}::int[])
         AND a.decided_at >= ${since} AND a.command ->> 'account' = 'cash' AND (a.command ->> 'amount')::numeric > 0
       GROUP BY 1, 2
    ), pair AS MATERIALIZED (
      SELECT brand_id, operator_id, member_id,
          coalesce(sum(amount) FILTER (WHERE type = 'deposit'), 0) AS credited,
          coalesce(sum(amount) FILTER (WHERE type = 'withdraw'), 0) AS paid,
          least(coalesce(sum(amount) FILTER (WHERE alone AND type = 'deposit'), 0),
            coalesce(sum(amount) FILTER (WHERE alone AND type = 'withdraw'), 0)) AS both_ways,
          min(at) FILTER (WHERE alone AND type = 'deposit') AS first_credit,
          max(at) FILTER (WHERE alone AND type = 'withdraw') AS last_payment
        FROM paid GROUP BY 1, 2, 3
    ), total AS (
      SELECT brand_id, operator_id, sum(credited)::bigint AS credited, sum(paid)::bigint AS paid, count(*)::int AS members,
          sum(both_ways)::bigint AS both_ways, (count(*) FILTER (WHERE both_ways > 0))::int AS both_ways_members
        FROM pair GROUP BY 1, 2
    ), shown AS (
      SELECT brand_id, operator_id, coalesce(t.credited, 0) AS credited, coalesce(t.paid, 0) AS paid,
          coalesce(t.members, 0) AS members, coalesce(t.both_ways, 0) AS both_ways, coalesce(t.both_ways_members, 0) AS both_ways_members,
          coalesce(c.amount, 0) AS corrected
        FROM total t FULL JOIN corrected c USING (brand_id, operator_id)
       ORDER BY coalesce(t.both_ways, 0) DESC, coalesce(t.credited, 0) + coalesce(t.paid, 0) DESC, operator_id, brand_id
       LIMIT ${mostSums}
    )
    SELECT o.public_id AS id, o.login, o.name, b.code AS brand, b.deposit_second_from AS from, s.credited, s.corrected,
        s.paid, s.members, s.both_ways AS "bothWays", s.both_ways_members AS "bothWaysMembers",
        (SELECT count(*)::int FROM (
            SELECT * FROM pair p WHERE p.brand_id = s.brand_id AND p.operator_id = s.operator_id AND p.both_ways > 0
             ORDER BY p.both_ways DESC, p.member_id LIMIT ${mostMembersLookedUp}) p
          WHERE p.last_payment > p.first_credit
            AND NOT EXISTS (SELECT 1 FROM journal j WHERE ${sql.raw(between)} AND j.kind = ${journalKinds.spin} AND j.stake > 0)
            AND (SELECT coalesce(sum(j.stake), 0) - coalesce(sum(j.d_cash) FILTER (WHERE j.kind = ${journalKinds.rollback}), 0)
                   FROM journal j WHERE ${sql.raw(between)} AND j.kind IN (${sql.raw(kinds('bet', 'rollback'))})) <= 0) AS "withoutPlay"
      FROM shown s JOIN operator o ON o.id = s.operator_id JOIN brand b ON b.id = s.brand_id
     ORDER BY s.both_ways DESC, s.credited + s.paid DESC, o.id, b.id`.execute(context.deps.db)
  return {
    status: 'success',
    sums: rows.map((row) => ({
      id: row.id,
      login: row.login,
      name: row.name,
      brand: row.brand,
      credited: amountToWire(row.credited),
      corrected: amountToWire(row.corrected),
      paid: amountToWire(row.paid),
      members: row.members,
      bothWays: amountToWire(row.bothWays),
      bothWaysMembers: row.bothWaysMembers,
      withoutPlay: row.withoutPlay,
      marked: isMarkedSum(row.bothWays, row.from),
    })),
  }
}
