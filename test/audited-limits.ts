import type pg from 'pg'

/**
 * Audits the members' limits as they are now, and conversions of comp, for tests that make them past the member's calls,
 * which audit each act. The books compare both.
 */
export async function auditLimits(owner: pg.Pool): Promise<void> {
  await owner.query(`
    INSERT INTO audit (actor_kind, actor_id, act, detail)
    SELECT 'member', member_id, 'limit.set', jsonb_build_object('kind', kind, 'period', period, 'most',
      coalesce(trim_scale(sum(most::numeric) FILTER (WHERE ended_at IS NULL) / CASE kind WHEN 'session_time' THEN 60000 ELSE 10000 END)::text, 'none'))
    FROM member_limit GROUP BY member_id, kind, period`)
  await owner.query(`
    INSERT INTO audit (actor_kind, actor_id, act, detail)
    SELECT 'member', j.member_id, 'comp.convert', jsonb_build_object('point', trim_scale(j.d_cash::numeric / 10000)::text)
    FROM (SELECT member_id, d_cash, row_number() OVER (PARTITION BY member_id ORDER BY seq) AS place FROM journal WHERE kind = 11) j
    WHERE j.place > (SELECT count(*) FROM audit a WHERE a.actor_id = j.member_id AND a.act = 'comp.convert')`)
}
