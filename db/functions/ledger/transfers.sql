-- The platform account that is the contra account of a provider's money.
CREATE OR REPLACE FUNCTION transfer_contra(p_member bigint, p_provider smallint) RETURNS int
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ledger_account(w.brand_id, 'gaming', p.code) FROM wallet w, provider p WHERE w.member_id = p_member AND p.id = p_provider
$$;

-- Posts one journal row of a transfer. The caller handles every outcome other than done.
CREATE OR REPLACE FUNCTION transfer_post(t transfer, p_kind int, p_source int, p_key uuid, p_request_hash bigint, p_cash bigint, p_in_play bigint)
RETURNS ledger_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  r ledger_request;
BEGIN
  r.member_id := t.member_id; r.kind := p_kind; r.source := p_source; r.key := p_key; r.request_hash := p_request_hash;
  r.d_cash := p_cash; r.d_held := 0; r.d_in_play := p_in_play; r.d_comp := 0; r.d_turnover := 0;
  r.stake := 0; r.pay := 0; r.contra_id := transfer_contra(t.member_id, t.provider_id); r.ref := t.id;
  RETURN ledger_post(r);
END
$$;

-- Starts a transfer: first the key, then the rule of one transfer in progress, then the money. p_amount null: all whole
-- units. The resolver's first attempt to learn the result is due p_wait_ms from now. Lock order: transfer, then wallet.
CREATE OR REPLACE FUNCTION transfer_request(p_id uuid, p_member bigint, p_provider smallint, p_direction text, p_amount bigint, p_key uuid,
  p_request_hash bigint, p_wait_ms int) RETURNS transfer_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transfer;
  w wallet;
  o ledger_outcome;
BEGIN
  INSERT INTO transfer (id, member_id, provider_id, direction, amount, request_key, request_hash, next_try_at)
    VALUES (p_id, p_member, p_provider, p_direction, p_amount, p_key, p_request_hash, clock_timestamp() + p_wait_ms * interval '1 millisecond')
    ON CONFLICT DO NOTHING RETURNING * INTO t;
  IF NOT FOUND THEN
    SELECT * INTO t FROM transfer WHERE member_id = p_member AND request_key = p_key;
    IF FOUND AND t.request_hash = p_request_hash THEN
      RETURN ('known', t.id, t.state, t.amount, t.reason)::transfer_outcome;
    END IF;
    IF FOUND OR EXISTS (SELECT 1 FROM journal WHERE member_id = p_member AND source = ${source.own} AND key = p_key) THEN
      RETURN ('conflict', NULL, NULL, NULL, NULL)::transfer_outcome;
    END IF;
    RETURN ('underway', NULL, NULL, NULL, NULL)::transfer_outcome;
  END IF;
  SELECT * INTO w FROM wallet WHERE member_id = p_member FOR UPDATE;
  IF t.direction = 'in' THEN
    t.amount := coalesce(p_amount, w.cash - w.cash % 10000);
    IF coalesce(t.amount, 0) = 0 THEN
      o.outcome := 'short';
    ELSE
      o := transfer_post(t, ${kind.transfer_in}, ${source.own}, p_key, p_request_hash, -t.amount, t.amount);
    END IF;
  ELSE
    -- Nothing moves before the provider has confirmed; the row reserves the key, so that no other call can use it.
    o := transfer_post(t, ${kind.transfer_asked}, ${source.own}, p_key, p_request_hash, 0, 0);
  END IF;
  IF o.outcome <> 'done' THEN
    DELETE FROM transfer WHERE id = p_id;
    RETURN (CASE WHEN o.outcome = 'replay' THEN 'conflict' WHEN o.outcome IN ('conflict', 'short', 'limit') THEN o.outcome
      ELSE 'refused' END, NULL, NULL, o.limit_left, NULL)::transfer_outcome;
  END IF;
  IF t.direction = 'in' THEN
    UPDATE transfer SET amount = t.amount WHERE id = p_id;
    INSERT INTO transfer_balance AS b (member_id, provider_id, amount) VALUES (p_member, p_provider, t.amount)
      ON CONFLICT (member_id, provider_id) DO UPDATE SET amount = b.amount + excluded.amount;
  END IF;
  RETURN ('asked', t.id, t.state, t.amount, '')::transfer_outcome;
END
$$;

-- Marks a transfer as sent before the provider is called: after a crash the call may have happened. False when another
-- caller has marked it.
CREATE OR REPLACE FUNCTION transfer_send(p_id uuid, p_wait_ms int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE transfer SET state = 'sent', changed_at = clock_timestamp(),
    next_try_at = clock_timestamp() + p_wait_ms * interval '1 millisecond' WHERE id = p_id AND state = 'asked';
  RETURN FOUND;
END
$$;

-- Records that the result is unknown: the resolver queries the provider again p_wait_ms from now. p_tried counts an
-- attempt of the resolver.
CREATE OR REPLACE FUNCTION transfer_wait(p_id uuid, p_wait_ms int, p_tried boolean) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE transfer SET state = 'unknown', tries = tries + p_tried::int, changed_at = clock_timestamp(),
    next_try_at = clock_timestamp() + p_wait_ms * interval '1 millisecond'
  WHERE id = p_id AND state IN (${states.transfer_underway})
$$;

-- Settles a transfer by the provider's result: done, with the amount moved and the balance there now, or refused. A
-- repeated result takes effect once. Of everything (no amount) only whole units move. The difference between that
-- balance and the recorded one is the result of play.
CREATE OR REPLACE FUNCTION transfer_conclude(p_id uuid, p_done boolean, p_amount bigint, p_balance bigint, p_reason text)
RETURNS transfer_outcome
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  t transfer;
  v_there bigint;
  v_said text;
BEGIN
  SELECT * INTO t FROM transfer WHERE id = p_id FOR UPDATE;
  IF t.state IN ('done', 'refused') THEN
    RETURN (CASE WHEN p_done = (t.state = 'done') THEN 'known' ELSE 'contradiction' END, t.id, t.state, t.amount,
      t.reason)::transfer_outcome;
  END IF;
  IF t.id IS NULL OR (p_done AND (p_amount IS NULL OR p_amount <= 0 OR p_balance IS NULL OR p_balance < 0
      OR p_amount <> coalesce(t.amount, p_amount - p_amount % 10000))) THEN
    RETURN ('contradiction', t.id, t.state, t.amount, '')::transfer_outcome;
  END IF;
  PERFORM 1 FROM wallet WHERE member_id = t.member_id FOR UPDATE;
  SELECT amount INTO v_there FROM transfer_balance WHERE member_id = t.member_id AND provider_id = t.provider_id FOR UPDATE;
  v_there := coalesce(v_there, 0);
  IF p_done THEN
    t.amount := p_amount;
    IF t.direction = 'out' THEN
      p_balance := p_balance + t.amount;
    END IF;
    IF p_balance <> v_there THEN
      v_said := (transfer_post(t, ${kind.provider_result}, t.provider_id, t.id, t.request_hash, 0, p_balance - v_there)).outcome;
      v_there := p_balance;
    END IF;
  END IF;
  IF coalesce(v_said, 'done') = 'done' AND p_done = (t.direction = 'out') THEN
    v_said := (transfer_post(t, ${kind.transfer_out}, ${source.system}, t.id, t.request_hash, t.amount, -t.amount)).outcome;
    v_there := v_there - t.amount;
  END IF;
  IF coalesce(v_said, 'done') <> 'done' THEN
    RAISE EXCEPTION 'the result of transfer % cannot be posted: %', t.id, v_said;
  END IF;
  IF v_said IS NOT NULL THEN
    INSERT INTO transfer_balance AS b (member_id, provider_id, amount) VALUES (t.member_id, t.provider_id, v_there)
      ON CONFLICT (member_id, provider_id) DO UPDATE SET amount = excluded.amount;
  END IF;
  UPDATE transfer SET state = CASE WHEN p_done THEN 'done' ELSE 'refused' END, amount = t.amount, reason = coalesce(p_reason, ''),
    changed_at = clock_timestamp() WHERE id = t.id RETURNING * INTO t;
  RETURN ('concluded', t.id, t.state, t.amount, t.reason)::transfer_outcome;
END
$$;

REVOKE ALL ON FUNCTION transfer_contra, transfer_post, transfer_request, transfer_send, transfer_wait, transfer_conclude FROM PUBLIC;
GRANT EXECUTE ON FUNCTION transfer_request, transfer_send, transfer_wait, transfer_conclude TO ${role.app};
