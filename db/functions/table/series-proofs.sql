-- The signed records of series (docs/decisions/043-shared-rounds.md). The program computes the keyed hashes, with a key that never comes here
-- (src/server/ledger/series-proofs.ts).

-- Adds a record, in the transaction that does what it says.
CREATE OR REPLACE FUNCTION series_add_proof(p_table smallint, p_number int, p_kind text, p_chain int, p_first_link int, p_previous bytea, p_salts bytea,
  p_rounds int, p_at timestamptz, p_mac bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO series_proof (table_id, number, kind, chain_id, first_link, previous_link, salts, rounds, at, mac)
    VALUES (p_table, p_number, p_kind, p_chain, p_first_link, p_previous, p_salts, p_rounds, p_at, p_mac)
$$;

-- The canonical form of a record, of which a head covers the digest.
CREATE OR REPLACE FUNCTION series_proof_form(p series_proof) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT record_send(ROW(p.table_id, p.number, p.kind, p.chain_id, p.first_link, p.previous_link, p.salts, p.rounds, p.at, p.mac))
$$;

-- A record only gets its head.
CREATE OR REPLACE FUNCTION series_proof_stays() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.head_id IS NOT NULL OR NEW.head_id IS NULL OR public.series_proof_form(NEW) <> public.series_proof_form(OLD) THEN
    RAISE EXCEPTION '% is written once: correct it with a new row', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER series_proof_is_final BEFORE UPDATE OR DELETE ON series_proof FOR EACH ROW EXECUTE FUNCTION series_proof_stays();
CREATE OR REPLACE TRIGGER series_proof_is_whole BEFORE TRUNCATE ON series_proof FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION series_add_proof, series_proof_stays FROM PUBLIC;
GRANT EXECUTE ON FUNCTION series_add_proof TO ${role.app};
