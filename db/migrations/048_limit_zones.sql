-- The periods of limits outlast a change of their brand's time zone (docs/decisions/012-limits-in-the-ledger.md).

-- A change of a brand's zone, for each period: what was running ends at `ends`, and the periods from then on are those of `zone`.
-- A brand without rows always had the zone that it has.
CREATE TABLE limit_zone (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand_id int NOT NULL REFERENCES brand,
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  zone text NOT NULL,
  starts timestamptz NOT NULL,
  -- Both are -infinity for the zone of before the first change.
  ends timestamptz NOT NULL CHECK (ends >= starts),
  changed_at timestamptz NOT NULL
);
CREATE INDEX limit_zone_period ON limit_zone (brand_id, period, starts DESC, id DESC);
GRANT SELECT ON limit_zone TO baize_app;

-- A counter names the moment at which its period began: a date is another moment in another zone.
ALTER TABLE limit_counter DROP CONSTRAINT limit_counter_pkey;
ALTER TABLE limit_counter RENAME COLUMN starts TO starts_on;
ALTER TABLE limit_counter ADD COLUMN starts timestamptz;
UPDATE limit_counter c SET starts = c.starts_on::timestamp AT TIME ZONE b.time_zone
  FROM member m JOIN brand b ON b.id = m.brand_id WHERE m.id = c.member_id;
ALTER TABLE limit_counter DROP COLUMN starts_on;
ALTER TABLE limit_counter ALTER COLUMN starts SET NOT NULL;
ALTER TABLE limit_counter ADD PRIMARY KEY (member_id, kind, period, starts);
