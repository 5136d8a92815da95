-- How long a member was signed in since a time, in milliseconds: concurrent sessions count once, and a session that was
-- left open counts up to its last activity. p_session is active now.
CREATE OR REPLACE FUNCTION signed_in_ms(p_member bigint, p_since timestamptz, p_at timestamptz, p_session bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(floor(sum(extract(epoch FROM upper(span) - lower(span)) * 1000)), 0)::bigint FROM (
    SELECT unnest(range_agg(tstzrange(greatest(s.created_at, p_since), least(e.ends, p_at)))) AS span
    FROM member_session s
    CROSS JOIN LATERAL (SELECT CASE WHEN s.id = p_session THEN p_at
      ELSE least(s.ended_at, s.ends_at, s.last_act_at + interval '1 minute') END AS ends) e
    -- A session ends after eight hours.
    WHERE s.member_id = p_member AND s.created_at > p_since - interval '8 hours' AND s.created_at < p_at
      AND e.ends > greatest(s.created_at, p_since)) spans
$$;

-- The limits in force with what their periods have used: money, or milliseconds of signed-in time. Money at
-- transfer-wallet providers is at risk: its loss can no longer be refused here, so it counts as lost until it is back.
CREATE OR REPLACE FUNCTION limit_state(p_member bigint, p_at timestamptz, p_session bigint,
  OUT kind text, OUT period text, OUT most bigint, OUT used bigint, OUT at_risk bigint, OUT resets_at timestamptz)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.kind, l.period, l.most,
    CASE WHEN l.kind = 'session_time'
      THEN signed_in_ms(l.member_id, p.starts, p_at, p_session)
      ELSE coalesce(c.used, 0) END,
    CASE WHEN l.kind = 'loss'
      THEN (SELECT coalesce(sum(t.amount), 0)::bigint FROM transfer_balance t WHERE t.member_id = l.member_id) ELSE 0 END,
    p.ends
  FROM member_limit l
  JOIN member m ON m.id = l.member_id
  CROSS JOIN LATERAL limit_period(m.brand_id, l.period, p_at) p
  LEFT JOIN limit_counter c ON c.member_id = l.member_id AND c.kind = l.kind AND c.period = l.period AND c.starts = p.starts
  WHERE l.member_id = p_member AND l.ended_at IS NULL
$$;

-- The amount that may still be staked under the limits; null without a limit that counts stakes. In the last minute of
-- signed-in time it is zero.
CREATE OR REPLACE FUNCTION limit_stake_left(p_member bigint, p_at timestamptz, p_session bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT min(CASE WHEN l.kind <> 'session_time' THEN greatest(0, l.most - l.used - l.at_risk)
    WHEN l.used + 60000 > l.most THEN 0 ELSE 9223372036854775807 END)
  FROM limit_state(p_member, p_at, p_session) l WHERE l.kind <> 'deposit'
$$;

-- Adds to the counters of the limits in force. A counter is created by its period's first event.
CREATE OR REPLACE FUNCTION limit_count(p_member bigint, p_at timestamptz, p_deposit bigint, p_wager bigint, p_loss bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO limit_counter (member_id, kind, period, starts, used)
  SELECT l.member_id, l.kind, l.period, p.starts, d.used
  FROM member_limit l
  JOIN member m ON m.id = l.member_id
  CROSS JOIN LATERAL limit_period(m.brand_id, l.period, p_at) p
  CROSS JOIN LATERAL (
    SELECT CASE l.kind WHEN 'deposit' THEN p_deposit WHEN 'wager' THEN p_wager WHEN 'loss' THEN p_loss ELSE 0 END AS used) d
  WHERE l.member_id = p_member AND l.ended_at IS NULL AND d.used <> 0
  ON CONFLICT (member_id, kind, period, starts) DO UPDATE SET used = limit_counter.used + excluded.used
$$;

-- Subtracts the stake of a rolled-back bet from the counters of the periods in which it was made.
CREATE OR REPLACE FUNCTION limit_give_back(p_member bigint, p_bet_at timestamptz, p_stake bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE limit_counter c SET used = c.used - p_stake
  FROM member m, (VALUES ('day'), ('week'), ('month')) n (period), LATERAL limit_period(m.brand_id, n.period, p_bet_at) p
  WHERE c.member_id = p_member AND m.id = p_member AND c.kind IN ('wager', 'loss') AND c.period = n.period AND c.starts = p.starts
$$;

-- Adds a win that was taken back to the losses of the periods in which it was paid.
CREATE OR REPLACE FUNCTION limit_take_back(p_member bigint, p_won_at timestamptz, p_pay bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE limit_counter c SET used = c.used + p_pay
  FROM member m, (VALUES ('day'), ('week'), ('month')) n (period), LATERAL limit_period(m.brand_id, n.period, p_won_at) p
  WHERE c.member_id = p_member AND m.id = p_member AND c.kind = 'loss' AND c.period = n.period AND c.starts = p.starts
$$;

-- Whether the member's exclusion or own limits refuse a stake, a deposit or money to a provider: the refusal (excluded,
-- limit) with the limit that refuses and what it still allows; no row when none does. A stake that would exceed a limit
-- is refused as a whole. A deposit is checked when it is filed (at most one is open); what was filed is always credited,
-- and more only where excessRefusal (src/server/ledger/limits.ts) allows it. A loss limit counts the stake, never the net result: the round may win nothing. Money that goes to a
-- provider may be lost there.
CREATE OR REPLACE FUNCTION limit_refusal(r ledger_request, p_at timestamptz,
  OUT refusal text, OUT kind text, OUT period text, OUT remaining bigint) RETURNS SETOF record
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_deposit bigint;
BEGIN
  IF r.kind <> ${kind.spin} AND EXISTS (SELECT 1 FROM member m WHERE m.id = r.member_id AND m.excluded_until > p_at) THEN
    refusal := 'excluded';
    RETURN NEXT;
    RETURN;
  END IF;
  IF r.kind = ${kind.deposit_filed} THEN
    SELECT q.amount INTO v_deposit FROM money_request q WHERE q.id = r.ref AND q.member_id = r.member_id;
  END IF;
  RETURN QUERY SELECT 'limit', l.kind, l.period, greatest(0, l.most - l.used - l.at_risk)
    FROM limit_state(r.member_id, p_at, r.session_id) l
    WHERE CASE WHEN r.kind = ${kind.deposit_filed} THEN l.kind = 'deposit' AND l.used + v_deposit > l.most
      WHEN r.stake = 0 AND r.d_cash >= 0 THEN false
      WHEN l.kind = 'session_time' THEN l.used >= l.most
      WHEN l.kind = 'loss' THEN l.used + l.at_risk + greatest(r.stake, -r.d_cash) > l.most
      WHEN l.kind = 'wager' THEN l.used + r.stake > l.most AND r.kind <> ${kind.transfer_in}
      ELSE false END
    ORDER BY l.kind = 'session_time' DESC, l.most - l.used - l.at_risk, l.kind, l.period LIMIT 1;
END
$$;

-- Counts an event that was posted for a member with limits; b is the bet that a rollback undid.
CREATE OR REPLACE FUNCTION limit_record(r ledger_request, b journal, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF r.kind = ${kind.rollback} THEN
    PERFORM limit_give_back(r.member_id, b.at, b.stake);
  ELSIF r.kind IN (${kinds.bet, win, spin, deposit_paid, provider_result, table_result}) THEN
    PERFORM limit_count(r.member_id, p_at,
      CASE WHEN r.kind = ${kind.deposit_paid} THEN r.d_cash ELSE 0 END,
      CASE WHEN r.kind IN (${kinds.bet, spin}) THEN r.stake ELSE 0 END,
      CASE r.kind WHEN ${kind.deposit_paid} THEN 0 WHEN ${kind.provider_result} THEN -r.d_in_play ELSE r.stake - r.pay END);
  END IF;
END
$$;

-- Locks the raise that a member asked for, where there is one, so that the limit is judged by a row that stays: one that was
-- inserted and is removed meanwhile is not there any more. Under the wallet's lock.
CREATE OR REPLACE FUNCTION limit_raise_lock(p_member bigint, p_kind text, p_period text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM limit_raise WHERE member_id = p_member AND kind = p_kind AND period = p_period FOR UPDATE;
END
$$;

-- Puts a limit in force now (null removes it), under the wallet's lock. A lower limit holds at once and counts what its
-- period has already used; a higher one, or none, must be in limit_raise and have waited: judged by the row that is removed
-- here, whose removal is recorded (docs/decisions/028-signed-acts.md). The first count of a period
-- reads the journal, not the archive, and by time rather than by number: a clock may have been set back.
CREATE OR REPLACE FUNCTION ledger_limit(p_member bigint, p_kind text, p_period text, p_most bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_at timestamptz;
  v_before bigint;
  v_waited boolean;
  v_brand int;
  v_starts timestamptz;
  v_ends timestamptz;
BEGIN
  PERFORM 1 FROM wallet WHERE member_id = p_member FOR UPDATE;
  v_at := clock_timestamp();
  SELECT most INTO v_before FROM member_limit WHERE member_id = p_member AND kind = p_kind AND period = p_period AND ended_at IS NULL;
  DELETE FROM limit_raise WHERE member_id = p_member AND kind = p_kind AND period = p_period
    RETURNING most IS NOT DISTINCT FROM p_most AND effective_from <= v_at INTO v_waited;
  IF v_before IS NOT NULL AND (p_most IS NULL OR p_most > v_before) AND v_waited IS NOT TRUE THEN
    RAISE EXCEPTION 'a limit is raised or removed only after its waiting time';
  END IF;
  UPDATE member_limit SET ended_at = v_at WHERE member_id = p_member AND kind = p_kind AND period = p_period AND ended_at IS NULL;
  IF FOUND <> (v_before IS NOT NULL) THEN
    RAISE EXCEPTION 'the limit in force is another than was judged';
  END IF;
  IF p_most IS NULL THEN
    DELETE FROM limit_counter WHERE member_id = p_member AND kind = p_kind AND period = p_period;
  ELSE
    INSERT INTO member_limit (member_id, kind, period, most, effective_from) VALUES (p_member, p_kind, p_period, p_most, v_at);
    IF v_before IS NULL AND p_kind <> 'session_time' THEN
      SELECT m.brand_id, p.starts, p.ends INTO v_brand, v_starts, v_ends FROM member m, LATERAL limit_period(m.brand_id, p_period, v_at) p WHERE m.id = p_member;
      INSERT INTO limit_counter (member_id, kind, period, starts, used) VALUES (p_member, p_kind, p_period, v_starts, 0)
        ON CONFLICT (member_id, kind, period, starts) DO UPDATE SET used = 0;
      INSERT INTO limit_counter (member_id, kind, period, starts, used)
        SELECT p_member, p_kind, p_period, e.starts, sum(CASE p_kind
            WHEN 'deposit' THEN CASE WHEN j.kind = ${kind.deposit_paid} THEN j.d_cash ELSE 0 END
            WHEN 'wager' THEN s.stake
            ELSE CASE WHEN j.kind = ${kind.provider_result} THEN -j.d_in_play ELSE s.stake - s.pay END END)::bigint
        FROM (SELECT * FROM ONLY journal
          -- The archive holds no event of a period, unless a change of the time zone made that longer (limit_period).
          UNION ALL SELECT * FROM journal_archive WHERE v_starts < v_at - interval '62 days') j
        CROSS JOIN LATERAL (SELECT
          CASE WHEN j.kind IN (${kinds.bet, spin}) AND NOT EXISTS (SELECT 1 FROM journal x
            WHERE j.kind = ${kind.bet} AND x.member_id = j.member_id AND x.source = -j.source AND x.key = j.key) THEN j.stake ELSE 0 END AS stake,
          CASE WHEN j.kind IN (${kinds.win, spin}) OR (j.kind = ${kind.table_result} AND NOT EXISTS (SELECT 1 FROM journal x
            WHERE x.kind = ${kind.table_void} AND x.member_id = j.member_id AND x.source = -j.source AND x.key = j.key)) THEN j.pay ELSE 0 END AS pay) s
        -- What was booked before the clock was set back into an earlier period counts when the clock is there again.
        CROSS JOIN LATERAL (SELECT CASE WHEN j.at < v_ends THEN v_starts
          ELSE (SELECT p.starts FROM limit_period(v_brand, p_period, j.at) p) END AS starts) e
        WHERE j.member_id = p_member AND j.kind IN (${kinds.bet, win, spin, deposit_paid, provider_result, table_result}) AND j.at >= v_starts
        GROUP BY e.starts
        ON CONFLICT (member_id, kind, period, starts) DO UPDATE SET used = excluded.used;
    END IF;
  END IF;
  UPDATE wallet w SET limited = EXISTS (SELECT 1 FROM member_limit l WHERE l.member_id = p_member AND l.ended_at IS NULL)
      OR EXISTS (SELECT 1 FROM member m WHERE m.id = p_member AND m.excluded_until > v_at)
    WHERE w.member_id = p_member;
END
$$;

-- Starts a break or an exclusion now (p_lasts null: for ever). It can only be extended; taken is false when the member
-- is already excluded for as long, as after a double click. Lock order: member, then wallet.
CREATE OR REPLACE FUNCTION ledger_exclude(p_member bigint, p_kind text, p_lasts interval, OUT until timestamptz, OUT taken boolean)
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

REVOKE ALL ON FUNCTION signed_in_ms, limit_state, limit_stake_left, limit_count, limit_give_back, limit_take_back, limit_refusal, limit_record,
  limit_raise_lock, ledger_limit, ledger_exclude FROM PUBLIC;
GRANT EXECUTE ON FUNCTION limit_state, limit_stake_left, limit_raise_lock, ledger_limit, ledger_exclude TO ${role.app};
