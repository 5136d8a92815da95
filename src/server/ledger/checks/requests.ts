import { onePersonHours } from '#domain/factor.ts'
import { openRequestStates } from '#domain/money-request-decision.ts'
import { inOneSpan, isAfter } from '../clock-spans.ts'
import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** The number of the day of a time, since 1970 (UTC). */
const dayOf = (at: string): string => `floor(extract(epoch FROM ${at}) / 86400)::bigint`

/** `o` counts in the sum of 24 hours of `p`. */
const inDay = `o.member_id = p.member_id AND o.type = p.type AND o.seq <= p.seq AND o.changed_at >= p.changed_at - interval '24 hours'`

/** `c` is a credit of the 72 hours before the payment `p` by its operator, or by one who counts as the same person. */
const byCrediter = `c.member_id = p.member_id AND c.seq < p.seq AND c.changed_at >= p.changed_at - interval '72 hours' AND (c.operator = p.decided_by
  OR EXISTS (SELECT 1 FROM person r WHERE r.one = p.decided_by AND r.other = c.operator AND ${isAfter('p.changed_at', 'r.since')} AND p.changed_at < r.until))`

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
        OR j.key <> CASE WHEN j.kind IN (${kinds('deposit_filed', 'withdraw_filed')}) THEN q.request_key ELSE q.id END)
      UNION ALL
      SELECT q.id::text, 'goes to another account than its member’s'
      FROM money_request q LEFT JOIN member_person p ON p.member_id = q.member_id
      WHERE q.type = 'withdraw' AND p.erased_at IS NULL AND ((q.key_id, q.bank_name, q.bank_number_sealed, q.bank_number_last4)
          IS DISTINCT FROM (p.key_id, coalesce(p.bank_name, ''), p.bank_number_sealed, coalesce(p.bank_number_last4, ''))
        -- The owner's name is encrypted for its request: only its form can be compared without the key.
        OR (coalesce(p.bank_owner, '') <> '' AND q.bank_owner NOT LIKE 'encrypted:%'))`,
  },
  {
    name: 'approvals',
    description:
      'Each payment that took two operators has the approval of another person for the same act, each approval ended as its request did, each reset of an operator was approved by another manager and audited, and each code for a new password was issued to the member of its reset.',
    // The sums are counted anew in the order of the journal; requests paid before they were judged by sums are left out.
    // `person`: pairs of operators who count as one person, and from when until when (db/functions/operator/one-person.sql).
    sql: `WITH RECURSIVE reset AS MATERIALIZED (
        SELECT o.id AS operator, p.id AS by, a.decided_at AS since, a.decided_at + interval '${onePersonHours} hours' AS until
        FROM approval a JOIN operator o ON o.public_id = a.subject CROSS JOIN LATERAL (VALUES (a.proposed_by), (a.decided_by)) p (id)
        WHERE a.kind = 'reset_operator' AND a.state = 'approved'
      ), up AS (
        SELECT o.id AS operator, o.id AS by, '-infinity'::timestamptz AS since, 'infinity'::timestamptz AS until
        FROM (SELECT operator FROM reset UNION SELECT by FROM reset) o (id)
        UNION
        SELECT u.operator, r.by, greatest(u.since, r.since), least(u.until, r.until)
        FROM up u JOIN reset r ON r.operator = u.by AND r.since < u.until AND r.until > u.since
      ), person AS MATERIALIZED (
        SELECT a.operator AS one, b.operator AS other, greatest(a.since, b.since) AS since, least(a.until, b.until) AS until
        FROM up a JOIN up b ON b.by = a.by AND b.operator <> a.operator AND b.since < a.until AND b.until > a.since
      ), booked AS MATERIALIZED (
        SELECT q.*, j.seq, ${dayOf('q.changed_at')} AS day_number FROM money_request q JOIN journal j ON j.member_id = q.member_id AND j.ref = q.id
          AND j.kind IN (${kinds('deposit_paid', 'withdraw_paid')})
        WHERE q.state = 'paid'
      ), credit AS MATERIALIZED (
        SELECT d.member_id, d.seq, d.changed_at, d.day_number, o.operator
        FROM booked d LEFT JOIN approval a ON a.subject = d.id AND a.state = 'approved',
          LATERAL (VALUES (d.decided_by), (a.proposed_by)) o (operator)
        WHERE d.type = 'deposit'
        UNION ALL
        SELECT j.member_id, j.seq, a.decided_at, ${dayOf('a.decided_at')}, o.operator
        FROM approval a JOIN journal j ON j.member_id = a.member_id AND j.ref = a.id AND j.kind = ${kinds('adjustment')},
          LATERAL (VALUES (a.decided_by), (a.proposed_by)) o (operator)
        WHERE a.kind = 'adjust_balance' AND a.state = 'approved' AND j.d_cash + j.d_comp > 0
      ), back AS MATERIALIZED (
        -- Members of whom one of these has an earlier time than one before it, because the clock was set back: of them every pair is compared.
        SELECT DISTINCT member_id FROM (SELECT member_id, changed_at < max(changed_at) OVER (PARTITION BY member_id ORDER BY seq
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS is_back
          FROM (SELECT member_id, seq, changed_at FROM booked UNION ALL SELECT member_id, seq, changed_at FROM credit) moved) steps WHERE is_back
      ), paid AS MATERIALIZED (
        -- What lies within 24 hours is of the same day or the one before, so pairs are found by an equality.
        SELECT p.*, d.day FROM booked p JOIN (SELECT id, sum(credited) AS day FROM (
            SELECT p.id, o.credited FROM booked p CROSS JOIN generate_series(0, 1) n JOIN booked o ON o.day_number = p.day_number - n AND ${inDay}
            WHERE p.member_id NOT IN (SELECT member_id FROM back)
            UNION ALL
            SELECT p.id, o.credited FROM back b JOIN booked p USING (member_id) JOIN booked o ON ${inDay}) pair GROUP BY id) d USING (id)
      ), credited AS MATERIALIZED (
        -- Payments by an operator who credited the member in the 72 hours before.
        SELECT p.id FROM booked p CROSS JOIN generate_series(0, 3) n JOIN credit c ON c.day_number = p.day_number - n AND ${byCrediter}
        WHERE p.type = 'withdraw' AND p.member_id NOT IN (SELECT member_id FROM back)
        UNION
        SELECT p.id FROM back b JOIN booked p USING (member_id) JOIN credit c ON ${byCrediter} WHERE p.type = 'withdraw'
      ), first AS (
        -- The first payment to each member, since the rule of the first payment is enforced.
        SELECT f.*, d.deposited FROM (SELECT DISTINCT ON (member_id) * FROM paid WHERE type = 'withdraw' ORDER BY member_id, seq) f
        JOIN migration m ON m.number = 34 AND f.changed_at > m.applied_at
        LEFT JOIN (SELECT w.member_id, sum(o.credited) AS deposited FROM (SELECT member_id, min(seq) AS seq FROM booked WHERE type = 'withdraw' GROUP BY member_id) w
          JOIN booked o ON o.member_id = w.member_id AND o.type = 'deposit' AND o.seq < w.seq GROUP BY w.member_id) d USING (member_id)
      ), unproven AS (
        SELECT f.id FROM first f JOIN member x ON x.id = f.member_id JOIN brand b ON b.id = f.brand_id
        WHERE x.decided_by = f.decided_by OR EXISTS (SELECT 1 FROM person r WHERE r.one = f.decided_by AND r.other = x.decided_by
          AND ${isAfter('f.changed_at', 'r.since')} AND f.changed_at < r.until) OR (
          -- An amount for deposits was in force at that time, also when it changed within the same minute.
          CASE WHEN EXISTS (SELECT 1 FROM audit a WHERE a.act = 'brand.deposit-second' AND a.brand_id = b.id AND ${inOneSpan('a.at', 'f.changed_at')}) THEN false
            WHEN EXISTS (SELECT 1 FROM audit a WHERE a.act = 'brand.deposit-second' AND a.brand_id = b.id)
            THEN EXISTS (SELECT 1 FROM audit a WHERE a.act = 'brand.deposit-second' AND a.brand_id = b.id AND a.at < f.changed_at - interval '1 minute')
              AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.act = 'brand.deposit-second' AND a.brand_id = b.id AND a.detail ->> 'from' IS NULL
                AND a.at < f.changed_at + interval '1 minute' AND NOT EXISTS (SELECT 1 FROM audit n WHERE n.act = a.act AND n.brand_id = b.id
                  AND n.at > a.at AND n.at < f.changed_at - interval '1 minute'))
            ELSE b.deposit_second_from IS NOT NULL END
          AND coalesce(f.deposited, 0)
            > (SELECT coalesce(sum(j.stake), 0) - coalesce(sum(j.d_cash) FILTER (WHERE j.kind = ${kinds('rollback')}), 0)
                FROM journal j WHERE j.member_id = f.member_id AND j.seq < f.seq))
      )
      SELECT p.id::text AS subject, format('%s of %s by operator %s alone, %s in 24 hours', p.type, p.credited, p.decided_by, p.day) AS detail
      FROM paid p
      WHERE p.sums_judged AND (p.day >= p.second_from OR CASE p.type WHEN 'deposit' THEN p.credited > p.amount
          ELSE p.id IN (SELECT c.id FROM credited c) OR p.id IN (SELECT u.id FROM unproven u) END)
        AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.subject = p.id AND a.state = 'approved' AND a.member_id = p.member_id
          AND a.kind = CASE p.type WHEN 'deposit' THEN 'credit_deposit' ELSE 'pay_withdrawal' END
          AND a.decided_by = p.decided_by AND a.decision_key = p.decision_key AND a.proposed_by <> a.decided_by
          AND (a.command ->> 'credited')::numeric * 10000 = p.credited)
      UNION ALL
      SELECT a.id::text, format('%s, its request %s', a.state, coalesce(q.state, 'unknown'))
      FROM approval a LEFT JOIN money_request q ON q.id = a.subject AND q.member_id = a.member_id
      WHERE a.kind IN ('credit_deposit', 'pay_withdrawal') AND (q.id IS NULL OR a.proposed_by = a.decided_by OR (a.state = 'approved' AND (a.decided_at > a.expires_at
          OR q.state <> 'paid' OR a.decided_by IS DISTINCT FROM q.decided_by))
        OR (a.state = 'open' AND q.state NOT IN (${openRequestStates.map((state) => `'${state}'`).join(', ')})))
      UNION ALL
      -- A deactivation, or the loss of a role or brand, ends open proposals (db/functions/operator/active.sql).
      SELECT a.id::text, format('expired at %s, before its hours were over, and operator %s was neither deactivated nor restricted then', a.decided_at, a.proposed_by)
      FROM approval a LEFT JOIN operator o ON o.id = a.proposed_by
      WHERE a.state = 'expired' AND a.decided_at < a.expires_at AND NOT EXISTS (SELECT 1 FROM audit d
        WHERE d.act IN ('operator.deactivate', 'operator.restrict') AND d.actor_kind = 'system' AND d.subject = o.public_id::text AND d.detail -> 'proposals' ? a.id::text)
      UNION ALL
      SELECT a.id::text, format('%s by operator %s, who counts as operator %s who proposed it', a.state, a.decided_by, a.proposed_by)
      FROM approval a JOIN person r ON r.one = a.proposed_by AND r.other = a.decided_by AND ${isAfter('a.decided_at', 'r.since')} AND a.decided_at < r.until
      UNION ALL
      SELECT a.id::text, format('a reset of operator %s, %s, proposed by operator %s and decided by %s', o.id, a.state, a.proposed_by,
        coalesce(a.decided_by::text, 'none'))
      FROM approval a LEFT JOIN operator o ON o.public_id = a.subject
      WHERE a.kind = 'reset_operator' AND (o.id IS NULL OR a.proposed_by IN (o.id, a.decided_by) OR (a.state = 'approved' AND o.id = a.decided_by)
        OR a.expires_at <> a.proposed_at + interval '72 hours' OR (a.state <> 'expired' AND a.decided_at >= a.expires_at)
        OR NOT EXISTS (SELECT 1 FROM audit s WHERE s.act = 'operator-reset.propose' AND s.actor_kind = 'operator' AND s.actor_id = a.proposed_by
          AND s.subject = a.subject::text AND s.detail ->> 'approval' = a.id::text AND s.detail ->> 'reason' = a.command ->> 'reason')
        OR (a.state = 'approved' AND NOT EXISTS (SELECT 1 FROM audit s WHERE s.act = 'operator-reset.approve' AND s.actor_kind = 'operator'
          AND s.actor_id = a.decided_by AND s.subject = a.subject::text AND s.detail ->> 'approval' = a.id::text)))
      UNION ALL
      SELECT s.subject, format('%s is audited, and there is no such reset', s.act)
      FROM audit s WHERE s.act IN ('operator-reset.propose', 'operator-reset.approve') AND NOT EXISTS (SELECT 1 FROM approval a
        WHERE a.kind = 'reset_operator' AND a.id::text = s.detail ->> 'approval' AND (s.act = 'operator-reset.propose' OR a.state = 'approved'))
      UNION ALL
      -- Of a reset that is gone: the check states. Acts from before they named it have no detail.
      SELECT s.subject, format('was issued the code of reset %s, which is not theirs', s.detail ->> 'reset')
      FROM audit s JOIN password_reset r ON r.id::text = s.detail ->> 'reset' LEFT JOIN member m ON m.id = r.member_id
      WHERE s.act = 'reset.issue' AND m.public_id::text IS DISTINCT FROM s.subject
      UNION ALL
      SELECT e.operator_id::text, format('has an enrolment code of operator %s, whom no other manager approved', e.made_by)
      FROM operator_enrolment e JOIN operator o ON o.id = e.operator_id
      WHERE e.made_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.kind = 'reset_operator' AND a.state = 'approved'
          AND a.subject = o.public_id AND a.decided_by = e.made_by)
        -- A manager alone could make one before resets took two.
        AND NOT EXISTS (SELECT 1 FROM audit s WHERE s.act = 'operator.reset-factors' AND s.actor_id = e.made_by AND s.subject = o.public_id::text)
      UNION ALL
      SELECT q.id::text, 'waits for a second operator without a proposal' FROM money_request q
      -- One that lapsed with its proposer's deactivation is taken off by the next call about the request.
      WHERE q.state = 'awaiting_second' AND NOT coalesce((SELECT a.state = 'open' OR a.state = 'expired' AND a.decided_at < a.expires_at
        FROM approval a WHERE a.subject = q.id ORDER BY a.proposed_at DESC, a.id DESC LIMIT 1), false)
      UNION ALL
      SELECT q.id::text, 'paid without the judgement of sums' FROM money_request q, migration m
      WHERE m.number = 21 AND q.state = 'paid' AND q.changed_at > m.applied_at AND NOT q.sums_judged
      UNION ALL
      SELECT q.id::text, format('paid under an amount of %s, which was never in force', coalesce(q.second_from::text, 'none'))
      FROM money_request q JOIN brand b ON b.id = q.brand_id
      JOIN (VALUES ('deposit', 'brand.deposit-second'), ('withdraw', 'brand.second-approval')) v (type, act) ON v.type = q.type
      CROSS JOIN LATERAL (SELECT v.act, (SELECT min(a.at) FROM audit a WHERE a.act = v.act AND a.brand_id = b.id) AS first) s
      WHERE q.sums_judged AND CASE
        WHEN NOT EXISTS (SELECT 1 FROM audit a WHERE a.act = s.act AND a.brand_id = b.id)
          THEN q.second_from IS DISTINCT FROM CASE q.type WHEN 'deposit' THEN b.deposit_second_from ELSE b.second_approval_from END
        WHEN q.changed_at < s.first OR ${inOneSpan('q.changed_at', 's.first')} THEN false
        ELSE NOT EXISTS (SELECT 1 FROM audit a WHERE a.act = s.act AND a.brand_id = b.id
          AND (a.detail ->> 'from')::numeric * 10000 IS NOT DISTINCT FROM q.second_from::numeric) END`,
  },
  {
    name: 'request-history',
    description:
      'The steps of each request follow one another and end in its state, by the operators it names, and each step and proposal is in the audit.',
    sql: `WITH step AS MATERIALIZED (
        SELECT e.request_id, e.id, e.at, e.note, e.state, e.operator_id, q.type, lag(e.state) OVER steps AS p_state,
          lag(e.operator_id) OVER steps AS p_operator
        FROM money_request_event e JOIN money_request q ON q.id = e.request_id WINDOW steps AS (PARTITION BY e.request_id ORDER BY e.id)
      ), last AS MATERIALIZED (
        SELECT DISTINCT ON (request_id) request_id, state, operator_id FROM step ORDER BY request_id, id DESC
      ), act AS MATERIALIZED (
        SELECT at, act, actor_kind, actor_id, subject, (detail ->> 'amount')::numeric * 10000 AS amount,
          (detail ->> 'credited')::numeric * 10000 AS credited, coalesce(detail ->> 'note', '') AS note
        FROM audit WHERE act IN ('cash.deposit', 'cash.withdraw', 'cash.cancel', 'request.claim', 'request.take-over', 'request.release',
          'request.approve', 'request.approve-first', 'request.pay', 'request.reject')
      )
      SELECT request_id::text AS subject, format('%s follows %s', state, coalesce(p_state, 'nothing')) AS detail FROM step
      WHERE NOT CASE
        WHEN p_state IS NULL THEN operator_id IS NULL AND state = CASE type WHEN 'deposit' THEN 'filed' ELSE 'held' END
        WHEN p_state IN ('paid', 'rejected', 'cancelled') THEN false
        WHEN state = 'cancelled' THEN operator_id IS NULL AND p_state = 'filed'
        WHEN state IN ('paid', 'rejected') THEN p_state = 'claimed' AND coalesce(p_operator = operator_id, false)
        WHEN state = 'claimed' THEN operator_id IS NOT NULL AND (p_state <> 'claimed' OR p_operator <> operator_id)
        -- A proposal whose hours are over ends by itself; every other step is a claim’s end.
        WHEN operator_id IS NULL THEN p_state = 'awaiting_second' AND state <> p_state
        ELSE p_state = 'claimed' END
      UNION ALL
      SELECT q.id::text, format('%s, decided by %s, claimed by %s; its last step is %s by %s', q.state, coalesce(q.decided_by::text, 'nobody'),
        coalesce(q.claimed_by::text, 'nobody'), coalesce(e.state, 'none'), coalesce(e.operator_id::text, 'nobody'))
      FROM money_request q LEFT JOIN last e ON e.request_id = q.id
      WHERE e.state IS DISTINCT FROM q.state
        OR q.decided_by IS DISTINCT FROM CASE WHEN q.state IN ('paid', 'rejected') THEN e.operator_id END
        OR q.claimed_by IS DISTINCT FROM CASE WHEN q.state IN ('claimed', 'paid', 'rejected') THEN e.operator_id END
      UNION ALL
      SELECT coalesce(e.request_id, a.subject), format('operator %s made %s steps, %s are in the audit', coalesce(e.operator_id, a.actor_id),
        coalesce(e.steps, 0), coalesce(a.steps, 0))
      FROM (SELECT request_id::text, operator_id, count(*) AS steps FROM step WHERE operator_id IS NOT NULL GROUP BY 1, 2) e
      FULL JOIN (SELECT subject, actor_id, count(*) AS steps FROM act WHERE act LIKE 'request.%' GROUP BY 1, 2) a
        ON a.subject = e.request_id AND a.actor_id = e.operator_id
      WHERE e.steps IS DISTINCT FROM a.steps
      UNION ALL
      SELECT e.request_id::text, format('%s by operator %s at %s, by the audit not so, or at another time', e.state, e.operator_id, e.at)
      FROM step e LEFT JOIN migration m ON m.number = 39 AND e.at > m.applied_at AND e.state IN ('paid', 'rejected', 'awaiting_second')
      WHERE e.operator_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM act a WHERE a.subject = e.request_id::text AND a.actor_id = e.operator_id
        AND a.act LIKE 'request.%' AND (abs(extract(epoch FROM a.at - e.at)) < 60 OR ${inOneSpan('a.at', 'e.at')}) AND (m.number IS NULL OR a.note = e.note))
      UNION ALL
      SELECT coalesce(q.id::text, a.subject), 'is not what its member filed, or what was decided, by the audit'
      FROM money_request q FULL JOIN (SELECT * FROM act WHERE act IN ('cash.deposit', 'cash.withdraw')) a ON a.subject = q.id::text
      WHERE a.subject IS NULL OR q.id IS NULL OR a.amount <> q.amount OR a.actor_id <> q.member_id
        OR a.act <> CASE q.type WHEN 'deposit' THEN 'cash.deposit' ELSE 'cash.withdraw' END
        OR (q.state IN ('paid', 'rejected') AND NOT EXISTS (SELECT 1 FROM act d WHERE d.subject = a.subject AND d.actor_id = q.decided_by
          AND d.act = CASE WHEN q.state = 'rejected' THEN 'request.reject' WHEN q.type = 'deposit' THEN 'request.approve' ELSE 'request.pay' END
          AND (d.credited IS NULL OR d.credited = q.credited) AND (q.state <> 'rejected' OR d.note = q.reason)))
        OR (q.state = 'cancelled' AND NOT EXISTS (SELECT 1 FROM act c WHERE c.subject = a.subject AND c.act = 'cash.cancel'))
      UNION ALL
      SELECT coalesce(p.subject::text, a.subject), format('operator %s proposed %s times, %s times by the audit',
        coalesce(p.proposed_by, a.actor_id), coalesce(p.count, 0), coalesce(a.count, 0))
      FROM (SELECT subject, proposed_by, count(*) FROM approval WHERE kind IN ('credit_deposit', 'pay_withdrawal') GROUP BY 1, 2) p
      FULL JOIN (SELECT subject, actor_id, count(*) FROM act WHERE act = 'request.approve-first' GROUP BY 1, 2) a
        ON a.subject = p.subject::text AND a.actor_id = p.proposed_by
      WHERE p.count IS DISTINCT FROM a.count
      UNION ALL
      SELECT p.subject::text, 'is not what was proposed by the audit' FROM approval p
      WHERE p.kind IN ('credit_deposit', 'pay_withdrawal') AND NOT EXISTS (SELECT 1 FROM act a WHERE a.act = 'request.approve-first'
        AND a.subject = p.subject::text AND a.actor_id = p.proposed_by
        -- The first approvals of payments before approvals had a table name no amount.
        AND (a.credited = (p.command ->> 'credited')::numeric * 10000 OR (a.credited IS NULL AND p.kind = 'pay_withdrawal')))
      UNION ALL
      SELECT q.id::text, format('%s at %s, booked at %s', q.state, q.changed_at, j.at)
      FROM money_request q JOIN journal j ON j.member_id = q.member_id AND j.ref = q.id AND j.kind IN (${kinds('deposit_paid', 'withdraw_paid')})
      WHERE abs(extract(epoch FROM q.changed_at - j.at)) > 60 AND NOT ${inOneSpan('q.changed_at', 'j.at')}`,
  },
]
