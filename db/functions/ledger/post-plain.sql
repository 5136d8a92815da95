-- Posts one plain bet or spin, in the caller's transaction or its own: a new key, enough money, no limit, no archived
-- row, no refusal. Everything else is left to ledger_post, so the answers are the same. The facts are read first, in one
-- snapshot and without a lock. The update then takes the wallet's lock, and finds the wallet only if it still has the
-- number of its newest event: every key of a member is written together with the next number (an inquiry's with a new
-- version of the row), so no key can have come in between. No exception is caught and no row is locked twice. The result is the text of a ledger_outcome.
--
-- Both have the owner's rights but no search path of their own, which would cost a tenth of a bet: every name in them is
-- qualified, and the application's role can create nothing (src/server/db/assertions.ts).

CREATE OR REPLACE FUNCTION ledger_post_bet(p_member_id bigint, p_source smallint, p_key uuid, p_request_hash bigint, p_stake bigint,
  p_contra_id int, p_ref uuid, p_game_kind text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  r public.ledger_request;
  v_at timestamptz;
  v_seq bigint;
  v_cash bigint;
  v_held bigint;
  v_in_play bigint;
  v_comp bigint;
  v_d_comp bigint;
  v_nonce bigint;
  v_seed_id bigint;
  v_rate int;
  v_turnover bigint;
BEGIN
  -- FACTS: the time is taken after the snapshot, so it is later than that of the newest event.
  SELECT w.seq, t.at, c.id, public.scale_ppm_floor(p_stake, coalesce(c.rate_ppm, 0)) INTO v_seq, v_at, v_rate, v_d_comp
  FROM public.wallet w
  CROSS JOIN (SELECT pg_catalog.clock_timestamp() AS at) t
  LEFT JOIN LATERAL public.comp_rate_at(p_member_id, p_game_kind, t.at) c ON true
  WHERE w.member_id = p_member_id AND p_stake > 0
    AND NOT EXISTS (SELECT FROM ONLY public.journal j WHERE j.member_id = p_member_id AND j.source = p_source AND j.key = p_key)
    -- A bet whose rollback came first is refused.
    AND NOT EXISTS (SELECT FROM ONLY public.journal j WHERE j.member_id = p_member_id AND j.source = -p_source AND j.key = p_key)
    AND EXISTS (SELECT FROM public.account a WHERE a.id = p_contra_id);

  UPDATE public.wallet w SET
    cash = w.cash - p_stake, comp = w.comp + v_d_comp, seq = w.seq + 1, turnover_due = greatest(0, w.turnover_due - p_stake)
  WHERE w.member_id = p_member_id AND w.seq = v_seq AND w.cash >= p_stake AND NOT w.limited AND w.archived_seq = 0
  RETURNING w.seq, w.cash, w.held, w.in_play, w.comp, w.nonce, w.seed_id, w.turnover_due - old.turnover_due
  INTO v_seq, v_cash, v_held, v_in_play, v_comp, v_nonce, v_seed_id, v_turnover;
  IF NOT FOUND THEN
    r.member_id := p_member_id; r.kind := ${kind.bet}; r.source := p_source; r.key := p_key; r.request_hash := p_request_hash;
    r.d_cash := -p_stake; r.d_held := 0; r.d_in_play := 0; r.d_comp := 0; r.d_turnover := 0; r.stake := p_stake; r.pay := 0;
    r.contra_id := p_contra_id; r.ref := p_ref; r.game_kind := p_game_kind;
    RETURN public.ledger_post(r)::text;
  END IF;

  INSERT INTO public.journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay,
      request_hash, key, ref, contra_id, rate_id, kind, source)
    VALUES (p_member_id, v_seq, v_at, -p_stake, 0, 0, v_d_comp, v_turnover, v_cash, v_held, v_in_play, v_comp, p_stake, 0,
      p_request_hash, p_key, p_ref, p_contra_id, v_rate, ${kind.bet}, p_source);
  RETURN pg_catalog.concat('(done,', v_seq, ',"', v_at, '",', v_cash, ',', v_held, ',', v_in_play, ',', v_comp, ',', v_d_comp, ',', p_ref, ',',
    v_nonce, ',', v_seed_id, ',,,,,)');
END
$$;

CREATE OR REPLACE FUNCTION ledger_post_spin(p_member_id bigint, p_source smallint, p_key uuid, p_request_hash bigint, p_stake bigint, p_pay bigint,
  p_contra_id int, p_ref uuid, p_game_kind text, p_session_id bigint, p_play_session_id uuid, p_game_version_id smallint,
  p_nonce bigint, p_seed_id bigint, p_events text, p_units bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  r public.ledger_request;
  v_at timestamptz;
  v_seq bigint;
  v_version xid;
  v_cash bigint;
  v_held bigint;
  v_in_play bigint;
  v_comp bigint;
  v_d_comp bigint;
  v_nonce bigint;
  v_seed_id bigint;
  v_rate int;
  v_turnover bigint;
  v_is_idle boolean;
  v_has_jackpots boolean;
  v_mega bigint;
  v_major bigint;
  v_minor bigint;
BEGIN
  -- FACTS: as for a bet, with the gate and the pace.
  SELECT w.seq, w.xmin, t.at, c.id, public.scale_ppm_floor(p_stake, coalesce(c.rate_ppm, 0)), g.last_act_at < t.at - interval '1 minute',
    EXISTS (SELECT FROM public.jackpot_tier WHERE open)
  INTO v_seq, v_version, v_at, v_rate, v_d_comp, v_is_idle, v_has_jackpots
  FROM public.wallet w
  CROSS JOIN (SELECT pg_catalog.clock_timestamp() AS at) t
  JOIN public.brand b ON b.id = w.brand_id
  CROSS JOIN LATERAL public.ledger_gate(p_member_id, p_session_id, p_play_session_id, p_game_version_id, p_key, t.at) g
  LEFT JOIN LATERAL public.comp_rate_of_level(w.brand_id, g.level, p_game_kind, t.at) c ON true
  WHERE w.member_id = p_member_id AND p_stake > 0 AND g.refusal IS NULL
    AND public.ledger_pay_fits(p_stake, p_pay, p_units, g.most_units, g.units_per_stake)
    AND (w.last_spin_at IS NULL OR w.last_spin_at + b.min_spin_ms * interval '1 millisecond' <= t.at)
    AND NOT EXISTS (SELECT FROM ONLY public.journal j WHERE j.member_id = p_member_id AND j.source = p_source AND j.key = p_key)
    AND EXISTS (SELECT FROM public.account a WHERE a.id = p_contra_id);

  UPDATE public.wallet w SET
    cash = w.cash - p_stake + p_pay, comp = w.comp + v_d_comp, seq = w.seq + 1, turnover_due = greatest(0, w.turnover_due - p_stake),
    nonce = w.nonce + 1, last_spin_at = v_at, unseen = p_pay + CASE WHEN w.unseen_until > v_at THEN w.unseen ELSE 0 END,
    unseen_until = v_at + interval '60 seconds'
  WHERE w.member_id = p_member_id AND w.seq = v_seq AND w.cash >= p_stake AND NOT w.limited AND w.archived_seq = 0
    AND w.nonce = p_nonce AND w.seed_id = p_seed_id
    -- An inquiry's key, which the gate looks up, comes without a next number (ledger_renew).
    AND w.xmin = v_version
  RETURNING w.seq, w.cash, w.held, w.in_play, w.comp, w.nonce, w.seed_id, w.turnover_due - old.turnover_due
  INTO v_seq, v_cash, v_held, v_in_play, v_comp, v_nonce, v_seed_id, v_turnover;
  IF NOT FOUND THEN
    r.member_id := p_member_id; r.kind := ${kind.spin}; r.source := p_source; r.key := p_key; r.request_hash := p_request_hash;
    r.d_cash := p_pay - p_stake; r.d_held := 0; r.d_in_play := 0; r.d_comp := 0; r.d_turnover := 0; r.stake := p_stake; r.pay := p_pay;
    r.contra_id := p_contra_id; r.ref := p_ref; r.game_kind := p_game_kind; r.session_id := p_session_id;
    r.play_session_id := p_play_session_id; r.game_version_id := p_game_version_id; r.nonce := p_nonce; r.seed_id := p_seed_id;
    r.events := p_events; r.units := p_units;
    RETURN public.ledger_post(r)::text;
  END IF;

  IF v_is_idle THEN
    UPDATE public.member_session SET last_act_at = v_at WHERE id = p_session_id AND last_act_at < v_at - interval '1 minute';
  END IF;
  INSERT INTO public.round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, events)
    VALUES (p_member_id, p_nonce, p_ref, v_at, p_seed_id, p_stake, p_pay, p_units, p_game_version_id, p_events);
  IF v_has_jackpots THEN
    SELECT s.mega, s.major, s.minor INTO v_mega, v_major, v_minor FROM public.jackpot_shares(p_game_version_id, p_stake) s;
  END IF;
  INSERT INTO public.journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay,
      request_hash, key, ref, contra_id, rate_id, kind, source, share_mega, share_major, share_minor)
    VALUES (p_member_id, v_seq, v_at, p_pay - p_stake, 0, 0, v_d_comp, v_turnover, v_cash, v_held, v_in_play, v_comp, p_stake, p_pay,
      p_request_hash, p_key, p_ref, p_contra_id, v_rate, ${kind.spin}, p_source, v_mega, v_major, v_minor);
  IF coalesce(v_mega, v_major, v_minor) IS NOT NULL THEN
    PERFORM public.jackpot_add(v_mega, v_major, v_minor);
  END IF;
  RETURN pg_catalog.concat('(done,', v_seq, ',"', v_at, '",', v_cash, ',', v_held, ',', v_in_play, ',', v_comp, ',', v_d_comp, ',', p_ref, ',',
    v_nonce, ',', v_seed_id, ',,,,,)');
END
$$;

REVOKE ALL ON FUNCTION ledger_post_bet, ledger_post_spin FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post_bet, ledger_post_spin TO ${role.app};
