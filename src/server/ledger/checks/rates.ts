import { earliest, inOneSpan, latest } from '../clock-spans.ts'
import { journalSources, kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'
import { actedWithOpenStakes } from './open-stakes.ts'

/**
 * Checks that recompute shares, reserves, comp and turnover from the settings in force when each event was booked
 * (docs/decisions/026-dated-settings.md). Events from before the settings were dated are left out.
 */

/**
 * For this long before and after a change either value is right: a booking that began before it may be stored after it. So it is where the
 * clock was set back, and the order of both is unknown.
 */
const overlap = `interval '60 seconds'`

/**
 * `start`: since when settings are dated. `period`: the value of each setting from `begins` to before `ends`, overlapping
 * its neighbours; a setting without a row has its default, 1 for a level and 0 otherwise.
 */
const dated = `start AS MATERIALIZED (SELECT applied_at AS at FROM migration WHERE name ~ '^[0-9]+_dated_settings[.]sql$'),
  period AS MATERIALIZED (
    SELECT kind, subject, value, ${earliest('effective_from')} - ${overlap} AS begins,
      coalesce(lead(${latest('effective_from')}) OVER setting, 'infinity') + ${overlap} AS ends
    FROM dated_setting WHERE kind <> 'reserve_before' WINDOW setting AS (PARTITION BY kind, subject ORDER BY id)
    UNION ALL
    SELECT kind, subject, CASE kind WHEN 'level' THEN 1 ELSE 0 END, '-infinity', ${latest('min(effective_from)')} + ${overlap}
    FROM dated_setting WHERE kind <> 'reserve_before' GROUP BY kind, subject)`

/** The values of a setting at a time; its default without a row. */
function valuesAt(kind: string, subject: string, at: string): string {
  return `SELECT p.value FROM period p WHERE p.kind = '${kind}' AND p.subject = ${subject} AND ${at} >= p.begins AND ${at} < p.ends
    UNION ALL SELECT ${kind === 'level' ? 1 : 0} WHERE NOT EXISTS (SELECT 1 FROM period p WHERE p.kind = '${kind}' AND p.subject = ${subject})`
}

/** Whether the member of an event was self-excluded for months at its time. */
function wasExcluded(event: string): string {
  return `EXISTS (SELECT FROM member_exclusion x WHERE x.member_id = ${event}.member_id AND x.kind = 'exclusion'
    AND (${event}.at >= x.taken_at OR ${inOneSpan(`${event}.at`, 'x.taken_at')}) AND ${event}.at <= x.until + interval '60 seconds')`
}

export const rateChecks: readonly SqlCheck[] = [
  {
    name: 'dated-settings',
    description:
      'Levels, turnover, jackpot shares, comp rates and time zones are those of their history, and each step of it is in the audit.',
    sql: `WITH last AS MATERIALIZED (SELECT DISTINCT ON (kind, subject) kind, subject, value FROM dated_setting ORDER BY kind, subject, id DESC),
      now AS (
        SELECT 'level' AS kind, m.id::text AS subject, m.level::bigint AS value, 1 AS unset FROM member m
        UNION ALL SELECT 'turnover', b.id::text, b.turnover_ppm, 0 FROM brand b
        UNION ALL SELECT 'jackpot_link', g.code, g.jackpot_linked::int, 0 FROM game g
        UNION ALL SELECT 'jackpot_share', t.tier, t.open::int * t.share_ppm, 0 FROM jackpot_tier t
        UNION ALL SELECT 'jackpot_reserve', t.tier, t.reserve_ppm, 0 FROM jackpot_tier t)
      SELECT n.kind || ' ' || n.subject AS subject, format('is %s, its history ends with %s', n.value, coalesce(l.value, n.unset)) AS detail
      FROM now n LEFT JOIN last l USING (kind, subject) WHERE n.value <> coalesce(l.value, n.unset)
      UNION ALL
      SELECT coalesce(d.kind || ' ' || d.subject, a.subject), format('history %s, audit %s', coalesce(d.value::text, 'nothing'), coalesce(a.detail ->> 'value', 'nothing'))
      FROM dated_setting d FULL JOIN (SELECT subject, detail FROM audit WHERE act = 'setting.dated') a ON (a.detail ->> 'id')::bigint = d.id
      WHERE d.id IS NULL OR a.detail IS NULL OR (d.kind, d.subject, d.value, d.effective_from) IS DISTINCT FROM
        (a.detail ->> 'kind', a.detail ->> 'subject', (a.detail ->> 'value')::bigint, (a.detail ->> 'effective_from')::timestamptz)
      UNION ALL
      SELECT 'comp rate ' || coalesce(c.id, a.id), 'is not as the audit has it'
      FROM comp_rate c FULL JOIN (SELECT r.* FROM audit, jsonb_populate_recordset(NULL::comp_rate, detail -> 'rates') r
        WHERE act = 'comp-rate.set') a ON a.id = c.id
      WHERE ROW(c.*) IS DISTINCT FROM ROW(a.*)
      UNION ALL
      SELECT 'time_zone ' || b.id, format('is %s, its history of the %s ends with %s', b.time_zone, l.period, l.zone)
      FROM brand b JOIN (SELECT DISTINCT ON (brand_id, period) * FROM limit_zone ORDER BY brand_id, period, id DESC) l ON l.brand_id = b.id
      WHERE l.zone <> b.time_zone
      UNION ALL
      SELECT 'time_zone ' || coalesce(z.brand_id, a.brand_id), format('step %s is not as the audit has it', coalesce(z.id, a.id))
      FROM limit_zone z FULL JOIN (SELECT r.* FROM audit, jsonb_populate_recordset(NULL::limit_zone, detail -> 'zones') r
        WHERE act = 'setting.zone') a ON a.id = z.id
      WHERE ROW(z.*) IS DISTINCT FROM ROW(a.*)
      UNION ALL
      SELECT 'history', format('begins at %s, after its first setting', m.applied_at)
      FROM migration m WHERE m.name ~ '^[0-9]+_dated_settings[.]sql$'
        AND ${earliest('m.applied_at')} - ${overlap} > least((SELECT min(effective_from) FROM dated_setting), (SELECT min(at) FROM audit WHERE act IN ('setting.dated', 'comp-rate.set')))`,
  },
  {
    name: 'shares',
    description: 'Each spin gave every jackpot the share of its stake that was in force, and nothing else gave any.',
    // Spins with the same stake, shares and settings are compared once.
    sql: `WITH ${dated}, bounds AS (
        SELECT array_agg(b.at ORDER BY b.at) AS list FROM (
          SELECT begins AS at FROM period WHERE kind IN ('jackpot_share', 'jackpot_link')
          UNION SELECT ends FROM period WHERE kind IN ('jackpot_share', 'jackpot_link')) b
      ), spun AS MATERIALIZED (
        SELECT g.game_code, j.stake, j.share_mega, j.share_major, j.share_minor, min(j.at) AS at,
          any_value(j.member_id || '/' || j.seq) AS subject
        FROM bounds b, journal j JOIN round r ON r.member_id = j.member_id AND r.id = j.ref
          LEFT JOIN game_version g ON g.id = r.game_version_id
        WHERE j.kind = ${kinds('spin')} AND j.at >= (SELECT at FROM start)
        GROUP BY g.game_code, j.stake, j.share_mega, j.share_major, j.share_minor, width_bucket(j.at, b.list)
      )
      SELECT s.subject, format('gave %s to %s of stake %s', coalesce(t.share, 0), t.tier, s.stake) AS detail
      FROM spun s CROSS JOIN LATERAL (VALUES ('mega', s.share_mega), ('major', s.share_major), ('minor', s.share_minor)) t (tier, share)
      WHERE NOT EXISTS (SELECT 1 FROM (${valuesAt('jackpot_share', 't.tier', 's.at')}) p (ppm), (${valuesAt('jackpot_link', 's.game_code', 's.at')}) l (linked)
        WHERE coalesce(t.share, 0) = scale_ppm_floor(s.stake, (p.ppm * l.linked)::int))
      UNION ALL
      SELECT j.member_id || '/' || j.seq, 'gave a share, and is no spin' FROM journal j
      WHERE j.kind <> ${kinds('spin')} AND coalesce(j.share_mega, j.share_major, j.share_minor) IS NOT NULL`,
  },
  {
    name: 'reserves',
    description: 'The reserve of each jackpot is the part of its shares that was in force, floored at each addition.',
    sql: `WITH ${dated}, bounds AS (
        SELECT array_agg(b.at ORDER BY b.at) AS list FROM (
          SELECT begins AS at FROM period WHERE kind = 'jackpot_reserve' UNION SELECT ends FROM period WHERE kind = 'jackpot_reserve'
          UNION SELECT at FROM start) b
      ), given AS MATERIALIZED (
        SELECT t.tier, sum(t.share) AS share, count(*) AS additions, min(j.at) AS at
        FROM bounds b, journal j CROSS JOIN LATERAL (VALUES ('mega', j.share_mega), ('major', j.share_major), ('minor', j.share_minor)) t (tier, share)
        WHERE t.share > 0 AND j.kind = ${kinds('spin')} AND j.at >= (SELECT at FROM start) - ${overlap}
        GROUP BY t.tier, width_bucket(j.at, b.list)
      ), due AS (
        SELECT g.tier, sum(CASE WHEN g.at < (SELECT at FROM start) THEN 0 ELSE g.share * v.low / 1000000 - g.additions END) AS low,
          sum(g.share * v.high / 1000000) AS high
        FROM given g CROSS JOIN LATERAL (SELECT min(value) AS low, max(value) AS high FROM (${valuesAt('jackpot_reserve', 'g.tier', 'g.at')}) v (value)) v
        GROUP BY g.tier
      ), moved AS (
        SELECT a.reference AS tier, sum(m.amount) AS amount FROM account a JOIN (
          SELECT to_id AS id, amount FROM house_entry UNION ALL SELECT from_id, -amount FROM house_entry
          UNION ALL SELECT r.id, -h.reserve FROM jackpot_hit h JOIN account r ON r.brand_id IS NULL AND r.class = 'jackpot_reserve' AND r.reference = h.tier
          UNION ALL SELECT contra_id, -d_cash FROM journal WHERE kind = ${kinds('jackpot')}) m USING (id)
        WHERE a.class = 'jackpot_reserve' GROUP BY a.reference
      )
      SELECT t.tier AS subject, format('reserve %s, its shares give %s to %s', t.reserve, ceil(coalesce(d.low, 0)), floor(coalesce(d.high, 0))) AS detail
      FROM (SELECT s.tier, sum(s.reserve) - coalesce(max(m.amount), 0)
            - coalesce((SELECT b.value FROM dated_setting b WHERE b.kind = 'reserve_before' AND b.subject = s.tier), 0) AS reserve
          FROM jackpot_shard s LEFT JOIN moved m USING (tier) GROUP BY s.tier) t LEFT JOIN due d USING (tier)
      WHERE t.reserve < coalesce(d.low, 0) OR t.reserve > coalesce(d.high, 0)`,
  },
  {
    name: 'comp-rates',
    description: 'A stake earns comp at the rate in force for the member’s brand and level and the kind of game.',
    // Stakes of a member at the same rate and settings are compared once. The kind of a provider's game is known only from the rate itself.
    sql: `WITH ${dated}, rate AS MATERIALIZED (
        SELECT c.*, greatest(c.effective_from, ${earliest('c.created_at')} - ${overlap}) AS begins, coalesce((
            SELECT min(greatest(n.effective_from, ${latest('n.created_at')} + ${overlap})) FROM comp_rate n
            WHERE (n.brand_id, n.game_kind, n.level) = (c.brand_id, c.game_kind, c.level) AND n.effective_from > c.effective_from), 'infinity') AS ends
        FROM comp_rate c
      ), level AS MATERIALIZED (
        SELECT subject::bigint AS member_id, value, begins, ends FROM period WHERE kind = 'level'
      ), bounds AS (
        SELECT array_agg(b.at ORDER BY b.at) AS list FROM (SELECT begins AS at FROM rate UNION SELECT ends FROM rate
          UNION SELECT begins FROM level UNION SELECT ends FROM level) b
      ), stakes AS MATERIALIZED (
        SELECT j.member_id, j.rate_id, coalesce(r.game_version_id, q.game_version_id) AS game_version_id, t.table_id, min(j.seq) AS seq, min(j.at) AS at
        FROM bounds b, journal j LEFT JOIN round r ON j.kind = ${kinds('spin')} AND r.member_id = j.member_id AND r.id = j.ref
          LEFT JOIN seat_round q ON j.kind = ${kinds('bet')} AND j.source = ${journalSources.own} AND q.id = j.ref
          LEFT JOIN table_round t ON j.kind = ${kinds('bet')} AND j.source = ${journalSources.own} AND t.id = j.ref
        WHERE j.kind IN (${kinds('bet', 'spin')}) AND j.stake > 0 AND j.at >= (SELECT at FROM start)
        GROUP BY j.member_id, j.rate_id, coalesce(r.game_version_id, q.game_version_id), t.table_id, width_bucket(j.at, b.list)
      ), staked AS (
        SELECT j.*, w.brand_id, g.kind AS game_kind, EXISTS (SELECT 1 FROM level l WHERE l.member_id = j.member_id) AS has_levels
        FROM stakes j JOIN wallet w USING (member_id)
          LEFT JOIN game_version v ON v.id = j.game_version_id LEFT JOIN game_table t ON t.id = j.table_id
          LEFT JOIN game g ON g.code = coalesce(v.game_code, t.game_code)
      )
      SELECT s.member_id || '/' || s.seq AS subject, CASE WHEN c.id IS NULL THEN 'has no comp rate, and there was one'
        ELSE format('has the comp rate of %s %s from %s', c.game_kind, c.level, c.effective_from) END AS detail
      FROM staked s LEFT JOIN rate c ON c.id = s.rate_id
        LEFT JOIN level l ON s.has_levels AND l.member_id = s.member_id AND l.value = c.level AND s.at >= l.begins AND s.at < l.ends
      WHERE CASE WHEN c.id IS NOT NULL THEN s.at < c.begins OR s.at >= c.ends OR c.brand_id <> s.brand_id OR c.game_kind <> s.game_kind
          OR CASE WHEN s.has_levels THEN l.member_id IS NULL ELSE c.level <> 1 END
        ELSE s.rate_id IS NOT NULL OR s.game_kind IS NOT NULL AND EXISTS (SELECT 1 FROM rate n
          WHERE n.brand_id = s.brand_id AND n.game_kind = s.game_kind AND s.at >= greatest(n.effective_from, ${latest('n.created_at')} + ${overlap})
            AND n.level = ALL (${valuesAt('level', 's.member_id::text', 's.at')})) END`,
  },
  {
    name: 'turnover-rates',
    description:
      'A deposit adds the turnover in force for its brand, a stake takes off itself at most, nothing else but an adjustment takes off any, and no withdrawal was filed while any was due, or met by stakes in rounds without an end, except by a member who was self-excluded for months.',
    sql: `WITH ${dated}
      SELECT j.member_id || '/' || j.seq AS subject, format('a deposit of %s added %s', j.d_cash, j.d_turnover) AS detail
      FROM journal j JOIN wallet w USING (member_id)
      WHERE j.kind = ${kinds('deposit_paid')} AND j.at >= (SELECT at FROM start) AND NOT EXISTS (
        SELECT 1 FROM (${valuesAt('turnover', 'w.brand_id::text', 'j.at')}) p (ppm) WHERE j.d_turnover = scale_ppm_floor(j.d_cash, p.ppm::int))
      UNION ALL
      -- A withdrawal is filed under the lock of its wallet, so what was due is exactly the sum of the events before it.
      SELECT member_id || '/' || seq, CASE WHEN kind = ${kinds('withdraw_filed')} AND d_turnover = 0 THEN format('a withdrawal was filed while a turnover of %s was due', before)
        ELSE format('changed the turnover by %s where %s was due', d_turnover, before) END
      FROM (SELECT member_id, seq, at, kind, stake, d_turnover, sum(d_turnover) OVER (PARTITION BY member_id ORDER BY seq) - d_turnover AS before
        FROM journal WHERE member_id IN (SELECT member_id FROM journal WHERE d_turnover <> 0)) step
      WHERE at >= (SELECT at FROM start) AND (kind = ${kinds('withdraw_filed')} AND before > 0 AND NOT ${wasExcluded('step')}
        OR d_turnover <> CASE WHEN kind IN (${kinds('bet', 'spin')}) THEN -least(stake, before)
        WHEN kind IN (${kinds('deposit_paid', 'rollback', 'adjustment')}) THEN d_turnover WHEN kind = ${kinds('win')} THEN greatest(d_turnover, 0) ELSE 0 END)
      UNION ALL
      SELECT member_id || '/' || seq, format('a withdrawal was filed while stakes in open rounds had met a turnover of %s', open_turnover)
      FROM ${actedWithOpenStakes('withdraw_filed')} WHERE open_turnover > 0 AND NOT ${wasExcluded('acted')}`,
  },
]
