-- The first day of the calendar day, week (from Monday) or month that contains a time, in a time zone.
CREATE OR REPLACE FUNCTION limit_starts(period text, at timestamptz, zone text) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT date_trunc(period, at AT TIME ZONE zone)::date
$$;

-- The first moment of a day in a time zone. Where clocks are set back over midnight the day begins twice, and PostgreSQL takes the later
-- one: the earlier one is read from the clock of three hours before.
CREATE OR REPLACE FUNCTION local_midnight(day date, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN (m.earlier AT TIME ZONE zone)::date = day THEN least(m.earlier, m.later) ELSE m.later END
  FROM (SELECT n.later, n.before + (day::timestamp - (n.before AT TIME ZONE zone)) AS earlier
    FROM (SELECT day::timestamp AT TIME ZONE zone AS later, (day::timestamp AT TIME ZONE zone) - interval '3 hours' AS before) n) m
$$;

-- The day, week or month of a brand's limits that contains a time. Each time is in exactly one, whatever the brand's zone was
-- then and is now: a period that was running when the zone was changed is that of limit_zone.
CREATE OR REPLACE FUNCTION limit_period(p_brand int, p_period text, p_at timestamptz, OUT starts timestamptz, OUT ends timestamptz)
RETURNS SETOF record LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT CASE WHEN p_at < z.ends THEN z.starts ELSE greatest(public.local_midnight(d.day, d.zone), z.ends) END,
    CASE WHEN p_at < z.ends THEN z.ends ELSE public.local_midnight((d.day + ('1 ' || p_period)::interval)::date, d.zone) END
  FROM public.brand b
  LEFT JOIN LATERAL (SELECT l.zone, l.starts, l.ends FROM public.limit_zone l
    WHERE l.brand_id = b.id AND l.period = p_period AND l.starts <= p_at ORDER BY l.starts DESC, l.id DESC LIMIT 1) z ON true
  CROSS JOIN LATERAL (SELECT coalesce(z.zone, b.time_zone) AS zone,
    public.limit_starts(p_period, p_at, coalesce(z.zone, b.time_zone)) AS day) d
  WHERE b.id = p_brand
$$;

-- Dates a change of a brand's zone: each running period goes on, and ends when it ends in both zones, so that nothing that was used in
-- it is free earlier than without the change, or than if the new zone had been in force. Then the days, weeks and months of the
-- new zone follow; the first of them may be short. A clock that was set back does not date a change before an earlier one.
CREATE OR REPLACE FUNCTION limit_zone_add(p_brand int, p_before text, p_zone text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_last bigint := (SELECT coalesce(max(id), 0) FROM limit_zone);
BEGIN
  INSERT INTO limit_zone (brand_id, period, zone, starts, ends, changed_at)
    SELECT p_brand, p, p_before, '-infinity', '-infinity', p_at FROM unnest(ARRAY['day', 'week', 'month']) p
    WHERE NOT EXISTS (SELECT FROM limit_zone WHERE brand_id = p_brand);
  INSERT INTO limit_zone (brand_id, period, zone, starts, ends, changed_at)
    SELECT p_brand, p.period, p_zone, r.starts,
      greatest(r.ends, local_midnight((limit_starts(p.period, c.at, p_zone) + ('1 ' || p.period)::interval)::date, p_zone)), c.at
    FROM unnest(ARRAY['day', 'week', 'month']) p (period)
    CROSS JOIN LATERAL (SELECT greatest(p_at, max(z.starts)) AS at FROM limit_zone z WHERE z.brand_id = p_brand AND z.period = p.period) c
    CROSS JOIN LATERAL limit_period(p_brand, p.period, c.at) r;
  INSERT INTO audit (actor_kind, act, subject, detail)
    SELECT 'system', 'setting.zone', 'time_zone ' || p_brand, jsonb_build_object('zones', jsonb_agg(to_jsonb(z) ORDER BY z.id))
    FROM limit_zone z WHERE z.brand_id = p_brand AND z.id > v_last;
END
$$;

-- No event is booked while a zone changes: one that began before and ended after it could count in a period that the change
-- extended. Before the brand's own row is locked, which payments read under the wallet's lock.
CREATE OR REPLACE FUNCTION brand_zone_waits() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  LOCK TABLE wallet IN EXCLUSIVE MODE;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION brand_zone_dated() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- PostgreSQL also accepts abbreviations and offsets, which browsers do not.
  IF NOT EXISTS (SELECT FROM pg_timezone_names WHERE name = NEW.time_zone) THEN
    RAISE EXCEPTION 'the time zone % is unknown: use a name such as Asia/Seoul', NEW.time_zone;
  END IF;
  PERFORM limit_zone_add(NEW.id, OLD.time_zone, NEW.time_zone, clock_timestamp());
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER brand_zone_waits BEFORE UPDATE OF time_zone ON brand FOR EACH STATEMENT EXECUTE FUNCTION brand_zone_waits();
CREATE OR REPLACE TRIGGER brand_zone_is_dated AFTER UPDATE OF time_zone ON brand FOR EACH ROW
  WHEN (NEW.time_zone <> OLD.time_zone) EXECUTE FUNCTION brand_zone_dated();
CREATE OR REPLACE TRIGGER limit_zone_is_final BEFORE UPDATE OR DELETE ON limit_zone FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER limit_zone_is_whole BEFORE TRUNCATE ON limit_zone FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

REVOKE ALL ON FUNCTION limit_zone_add, brand_zone_waits, brand_zone_dated FROM PUBLIC;
