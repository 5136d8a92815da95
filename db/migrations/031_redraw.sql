-- Rounds redrawn from their seeds (docs/decisions/027-redrawn-rounds.md): totals, and the rounds that differed.
CREATE TABLE redraw_state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  redrawn bigint NOT NULL DEFAULT 0,
  -- Rounds that came up and cannot be redrawn: of the old scheme, or under a key that is declared lost.
  old_scheme bigint NOT NULL DEFAULT 0,
  lost_key bigint NOT NULL DEFAULT 0,
  at timestamptz
);
INSERT INTO redraw_state DEFAULT VALUES;

CREATE TABLE redraw_mismatch (
  round_id uuid PRIMARY KEY,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  detail text NOT NULL
);
GRANT SELECT ON redraw_state, redraw_mismatch TO baize_app;
