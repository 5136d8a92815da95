import type pg from 'pg'

/**
 * Audits the members' limits as they are now, for tests that set them past the member's call, which audits each act. The
 * books compare both.
 */
export async function auditLimits(owner: pg.Pool): Promise<void> {
  await owner.query(`
    INSERT INTO audit (actor_kind, actor_id, act, detail)
    SELECT 'member', member_id, 'limit.set', jsonb_build_object('kind', kind, 'period', period, 'most',
      coalesce(trim_scale(sum(most::numeric) FILTER (WHERE ended_at IS NULL) / CASE kind WHEN 'session_time' THEN 60000 ELSE 10000 END)::text, 'none'))
    FROM member_limit GROUP BY member_id, kind, period`)
}
