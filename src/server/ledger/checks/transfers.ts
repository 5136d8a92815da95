import { inOneSpan } from '../clock-spans.ts'
import { kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** Checks of money at transfer-wallet providers. */
export const transferChecks: readonly SqlCheck[] = [
  {
    name: 'in-play',
    description: 'Money at transfer-wallet providers is part of what is in play.',
    sql: `SELECT w.member_id::text AS subject, format('in play %s, at providers %s', w.in_play, sum(t.amount)) AS detail
      FROM wallet w JOIN transfer_balance t USING (member_id) GROUP BY w.member_id, w.in_play HAVING sum(t.amount) > w.in_play`,
  },
  {
    name: 'transfers',
    description:
      'The balance at each transfer-wallet provider equals what went there less what came back plus what play changed; each transfer is posted as its state requires.',
    sql: `SELECT member_id || ' at ' || provider_id AS subject, format('journal %s, balance %s', coalesce(j.money, 0), coalesce(b.amount, 0)) AS detail
      FROM (SELECT j.member_id, t.provider_id, sum(j.d_in_play) AS money FROM journal j
          JOIN transfer t ON t.id = j.ref AND t.member_id = j.member_id
            WHERE j.kind IN (${kinds('transfer_in', 'transfer_out', 'provider_result')}) GROUP BY 1, 2) j
        FULL JOIN transfer_balance b USING (member_id, provider_id)
      WHERE coalesce(j.money, 0) <> coalesce(b.amount, 0)
      UNION ALL
      SELECT j.member_id || '/' || j.seq, format('kind %s about %s, which is no such transfer', j.kind, coalesce(j.ref::text, 'nothing'))
      FROM journal j LEFT JOIN transfer t ON t.id = j.ref AND t.member_id = j.member_id
      LEFT JOIN provider p ON p.id = t.provider_id LEFT JOIN account a ON a.id = j.contra_id
      WHERE j.kind IN (${kinds('transfer_in', 'transfer_out', 'transfer_asked', 'provider_result')}) AND (t.id IS NULL
        OR (j.kind = ${kinds('transfer_in')} AND t.direction = 'out') OR (j.kind = ${kinds('transfer_asked')} AND t.direction = 'in')
        OR (j.kind IN (${kinds('transfer_in', 'transfer_asked')}) AND j.key <> t.request_key)
          OR (j.kind IN (${kinds('transfer_in', 'transfer_out')}) AND abs(j.d_in_play) <> t.amount)
        OR (j.kind = ${kinds('provider_result')} AND (t.state <> 'done' OR j.source <> t.provider_id))
        OR (j.kind IN (${kinds('transfer_out', 'provider_result')}) AND j.key <> t.id)
        OR j.request_hash <> t.request_hash OR a.reference IS DISTINCT FROM p.code)
      UNION ALL
      SELECT id::text, format('%s, its result is asked for at %s', state, next_try_at) FROM transfer
      WHERE state IN ('asked', 'sent', 'unknown') AND next_try_at > now() + interval '1 day' AND NOT ${inOneSpan(`next_try_at - interval '1 day'`, 'now()')}
      UNION ALL
      SELECT t.id::text, format('%s %s, asked %s times, given back %s times', t.direction, t.state,
        count(j.seq) FILTER (WHERE j.kind IN (${kinds('transfer_in', 'transfer_asked')})),
          count(j.seq) FILTER (WHERE j.kind = ${kinds('transfer_out')}))
      FROM transfer t LEFT JOIN journal j ON j.member_id = t.member_id AND j.ref = t.id
        AND j.kind IN (${kinds('transfer_in', 'transfer_out', 'transfer_asked')})
      GROUP BY t.id, t.direction, t.state
      HAVING count(j.seq) FILTER (WHERE j.kind IN (${kinds('transfer_in', 'transfer_asked')})) <> 1
        OR
          count(j.seq) FILTER (WHERE j.kind = ${kinds('transfer_out')}) <> (t.state = CASE t.direction WHEN 'in' THEN 'refused' ELSE 'done' END)::int`,
  },
]
