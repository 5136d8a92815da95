-- The event that rolls back a bet. It has the bet's key under the negated source, so that a bet can be undone only
-- once. Without a bet (every column of b is null) it is a tombstone, which moves nothing and refuses the late bet for
-- ever.
CREATE OR REPLACE FUNCTION ledger_rollback(r ledger_request, b journal, p_comp bigint) RETURNS ledger_request
LANGUAGE plpgsql IMMUTABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  r.d_held := 0; r.stake := 0; r.pay := 0;
  IF b.seq IS NULL THEN
    r.kind := ${kind.tombstone};
    r.d_cash := 0; r.d_in_play := 0; r.d_comp := 0; r.d_turnover := 0;
    RETURN r;
  END IF;
  r.d_cash := b.stake;
  -- Money that the bet put into play returns, and the turnover it reduced is due again: a rollback must not earn
  -- turnover.
  r.d_in_play := -b.d_in_play;
  r.d_turnover := -b.d_turnover;
  -- Comp is taken back as far as the balance allows; the shortfall stays with comp cost, and cash is not touched.
  r.d_comp := -least(b.d_comp, p_comp);
  r.contra_id := b.contra_id;
  r.ref := b.ref;
  RETURN r;
END
$$;

REVOKE ALL ON FUNCTION ledger_rollback FROM PUBLIC;
