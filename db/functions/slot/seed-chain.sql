-- A member's seed pairs as a chain (docs/decisions/004-a-chain-of-seed-commitments.md). A server seed is committed with
-- the next ordinal, and its hash is published, before the member chooses the client seed that completes the pair. The
-- functions of this file are the only writers of member_seed.

-- Commits to the server seed of the member's next pair, unless one is committed already. In a transaction of its own:
-- the hash is published after the commit, and the client seed is chosen after that.
CREATE OR REPLACE FUNCTION seed_commit(p_member bigint, p_sealed bytea, p_key_id text, p_hash bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM ledger_lock(p_member);
  IF EXISTS (SELECT 1 FROM member_seed WHERE member_id = p_member AND client_seed IS NULL) THEN
    RETURN;
  END IF;
  INSERT INTO member_seed (member_id, ordinal, server_seed_sealed, key_id, server_seed_hash)
    SELECT p_member, coalesce(max(ordinal), 0) + 1, p_sealed, p_key_id, p_hash FROM member_seed WHERE member_id = p_member;
END
$$;

-- One step of the chain: reveals the pair in use, completes the committed seed with p_client_seed, and commits to the
-- seed of the pair after it (p_sealed, p_key_id, p_hash). p_commitment is the hash for which the client seed was chosen.
-- outcome: success; blocked and excluded (by a break too: the pair would not be revealed before that ends); used (the member's client seed of an earlier pair); open-round (a round of the pair in use is being shown);
-- commitment (p_commitment is not the committed hash, or none is committed). revealed is null when no pair was in use. A step
-- that is repeated, because its answer was lost, has the outcome of the first while its pair is in use: a browser never
-- chooses another client seed for a commitment because of an answer.
CREATE OR REPLACE FUNCTION seed_begin(p_member bigint, p_client_seed text, p_commitment bytea, p_sealed bytea, p_key_id text,
  p_hash bytea, OUT outcome text, OUT revealed bigint, OUT begun bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w wallet;
  v_next member_seed;
BEGIN
  SELECT * INTO STRICT w FROM ledger_lock(p_member);
  -- After the lock: a restriction that committed while this step waited has ended the pair.
  SELECT CASE WHEN m.status <> 'active' THEN 'blocked' WHEN m.excluded_until > clock_timestamp() THEN 'excluded' END
    INTO outcome FROM member m WHERE m.id = p_member;
  IF outcome IS NOT NULL THEN
    RETURN;
  END IF;
  SELECT * INTO v_next FROM member_seed WHERE member_id = p_member AND client_seed = p_client_seed AND server_seed_hash = p_commitment;
  IF FOUND THEN
    IF v_next.id IS DISTINCT FROM w.seed_id THEN
      outcome := 'commitment';
      RETURN;
    END IF;
    outcome := 'success';
    begun := v_next.id;
    SELECT id INTO revealed FROM member_seed WHERE member_id = p_member AND ordinal = v_next.ordinal - 1 AND revealed_at IS NOT NULL;
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM member_seed WHERE member_id = p_member AND client_seed = p_client_seed) THEN
    outcome := 'used';
    RETURN;
  END IF;
  -- A round that is being shown counts as open: its seed stays secret until the member has seen it. It is the newest one of
  -- its game; windows of other games may have played since.
  IF EXISTS (SELECT 1 FROM round r WHERE r.member_id = p_member AND r.nonce >= w.nonce - 100 AND r.seed_id = w.seed_id
      AND r.at > clock_timestamp() - interval '60 seconds' AND r.shown < json_array_length(r.events::json)
      AND NOT EXISTS (SELECT FROM round n WHERE n.member_id = p_member AND n.nonce > r.nonce AND n.game_version_id = r.game_version_id))
      -- A round that waits for a decision has a shoe that nobody may know.
      OR seat_waits(w) THEN
    outcome := 'open-round';
    RETURN;
  END IF;
  SELECT * INTO v_next FROM member_seed WHERE member_id = p_member AND client_seed IS NULL;
  IF NOT FOUND OR v_next.server_seed_hash <> p_commitment THEN
    outcome := 'commitment';
    RETURN;
  END IF;
  -- Revealed under the wallet's lock: every round of the pair was posted before. `greatest`, because after a clock was set
  -- back the last round must not appear later than the revelation of its seed.
  UPDATE member_seed SET revealed_at = greatest(clock_timestamp(), w.last_spin_at) WHERE id = w.seed_id AND member_id = p_member;
  UPDATE member_seed SET client_seed = p_client_seed, begun_at = clock_timestamp(), first_nonce = w.nonce WHERE id = v_next.id;
  INSERT INTO member_seed (member_id, ordinal, server_seed_sealed, key_id, server_seed_hash)
    VALUES (p_member, v_next.ordinal + 1, p_sealed, p_key_id, p_hash);
  PERFORM ledger_seed(p_member, v_next.id);
  outcome := 'success';
  revealed := w.seed_id;
  begun := v_next.id;
END
$$;

-- A block, an exclusion or a break ends the pair in use in its own transaction, and reveals its server seed: no further
-- round is drawn from it, and the member can verify all rounds without a game window. The committed seed stays committed;
-- the next pair begins with it and a client seed that the member chooses on return. Lock order: member, then wallet; so
-- every round of the pair was posted before, and a spin that waits finds no pair in use.
CREATE OR REPLACE FUNCTION seed_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  w wallet;
BEGIN
  SELECT * INTO w FROM ledger_lock(NEW.id);
  -- The seed gives the cards of a round in progress away: it takes the default, and nothing is left to decide.
  UPDATE seat_round q SET defaulted = true WHERE q.member_id = NEW.id AND q.state = 'open' AND NOT q.defaulted;
  IF w.seed_id IS NOT NULL THEN
    -- `greatest`: see seed_begin.
    UPDATE member_seed SET revealed_at = greatest(clock_timestamp(), w.last_spin_at) WHERE id = w.seed_id AND member_id = NEW.id;
    UPDATE wallet SET seed_id = NULL WHERE member_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER member_restriction_ends_pair AFTER UPDATE OF status, excluded_until ON member FOR EACH ROW
  WHEN (NEW.status <> 'active' OR NEW.excluded_until > clock_timestamp()) EXECUTE FUNCTION seed_end();

-- After the loss of an APP_SECRET (docs/operations.md), run by the owner: the seeds under the lost key p_key_id are never
-- revealed. Pairs in use end, and a seed that waits for its client seed is passed over, with a client seed that no member
-- can choose, because it has a space. Returns how many seeds were abandoned.
CREATE OR REPLACE FUNCTION seed_abandon(p_key_id text) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ended bigint;
BEGIN
  UPDATE wallet SET seed_id = NULL WHERE seed_id IN (SELECT id FROM member_seed WHERE key_id = p_key_id);
  GET DIAGNOSTICS v_ended = ROW_COUNT;
  RETURN v_ended + seed_pass_over(p_key_id);
END
$$;

-- Passes over the seeds that wait for their client seed: those under a key, all where it is null. Returns how many.
CREATE OR REPLACE FUNCTION seed_pass_over(p_key_id text) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_passed bigint;
BEGIN
  UPDATE member_seed s SET client_seed = 'abandoned ' || s.ordinal, begun_at = clock_timestamp(), first_nonce = w.nonce
    FROM wallet w WHERE w.member_id = s.member_id AND s.client_seed IS NULL AND (p_key_id IS NULL OR s.key_id = p_key_id);
  GET DIAGNOSTICS v_passed = ROW_COUNT;
  RETURN v_passed;
END
$$;

-- After a restore (docs/operations.md), run by the owner: members may have seen rounds of their pairs that this copy does not have, and seeds that were
-- revealed since. Every pair in use ends, a round in progress takes the default, and seeds that wait are passed over; all of them are revealed, which
-- shows that none was chosen. Returns how many pairs ended.
CREATE OR REPLACE FUNCTION seed_renew() RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_ended bigint;
  v_waiting bigint[];
BEGIN
  -- As seed_begin and seed_end, also where members play: every round of a pair is posted before it is revealed, and a spin that waits finds none in use.
  PERFORM FROM wallet w WHERE EXISTS (SELECT FROM member_seed s WHERE s.member_id = w.member_id) ORDER BY w.member_id FOR UPDATE;
  UPDATE seat_round q SET defaulted = true WHERE q.state = 'open' AND NOT q.defaulted;
  -- `greatest`: see seed_begin.
  UPDATE member_seed s SET revealed_at = greatest(clock_timestamp(), w.last_spin_at) FROM wallet w WHERE w.seed_id = s.id AND w.member_id = s.member_id;
  GET DIAGNOSTICS v_ended = ROW_COUNT;
  UPDATE wallet SET seed_id = NULL WHERE seed_id IS NOT NULL;
  SELECT array_agg(id) INTO v_waiting FROM member_seed WHERE client_seed IS NULL;
  PERFORM seed_pass_over(NULL);
  UPDATE member_seed SET revealed_at = clock_timestamp() WHERE id = ANY (v_waiting);
  RETURN v_ended;
END
$$;

-- The group in which a pair was last recorded as it is now; null where it was not.
CREATE OR REPLACE FUNCTION seed_record(s member_seed) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN (SELECT r.digests FROM member_seed_state(s) r)[c.form] = c.digest THEN c.act_group END
    FROM state_change c WHERE c.relation = 'member_seed' AND c.row_key = s.id::text ORDER BY c.id DESC LIMIT 1
$$;

-- Before seeds are first shown (docs/decisions/034-bound-values.md): records revealed pairs of a member once more, as they are, unless this
-- transaction has recorded them, so that a row which is not the program's contradicts its signed record, whatever becomes of it. Returns
-- each with its encrypted seed, unless its row is not as it was recorded; and, with its keyed hash, each that has one.
CREATE OR REPLACE FUNCTION seed_show(p_member bigint, p_pairs bigint[], OUT pair_id bigint, OUT sealed bytea, OUT mac bytea)
RETURNS SETOF record
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM member_seed s WHERE s.id = ANY (p_pairs) AND s.member_id = p_member ORDER BY s.id FOR NO KEY UPDATE;
  UPDATE member_seed s SET revealed_at = s.revealed_at WHERE s.id = ANY (p_pairs) AND s.member_id = p_member
    AND s.revealed_at IS NOT NULL AND s.reveal_mac IS NULL
    AND seed_record(s) <> coalesce(nullif(current_setting('baize.act_group', true), ''), '00000000-0000-0000-0000-000000000000')::uuid;
  -- After the triggers, and only what they recorded in this transaction.
  RETURN QUERY SELECT s.id, s.server_seed_sealed, s.reveal_mac FROM member_seed s
    WHERE s.id = ANY (p_pairs) AND s.member_id = p_member AND s.revealed_at IS NOT NULL
      AND (s.reveal_mac IS NOT NULL OR seed_record(s) = nullif(current_setting('baize.act_group', true), '')::uuid);
END
$$;

-- Stores the keyed hashes of shown seeds, once each; in a transaction after that of seed_show.
CREATE OR REPLACE FUNCTION seed_shown(p_pairs bigint[], p_macs bytea[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE member_seed s SET reveal_mac = n.mac FROM unnest(p_pairs, p_macs) n (pair_id, mac)
    WHERE s.id = n.pair_id AND s.revealed_at IS NOT NULL AND s.reveal_mac IS NULL
$$;

-- A committed seed never changes. Its client seed is set once, it is revealed once, afterwards, and then gets its keyed hash once.
CREATE OR REPLACE FUNCTION member_seed_steps() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.scheme <> 'chain' OR NEW.client_seed IS NOT NULL THEN
      RAISE EXCEPTION 'a server seed is committed before its client seed is chosen';
    END IF;
  ELSIF (NEW.id, NEW.member_id, NEW.ordinal, NEW.scheme, NEW.server_seed_sealed, NEW.key_id, NEW.server_seed_hash, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.member_id, OLD.ordinal, OLD.scheme, OLD.server_seed_sealed, OLD.key_id, OLD.server_seed_hash,
        OLD.created_at)
      OR OLD.client_seed IS NOT NULL
        AND (NEW.client_seed, NEW.begun_at, NEW.first_nonce) IS DISTINCT FROM (OLD.client_seed, OLD.begun_at, OLD.first_nonce)
      OR OLD.revealed_at IS NOT NULL AND NEW.revealed_at IS DISTINCT FROM OLD.revealed_at
      OR OLD.reveal_mac IS NOT NULL AND NEW.reveal_mac IS DISTINCT FROM OLD.reveal_mac
      OR OLD.revealed_at IS NULL AND NEW.reveal_mac IS NOT NULL
      OR OLD.client_seed IS NULL AND NEW.revealed_at IS NOT NULL THEN
    RAISE EXCEPTION 'a committed seed never changes: it gets its client seed once and is revealed once';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER member_seed_is_final BEFORE INSERT OR UPDATE ON member_seed FOR EACH ROW
  EXECUTE FUNCTION member_seed_steps();
CREATE OR REPLACE TRIGGER member_seed_stays BEFORE DELETE ON member_seed FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER member_seed_is_whole BEFORE TRUNCATE ON member_seed FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION seed_commit, seed_begin, seed_end, seed_abandon, seed_pass_over, seed_renew, seed_record, seed_show, seed_shown, member_seed_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION seed_commit, seed_begin, seed_show, seed_shown TO ${role.app};
