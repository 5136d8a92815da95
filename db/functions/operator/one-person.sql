-- The operators who count as the same person as an operator now, the operator among them, wherever an act takes two.
-- A manager who took part in a reset of an operator's sign-in may have read its code and enrolled in that operator's place. So for
-- 96 hours (24 in which the code is good, and 72 after the latest enrolment) an operator counts as the same person as both who took
-- part in their reset, as those who took part in the resets of these two, and as all others reset by any of them.
CREATE OR REPLACE FUNCTION operator_one_person(p_operator bigint) RETURNS bigint[]
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH RECURSIVE reset AS MATERIALIZED (
    SELECT o.id AS operator, by.id AS by
    FROM approval a JOIN operator o ON o.public_id = a.subject CROSS JOIN LATERAL (VALUES (a.proposed_by), (a.decided_by)) by (id)
    WHERE a.kind = 'reset_operator' AND a.state = 'approved' AND a.decided_at > clock_timestamp() - interval '96 hours'
  ), up (id) AS (
    SELECT p_operator UNION SELECT r.by FROM up JOIN reset r ON r.operator = up.id
  ), down (id) AS (
    SELECT id FROM up UNION SELECT r.operator FROM down JOIN reset r ON r.by = down.id
  )
  SELECT array_agg(id ORDER BY id) FROM down
$$;

REVOKE ALL ON FUNCTION operator_one_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION operator_one_person TO ${role.app};
