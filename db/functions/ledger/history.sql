-- The lowest number of a member's events at or after a time; one more than the last number when there is none. Numbers
-- have no gaps and times only increase under the wallet's lock, so a binary search of the primary key finds it in some
-- twenty steps. A second index on the journal would cost every bet.
CREATE OR REPLACE FUNCTION journal_first_at(p_member bigint, p_at timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_low bigint := 1;
  v_high bigint;
  v_middle bigint;
  v_at timestamptz;
BEGIN
  SELECT seq + 1 INTO v_high FROM wallet WHERE member_id = p_member;
  IF v_high IS NULL THEN
    RETURN 1;
  END IF;
  WHILE v_low < v_high LOOP
    v_middle := (v_low + v_high) / 2;
    SELECT at INTO v_at FROM journal WHERE member_id = p_member AND seq = v_middle;
    -- An event that the wallet counts is visible in every snapshot that shows that count.
    IF v_at IS NULL OR v_at >= p_at THEN
      v_high := v_middle;
    ELSE
      v_low := v_middle + 1;
    END IF;
  END LOOP;
  RETURN v_low;
END
$$;

GRANT EXECUTE ON FUNCTION journal_first_at TO ${role.app};
