-- A journal row may be deleted only when an equal row, column by column, is in the archive, wallet.archived_seq covers
-- it (otherwise the ledger would not look for its key there), and it is not the newest. Every other deletion is
-- refused.
CREATE OR REPLACE FUNCTION journal_may_leave() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM journal_archive a JOIN wallet w USING (member_id) WHERE a.member_id = OLD.member_id AND a.seq = OLD.seq
      AND a.seq <= w.archived_seq AND a.seq < w.seq AND ROW(a.*) IS NOT DISTINCT FROM ROW(OLD.*)) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END
$$;

CREATE OR REPLACE FUNCTION round_may_leave() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM round_archive a WHERE a.member_id = OLD.member_id AND a.nonce = OLD.nonce
      AND ROW(a.*) IS NOT DISTINCT FROM ROW(OLD.*)) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END
$$;

-- Moves a member's oldest events before p_before to the archive, at most p_most of them, with their rounds, and returns
-- how many moved; fewer than p_most means that none are left. One short transaction under the wallet's lock. Events
-- younger than 62 days stay, so that the current and the previous month of every limit are in the journal, and so do
-- events not older than an open request or transfer of the member. Only the owner may call it: the application never
-- archives.
CREATE OR REPLACE FUNCTION ledger_archive(p_member bigint, p_before timestamptz, p_most int, OUT events int, OUT rounds int)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  w wallet;
  v_until bigint;
BEGIN
  IF p_before > clock_timestamp() - interval '62 days' THEN
    RAISE EXCEPTION 'events younger than 62 days stay in the journal';
  END IF;
  events := 0;
  rounds := 0;
  SELECT * INTO w FROM wallet WHERE member_id = p_member FOR UPDATE;
  p_before := least(p_before,
    (SELECT min(q.filed_at) FROM money_request q WHERE q.member_id = p_member AND q.state IN (${states.request_open})),
    (SELECT min(t.asked_at) FROM transfer t WHERE t.member_id = p_member AND t.state IN (${states.transfer_underway})));
  SELECT max(s.seq) INTO v_until FROM (
    SELECT o.seq, bool_and(o.at < p_before) OVER (ORDER BY o.seq) AS old FROM (
      SELECT j.seq, j.at FROM ONLY journal j WHERE j.member_id = p_member AND j.seq > w.archived_seq AND j.seq < w.seq
      ORDER BY j.seq LIMIT p_most) o) s
  WHERE s.old;
  IF v_until IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO journal_archive
    SELECT j.* FROM ONLY journal j WHERE j.member_id = p_member AND j.seq > w.archived_seq AND j.seq <= v_until;
  GET DIAGNOSTICS events = ROW_COUNT;
  INSERT INTO round_archive
    SELECT r.* FROM ONLY journal j JOIN ONLY round r ON r.id = j.ref AND r.member_id = j.member_id
    WHERE j.member_id = p_member AND j.seq > w.archived_seq AND j.seq <= v_until AND j.kind = ${kind.spin};
  GET DIAGNOSTICS rounds = ROW_COUNT;
  UPDATE wallet SET archived_seq = v_until WHERE member_id = p_member;
  DELETE FROM ONLY round r USING ONLY journal j WHERE r.id = j.ref AND r.member_id = j.member_id
    AND j.member_id = p_member AND j.seq > w.archived_seq AND j.seq <= v_until AND j.kind = ${kind.spin};
  DELETE FROM ONLY journal j WHERE j.member_id = p_member AND j.seq > w.archived_seq AND j.seq <= v_until;
END
$$;

CREATE OR REPLACE TRIGGER journal_stays BEFORE DELETE ON journal FOR EACH ROW EXECUTE FUNCTION journal_may_leave();
CREATE OR REPLACE TRIGGER round_stays BEFORE DELETE ON round FOR EACH ROW EXECUTE FUNCTION round_may_leave();

REVOKE ALL ON FUNCTION journal_may_leave, round_may_leave, ledger_archive FROM PUBLIC;
