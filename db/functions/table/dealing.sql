-- The transitions of a table (docs/decisions/043-shared-rounds.md). Each is one statement under the lock of the table's state, and has an effect
-- only from the state that it expects and at its time by the clock of the database: a process that was stopped for a minute and goes on
-- changes nothing. Lock order: table, series, round, wallets by member. Each returns whether it took effect.

-- Takes the lease of a table, or renews it: true when this dealer has it for p_ms from now.
CREATE OR REPLACE FUNCTION table_hold(p_table smallint, p_dealer uuid, p_ms int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE table_state SET dealer = p_dealer, dealer_until = clock_timestamp() + p_ms * interval '1 millisecond'
    WHERE table_id = p_table AND (dealer IS NULL OR dealer = p_dealer OR dealer_until < clock_timestamp()
      -- Longer than any dealer takes it for: it was set by a clock that ran ahead and has been corrected, or by no dealer.
      OR dealer_until > clock_timestamp() + (p_ms + 1000) * interval '1 millisecond');
  RETURN FOUND;
END
$$;

-- Renews the leases that a dealer has; those of tables that rest expire.
CREATE OR REPLACE FUNCTION table_hold_all(p_dealer uuid, p_ms int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE table_state SET dealer_until = clock_timestamp() + p_ms * interval '1 millisecond' WHERE dealer = p_dealer AND NOT resting
$$;

-- Releases every lease of a dealer that ends.
CREATE OR REPLACE FUNCTION table_release(p_dealer uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE table_state SET dealer = NULL, dealer_until = NULL WHERE dealer = p_dealer
$$;

-- Locks the state of a table; false when the dealer does not have its lease.
CREATE OR REPLACE FUNCTION table_lock(p_table smallint, p_dealer uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM table_state WHERE table_id = p_table AND dealer = p_dealer AND dealer_until > clock_timestamp() FOR UPDATE;
  RETURN FOUND;
END
$$;

-- Somebody watches: a table that rests goes on.
CREATE OR REPLACE FUNCTION table_watch(p_table smallint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE table_state SET watched_at = clock_timestamp(), resting = false WHERE table_id = p_table
$$;

-- Numbers a step of a table whose state is locked.
CREATE OR REPLACE FUNCTION table_add_step(p_table smallint, p_kind text, p_round uuid, p_series table_series) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_number int;
BEGIN
  UPDATE table_state SET step = step + 1 WHERE table_id = p_table RETURNING step INTO v_number;
  INSERT INTO table_step (table_id, number, at, kind, round_id, series_id, phase, phase_ends_at)
    VALUES (p_table, v_number, clock_timestamp(), p_kind, p_round, p_series.id, p_series.phase, p_series.phase_ends_at);
  DELETE FROM table_step WHERE table_id = p_table AND number <= v_number - 500;
END
$$;

-- Locks the state of a table before its next series is begun; false while one is underway. Of several that begin one, the others wait here, before
-- they add a chain.
CREATE OR REPLACE FUNCTION table_lock_idle(p_table smallint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM table_state WHERE table_id = p_table FOR UPDATE;
  RETURN NOT EXISTS (SELECT FROM table_series t WHERE t.table_id = p_table AND t.phase <> 'ended');
END
$$;

-- A new chain of a table, whose end is published with the series that begins in the same transaction.
CREATE OR REPLACE FUNCTION table_add_chain(p_table smallint, p_public_id uuid, p_links int, p_end bytea, p_seed bytea, p_key_id text) RETURNS int
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO table_chain (table_id, public_id, links, end_hash, seed_encrypted, key_id) VALUES (p_table, p_public_id, p_links, p_end, p_seed, p_key_id)
  RETURNING id
$$;

-- Begins a series at the next link of the newest chain, when no other is underway: behind every series of the chain at its full length, so
-- that no link is used twice, whatever number of links is stored. Any process may: the first watcher of a table needs one.
CREATE OR REPLACE FUNCTION table_begin_series(p_table smallint, p_chain int, p_first_link int, p_links int, p_previous bytea, p_ms int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s table_series;
BEGIN
  PERFORM FROM table_state WHERE table_id = p_table FOR UPDATE;
  IF EXISTS (SELECT FROM table_series t WHERE t.table_id = p_table AND t.phase <> 'ended')
      OR p_first_link <> (SELECT coalesce(max(t.first_link + greatest(t.links, p_links)), 1) FROM table_series t WHERE t.chain_id = p_chain)
      OR NOT EXISTS (SELECT FROM table_chain c WHERE c.id = p_chain AND c.table_id = p_table AND c.links >= p_first_link + p_links - 1) THEN
    RETURN false;
  END IF;
  INSERT INTO table_series (table_id, chain_id, first_link, links, previous_link, phase, phase_ends_at)
    VALUES (p_table, p_chain, p_first_link, p_links, p_previous, 'hashes', clock_timestamp() + p_ms * interval '1 millisecond') RETURNING * INTO s;
  PERFORM table_add_step(p_table, 'series', NULL, s);
  RETURN true;
END
$$;

-- Closes the hashes of a series; the salts are awaited for p_ms.
CREATE OR REPLACE FUNCTION table_close_hashes(p_table smallint, p_dealer uuid, p_series bigint, p_ms int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s table_series;
BEGIN
  IF NOT table_lock(p_table, p_dealer) THEN
    RETURN false;
  END IF;
  UPDATE table_series t SET phase = 'salts', phase_ends_at = clock_timestamp() + p_ms * interval '1 millisecond'
    WHERE t.id = p_series AND t.table_id = p_table AND t.phase = 'hashes' AND t.phase_ends_at <= clock_timestamp() RETURNING * INTO s;
  IF FOUND THEN
    PERFORM table_add_step(p_table, 'series', NULL, s);
  END IF;
  RETURN s.id IS NOT NULL;
END
$$;

-- Locks a series whose salts are due, so that no further one arrives: the list is made of those that are there.
CREATE OR REPLACE FUNCTION table_salts_due(p_table smallint, p_dealer uuid, p_series bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT table_lock(p_table, p_dealer) THEN
    RETURN false;
  END IF;
  PERFORM FROM table_series t WHERE t.id = p_series AND t.table_id = p_table AND t.phase = 'salts' AND t.phase_ends_at <= clock_timestamp() FOR UPDATE;
  RETURN FOUND;
END
$$;

-- Publishes the list of salts, before the first round.
CREATE OR REPLACE FUNCTION table_list_salts(p_series bigint, p_list jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s table_series;
BEGIN
  UPDATE table_series t SET phase = 'running', phase_ends_at = NULL, salts = p_list
    WHERE t.id = p_series AND t.phase = 'salts' AND t.phase_ends_at <= clock_timestamp() RETURNING * INTO s;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the salts of series % are not due', p_series;
  END IF;
  PERFORM table_add_step(s.table_id, 'series', NULL, s);
END
$$;

-- Ends a series without a round underway and reveals its links; without any, where their key is lost, those stay that were revealed.
CREATE OR REPLACE FUNCTION table_end_series(p_table smallint, p_dealer uuid, p_series bigint, p_links bytea[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s table_series;
BEGIN
  IF NOT table_lock(p_table, p_dealer) OR EXISTS (SELECT FROM table_round r WHERE r.table_id = p_table AND r.state IN ('open', 'closed', 'dealt')) THEN
    RETURN false;
  END IF;
  UPDATE table_series t SET phase = 'ended', revealed = coalesce(p_links, t.revealed) WHERE t.id = p_series AND t.table_id = p_table AND t.phase = 'running' RETURNING * INTO s;
  IF FOUND THEN
    PERFORM table_add_step(p_table, 'series', NULL, s);
  END IF;
  RETURN s.id IS NOT NULL;
END
$$;

-- Locks a table that may open a round in a series, and returns the round's number and the time of its opening; no row when it may not.
CREATE OR REPLACE FUNCTION table_open_due(p_table smallint, p_dealer uuid, p_series bigint, p_place int, p_ms int, OUT number int, OUT at text, OUT closes text)
RETURNS SETOF record
LANGUAGE plpgsql SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp AS $$
DECLARE
  v_at timestamptz;
BEGIN
  IF NOT table_lock(p_table, p_dealer)
      OR EXISTS (SELECT FROM table_round r WHERE r.table_id = p_table AND r.state IN ('open', 'closed', 'dealt'))
      OR NOT EXISTS (SELECT FROM table_series t WHERE t.id = p_series AND t.table_id = p_table AND t.phase = 'running')
      OR p_place <> (SELECT count(*) FROM table_round r WHERE r.series_id = p_series) THEN
    RETURN;
  END IF;
  v_at := clock_timestamp();
  at := to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  closes := to_char((v_at + p_ms * interval '1 millisecond') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  SELECT s.rounds + 1 INTO number FROM table_state s WHERE s.table_id = p_table;
  RETURN NEXT;
END
$$;

-- Opens the next round, with its signed opening, in the transaction of table_open_due. Its place follows those of all rounds before it in the
-- series: a void one keeps its place.
CREATE OR REPLACE FUNCTION table_open(p_table smallint, p_dealer uuid, p_series bigint, p_round uuid, p_place int, p_number int, p_at timestamptz,
  p_closes timestamptz, p_opening bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_number IS DISTINCT FROM (SELECT d.number FROM table_open_due(p_table, p_dealer, p_series, p_place, 0) d) THEN
    RAISE EXCEPTION 'table % opens no round %', p_table, p_number;
  END IF;
  UPDATE table_state SET rounds = p_number WHERE table_id = p_table;
  INSERT INTO table_round (id, table_id, number, series_id, place, state, dealer, opened_at, closes_at, opening)
    VALUES (p_round, p_table, p_number, p_series, p_place, 'open', p_dealer, p_at, p_closes, p_opening);
  PERFORM table_add_step(p_table, 'opened', p_round, NULL);
END
$$;

-- Closes a round at its time, at most p_overdue_ms later: one that is overdue is void. Placements hold the lock of the round, so none is
-- underway when this returns.
CREATE OR REPLACE FUNCTION table_close(p_table smallint, p_dealer uuid, p_round uuid, p_overdue_ms int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT table_lock(p_table, p_dealer) THEN
    RETURN false;
  END IF;
  PERFORM FROM table_round r WHERE r.id = p_round AND r.table_id = p_table FOR UPDATE;
  UPDATE table_round r SET state = 'closed', closed_at = clock_timestamp()
    WHERE r.id = p_round AND r.state = 'open' AND r.closes_at <= clock_timestamp()
      AND r.closes_at > clock_timestamp() - p_overdue_ms * interval '1 millisecond';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM table_add_step(p_table, 'closed', p_round, NULL);
  RETURN true;
END
$$;

-- Publishes the outcome of a closed round, at p_at, with its proof. Where each round has a link, p_links are those up to its own, with those of
-- void rounds before it.
CREATE OR REPLACE FUNCTION table_deal(p_table smallint, p_dealer uuid, p_round uuid, p_outcome jsonb, p_links bytea[], p_at timestamptz, p_link int, p_bets bytea,
  p_mac bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_series bigint;
BEGIN
  IF NOT table_lock(p_table, p_dealer) THEN
    RETURN false;
  END IF;
  UPDATE table_round r SET state = 'dealt', dealt_at = p_at, outcome = p_outcome
    WHERE r.id = p_round AND r.table_id = p_table AND r.state = 'closed' RETURNING r.series_id INTO v_series;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM table_add_proof(p_round, 'dealt', p_at, p_link, p_bets, p_mac);
  IF p_links IS NOT NULL THEN
    UPDATE table_series t SET revealed = p_links WHERE t.id = v_series;
  END IF;
  PERFORM table_add_step(p_table, 'dealt', p_round, NULL);
  RETURN true;
END
$$;

-- Lets a table without a round underway rest.
CREATE OR REPLACE FUNCTION table_rest(p_table smallint, p_dealer uuid, p_unwatched_ms int) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT table_lock(p_table, p_dealer) OR EXISTS (SELECT FROM table_round r WHERE r.table_id = p_table AND r.state IN ('open', 'closed', 'dealt')) THEN
    RETURN false;
  END IF;
  UPDATE table_state SET resting = true WHERE table_id = p_table AND NOT resting
    AND coalesce(watched_at, '-infinity') <= clock_timestamp() - p_unwatched_ms * interval '1 millisecond';
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM table_add_step(p_table, 'resting', NULL, NULL);
  RETURN true;
END
$$;

-- The hash of a seat's salt: success, late (it is listed as such while the list is not made) or none, when the seat has sent another one.
CREATE OR REPLACE FUNCTION table_salt_hash(p_series bigint, p_seat text, p_hash bytea, p_most int) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s table_series;
  v_hash bytea;
  v_late boolean;
BEGIN
  SELECT * INTO s FROM table_series t WHERE t.id = p_series FOR SHARE;
  IF s.phase IS NULL OR s.phase IN ('running', 'ended') OR (SELECT count(*) FROM table_salt a WHERE a.series_id = p_series) >= p_most THEN
    RETURN CASE WHEN EXISTS (SELECT FROM table_salt a WHERE a.series_id = p_series AND a.seat = p_seat AND a.hash = p_hash AND NOT a.hash_late)
      THEN 'success' ELSE 'late' END;
  END IF;
  INSERT INTO table_salt (series_id, seat, hash, hash_at, hash_late)
    VALUES (p_series, p_seat, p_hash, clock_timestamp(), s.phase <> 'hashes' OR clock_timestamp() >= s.phase_ends_at) ON CONFLICT DO NOTHING;
  SELECT a.hash, a.hash_late INTO v_hash, v_late FROM table_salt a WHERE a.series_id = p_series AND a.seat = p_seat;
  RETURN CASE WHEN v_hash <> p_hash THEN 'none' WHEN v_late THEN 'late' ELSE 'success' END;
END
$$;

-- The salt of a seat, whose first one counts: early, success, late (marked so while the list is not made), wrong when p_hash, its hash, is not
-- the one that was sent, none without a hash.
CREATE OR REPLACE FUNCTION table_salt_open(p_series bigint, p_seat text, p_salt bytea, p_hash bytea) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  s table_series;
  a table_salt;
BEGIN
  SELECT * INTO s FROM table_series t WHERE t.id = p_series FOR SHARE;
  SELECT * INTO a FROM table_salt t WHERE t.series_id = p_series AND t.seat = p_seat FOR UPDATE;
  IF a.seat IS NULL THEN
    RETURN 'none';
  END IF;
  IF s.phase = 'hashes' THEN
    RETURN 'early';
  END IF;
  IF s.phase = 'salts' AND a.salt IS NULL THEN
    UPDATE table_salt t SET salt = p_salt, salt_at = clock_timestamp(), salt_late = clock_timestamp() >= s.phase_ends_at
      WHERE t.series_id = p_series AND t.seat = p_seat RETURNING * INTO a;
  END IF;
  RETURN CASE WHEN a.hash_late OR a.salt IS NULL OR a.salt_late THEN 'late' WHEN a.salt <> p_salt OR a.hash <> p_hash THEN 'wrong' ELSE 'success' END;
END
$$;

REVOKE ALL ON FUNCTION table_hold, table_hold_all, table_release, table_lock, table_watch, table_add_step, table_lock_idle, table_add_chain, table_begin_series, table_close_hashes,
  table_salts_due, table_list_salts, table_end_series, table_open_due, table_open, table_close, table_deal, table_rest, table_salt_hash, table_salt_open FROM PUBLIC;
GRANT EXECUTE ON FUNCTION table_hold, table_hold_all, table_release, table_lock, table_watch, table_lock_idle, table_add_chain, table_begin_series, table_close_hashes, table_salts_due,
  table_list_salts, table_end_series, table_open_due, table_open, table_close, table_deal, table_rest, table_salt_hash, table_salt_open TO ${role.app};
