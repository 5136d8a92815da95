-- Records that the member has been shown events of a round up to p_shown; after the last one its win joins the
-- displayed balance.
CREATE OR REPLACE FUNCTION ledger_shown(p_member bigint, p_round uuid, p_shown int, p_all boolean) RETURNS boolean
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
    -- When a round has been shown, those before it of its game have been. The wins of the last minute's other rounds that
    -- are not shown remain, also of another game, which another window shows; they are summed again, because it is unknown
    -- whether this round's win was among them. Mostly the hidden wins are that of the newest round alone.
    IF p_all AND v_wallet.unseen > 0 THEN
      UPDATE wallet w SET unseen = CASE WHEN v_round.nonce = w.nonce - 1 AND v_round.pay = w.unseen THEN 0 ELSE least(w.unseen, (
        SELECT coalesce(sum(r.pay + coalesce(h.amount, 0)), 0)::bigint FROM round r LEFT JOIN jackpot_hit h ON h.round_id = r.id WHERE r.member_id = p_member AND r.nonce >= w.nonce - 100
          AND NOT (r.game_version_id = v_round.game_version_id AND r.nonce < v_round.nonce)
          AND r.at > clock_timestamp() - interval '60 seconds' AND r.shown < json_array_length(r.events::json))) END
      WHERE w.member_id = p_member;
    END IF;
  END IF;
  RETURN true;
END
$$;

-- The window of a game closed: its rounds count as shown from now on, and the displayed balance includes their wins. While
-- another window shows the newest round of another game, everything hidden waits for that, whether the round won or not.
CREATE OR REPLACE FUNCTION ledger_seen(p_member bigint, p_version smallint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE wallet w SET unseen = 0, unseen_until = clock_timestamp()
  WHERE w.member_id = p_member AND w.unseen_until > clock_timestamp() AND NOT EXISTS (
    SELECT FROM round r
    WHERE r.member_id = p_member AND r.nonce >= w.nonce - 100 AND r.game_version_id <> p_version
      AND r.at > clock_timestamp() - interval '60 seconds'
      AND r.shown < json_array_length(r.events::json)
      AND NOT EXISTS (SELECT FROM round n WHERE n.member_id = p_member AND n.nonce > r.nonce AND n.game_version_id = r.game_version_id))
$$;

-- Only the number of shown events of a round changes, and only upwards.
CREATE OR REPLACE FUNCTION round_only_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.member_id, NEW.nonce, NEW.id, NEW.at, NEW.seed_id, NEW.stake, NEW.pay, NEW.units, NEW.game_version_id, NEW.events)
     IS DISTINCT FROM (OLD.member_id, OLD.nonce, OLD.id, OLD.at, OLD.seed_id, OLD.stake, OLD.pay, OLD.units, OLD.game_version_id, OLD.events)
     OR NEW.shown < OLD.shown THEN
    RAISE EXCEPTION 'a round is final: only what has been shown moves, and only forward';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER round_is_final BEFORE UPDATE ON round FOR EACH ROW EXECUTE FUNCTION round_only_shown();
CREATE OR REPLACE TRIGGER round_archive_is_final BEFORE UPDATE ON round_archive FOR EACH ROW EXECUTE FUNCTION round_only_shown();

REVOKE ALL ON FUNCTION ledger_shown, ledger_seen FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_shown, ledger_seen TO ${role.app};
