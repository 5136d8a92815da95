/**
 * The periods of limits that events belong to, as SQL. Days, weeks and months of all zones begin at whole quarters of an hour, so the
 * period of a quarter is looked up once for all events in it.
 */

/** The quarter of an hour that contains a time. */
export const quarterOf = (at: string): string => `date_bin('15 minutes', ${at}, 'epoch'::timestamptz)`

/** Rows (brand_id, period, quarter, starts) for a table of events with `brand_id` and `counted_at`. */
export const periodsOf = (events: string): string => `
  SELECT q.brand_id, n.period, q.quarter, p.starts
  FROM (SELECT DISTINCT brand_id, ${quarterOf('counted_at')} AS quarter FROM ${events}) q, (VALUES ('day'), ('week'), ('month')) n (period),
    LATERAL limit_period(q.brand_id, n.period, q.quarter) p`
