-- Statements, sessions, and passwords reset through the office.

-- Where a day of the journal begins: the lowest number of a member's events at or after a moment, one more than the last
-- when there is none. Numbers have no gap and moments only go forward under the wallet's lock, so some twenty looks at the
-- primary key find it: no second index on the journal, which every bet would pay for.
CREATE FUNCTION journal_first_at(p_member bigint, p_at timestamptz) RETURNS bigint
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
    -- An event the wallet counts is there in every snapshot that counts it.
    IF v_at IS NULL OR v_at >= p_at THEN
      v_high := v_middle;
    ELSE
      v_low := v_middle + 1;
    END IF;
  END LOOP;
  RETURN v_low;
END
$$;
GRANT EXECUTE ON FUNCTION journal_first_at TO baize_app;

-- A password reset that was asked for. Every ask writes a row, so that an unknown id costs what a known one costs; only
-- those whose id and phone belong together have a member, and only those are the office's business.
CREATE TABLE password_reset (
  id uuid PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  member_id bigint REFERENCES member,
  state text NOT NULL DEFAULT 'filed' CHECK (state IN ('filed', 'issued', 'used', 'refused', 'lapsed')),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The code is said once and kept as a hash.
  code_hash text,
  issued_at timestamptz,
  code_until timestamptz,
  tries int NOT NULL DEFAULT 0,
  decided_by bigint REFERENCES operator,
  reason text NOT NULL DEFAULT '',
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (member_id IS NOT NULL OR state IN ('filed', 'lapsed')),
  CHECK ((state = 'issued') <= (code_hash IS NOT NULL AND code_until IS NOT NULL))
);
-- A member has one open reset; asked again, it stays the same.
CREATE UNIQUE INDEX password_reset_one_open ON password_reset (member_id) WHERE state IN ('filed', 'issued');
CREATE INDEX password_reset_queue ON password_reset (brand_id, asked_at) WHERE member_id IS NOT NULL AND state IN ('filed', 'issued');
CREATE INDEX password_reset_unknown ON password_reset (asked_at) WHERE member_id IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON password_reset TO baize_app;

-- The language a member asked in: the house's own answer to an inquiry for the account is given in it.
ALTER TABLE help_item ADD COLUMN locale text NOT NULL DEFAULT 'ko' CHECK (locale ~ '^[a-z]{2}$');

-- What a note says in other languages, as notices have it: {"en": {"title": …, "contents": …}}. Operators write one text;
-- it is then shown as written.
ALTER TABLE note ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
