-- Limits where the money is; shares of stakes that go to the jackpots.

-- One limit in force per kind and period. The ledger alone puts limits in force: a raise must have waited.
DROP INDEX member_limit_member;
CREATE UNIQUE INDEX member_limit_one ON member_limit (member_id, kind, period) WHERE ended_at IS NULL;
REVOKE INSERT, UPDATE ON member_limit FROM baize_app;
REVOKE UPDATE (ended_at) ON member_limit FROM baize_app;

-- A higher limit, or none (most is null), that was asked for: it holds when its day is over and the member says yes again.
CREATE TABLE limit_raise (
  member_id bigint NOT NULL REFERENCES member,
  kind text NOT NULL CHECK (kind IN ('deposit', 'loss', 'wager', 'session_time')),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  most bigint CHECK (most >= 0),
  asked_at timestamptz NOT NULL DEFAULT now(),
  effective_from timestamptz NOT NULL DEFAULT now() + interval '24 hours',
  PRIMARY KEY (member_id, kind, period)
);
GRANT SELECT, DELETE, INSERT (member_id, kind, period, most) ON limit_raise TO baize_app;

-- Breaks and self-exclusions as they were taken. What holds is member.excluded_until, the furthest of them.
CREATE TABLE member_exclusion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member,
  kind text NOT NULL CHECK (kind IN ('break', 'exclusion')),
  taken_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- 'infinity' when it has no end.
  until timestamptz NOT NULL CHECK (until > taken_at)
);
CREATE INDEX member_exclusion_member ON member_exclusion (member_id, until);
-- The ledger alone excludes, and nobody lifts it: of a member the application changes all but who they are and this.
REVOKE UPDATE ON member FROM baize_app;
GRANT UPDATE (login_id, login_id_key, nick, nick_key, password_hash, pin_hash, pin_failures, pin_locked_until, level, play_type,
  status, status_reason, withdraw_waits_until, referral_code, reference_code, registered_at, decided_at, decided_by)
  ON member TO baize_app;
CREATE TRIGGER member_exclusion_is_final BEFORE UPDATE OR DELETE ON member_exclusion FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT SELECT ON member_exclusion TO baize_app;

-- Signed-in time is read from the sessions of a period, ended ones too.
CREATE INDEX member_session_member ON member_session (member_id, created_at);

-- The first day of the calendar day, week (Monday) or month a moment lies in, on the clocks of a zone.
CREATE FUNCTION limit_starts(period text, at timestamptz, zone text) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc(period, at AT TIME ZONE zone)::date
$$;

-- How long a member was signed in since a moment, in milliseconds: sessions at the same time count once, and a session
-- that was left open counts up to its last act. p_session is acting now.
CREATE FUNCTION signed_in_ms(p_member bigint, p_since timestamptz, p_at timestamptz, p_session bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(floor(sum(extract(epoch FROM upper(span) - lower(span)) * 1000)), 0)::bigint FROM (
    SELECT unnest(range_agg(tstzrange(greatest(s.created_at, p_since), least(e.ends, p_at)))) AS span
    FROM member_session s
    CROSS JOIN LATERAL (SELECT CASE WHEN s.id = p_session THEN p_at
      ELSE least(s.ended_at, s.ends_at, s.last_act_at + interval '1 minute') END AS ends) e
    -- No session outlives its eighth hour.
    WHERE s.member_id = p_member AND s.created_at > p_since - interval '8 hours' AND s.created_at < p_at
      AND e.ends > greatest(s.created_at, p_since)) spans
$$;

-- The limits in force with what their periods have used: money, or milliseconds of signed-in time. What lies at transfer-wallet
-- providers is at risk: nobody here can refuse its loss any more, so it counts as lost until it is back.
CREATE FUNCTION limit_state(p_member bigint, p_at timestamptz, p_session bigint,
  OUT kind text, OUT period text, OUT most bigint, OUT used bigint, OUT at_risk bigint, OUT resets_at timestamptz)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.kind, l.period, l.most,
    CASE WHEN l.kind = 'session_time'
      THEN signed_in_ms(l.member_id, p.starts::timestamp AT TIME ZONE b.time_zone, p_at, p_session)
      ELSE coalesce(c.used, 0) END,
    CASE WHEN l.kind = 'loss'
      THEN (SELECT coalesce(sum(t.amount), 0)::bigint FROM transfer_balance t WHERE t.member_id = l.member_id) ELSE 0 END,
    (p.starts + ('1 ' || l.period)::interval) AT TIME ZONE b.time_zone
  FROM member_limit l
  JOIN member m ON m.id = l.member_id
  JOIN brand b ON b.id = m.brand_id
  CROSS JOIN LATERAL (SELECT limit_starts(l.period, p_at, b.time_zone) AS starts) p
  LEFT JOIN limit_counter c ON c.member_id = l.member_id AND c.kind = l.kind AND c.period = l.period AND c.starts = p.starts
  WHERE l.member_id = p_member AND l.ended_at IS NULL
$$;

-- What may still be staked under the limits, null without one that counts stakes. The last minute of signed-in time is none.
CREATE FUNCTION limit_stake_left(p_member bigint, p_at timestamptz, p_session bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT min(CASE WHEN l.kind <> 'session_time' THEN greatest(0, l.most - l.used - l.at_risk)
    WHEN l.used + 60000 > l.most THEN 0 ELSE 9223372036854775807 END)
  FROM limit_state(p_member, p_at, p_session) l WHERE l.kind <> 'deposit'
$$;

-- Raises the counters of the limits in force. A counter begins with its period's first event.
CREATE FUNCTION limit_count(p_member bigint, p_at timestamptz, p_deposit bigint, p_wager bigint, p_loss bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO limit_counter (member_id, kind, period, starts, used)
  SELECT l.member_id, l.kind, l.period, limit_starts(l.period, p_at, b.time_zone), d.used
  FROM member_limit l
  JOIN member m ON m.id = l.member_id
  JOIN brand b ON b.id = m.brand_id
  CROSS JOIN LATERAL (
    SELECT CASE l.kind WHEN 'deposit' THEN p_deposit WHEN 'wager' THEN p_wager WHEN 'loss' THEN p_loss ELSE 0 END AS used) d
  WHERE l.member_id = p_member AND l.ended_at IS NULL AND d.used <> 0
  ON CONFLICT (member_id, kind, period, starts) DO UPDATE SET used = limit_counter.used + excluded.used
$$;

-- A bet was undone: its stake is given back to the periods it was made in, where they are counted.
CREATE FUNCTION limit_give_back(p_member bigint, p_bet_at timestamptz, p_stake bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE limit_counter c SET used = c.used - p_stake
  FROM member m JOIN brand b ON b.id = m.brand_id
  WHERE c.member_id = p_member AND m.id = p_member AND c.kind IN ('wager', 'loss')
    AND c.starts = limit_starts(c.period, p_bet_at, b.time_zone)
$$;

-- Puts a limit in force from this moment (null: none), under the wallet's lock. A lower one holds at once and counts what its
-- period has already seen; a higher one, or none, must lie in limit_raise and have waited.
CREATE FUNCTION ledger_limit(p_member bigint, p_kind text, p_period text, p_most bigint) RETURNS void
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
        FROM journal j
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

-- Takes a break or an exclusion from this moment (p_lasts null: for ever). It only ever gets longer; taken is false where the
-- member is excluded for as long already, as when the same is pressed twice. Lock order: member, then wallet.
CREATE FUNCTION ledger_exclude(p_member bigint, p_kind text, p_lasts interval, OUT until timestamptz, OUT taken boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_at timestamptz;
BEGIN
  SELECT m.excluded_until INTO until FROM member m WHERE m.id = p_member FOR NO KEY UPDATE;
  v_at := clock_timestamp();
  taken := until IS NULL OR until < coalesce(v_at + p_lasts - interval '1 minute', 'infinity');
  IF taken THEN
    until := coalesce(v_at + p_lasts, 'infinity');
    INSERT INTO member_exclusion (member_id, kind, taken_at, until) VALUES (p_member, p_kind, v_at, ledger_exclude.until);
    UPDATE member m SET excluded_until = ledger_exclude.until WHERE m.id = p_member;
    UPDATE wallet w SET limited = true WHERE w.member_id = p_member;
  END IF;
END
$$;

-- Games whose stakes feed the jackpots.
ALTER TABLE game ADD COLUMN jackpot_linked boolean NOT NULL DEFAULT false;

-- Adds shares of stakes to this backend's lane, all three tiers in one statement and always locked in the same order. The
-- reserve's part is floored; the pool has the rest.
CREATE FUNCTION jackpot_add(p_mega bigint, p_major bigint, p_minor bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_lane smallint := pg_backend_pid() % 8;
BEGIN
  PERFORM 1 FROM jackpot_shard WHERE lane = v_lane ORDER BY tier FOR UPDATE;
  UPDATE jackpot_shard s SET pool = s.pool + a.share - r.reserved, reserve = s.reserve + r.reserved
  FROM (VALUES ('mega', p_mega), ('major', p_major), ('minor', p_minor)) a (tier, share)
  JOIN jackpot_tier t ON t.tier = a.tier
  CROSS JOIN LATERAL (SELECT scale_ppm_floor(a.share, t.reserve_ppm) AS reserved) r
  WHERE s.tier = a.tier AND s.lane = v_lane AND a.share > 0;
END
$$;

-- The house puts the first money of a tier into its pool and opens it: from then on linked games feed it and it shows its
-- figure. done, replay (the same key again) or conflict (another tier or amount under the key, or an open tier).
CREATE FUNCTION ledger_found_jackpot(p_tier text, p_amount bigint, p_key uuid, p_from int, p_share_ppm int, p_reserve_ppm int)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_pool int;
  v_open boolean;
  v_known house_entry;
BEGIN
  SELECT t.open INTO STRICT v_open FROM jackpot_tier t WHERE t.tier = p_tier FOR UPDATE;
  SELECT a.id INTO STRICT v_pool FROM account a WHERE a.brand_id IS NULL AND a.class = 'jackpot_pool' AND a.reference = p_tier;
  SELECT * INTO v_known FROM house_entry h WHERE h.key = p_key;
  IF FOUND THEN
    RETURN CASE WHEN (v_known.to_id, v_known.from_id, v_known.amount) = (v_pool, p_from, p_amount) THEN 'replay' ELSE 'conflict' END;
  END IF;
  IF v_open THEN
    RETURN 'conflict';
  END IF;
  INSERT INTO house_entry (key, from_id, to_id, amount, reason) VALUES (p_key, p_from, v_pool, p_amount, 'the ' || p_tier || ' jackpot is founded');
  UPDATE jackpot_tier t SET open = true, share_ppm = p_share_ppm, reserve_ppm = p_reserve_ppm, reseed = p_amount WHERE t.tier = p_tier;
  UPDATE jackpot_shard s SET pool = s.pool + p_amount WHERE s.tier = p_tier AND s.lane = 0;
  RETURN 'done';
END
$$;

-- What a stake at a game gives to the open jackpots, floored; no row where the game is not linked or no tier is open.
CREATE FUNCTION jackpot_shares(p_version smallint, p_stake bigint, OUT mega bigint, OUT major bigint, OUT minor bigint)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT nullif(scale_ppm_floor(p_stake, coalesce(max(t.share_ppm) FILTER (WHERE t.tier = 'mega'), 0)), 0),
    nullif(scale_ppm_floor(p_stake, coalesce(max(t.share_ppm) FILTER (WHERE t.tier = 'major'), 0)), 0),
    nullif(scale_ppm_floor(p_stake, coalesce(max(t.share_ppm) FILTER (WHERE t.tier = 'minor'), 0)), 0)
  FROM jackpot_tier t WHERE t.open
    AND EXISTS (SELECT 1 FROM game_version v JOIN game g ON g.code = v.game_code WHERE v.id = p_version AND g.jackpot_linked)
$$;

-- What a refusal names, and what may still be staked after a stake that passed; all null without a limit.
ALTER TYPE ledger_outcome ADD ATTRIBUTE limit_kind text;
ALTER TYPE ledger_outcome ADD ATTRIBUTE limit_period text;
ALTER TYPE ledger_outcome ADD ATTRIBUTE limit_left bigint;

-- One event, in the caller's transaction or its own. As in 003, and: the member's own limits are judged and counted under the
-- wallet's lock, and a linked game's spin carries its shares of the jackpots. outcome also: limit.
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
  SELECT * INTO j FROM journal WHERE member_id = r.member_id AND source = r.source AND key = r.key;
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

  IF r.kind = 1 AND EXISTS (SELECT 1 FROM journal WHERE member_id = r.member_id AND source = -r.source AND key = r.key) THEN
    o.outcome := 'rolled_back';
    RETURN o;
  END IF;

  IF r.kind = 4 THEN
    -- A rollback carries the bet's key under the bet's source negated, so that a bet is undone once, by construction.
    SELECT * INTO b FROM journal WHERE member_id = r.member_id AND source = -r.source AND key = r.key;
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
-- accounts are joined here and asked for below, at a tenth of the price. As in 003, and: the shares of all linked stakes go to
-- the jackpots in one update. Members with limits go one by one.
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
      w.seed_id AS w_seed, w.last_spin_at AS w_last_spin, w.limited, w.turnover_due, known.seq AS known_seq,
      r.game_version_id = ANY (v_linked) AS linked,
      r.d_comp + CASE WHEN r.stake > 0 THEN scale_ppm_floor(r.stake, coalesce(c.rate_ppm, 0)) ELSE 0 END AS all_comp
    FROM req r
    LEFT JOIN wallet w ON w.member_id = r.member_id
    LEFT JOIN account a ON a.id = r.contra_id
    LEFT JOIN LATERAL (SELECT j.seq FROM journal j WHERE j.member_id = r.member_id AND j.key = r.key
      AND (j.source = r.source OR (r.kind = 1 AND j.source = -r.source)) LIMIT 1) known ON true
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
      count(*) OVER p AS events_of_member
    FROM rated r
    WINDOW m AS (PARTITION BY r.member_id ORDER BY r.ord ROWS UNBOUNDED PRECEDING), p AS (PARTITION BY r.member_id)
  ), judged AS MATERIALIZED (
    SELECT u.*, bool_and(
      u.brand_id IS NOT NULL AND u.account_id IS NOT NULL AND NOT u.limited AND u.kind <> 4 AND u.known_seq IS NULL
      AND (u.d_turnover = 0 OR u.events_of_member = 1)
      AND u.new_cash - u.d_cash >= u.stake AND u.new_cash >= 0 AND u.new_held >= 0 AND u.new_in_play >= 0
      AND u.new_comp - u.all_comp + u.d_comp >= 0
      -- A key that comes twice in one batch: its member goes one by one, where the second finds the first.
      AND (u.events_of_member = 1 OR (SELECT count(*) FROM req o WHERE o.member_id = u.member_id AND o.key = u.key) = 1)
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

REVOKE ALL ON FUNCTION signed_in_ms, limit_state, limit_stake_left, limit_count, limit_give_back, ledger_limit, ledger_exclude,
  jackpot_add, jackpot_shares, ledger_found_jackpot FROM PUBLIC;
GRANT EXECUTE ON FUNCTION limit_state, limit_stake_left, ledger_limit, ledger_exclude, ledger_found_jackpot TO baize_app;
