-- The proofs of rounds (docs/decisions/043-shared-rounds.md). The program computes the keyed hashes, with a key that never comes here
-- (src/server/ledger/table-proofs.ts).

-- Locks a round and returns what its opening and its proof cover, with the clock. is_open: it takes placements, and no proof says that its
-- betting has ended. No row for an unknown round. Times are UTC to the microsecond.
CREATE OR REPLACE FUNCTION table_round_facts(p_round uuid, OUT table_id smallint, OUT number int, OUT series_id bigint, OUT chain_id int, OUT first_link int,
  OUT place int, OUT state text, OUT opened_at text, OUT closes_at text, OUT closed_at text, OUT opening bytea, OUT outcome jsonb, OUT now text,
  OUT is_open boolean, OUT is_proven boolean) RETURNS SETOF record
LANGUAGE plpgsql SECURITY DEFINER ROWS 1 SET search_path = public, pg_temp AS $$
DECLARE
  r table_round;
  c_utc CONSTANT text := 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
BEGIN
  SELECT * INTO r FROM table_round t WHERE t.id = p_round FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT q.chain_id, q.first_link INTO chain_id, first_link FROM table_series q WHERE q.id = r.series_id;
  is_proven := EXISTS (SELECT FROM table_proof p WHERE p.table_id = r.table_id AND p.number = r.number);
  is_open := r.state = 'open' AND clock_timestamp() < r.closes_at AND NOT is_proven;
  table_id := r.table_id; number := r.number; series_id := r.series_id; place := r.place; state := r.state; opening := r.opening; outcome := r.outcome;
  opened_at := to_char(r.opened_at AT TIME ZONE 'UTC', c_utc);
  closes_at := to_char(r.closes_at AT TIME ZONE 'UTC', c_utc);
  closed_at := to_char(r.closed_at AT TIME ZONE 'UTC', c_utc);
  now := to_char(clock_timestamp() AT TIME ZONE 'UTC', c_utc);
  RETURN NEXT;
END
$$;

-- Adds the proof of a round whose betting ends in this transaction at p_at; its row is as it is then.
CREATE OR REPLACE FUNCTION table_add_proof(p_round uuid, p_kind text, p_at timestamptz, p_link int, p_bets bytea, p_mac bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO table_proof (table_id, number, round_id, kind, series_id, chain_id, link, place, opened_at, closes_at, closed_at, at, outcome, bets, mac)
    SELECT r.table_id, r.number, r.id, p_kind, r.series_id, q.chain_id, p_link, r.place, r.opened_at, r.closes_at, r.closed_at, p_at, r.outcome, p_bets, p_mac
    FROM table_round r JOIN table_series q ON q.id = r.series_id WHERE r.id = p_round
$$;

-- The canonical form of a proof, of which a head covers the digest.
CREATE OR REPLACE FUNCTION table_proof_form(p table_proof) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT record_send(ROW(p.table_id, p.number, p.round_id, p.kind, p.series_id, p.chain_id, p.link, p.place, p.opened_at, p.closes_at, p.closed_at, p.at,
    p.outcome, p.bets, p.mac))
$$;

-- A proof only gets its head.
CREATE OR REPLACE FUNCTION table_proof_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.head_id IS NOT NULL OR NEW.head_id IS NULL OR public.table_proof_form(NEW) <> public.table_proof_form(OLD) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER table_proof_is_final BEFORE UPDATE OR DELETE ON table_proof FOR EACH ROW EXECUTE FUNCTION table_proof_stays();
CREATE OR REPLACE TRIGGER table_proof_is_whole BEFORE TRUNCATE ON table_proof FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION table_round_facts, table_add_proof, table_proof_stays FROM PUBLIC;
GRANT EXECUTE ON FUNCTION table_round_facts TO ${role.app};
