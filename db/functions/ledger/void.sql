-- Books a round whose result failed its check (docs/decisions/033-void-rounds.md): it uses the member's next number and nothing
-- else, and its version of the game takes no rounds from then on. r is the event as the journal gets it, without stake and pay,
-- and p_stake the stake that is not taken. Whether a round may start at all is decided first, exactly as for a spin, by a dry run of
-- ledger_post, which also finds a repeated key; it locks the wallet. One round voids a version: a second one finds it closed, here
-- or, where both come at once, when the first has committed, and its number is left unused. Called in a transaction that is signed.
CREATE OR REPLACE FUNCTION ledger_void(r ledger_request, p_stake bigint, p_reason text, p_detail text) RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  dry ledger_request := r;
  o ledger_outcome;
  w wallet;
  v_game text;
BEGIN
  IF r.units IS NOT NULL OR (r.stake, r.pay, r.d_cash, r.d_held, r.d_in_play, r.d_comp, r.d_turnover) <> (0, 0, 0, 0, 0, 0, 0) THEN
    RAISE EXCEPTION 'a void round moves nothing';
  END IF;

  -- A number that no round has: everything is checked, and nothing is booked.
  dry.nonce := -1;
  dry.stake := p_stake;
  dry.d_cash := -p_stake;
  o := ledger_post(dry);
  IF o.outcome <> 'nonce' THEN
    RETURN o;
  END IF;
  SELECT * INTO STRICT w FROM wallet WHERE member_id = r.member_id;
  IF w.nonce <> r.nonce OR w.seed_id IS DISTINCT FROM r.seed_id THEN
    RETURN o;
  END IF;

  -- CLOSED: the last lock of all; nothing else locks it together with a wallet.
  UPDATE game_version SET closed_at = o.at, closed_reason = p_reason || ': ' || p_detail
    WHERE id = r.game_version_id AND closed_at IS NULL RETURNING game_code INTO v_game;
  IF NOT FOUND THEN
    o.outcome := 'closed';
    RETURN o;
  END IF;

  -- BOOKED: its only event needs no showing.
  INSERT INTO round (member_id, nonce, id, at, seed_id, stake, pay, units, game_version_id, shown, events)
    VALUES (r.member_id, r.nonce, r.ref, o.at, r.seed_id, p_stake, 0, NULL, r.game_version_id, 1, r.events);
  UPDATE wallet SET seq = wallet.seq + 1, nonce = wallet.nonce + 1, last_spin_at = o.at,
    unseen = CASE WHEN wallet.unseen_until > o.at THEN wallet.unseen ELSE 0 END, unseen_until = o.at + interval '60 seconds'
  WHERE wallet.member_id = r.member_id RETURNING wallet.seq, wallet.nonce INTO o.seq, o.nonce;
  INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, d_turnover, cash, held, in_play, comp, stake, pay, request_hash,
      key, ref, contra_id, kind, source)
    VALUES (r.member_id, o.seq, o.at, 0, 0, 0, 0, 0, o.cash, o.held, o.in_play, o.comp, 0, 0, r.request_hash, r.key, r.ref, r.contra_id,
      ${kind.spin}, r.source);
  INSERT INTO audit (actor_kind, act, subject, detail) VALUES ('system', 'game.close', v_game,
    jsonb_build_object('version', r.game_version_id, 'round', r.ref, 'reason', p_reason, 'fault', p_detail));
  o.outcome := 'done';
  o.ref := r.ref;
  RETURN o;
END
$$;

REVOKE ALL ON FUNCTION ledger_void FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_void TO ${role.app};
