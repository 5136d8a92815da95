import { openRequestStates } from '#domain/money-request-decision.ts'
import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** Checks of money requests: their steps in the journal, and the approvals of those that took two operators. */
export const requestChecks: readonly SqlCheck[] = [
  {
    name: 'requests',
    description:
      'Held money equals the open withdrawals; each step of a request is posted once with its amount, and none without a request.',
    sql: `SELECT w.member_id::text AS subject, format('held %s, open withdrawals %s', w.held, coalesce(sum(q.amount), 0)) AS detail
      FROM wallet w LEFT JOIN money_request q ON q.member_id = w.member_id AND q.type = 'withdraw'
        AND q.state IN (${openRequestStates.map((state) => `'${state}'`).join(', ')})
      GROUP BY w.member_id, w.held HAVING w.held <> coalesce(sum(q.amount), 0)
      UNION ALL
      SELECT q.id::text, format('%s %s, booked %s times for %s', q.type, q.state, count(j.seq), coalesce(sum(j.d_cash - j.d_held), 0))
      FROM money_request q LEFT JOIN journal j ON j.member_id = q.member_id AND j.ref = q.id
        AND j.kind = CASE q.type WHEN 'deposit' THEN 7 ELSE 9 END
      GROUP BY q.id, q.type, q.state, q.credited, q.amount
      HAVING (q.state = 'paid') <> (count(j.seq) = 1)
        OR (q.state = 'paid' AND sum(CASE q.type WHEN 'deposit' THEN j.d_cash ELSE -j.d_held END)
          <> CASE q.type WHEN 'deposit' THEN q.credited ELSE q.amount END)
      UNION ALL
      SELECT q.id::text, format('%s %s, filed %s times, given back %s times', q.type, q.state,
        count(j.seq) FILTER (WHERE j.kind IN (${kinds('deposit_filed', 'withdraw_filed')})),
          count(j.seq) FILTER (WHERE j.kind = ${kinds('withdraw_rejected')}))
      FROM money_request q LEFT JOIN journal j ON j.member_id = q.member_id AND j.ref = q.id
        AND j.kind IN (${kinds('deposit_filed', 'withdraw_filed', 'withdraw_rejected')})
      GROUP BY q.id, q.type, q.state
      HAVING count(j.seq) FILTER (WHERE j.kind = CASE q.type WHEN 'deposit' THEN 6 ELSE 8 END) <> 1
        OR count(j.seq) FILTER (WHERE j.kind = ${kinds('withdraw_rejected')}) <> (q.type = 'withdraw' AND q.state = 'rejected')::int
      UNION ALL
      SELECT j.member_id || '/' || j.seq, format('kind %s about %s, which is no such request', j.kind, coalesce(j.ref::text, 'nothing'))
      FROM journal j LEFT JOIN money_request q ON q.id = j.ref AND q.member_id = j.member_id
        AND q.type = CASE WHEN j.kind IN (${kinds('deposit_filed', 'deposit_paid')}) THEN 'deposit' ELSE 'withdraw' END
      WHERE j.kind IN (${kinds('deposit_filed', 'deposit_paid', 'withdraw_filed', 'withdraw_paid', 'withdraw_rejected')}) AND (q.id IS NULL
        OR (j.kind IN (${kinds('withdraw_filed', 'withdraw_paid', 'withdraw_rejected')}) AND abs(j.d_held) <> q.amount)
        OR (j.kind IN (${kinds('deposit_filed', 'withdraw_filed')}) AND j.key <> q.request_key))`,
  },
  {
    name: 'approvals',
    description:
      'Each payment that took two operators has the approval of another for the same act, and each approval ended as its request did.',
    // The sums are counted anew in the order of the journal; requests paid before they were judged by sums are left out.
    sql: `WITH paid AS MATERIALIZED (
        SELECT q.*, j.seq, coalesce(sum(q.credited) OVER (PARTITION BY q.member_id, q.type ORDER BY q.changed_at
            RANGE BETWEEN '24 hours' PRECEDING AND CURRENT ROW EXCLUDE GROUP), 0)
          + sum(q.credited) OVER (PARTITION BY q.member_id, q.type, q.changed_at ORDER BY j.seq) AS day
        FROM money_request q JOIN journal j ON j.member_id = q.member_id AND j.ref = q.id
          AND j.kind IN (${kinds('deposit_paid', 'withdraw_paid')})
        WHERE q.state = 'paid'
      ), credit AS (
        SELECT d.member_id, d.seq, d.changed_at, o.operator
        FROM paid d LEFT JOIN approval a ON a.subject = d.id AND a.state = 'approved',
          LATERAL (VALUES (d.decided_by), (a.proposed_by)) o (operator)
        WHERE d.type = 'deposit'
        UNION ALL
        SELECT j.member_id, j.seq, a.decided_at, o.operator
        FROM approval a JOIN journal j ON j.member_id = a.member_id AND j.ref = a.id AND j.kind = ${kinds('adjustment')},
          LATERAL (VALUES (a.decided_by), (a.proposed_by)) o (operator)
        WHERE a.kind = 'adjust_balance' AND a.state = 'approved' AND j.d_cash + j.d_comp > 0
      )
      SELECT p.id::text AS subject, format('%s of %s by operator %s alone, %s in 24 hours', p.type, p.credited, p.decided_by, p.day) AS detail
      FROM paid p
      WHERE p.sums_judged AND (p.day >= p.second_from OR CASE p.type WHEN 'deposit' THEN p.credited > p.amount
          ELSE EXISTS (SELECT 1 FROM credit c WHERE c.member_id = p.member_id AND c.operator = p.decided_by AND c.seq < p.seq
            AND c.changed_at >= p.changed_at - interval '72 hours') END)
        AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.subject = p.id AND a.state = 'approved' AND a.member_id = p.member_id
          AND a.kind = CASE p.type WHEN 'deposit' THEN 'credit_deposit' ELSE 'pay_withdrawal' END
          AND a.decided_by = p.decided_by AND a.decision_key = p.decision_key AND a.proposed_by <> a.decided_by
          AND (a.command ->> 'credited')::numeric * 10000 = p.credited)
      UNION ALL
      SELECT a.id::text, format('%s, its request %s', a.state, coalesce(q.state, 'unknown'))
      FROM approval a LEFT JOIN money_request q ON q.id = a.subject AND q.member_id = a.member_id
      WHERE a.kind <> 'adjust_balance' AND (q.id IS NULL OR a.proposed_by = a.decided_by OR (a.state = 'approved' AND (a.decided_at > a.expires_at
          OR q.state <> 'paid' OR a.decided_by IS DISTINCT FROM q.decided_by))
        OR (a.state = 'open' AND q.state NOT IN (${openRequestStates.map((state) => `'${state}'`).join(', ')})))
      UNION ALL
      SELECT q.id::text, 'waits for a second operator without a proposal' FROM money_request q
      WHERE q.state = 'awaiting_second' AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.subject = q.id AND a.state = 'open')`,
  },
]
