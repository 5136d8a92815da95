-- The ledger's functions: the only way the application reaches a wallet. All are SECURITY DEFINER with a fixed search
-- path. Lock order everywhere: request, then wallet, then shard.

CREATE TYPE ledger_request AS (
  member_id bigint,
  kind smallint,
  source smallint,
  key uuid,
  ask bigint,
  d_cash bigint,
  d_held bigint,
  d_in_play bigint,
  d_comp bigint,
  d_turnover bigint,
  stake bigint,
  pay bigint,
  contra_id int,
  ref uuid,
  -- The kind of game a stake earns comp for; null earns nothing.
  game_kind text,
  -- What follows is said by rounds of our own games only.
  session_id bigint,
  play_session_id uuid,
  game_version_id smallint,
  nonce bigint,
  seed_id bigint,
  events text
);

-- outcome: done · replay (the same ask again; figures are those of the first time) · conflict · unknown_member · short ·
-- rolled_back · tombstone · not_a_bet · unauthenticated · blocked · excluded · used · pace · nonce.
CREATE TYPE ledger_outcome AS (
  outcome text,
  seq bigint,
  at timestamptz,
  cash bigint,
  held bigint,
  in_play bigint,
  comp bigint,
  d_comp bigint,
  ref uuid,
  nonce bigint,
  seed_id bigint,
  wait_ms int
);

-- Whether a round may start, judged by the database's clock: null when it may, else the refusal.
CREATE FUNCTION ledger_gate(r ledger_request, at timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN s.id IS NULL OR NOT session_is_live(s, at) OR p.id IS NULL OR p.ended_at IS NOT NULL OR p.opened_at IS NULL
      THEN 'unauthenticated'
    WHEN m.status <> 'active' THEN 'blocked'
    WHEN m.excluded_until > at THEN 'excluded'
    WHEN NOT coalesce(bg.used, false) OR NOT coalesce(bc.used, false) OR m.play_type NOT IN ('all', g.kind) THEN 'used'
  END
  FROM member m
  LEFT JOIN member_session s ON s.id = r.session_id AND s.member_id = m.id
  LEFT JOIN play_session p ON p.id = r.play_session_id AND p.member_id = m.id AND p.session_id = s.id
    AND p.game_version_id = r.game_version_id
  LEFT JOIN game_version v ON v.id = p.game_version_id
  LEFT JOIN game g ON g.code = v.game_code
  LEFT JOIN brand_game bg ON bg.brand_id = m.brand_id AND bg.game_code = g.code
  LEFT JOIN brand_company bc ON bc.brand_id = m.brand_id AND bc.company_code = g.company_code
  WHERE m.id = r.member_id
$$;

-- The rate in force for a member's level: (id, parts per million), or no row.
CREATE FUNCTION comp_rate_at(p_member bigint, p_kind text, p_at timestamptz, OUT id int, OUT rate_ppm int) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, c.rate_ppm FROM member m JOIN comp_rate c
    ON c.brand_id = m.brand_id AND c.game_kind = p_kind AND c.level = m.level AND c.effective_from <= p_at
  WHERE m.id = p_member ORDER BY c.effective_from DESC LIMIT 1
$$;

-- floor(stake * ppm / 1 000 000) without overflow.
CREATE FUNCTION scale_ppm_floor(amount bigint, ppm int) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (amount / 1000000) * ppm + ((amount % 1000000) * ppm) / 1000000
$$;

-- One event, in the caller's transaction or its own.
CREATE FUNCTION ledger_post(r ledger_request) RETURNS ledger_outcome
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
    RETURN ('replay', j.seq, j.at, j.cash, j.held, j.in_play, j.comp, j.d_comp, j.ref, NULL, NULL, NULL)::ledger_outcome;
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
      key, ref, contra_id, rate_id, kind, source)
    VALUES (r.member_id, o.seq, o.at, r.d_cash, r.d_held, r.d_in_play, r.d_comp, v_due - w.turnover_due, o.cash, o.held, o.in_play, o.comp, r.stake,
      r.pay, r.ask, r.key, r.ref, r.contra_id, v_rate, r.kind, r.source);
  o.d_comp := r.d_comp;
  o.ref := r.ref;
  RETURN o;
END
$$;

-- Many events in one statement, answered in the order given. Wallets are locked in member order; members whose every event
-- is plain (no key known, nobody short, no refusal) are done set-based, all others one by one in arrival order. Because the
-- wallet's lock covers every key of its member, nothing here can meet a unique violation. The journal has no foreign keys:
-- accounts are joined here and asked for below, at a tenth of the price.
CREATE FUNCTION ledger_post_batch(
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
  i int := 0;
BEGIN
  PERFORM 1 FROM wallet WHERE member_id = ANY (p_member) ORDER BY member_id FOR UPDATE;
  v_at := clock_timestamp();
  WITH req AS MATERIALIZED (
    SELECT * FROM unnest(p_member, p_kind, p_source, p_key, p_ask, p_d_cash, p_d_held, p_d_in_play, p_d_comp, p_d_turnover, p_stake,
      p_pay, p_contra, p_ref, p_game_kind, p_session, p_play_session, p_game_version, p_nonce, p_seed, p_events)
      WITH ORDINALITY AS t (member_id, kind, source, key, ask, d_cash, d_held, d_in_play, d_comp, d_turnover, stake, pay, contra_id,
      ref, game_kind, session_id, play_session_id, game_version_id, nonce, seed_id, events, ord)
  ), rated AS MATERIALIZED (
    -- Laterals with LIMIT 1 are looked up by index, row for row; the planner cannot turn them into a scan of the journal.
    SELECT r.*, c.id AS rate_id, a.id AS account_id, w.brand_id, w.cash, w.held, w.in_play, w.comp, w.seq, w.nonce AS w_nonce,
      w.seed_id AS w_seed, w.last_spin_at AS w_last_spin, w.limited, w.turnover_due, known.seq AS known_seq,
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
        ask, key, ref, contra_id, rate_id, kind, source)
      SELECT member_id, new_seq, v_at, d_cash, d_held, d_in_play, all_comp, new_due - old_due, new_cash, new_held, new_in_play,
        new_comp, stake, pay, ask, key, ref, contra_id, rate_id, kind, source FROM judged WHERE plain ORDER BY ord
  )
  SELECT
    array_agg(CASE WHEN plain THEN ('done', new_seq, v_at, new_cash, new_held, new_in_play, new_comp, all_comp, ref,
      w_nonce + (nonce IS NOT NULL)::int, w_seed, NULL)::ledger_outcome END ORDER BY ord),
    array_agg(session_id) FILTER (WHERE plain AND session_id IS NOT NULL)
  INTO v_out, v_sessions FROM judged;

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

-- Opens a wallet for a new member; a second call changes nothing.
CREATE FUNCTION ledger_open(p_member bigint, p_brand int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO wallet (member_id, brand_id) VALUES (p_member, p_brand) ON CONFLICT DO NOTHING
$$;

-- Locks a member's wallet inside a transaction and shows it, for rules that must decide before they post.
CREATE FUNCTION ledger_lock(p_member bigint) RETURNS wallet
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT * FROM wallet WHERE member_id = p_member FOR UPDATE
$$;

-- Puts another seed under the wallet; the number of rounds goes on.
CREATE FUNCTION ledger_seed(p_member bigint, p_seed bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE wallet SET seed_id = p_seed WHERE member_id = p_member
    AND EXISTS (SELECT 1 FROM member_seed s WHERE s.id = p_seed AND s.member_id = p_member)
$$;

-- The member has been shown events of a round up to p_shown; when that is all of them its win joins the displayed balance.
CREATE FUNCTION ledger_shown(p_member bigint, p_round uuid, p_shown int, p_all boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_round round;
  v_wallet wallet;
BEGIN
  SELECT * INTO v_wallet FROM wallet WHERE member_id = p_member FOR UPDATE;
  SELECT * INTO v_round FROM round WHERE id = p_round AND member_id = p_member FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF p_shown > v_round.shown THEN
    UPDATE round SET shown = p_shown WHERE member_id = p_member AND nonce = v_round.nonce;
    -- The newest round being shown means all are; else what is left are the wins of the last minute's rounds still to be
    -- shown: whether this one's was counted among them cannot be said, so it is not simply taken off.
    IF p_all AND v_wallet.unseen > 0 THEN
      UPDATE wallet w SET unseen = CASE WHEN v_round.nonce = w.nonce - 1 THEN 0 ELSE least(w.unseen, (
        SELECT coalesce(sum(r.pay), 0)::bigint FROM round r WHERE r.member_id = p_member AND r.nonce >= w.nonce - 100
          AND r.at > clock_timestamp() - interval '60 seconds' AND r.shown < json_array_length(r.events::json))) END
      WHERE w.member_id = p_member;
    END IF;
  END IF;
  RETURN true;
END
$$;

-- The game window closed: nothing is held back from the displayed balance any longer.
CREATE FUNCTION ledger_seen(p_member bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE wallet SET unseen = 0 WHERE member_id = p_member AND unseen > 0
$$;

-- An account by brand, class and reference, made when it is first needed.
CREATE FUNCTION ledger_account(p_brand int, p_class text, p_reference text) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id int;
BEGIN
  SELECT id INTO v_id FROM account WHERE brand_id IS NOT DISTINCT FROM p_brand AND class = p_class AND reference = p_reference;
  IF v_id IS NULL THEN
    INSERT INTO account (brand_id, class, reference) VALUES (p_brand, p_class, p_reference) ON CONFLICT DO NOTHING;
    SELECT id INTO v_id FROM account WHERE brand_id IS NOT DISTINCT FROM p_brand AND class = p_class AND reference = p_reference;
  END IF;
  RETURN v_id;
END
$$;

-- Every brand has its comp cost account from its first moment: the posting view stands on it.
CREATE FUNCTION brand_accounts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO account (brand_id, class) SELECT NEW.id, class
    FROM unnest(ARRAY['comp_cost', 'cashier_clearing', 'adjustment', 'play_money_issue', 'tip', 'receivable']) class;
  RETURN NEW;
END
$$;
CREATE TRIGGER brand_has_accounts AFTER INSERT ON brand FOR EACH ROW EXECUTE FUNCTION brand_accounts();

REVOKE ALL ON FUNCTION ledger_gate, comp_rate_at, ledger_post, ledger_post_batch, ledger_open, ledger_lock, ledger_seed, ledger_shown,
  ledger_seen, ledger_account, brand_accounts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post, ledger_post_batch, ledger_open, ledger_lock, ledger_seed, ledger_shown, ledger_seen,
  ledger_account, comp_rate_at TO baize_app;
