import { journalSources, kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** Checks of money that no deposit, stake or win explains: corrections by two operators, and play money. */
export const issueChecks: readonly SqlCheck[] = [
  {
    name: 'issued-by-two',
    description:
      'Each correction is the approved proposal of another operator, booked once and audited by both; each issue of play money has its audit row, on a brand without real money.',
    sql: `WITH step AS MATERIALIZED (
        SELECT a.act, a.brand_id, a.subject, a.actor_id, a.detail ->> 'approval' AS approval, a.detail ->> 'account' AS account,
          (a.detail ->> 'amount')::numeric AS amount, a.detail ->> 'reason' AS reason
        FROM audit a WHERE a.act IN ('correction.propose', 'correction.approve') AND a.actor_kind = 'operator'
      ), correction AS MATERIALIZED (
        SELECT a.*, m.public_id, m.brand_id AS member_brand, a.command ->> 'account' AS account, (a.command ->> 'amount')::numeric AS amount,
          a.command ->> 'reason' AS reason
        FROM approval a LEFT JOIN member m ON m.id = a.member_id WHERE a.kind = 'adjust_balance'
      ), booked AS MATERIALIZED (
        SELECT j.* FROM journal j WHERE j.kind = ${kinds('adjustment')}
      ), issued AS MATERIALIZED (
        SELECT a.brand_id, a.subject, a.detail ->> 'key' AS key, (a.detail ->> 'cash')::numeric * 10000 AS cash,
          (a.detail ->> 'comp')::numeric * 10000 AS comp, a.actor_kind, a.detail ->> 'mode' AS mode, a.detail ? 'recorded' AS recorded
        FROM audit a WHERE a.act = 'money.issue'
      ), given AS MATERIALIZED (
        SELECT j.*, m.public_id, m.brand_id FROM journal j LEFT JOIN member m ON m.id = j.member_id
        WHERE j.kind = ${kinds('issue')}
      )
      SELECT j.member_id || '/' || j.seq AS subject, format('a correction of %s/%s that no two operators approved', j.d_cash, j.d_comp) AS detail
      FROM booked j WHERE j.source <> ${journalSources.office} OR j.key IS DISTINCT FROM j.ref
        OR (j.d_held, j.d_in_play, j.d_turnover, j.stake, j.pay) <> (0, 0, 0, 0, 0)
        OR NOT EXISTS (SELECT 1 FROM correction a JOIN account c ON c.id = j.contra_id
          WHERE a.id = j.ref AND a.member_id = j.member_id AND a.state = 'approved' AND a.proposed_by <> a.decided_by
            AND c.class = 'adjustment' AND c.brand_id = a.brand_id
            AND (j.d_cash, j.d_comp) = (CASE a.account WHEN 'cash' THEN a.amount * 10000 ELSE 0 END,
              CASE a.account WHEN 'comp' THEN a.amount * 10000 ELSE 0 END))
      UNION ALL
      SELECT a.id::text, format('%s, and booked %s times', a.state, count(j.seq))
      FROM correction a LEFT JOIN booked j ON j.ref = a.id AND j.member_id = a.member_id
      GROUP BY a.id, a.state HAVING count(j.seq) <> (a.state = 'approved')::int
      UNION ALL
      SELECT a.id::text, format('%s by operators %s and %s within %s', a.state, a.proposed_by, coalesce(a.decided_by::text, 'none'),
        a.expires_at - a.proposed_at)
      FROM correction a
      WHERE a.proposed_by = a.decided_by OR a.subject IS DISTINCT FROM a.public_id OR a.brand_id IS DISTINCT FROM a.member_brand
        OR a.expires_at <> a.proposed_at + interval '72 hours' OR (a.state <> 'expired' AND a.decided_at >= a.expires_at)
      UNION ALL
      SELECT a.id::text, format('the audit has no %s of it', due.act)
      FROM correction a, LATERAL (VALUES ('correction.propose', a.proposed_by), ('correction.approve', a.decided_by)) due (act, operator)
      WHERE (due.act = 'correction.propose' OR a.state = 'approved') AND NOT EXISTS (SELECT 1 FROM step s
        WHERE s.act = due.act AND s.actor_id = due.operator AND s.approval = a.id::text AND s.subject = a.subject::text
          AND s.brand_id = a.brand_id AND s.account = a.account AND s.amount = a.amount AND s.reason = a.reason)
      UNION ALL
      SELECT coalesce(s.approval, s.subject), format('%s is audited, and there is no such correction', s.act)
      FROM step s WHERE NOT EXISTS (SELECT 1 FROM correction a WHERE a.id::text = s.approval
        AND (s.act = 'correction.propose' OR a.state = 'approved'))
      UNION ALL
      SELECT j.member_id || '/' || j.seq, format('an issue of %s/%s that the audit does not name', j.d_cash, j.d_comp)
      FROM given j WHERE j.source <> ${journalSources.system} OR NOT EXISTS (SELECT 1 FROM issued i
        WHERE i.subject = j.public_id::text AND i.key = j.key::text AND i.brand_id = j.brand_id AND i.actor_kind = 'system'
          AND (i.cash, i.comp) = (j.d_cash, j.d_comp) AND (i.mode = 'play' OR i.recorded))
      UNION ALL
      SELECT i.subject, format('an issue of %s/%s is audited, and was not booked', i.cash, i.comp)
      FROM issued i WHERE NOT EXISTS (SELECT 1 FROM given j WHERE j.public_id::text = i.subject AND j.key::text = i.key)`,
  },
]
