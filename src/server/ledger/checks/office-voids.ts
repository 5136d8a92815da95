import { journalSources, kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** The round of a table or with decisions that has this id, as a lateral query. */
const roundOf = (
  id: string,
): string => `LATERAL (SELECT r.id, r.state, r.void_reason, r.voided_at, r.ended_at, t.brand_id FROM table_round r
      JOIN game_table t ON t.id = r.table_id WHERE r.id = ${id}
    UNION ALL SELECT q.id, q.state, q.void_reason, q.voided_at, q.ended_at, m.brand_id FROM seat_round q JOIN member m ON m.id = q.member_id
      WHERE q.id = ${id})`

/** The check of rounds that two operators made void, of tables and with decisions, and of what members owe for them. */
export const officeVoids: SqlCheck = {
  name: 'office-voids',
  description:
    'Each round that is void by the office has the approved proposal of two operators, audited by both; of a settled one each result was taken back as far as the cash allowed, and what was missing is a receivable with its entry between accounts; nothing else was taken back or is owed.',
  sql: `WITH approved AS MATERIALIZED (
      SELECT a.*, r.id AS round_id, r.state AS round_state, r.void_reason, coalesce(r.voided_at, r.ended_at) AS void_at, r.brand_id AS round_brand
      FROM approval a LEFT JOIN ${roundOf('a.subject')} r ON true WHERE a.kind = 'void_round'
    ), taken AS MATERIALIZED (
      -- What the cash after the rollbacks did not cover is owed.
      SELECT v.member_id, v.seq, v.at, v.key, v.ref, v.source, v.d_cash, v.d_turnover, v.contra_id, j.pay, j.contra_id AS result_contra, r.voided_at,
        greatest(0, j.pay - (v.cash - v.d_cash)) AS owed
      FROM journal v LEFT JOIN journal j ON j.member_id = v.member_id AND j.source = ${journalSources.system} AND j.key = v.key AND j.kind = ${kinds('table_result')}
      LEFT JOIN ${roundOf('v.key')} r ON true WHERE v.kind = ${kinds('table_void')}
    )
    SELECT r.id::text AS subject, format('void by the office at %s, and %s operators approved it', coalesce(r.voided_at, r.ended_at),
      CASE WHEN a.id IS NULL THEN 'no' ELSE 'not these' END) AS detail
    FROM (SELECT id, voided_at, ended_at FROM table_round WHERE void_reason = 'office'
      UNION ALL SELECT id, voided_at, ended_at FROM seat_round WHERE void_reason = 'office') r
    LEFT JOIN approved a ON a.subject = r.id AND a.state = 'approved'
    WHERE (a.id IS NULL OR a.proposed_by = a.decided_by OR a.brand_id IS DISTINCT FROM a.round_brand
      OR abs(extract(epoch FROM a.decided_at - a.void_at)) > 60)
    UNION ALL
    SELECT a.id::text, format('%s, and the round is %s', a.state, coalesce(a.round_state, 'unknown')) FROM approved a
    WHERE a.round_id IS NULL OR (a.state = 'approved' AND a.void_reason IS DISTINCT FROM 'office')
      OR a.expires_at <> a.proposed_at + interval '72 hours' OR (a.state <> 'expired' AND a.decided_at >= a.expires_at)
    UNION ALL
    SELECT a.id::text, format('the audit has no %s of it', due.act)
    FROM approved a, LATERAL (VALUES ('round-void.propose', a.proposed_by), ('round-void.approve', a.decided_by)) due (act, operator)
    WHERE (due.act = 'round-void.propose' OR a.state = 'approved') AND NOT EXISTS (SELECT FROM audit s WHERE s.act = due.act AND s.actor_kind = 'operator'
      AND s.actor_id = due.operator AND s.subject = a.subject::text AND s.brand_id = a.brand_id AND s.detail ->> 'approval' = a.id::text
      AND s.detail ->> 'reason' = a.command ->> 'reason')
    UNION ALL
    SELECT s.subject, format('%s is audited, and there is no such proposal', s.act) FROM audit s
    WHERE s.act IN ('round-void.propose', 'round-void.approve') AND NOT EXISTS (SELECT FROM approved a WHERE a.id::text = s.detail ->> 'approval'
      AND (s.act = 'round-void.propose' OR a.state = 'approved'))
    UNION ALL
    SELECT v.member_id || '/' || v.seq, format('took %s back of a result of %s', -v.d_cash, coalesce(v.pay::text, 'nothing')) FROM taken v
    WHERE (v.ref, v.source, v.d_turnover, v.contra_id, -v.d_cash) IS DISTINCT FROM (v.key, -${journalSources.system}::smallint, 0::bigint, v.result_contra, v.pay - v.owed)
      OR v.voided_at IS NULL OR abs(extract(epoch FROM v.at - v.voided_at)) > 60
    UNION ALL
    SELECT j.member_id || '/' || j.seq, format('a result of %s in round %s, which is void, was not taken back', j.pay, j.key)
    FROM (SELECT r.id, b.member_id FROM table_round r JOIN table_bet b ON b.round_id = r.id AND b.undone_at IS NULL WHERE r.voided_at IS NOT NULL
      UNION SELECT id, member_id FROM seat_round WHERE voided_at IS NOT NULL) r
    JOIN journal j ON j.member_id = r.member_id AND j.source = ${journalSources.system} AND j.key = r.id
    WHERE NOT EXISTS (SELECT FROM taken v WHERE v.member_id = j.member_id AND v.key = j.key)
    UNION ALL
    SELECT coalesce(d.member_id, v.member_id) || ' in ' || coalesce(d.round_id, v.key), format('owes %s, %s was missing', coalesce(d.amount, 0), coalesce(v.owed, 0))
    FROM receivable d FULL JOIN (SELECT * FROM taken WHERE owed > 0) v ON v.member_id = d.member_id AND v.key = d.round_id
    WHERE (d.amount, d.at) IS DISTINCT FROM (v.owed, v.at)
    UNION ALL
    SELECT coalesce('house/' || h.id, d.member_id || ' in ' || d.round_id), format('an entry of %s from %s for %s that is owed', coalesce(h.amount, 0), coalesce(f.class, 'nothing'),
      coalesce(d.amount, 0))
    FROM (SELECT e.* FROM house_entry e JOIN account a ON a.id = e.from_id WHERE a.class = 'receivable') h FULL JOIN receivable d ON d.house_entry_id = h.id
    LEFT JOIN account f ON f.id = h.from_id LEFT JOIN wallet w ON w.member_id = d.member_id LEFT JOIN taken v ON v.member_id = d.member_id AND v.key = d.round_id
    WHERE (h.amount, h.at, h.to_id, f.brand_id, f.reference) IS DISTINCT FROM (d.amount, d.at, v.contra_id, w.brand_id, '')`,
}
