-- Tries at the withdrawal PIN. A try is begun before the PIN is verified and settled by the verdict. A member's wrong tries
-- and tries without a verdict never exceed the bound between two locks together, at any number of processes; both
-- functions hold the member's row. A try without a verdict counts until it is p_seconds old, also by a clock that was
-- set back.

-- Begins a try. `begun` with the hash to verify against; `locked`; or `wait` while other tries occupy all that are left.
CREATE OR REPLACE FUNCTION pin_begin(p_member bigint, p_try uuid, p_each int, p_seconds int, OUT state text, OUT hash text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  m record;
  v_at timestamptz;
BEGIN
  SELECT pin_hash, pin_failures, pin_locked_until INTO STRICT m FROM member WHERE id = p_member FOR NO KEY UPDATE;
  v_at := clock_timestamp();
  IF m.pin_locked_until > v_at THEN
    state := 'locked';
    RETURN;
  END IF;
  DELETE FROM pin_try WHERE member_id = p_member
    AND NOT (begun_at > v_at - make_interval(secs => p_seconds) AND begun_at < v_at + make_interval(secs => p_seconds));
  IF m.pin_failures % p_each + (SELECT count(*) FROM pin_try WHERE member_id = p_member) >= p_each THEN
    state := 'wait';
    RETURN;
  END IF;
  INSERT INTO pin_try (member_id, id, begun_at) VALUES (p_member, p_try, v_at);
  state := 'begun';
  hash := m.pin_hash;
END
$$;

-- Settles a try by its verdict, `right` or `wrong`. A wrong one is counted: the first p_each lock the PIN for
-- p_first_minutes, each p_each more for p_later_minutes. Returns `right`, `pass` (wrong) or `locked`; `late` when the try
-- had expired or is gone, so that its place may have been taken: then the caller must not reveal the verdict, and a wrong one counts
-- nevertheless. Each wrong one, and a right one that ends a count, is an act of the audit, so the transaction must be signed: a count
-- that is set back is missed. Without the member's row it fails, and is repeated.
CREATE OR REPLACE FUNCTION pin_settle(p_member bigint, p_try uuid, p_verdict text, p_each int, p_seconds int,
  p_first_minutes int, p_later_minutes int) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_at timestamptz;
  v_begun timestamptz;
  v_failures int;
BEGIN
  SELECT pin_failures INTO STRICT v_failures FROM member WHERE id = p_member FOR NO KEY UPDATE;
  v_at := clock_timestamp();
  DELETE FROM pin_try WHERE member_id = p_member AND id = p_try RETURNING begun_at INTO v_begun;
  IF p_verdict = 'wrong' THEN
    UPDATE member SET pin_failures = pin_failures + 1,
      pin_locked_until = CASE WHEN (pin_failures + 1) % p_each <> 0 THEN pin_locked_until
        ELSE v_at + make_interval(mins => CASE WHEN pin_failures + 1 = p_each THEN p_first_minutes ELSE p_later_minutes END) END
     WHERE id = p_member RETURNING pin_failures INTO v_failures;
    INSERT INTO audit (brand_id, actor_kind, actor_id, act, subject, detail)
      SELECT brand_id, 'member', id, 'member.pin-wrong', public_id::text, jsonb_build_object('failures', v_failures)
        || CASE WHEN v_begun IS NULL OR NOT (v_begun > v_at - make_interval(secs => p_seconds)) THEN '{"late": true}' ELSE '{}' END::jsonb FROM member WHERE id = p_member;
  END IF;
  IF v_begun IS NULL OR NOT (v_begun > v_at - make_interval(secs => p_seconds) AND v_begun < v_at + make_interval(secs => p_seconds)) THEN
    RETURN 'late';
  END IF;
  IF p_verdict = 'wrong' THEN
    RETURN CASE WHEN v_failures % p_each = 0 THEN 'locked' ELSE 'pass' END;
  END IF;
  UPDATE member SET pin_failures = 0, pin_locked_until = NULL
   WHERE id = p_member AND (pin_failures <> 0 OR pin_locked_until IS NOT NULL);
  IF FOUND THEN
    INSERT INTO audit (brand_id, actor_kind, actor_id, act, subject)
      SELECT brand_id, 'member', id, 'member.pin-right', public_id::text FROM member WHERE id = p_member;
  END IF;
  RETURN 'right';
END
$$;

-- Takes back a try that reached no verdict.
CREATE OR REPLACE FUNCTION pin_release(p_member bigint, p_try uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM pin_try WHERE member_id = p_member AND id = p_try
$$;

REVOKE ALL ON FUNCTION pin_begin, pin_settle, pin_release FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pin_begin, pin_settle, pin_release TO ${role.app};
