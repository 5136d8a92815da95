-- Old journal rows leave for an archive; their keys stay good for ever.
--
-- The archive inherits from the journal: whoever reads `journal` reads both, so that no statement, check or look-up for a key
-- can forget what is old, and a column added to the journal is there in the archive too. `ONLY journal` is the hot table
-- alone: said where a bet must not pay for the past, and always with a look at wallet.archived_seq beside it. A member's old
-- events leave in their order, so one number says where they are: up to archived_seq in the archive, all after it in the
-- journal. A spin's round leaves with its event.

-- Up to which event the member's journal lies in the archive. The newest never does: it is what the wallet is.
ALTER TABLE wallet ADD COLUMN archived_seq bigint NOT NULL DEFAULT 0;

CREATE TABLE journal_archive (
  PRIMARY KEY (member_id, seq),
  UNIQUE (member_id, source, key)
) INHERITS (journal);
CREATE TABLE round_archive (
  PRIMARY KEY (member_id, nonce),
  UNIQUE (id)
) INHERITS (round);
GRANT SELECT ON journal_archive, round_archive TO baize_app;

-- As final as what they come from. What has been shown of a round may still move, forward: a window resumes there.
CREATE TRIGGER journal_archive_is_final BEFORE UPDATE OR DELETE ON journal_archive FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_archive_is_whole BEFORE TRUNCATE ON journal_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_archive_is_final BEFORE UPDATE ON round_archive FOR EACH ROW EXECUTE FUNCTION round_only_shown();
CREATE TRIGGER round_archive_stays BEFORE DELETE ON round_archive FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_archive_is_whole BEFORE TRUNCATE ON round_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A row leaves only where the same row, column by column, is in the archive, and for events where the wallet says so, because
-- the ledger looks for old keys only then, and is not the newest. Every other deletion is refused as ever.
CREATE FUNCTION journal_may_leave() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM journal_archive a JOIN wallet w USING (member_id) WHERE a.member_id = OLD.member_id AND a.seq = OLD.seq
      AND a.seq <= w.archived_seq AND a.seq < w.seq AND ROW(a.*) IS NOT DISTINCT FROM ROW(OLD.*)) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END
$$;
CREATE FUNCTION round_may_leave() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM round_archive a WHERE a.member_id = OLD.member_id AND a.nonce = OLD.nonce
      AND ROW(a.*) IS NOT DISTINCT FROM ROW(OLD.*)) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END
$$;
DROP TRIGGER journal_is_final ON journal;
CREATE TRIGGER journal_is_final BEFORE UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER journal_stays BEFORE DELETE ON journal FOR EACH ROW EXECUTE FUNCTION journal_may_leave();
DROP TRIGGER round_stays ON round;
CREATE TRIGGER round_stays BEFORE DELETE ON round FOR EACH ROW EXECUTE FUNCTION round_may_leave();

-- Moves a member's oldest events from before a moment to the archive, at most p_most of them, with their rounds; answers how
-- many moved. Fewer than p_most: there is no more to move. One short transaction under the wallet's lock. Nothing younger than
-- 62 days moves, so that the month of every limit and the one before it are in the journal; nor what is as young as something
-- the member has open. The owner's alone: the application never archives.
CREATE FUNCTION ledger_archive(p_member bigint, p_before timestamptz, p_most int, OUT events int, OUT rounds int)
LANGUAGE plpgsql SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  w wallet;
  v_until bigint;
BEGIN
  IF p_before > clock_timestamp() - interval '62 days' THEN
    RAISE EXCEPTION 'what is younger than 62 days stays in the journal';
  END IF;
  events := 0;
  rounds := 0;
  SELECT * INTO w FROM wallet WHERE member_id = p_member FOR UPDATE;
  p_before := least(p_before,
    (SELECT min(q.filed_at) FROM money_request q WHERE q.member_id = p_member AND q.state IN ('filed', 'claimed', 'held', 'awaiting_second')),
    (SELECT min(t.asked_at) FROM transfer t WHERE t.member_id = p_member AND t.state IN ('asked', 'sent', 'unknown')));
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
    WHERE j.member_id = p_member AND j.seq > w.archived_seq AND j.seq <= v_until AND j.kind = 3;
  GET DIAGNOSTICS rounds = ROW_COUNT;
  UPDATE wallet SET archived_seq = v_until WHERE member_id = p_member;
  DELETE FROM ONLY round r USING ONLY journal j WHERE r.id = j.ref AND r.member_id = j.member_id
    AND j.member_id = p_member AND j.seq > w.archived_seq AND j.seq <= v_until AND j.kind = 3;
  DELETE FROM ONLY journal j WHERE j.member_id = p_member AND j.seq > w.archived_seq AND j.seq <= v_until;
END
$$;
REVOKE ALL ON FUNCTION journal_may_leave, round_may_leave, ledger_archive FROM PUBLIC;

-- Puts a limit in force from this moment (null: none), under the wallet's lock. A lower one holds at once and counts what its
-- period has already seen; a higher one, or none, must lie in limit_raise and have waited.
-- As in 005, and: a first count leaves the archive alone. It does not trust the order of times to find its period: a clock may
-- have been set back.
CREATE OR REPLACE FUNCTION ledger_limit(p_member bigint, p_kind text, p_period text, p_most bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_at timestamptz;
  v_before bigint;
  v_zone text;
  v_starts date;
BEGIN
  PERFORM 1 FROM wallet WHERE member_id = p_member FOR UPDATE;
  v_at := clock_timestamp();
  SELECT most INTO v_before FROM member_limit WHERE member_id = p_member AND kind = p_kind AND period = p_period AND ended_at IS NULL;
  IF v_before IS NOT NULL AND (p_most IS NULL OR p_most > v_before) AND NOT EXISTS (
      SELECT 1 FROM limit_raise WHERE member_id = p_member AND kind = p_kind AND period = p_period
        AND most IS NOT DISTINCT FROM p_most AND effective_from <= v_at) THEN
    RAISE EXCEPTION 'a limit is raised or removed only after its waiting time';
  END IF;
  DELETE FROM limit_raise WHERE member_id = p_member AND kind = p_kind AND period = p_period;
  UPDATE member_limit SET ended_at = v_at WHERE member_id = p_member AND kind = p_kind AND period = p_period AND ended_at IS NULL;
  IF p_most IS NULL THEN
    DELETE FROM limit_counter WHERE member_id = p_member AND kind = p_kind AND period = p_period;
  ELSE
    INSERT INTO member_limit (member_id, kind, period, most, effective_from) VALUES (p_member, p_kind, p_period, p_most, v_at);
    IF v_before IS NULL AND p_kind <> 'session_time' THEN
      SELECT b.time_zone, limit_starts(p_period, v_at, b.time_zone) INTO v_zone, v_starts
        FROM member m JOIN brand b ON b.id = m.brand_id WHERE m.id = p_member;
      INSERT INTO limit_counter (member_id, kind, period, starts, used)
        SELECT p_member, p_kind, p_period, v_starts, coalesce(sum(CASE p_kind
            WHEN 'deposit' THEN CASE WHEN j.kind = 7 THEN j.d_cash ELSE 0 END
            WHEN 'wager' THEN s.stake
            ELSE CASE WHEN j.kind = 18 THEN -j.d_in_play ELSE s.stake - s.pay END END), 0)::bigint
        -- Nothing of this period is in the archive.
        FROM ONLY journal j
        CROSS JOIN LATERAL (SELECT
          CASE WHEN j.kind IN (1, 3) AND NOT EXISTS (SELECT 1 FROM journal x
            WHERE j.kind = 1 AND x.member_id = j.member_id AND x.source = -j.source AND x.key = j.key) THEN j.stake ELSE 0 END AS stake,
          CASE WHEN j.kind IN (2, 3) THEN j.pay ELSE 0 END AS pay) s
        WHERE j.member_id = p_member AND j.kind IN (1, 2, 3, 7, 18) AND j.at >= v_starts::timestamp AT TIME ZONE v_zone
        ON CONFLICT (member_id, kind, period, starts) DO UPDATE SET used = excluded.used;
    END IF;
  END IF;
  UPDATE wallet w SET limited = EXISTS (SELECT 1 FROM member_limit l WHERE l.member_id = p_member AND l.ended_at IS NULL)
      OR EXISTS (SELECT 1 FROM member m WHERE m.id = p_member AND m.excluded_until > v_at)
    WHERE w.member_id = p_member;
END
$$;

-- One event, in the caller's transaction or its own. As in 005, and: a key that is not in the journal is looked for in the
-- archive, where the wallet says that its member has one.
CREATE OR REPLACE FUNCTION ledger_post(r ledger_request) RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  w wallet;
  j journal;
  b journal;
  o ledger_outcome;
  v_rate int;
  v_ppm int;
  v_refusal text;
  v_pace int;
  v_due bigint;
  v_asked bigint;
  v_mega bigint;
  v_major bigint;
  v_minor bigint;
BEGIN
  SELECT * INTO w FROM wallet WHERE member_id = r.member_id FOR UPDATE;
  IF NOT FOUND THEN
    o.outcome := 'unknown_member';
    RETURN o;
  END IF;
  o.at := clock_timestamp();
  o.cash := w.cash; o.held := w.held; o.in_play := w.in_play; o.comp := w.comp; o.d_comp := 0;
  o.nonce := w.nonce; o.seed_id := w.seed_id;

  -- The key comes first: what took effect is answered again, whatever has changed since.
  SELECT * INTO j FROM ONLY journal WHERE member_id = r.member_id AND source = r.source AND key = r.key;
  IF NOT FOUND AND w.archived_seq > 0 THEN
    SELECT * INTO j FROM journal_archive WHERE member_id = r.member_id AND source = r.source AND key = r.key;
  END IF;
  IF FOUND THEN
    IF j.ask <> r.ask THEN
      o.outcome := 'conflict';
      RETURN o;
    END IF;
    RETURN ('replay', j.seq, j.at, j.cash, j.held, j.in_play, j.comp, j.d_comp, j.ref, NULL, NULL, NULL, NULL, NULL, NULL)::ledger_outcome;
  END IF;

  IF NOT EXISTS (SELECT 1 FROM account WHERE id = r.contra_id) THEN
    RAISE foreign_key_violation USING MESSAGE = format('there is no account %s to stand against this', r.contra_id);
  END IF;

  IF r.kind = 1 THEN
    PERFORM 1 FROM ONLY journal WHERE member_id = r.member_id AND source = -r.source AND key = r.key;
    IF NOT FOUND AND w.archived_seq > 0 THEN
      PERFORM 1 FROM journal_archive WHERE member_id = r.member_id AND source = -r.source AND key = r.key;
    END IF;
    IF FOUND THEN
      o.outcome := 'rolled_back';
      RETURN o;
    END IF;
  END IF;

  IF r.kind = 4 THEN
    -- A rollback carries the bet's key under the bet's source negated, so that a bet is undone once, by construction.
    SELECT * INTO b FROM ONLY journal WHERE member_id = r.member_id AND source = -r.source AND key = r.key;
    IF NOT FOUND AND w.archived_seq > 0 THEN
      SELECT * INTO b FROM journal_archive WHERE member_id = r.member_id AND source = -r.source AND key = r.key;
    END IF;
    IF NOT FOUND THEN
      r.kind := 5;
      r.stake := 0; r.d_cash := 0; r.d_in_play := 0; r.d_comp := 0; r.d_turnover := 0;
      o.outcome := 'tombstone';
    ELSIF b.kind <> 1 THEN
      o.outcome := 'not_a_bet';
      RETURN o;
    ELSE
      r.d_cash := b.stake;
      -- What the bet put into play leaves it, and the turnover it took is due again: nobody plays free by being rolled back.
      r.d_in_play := -b.d_in_play;
      r.d_turnover := -b.d_turnover;
      -- Comp is taken back as far as it is left; the shortfall stays with comp cost, cash is untouched.
      r.d_comp := -least(b.d_comp, w.comp);
      r.contra_id := b.contra_id;
      r.ref := b.ref;
      v_rate := b.rate_id;
      o.outcome := 'done';
    END IF;
    r.d_held := 0; r.pay := 0; r.stake := 0;
  ELSE
    o.outcome := 'done';
  END IF;

  IF r.nonce IS NOT NULL THEN
    v_refusal := ledger_gate(r, o.at);
    IF v_refusal IS NOT NULL THEN
      o.outcome := v_refusal;
      RETURN o;
    END IF;
  END IF;

  IF w.cash < r.stake OR w.cash + r.d_cash < 0 OR w.held + r.d_held < 0 OR w.in_play + r.d_in_play < 0 OR w.comp + r.d_comp < 0 THEN
    o.outcome := 'short';
    RETURN o;
  END IF;

  IF w.limited AND r.kind IN (1, 3, 6, 15) THEN
    IF r.kind IN (1, 6, 15) AND EXISTS (SELECT 1 FROM member WHERE id = r.member_id AND excluded_until > o.at) THEN
      o.outcome := 'excluded';
      RETURN o;
    END IF;
    -- What would pass a limit is refused whole. A deposit is judged when it is asked for (one is open at most); what has
    -- arrived is credited whatever the limits say. A loss counts the stake, never the net: the round may win nothing. Money that
    -- goes into play elsewhere (15) may be lost there.
    IF r.kind = 6 THEN
      SELECT q.amount INTO v_asked FROM money_request q WHERE q.id = r.ref AND q.member_id = r.member_id;
    END IF;
    SELECT l.kind, l.period, greatest(0, l.most - l.used - l.at_risk) INTO o.limit_kind, o.limit_period, o.limit_left
    FROM limit_state(r.member_id, o.at, r.session_id) l
    WHERE CASE WHEN r.kind = 6 THEN l.kind = 'deposit' AND l.used + v_asked > l.most
      WHEN r.stake = 0 AND r.d_cash >= 0 THEN false
      WHEN l.kind = 'session_time' THEN l.used >= l.most
      WHEN l.kind = 'loss' THEN l.used + l.at_risk + greatest(r.stake, -r.d_cash) > l.most
      WHEN l.kind = 'wager' THEN l.used + r.stake > l.most AND r.kind <> 15
      ELSE false END
    ORDER BY l.kind = 'session_time' DESC, l.most - l.used - l.at_risk, l.kind, l.period LIMIT 1;
    IF FOUND THEN
      o.outcome := 'limit';
      RETURN o;
    END IF;
  END IF;

  IF r.nonce IS NOT NULL THEN
    SELECT min_spin_ms INTO v_pace FROM brand WHERE id = w.brand_id;
    IF w.last_spin_at + v_pace * interval '1 millisecond' > o.at THEN
      o.outcome := 'pace';
      o.wait_ms := ceil(extract(epoch FROM w.last_spin_at + v_pace * interval '1 millisecond' - o.at) * 1000);
      RETURN o;
    END IF;
    IF w.nonce <> r.nonce OR w.seed_id IS DISTINCT FROM r.seed_id THEN
      o.outcome := 'nonce';
      RETURN o;
    END IF;
    UPDATE member_session SET last_act_at = o.at WHERE id = r.session_id AND last_act_at < o.at - interval '1 minute';
    INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, game_version_id, events)
      VALUES (r.member_id, r.nonce, r.ref, o.at, r.seed_id, r.stake, r.pay, r.game_version_id, r.events);
    IF EXISTS (SELECT 1 FROM jackpot_tier WHERE open) THEN
      SELECT s.mega, s.major, s.minor INTO v_mega, v_major, v_minor FROM jackpot_shares(r.game_version_id, r.stake) s;
    END IF;
  END IF;

  IF r.game_kind IS NOT NULL AND r.stake > 0 THEN
    SELECT c.id, c.rate_ppm INTO v_rate, v_ppm FROM comp_rate_at(r.member_id, r.game_kind, o.at) c;
    r.d_comp := r.d_comp + scale_ppm_floor(r.stake, coalesce(v_ppm, 0));
  END IF;

  v_due := greatest(0, w.turnover_due + r.d_turnover - r.stake);
  UPDATE wallet SET
    cash = wallet.cash + r.d_cash, held = wallet.held + r.d_held, in_play = wallet.in_play + r.d_in_play,
    comp = wallet.comp + r.d_comp, seq = wallet.seq + 1,
    turnover_due = v_due,
    nonce = wallet.nonce + (r.nonce IS NOT NULL)::int,
    last_spin_at = CASE WHEN r.nonce IS NULL THEN wallet.last_spin_at ELSE o.at END,
    unseen = CASE WHEN r.nonce IS NULL THEN wallet.unseen
      ELSE r.pay + CASE WHEN wallet.unseen_until > o.at THEN wallet.unseen ELSE 0 END END,
    unseen_until = CASE WHEN r.nonce IS NULL THEN wallet.unseen_until ELSE o.at + interval '60 seconds' END
  WHERE wallet.member_id = r.member_id
  RETURNING wallet.seq, wallet.cash, wallet.held, wallet.in_play, wallet.comp, wallet.nonce
  INTO o.seq, o.cash, o.held, o.in_play, o.comp, o.nonce;

  INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay, ask,
      key, ref, contra_id, rate_id, kind, source, share_mega, share_major, share_minor)
    VALUES (r.member_id, o.seq, o.at, r.d_cash, r.d_held, r.d_in_play, r.d_comp, v_due - w.turnover_due, o.cash, o.held, o.in_play, o.comp, r.stake,
      r.pay, r.ask, r.key, r.ref, r.contra_id, v_rate, r.kind, r.source, v_mega, v_major, v_minor);

  IF coalesce(v_mega, v_major, v_minor) IS NOT NULL THEN
    PERFORM jackpot_add(v_mega, v_major, v_minor);
  END IF;
  IF w.limited THEN
    IF r.kind = 4 THEN
      PERFORM limit_give_back(r.member_id, b.at, b.stake);
    ELSIF r.kind IN (1, 2, 3, 7, 18) THEN
      PERFORM limit_count(r.member_id, o.at, CASE WHEN r.kind = 7 THEN r.d_cash ELSE 0 END,
        CASE WHEN r.kind IN (1, 3) THEN r.stake ELSE 0 END, CASE r.kind WHEN 7 THEN 0 WHEN 18 THEN -r.d_in_play ELSE r.stake - r.pay END);
    END IF;
    IF r.kind IN (1, 3) THEN
      o.limit_left := limit_stake_left(r.member_id, o.at, r.session_id);
    END IF;
  END IF;
  o.d_comp := r.d_comp;
  o.ref := r.ref;
  RETURN o;
END
$$;

-- Many events in one statement, answered in the order given. Wallets are locked in member order; members whose every event
-- is plain (no key known, nobody short, no refusal) are done set-based, all others one by one in arrival order. Because the
-- wallet's lock covers every key of its member, nothing here can meet a unique violation. The journal has no foreign keys:
-- accounts are joined here and asked for below, at a tenth of the price. As in 005, and: keys of
-- members who have an archive are looked for there too.
CREATE OR REPLACE FUNCTION ledger_post_batch(
  p_member bigint[], p_kind smallint[], p_source smallint[], p_key uuid[], p_ask bigint[], p_d_cash bigint[], p_d_held bigint[],
  p_d_in_play bigint[], p_d_comp bigint[], p_d_turnover bigint[], p_stake bigint[], p_pay bigint[], p_contra int[], p_ref uuid[],
  p_game_kind text[], p_session bigint[], p_play_session uuid[], p_game_version smallint[], p_nonce bigint[], p_seed bigint[],
  p_events text[]
) RETURNS SETOF ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  v_at timestamptz;
  v_out ledger_outcome[];
  v_one ledger_outcome;
  v_sessions bigint[];
  v_mega_ppm int;
  v_major_ppm int;
  v_minor_ppm int;
  v_linked smallint[];
  v_mega bigint;
  v_major bigint;
  v_minor bigint;
  i int := 0;
BEGIN
  PERFORM 1 FROM wallet WHERE member_id = ANY (p_member) ORDER BY member_id FOR UPDATE;
  v_at := clock_timestamp();
  SELECT coalesce(max(share_ppm) FILTER (WHERE tier = 'mega'), 0), coalesce(max(share_ppm) FILTER (WHERE tier = 'major'), 0),
      coalesce(max(share_ppm) FILTER (WHERE tier = 'minor'), 0)
    INTO v_mega_ppm, v_major_ppm, v_minor_ppm FROM jackpot_tier WHERE open;
  IF v_mega_ppm + v_major_ppm + v_minor_ppm > 0 THEN
    SELECT array_agg(v.id) INTO v_linked FROM game_version v JOIN game g ON g.code = v.game_code WHERE g.jackpot_linked;
  END IF;
  WITH req AS MATERIALIZED (
    SELECT * FROM unnest(p_member, p_kind, p_source, p_key, p_ask, p_d_cash, p_d_held, p_d_in_play, p_d_comp, p_d_turnover, p_stake,
      p_pay, p_contra, p_ref, p_game_kind, p_session, p_play_session, p_game_version, p_nonce, p_seed, p_events)
      WITH ORDINALITY AS t (member_id, kind, source, key, ask, d_cash, d_held, d_in_play, d_comp, d_turnover, stake, pay, contra_id,
      ref, game_kind, session_id, play_session_id, game_version_id, nonce, seed_id, events, ord)
  ), rated AS MATERIALIZED (
    -- Laterals with LIMIT 1 are looked up by index, row for row; the planner cannot turn them into a scan of the journal.
    SELECT r.*, c.id AS rate_id, a.id AS account_id, w.brand_id, w.cash, w.held, w.in_play, w.comp, w.seq, w.nonce AS w_nonce,
      w.seed_id AS w_seed, w.last_spin_at AS w_last_spin, w.limited, w.turnover_due,
      -- The archive is asked for members who have one and keys the journal does not know: others pay for no look at all.
      coalesce(known.seq, CASE WHEN w.archived_seq > 0 THEN (SELECT a.seq FROM journal_archive a WHERE a.member_id = r.member_id
        AND a.source IN (r.source, CASE r.kind WHEN 1 THEN -r.source ELSE r.source END) AND a.key = r.key LIMIT 1) END) AS known_seq,
      r.game_version_id = ANY (v_linked) AS linked,
      r.d_comp + CASE WHEN r.stake > 0 THEN scale_ppm_floor(r.stake, coalesce(c.rate_ppm, 0)) ELSE 0 END AS all_comp
    FROM req r
    LEFT JOIN wallet w ON w.member_id = r.member_id
    LEFT JOIN account a ON a.id = r.contra_id
    -- A key is asked for by all three columns of its index: with two of them a look-up may read all a member ever did.
    LEFT JOIN LATERAL (
      SELECT j.seq FROM ONLY journal j WHERE j.member_id = r.member_id AND j.source = r.source AND j.key = r.key
      UNION ALL
      SELECT j.seq FROM ONLY journal j WHERE r.kind = 1 AND j.member_id = r.member_id AND j.source = -r.source AND j.key = r.key
      LIMIT 1) known ON true
    LEFT JOIN LATERAL (SELECT c.id, c.rate_ppm FROM member m, comp_rate c WHERE r.game_kind IS NOT NULL AND r.stake > 0
      AND m.id = r.member_id AND c.brand_id = m.brand_id AND c.game_kind = r.game_kind AND c.level = m.level
      AND c.effective_from <= v_at ORDER BY c.effective_from DESC LIMIT 1) c ON true
  ), run AS MATERIALIZED (
    SELECT r.*, r.seq + row_number() OVER m AS new_seq,
      (r.cash + sum(r.d_cash) OVER m)::bigint AS new_cash, (r.held + sum(r.d_held) OVER m)::bigint AS new_held,
      (r.in_play + sum(r.d_in_play) OVER m)::bigint AS new_in_play, (r.comp + sum(r.all_comp) OVER m)::bigint AS new_comp,
      -- Turnover falls by stakes and rises by deposits, never below zero at any step; a member with both in one batch goes one by one.
      greatest(0, r.turnover_due + sum(r.d_turnover - r.stake) OVER m)::bigint AS new_due,
      greatest(0, r.turnover_due + sum(r.d_turnover - r.stake) OVER m - r.d_turnover + r.stake)::bigint AS old_due,
      count(*) OVER p AS events_of_member, count(*) OVER k AS events_of_key
    FROM rated r
    WINDOW m AS (PARTITION BY r.member_id ORDER BY r.ord ROWS UNBOUNDED PRECEDING), p AS (PARTITION BY r.member_id),
      k AS (PARTITION BY r.member_id, r.key)
  ), judged AS MATERIALIZED (
    SELECT u.*, bool_and(
      u.brand_id IS NOT NULL AND u.account_id IS NOT NULL AND NOT u.limited AND u.kind <> 4 AND u.known_seq IS NULL
      AND (u.d_turnover = 0 OR u.events_of_member = 1)
      AND u.new_cash - u.d_cash >= u.stake AND u.new_cash >= 0 AND u.new_held >= 0 AND u.new_in_play >= 0
      AND u.new_comp - u.all_comp + u.d_comp >= 0
      -- A key that comes twice in one batch: its member goes one by one, where the second finds the first.
      AND u.events_of_key = 1
      AND (u.nonce IS NULL OR (
        u.events_of_member = 1 AND u.w_nonce = u.nonce AND u.w_seed = u.seed_id
        AND (u.w_last_spin IS NULL
          OR u.w_last_spin + (SELECT b.min_spin_ms FROM brand b WHERE b.id = u.brand_id) * interval '1 millisecond' <= v_at)
        AND ledger_gate((u.member_id, u.kind, u.source, u.key, u.ask, u.d_cash, u.d_held, u.d_in_play, u.d_comp, u.d_turnover, u.stake,
          u.pay, u.contra_id, u.ref, u.game_kind, u.session_id, u.play_session_id, u.game_version_id, u.nonce, u.seed_id,
          NULL)::ledger_request, v_at) IS NULL))
    ) OVER (PARTITION BY u.member_id) AS plain
    FROM run u
  ), posted AS (
    UPDATE wallet w SET cash = l.new_cash, held = l.new_held, in_play = l.new_in_play, comp = l.new_comp, seq = l.new_seq,
      turnover_due = l.new_due,
      nonce = w.nonce + (l.nonce IS NOT NULL)::int,
      last_spin_at = CASE WHEN l.nonce IS NULL THEN w.last_spin_at ELSE v_at END,
      unseen = CASE WHEN l.nonce IS NULL THEN w.unseen ELSE l.pay + CASE WHEN w.unseen_until > v_at THEN w.unseen ELSE 0 END END,
      unseen_until = CASE WHEN l.nonce IS NULL THEN w.unseen_until ELSE v_at + interval '60 seconds' END
    FROM judged l WHERE l.plain AND l.new_seq = l.seq + l.events_of_member AND w.member_id = l.member_id
  ), rounds AS (
    INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, game_version_id, events)
      SELECT member_id, nonce, ref, v_at, seed_id, stake, pay, game_version_id, events FROM judged WHERE plain AND nonce IS NOT NULL
  ), written AS (
    INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay,
        ask, key, ref, contra_id, rate_id, kind, source, share_mega, share_major, share_minor)
      SELECT member_id, new_seq, v_at, d_cash, d_held, d_in_play, all_comp, new_due - old_due, new_cash, new_held, new_in_play,
        new_comp, stake, pay, ask, key, ref, contra_id, rate_id, kind, source,
        CASE WHEN linked THEN nullif(scale_ppm_floor(stake, v_mega_ppm), 0) END,
        CASE WHEN linked THEN nullif(scale_ppm_floor(stake, v_major_ppm), 0) END,
        CASE WHEN linked THEN nullif(scale_ppm_floor(stake, v_minor_ppm), 0) END FROM judged WHERE plain ORDER BY ord
  )
  SELECT
    array_agg(CASE WHEN plain THEN ('done', new_seq, v_at, new_cash, new_held, new_in_play, new_comp, all_comp, ref,
      w_nonce + (nonce IS NOT NULL)::int, w_seed, NULL, NULL, NULL, NULL)::ledger_outcome END ORDER BY ord),
    array_agg(session_id) FILTER (WHERE plain AND session_id IS NOT NULL),
    sum(scale_ppm_floor(stake, v_mega_ppm)) FILTER (WHERE plain AND linked),
    sum(scale_ppm_floor(stake, v_major_ppm)) FILTER (WHERE plain AND linked),
    sum(scale_ppm_floor(stake, v_minor_ppm)) FILTER (WHERE plain AND linked)
  INTO v_out, v_sessions, v_mega, v_major, v_minor FROM judged;

  IF coalesce(v_mega, v_major, v_minor) IS NOT NULL THEN
    PERFORM jackpot_add(v_mega, v_major, v_minor);
  END IF;

  IF v_sessions IS NOT NULL THEN
    UPDATE member_session SET last_act_at = v_at WHERE id = ANY (v_sessions) AND last_act_at < v_at - interval '1 minute';
  END IF;
  FOREACH v_one IN ARRAY v_out LOOP
    i := i + 1;
    IF v_one.outcome IS NULL THEN
      v_one := ledger_post((p_member[i], p_kind[i], p_source[i], p_key[i], p_ask[i], p_d_cash[i], p_d_held[i], p_d_in_play[i],
        p_d_comp[i], p_d_turnover[i], p_stake[i], p_pay[i], p_contra[i], p_ref[i], p_game_kind[i], p_session[i], p_play_session[i],
        p_game_version[i], p_nonce[i], p_seed[i], p_events[i])::ledger_request);
    END IF;
    RETURN NEXT v_one;
  END LOOP;
END
$$;

-- In a young house the planner would count one row a member, and then as well look for a key through all that member's rows,
-- as long as nobody has counted again: a hot member's bets became thirty times slower. It is told what a house comes to.
ALTER TABLE journal ALTER COLUMN member_id SET (n_distinct = -0.01);
ALTER TABLE journal_archive ALTER COLUMN member_id SET (n_distinct = -0.01);
ALTER TABLE round ALTER COLUMN member_id SET (n_distinct = -0.01);
ALTER TABLE round_archive ALTER COLUMN member_id SET (n_distinct = -0.01);
ANALYZE journal, journal_archive, round, round_archive;
