import { secondsOfDecision } from '#domain/games/seat-games.ts'
import { isAfter } from '../clock-spans.ts'
import type { SqlCheck } from './check.ts'

/** The first stake of each round with decisions (number 0) and its decisions, with their times. */
const taken = `(SELECT q.id AS round_id, 0 AS number, q.at FROM seat_round q UNION ALL SELECT d.round_id, d.number, d.at FROM seat_decision d)`

/** Between a change of a member and what a transaction of it wrote: longer than a statement may take. */
const slack = `interval '2 minutes'`

/** Whether two times are of one transaction. */
const isTogether = (one: string, other: string): string =>
  `(NOT ${isAfter(one, other, slack)} AND NOT ${isAfter(other, one, slack)})`

/** Whether the pair of round `q` was ended at a time: an exclusion or break of its member was taken, or a block recorded, or a restored copy started, then. */
const isEnded = (
  at: string,
): string => `(EXISTS (SELECT FROM member_exclusion x WHERE x.member_id = q.member_id AND ${isTogether('x.taken_at', at)})
    OR EXISTS (SELECT FROM state_change c JOIN act_signature g USING (act_group)
      WHERE c.relation = 'member_closed' AND c.row_key = q.member_id::text AND c.digest IS NOT NULL AND ${isTogether('g.at', at)})
    OR EXISTS (SELECT FROM audit a WHERE a.act = 'restore.begin' AND a.actor_kind = 'system' AND ${isTogether('a.at', at)}))`

/**
 * How many seconds a decision of each brand's game could take, from when until when: by the acts that set it, and before the first of them as a new table has it. A
 * table without such an act always had what it has.
 */
const allowed = `SELECT t.brand_id, t.game_code, s.seconds, s.since, s.until FROM game_table t CROSS JOIN LATERAL (
    SELECT (a.detail ->> 'betSeconds')::int AS seconds, a.at AS since, lead(a.at, 1, 'infinity') OVER (ORDER BY a.id) AS until
      FROM audit a WHERE a.act = 'table.set' AND a.subject = t.name
    UNION ALL SELECT CASE WHEN f.at IS NULL THEN t.bet_seconds ELSE ${secondsOfDecision} END, '-infinity', coalesce(f.at, 'infinity')
      FROM (SELECT min(a.at) AS at FROM audit a WHERE a.act = 'table.set' AND a.subject = t.name) f) s`

/** Each stake and decision with the time of the next one, null of the last. */
const timed = `SELECT q.id, q.decide_by, q.defaulted, coalesce(q.ended_at, now()) AS ended_at, q.seed_id, m.brand_id, v.game_code, t.number, t.at,
    lead(t.at) OVER (PARTITION BY q.id ORDER BY t.number) AS next_at
  FROM seat_round q JOIN member m ON m.id = q.member_id JOIN game_version v ON v.id = q.game_version_id JOIN ${taken} t ON t.round_id = q.id`

/** Whether one of the times that the game allowed after `t.at` holds a condition on `x`. */
const holdsFor = (
  condition: string,
): string => `EXISTS (SELECT FROM allowed x WHERE (x.brand_id, x.game_code) = (t.brand_id, t.game_code)
    AND NOT ${isAfter('x.since', 't.at', slack)} AND NOT ${isAfter('t.at', 'x.until', slack)} AND ${condition})`

/** The time that a game allows, and how much longer a decision in time may take until it is booked. */
const time = `x.seconds * interval '1 second'`
const grace = `interval '5 seconds'`

/** When rounds with decisions were decided (docs/decisions/046-seat-rounds.md). The times of decisions and ends are those of their events. */
export const seatTimeChecks: readonly SqlCheck[] = [
  {
    name: 'seat-times',
    description:
      'No stake or decision of a round is later than the revelation of its pair, and a pair was revealed under an open round only by a restriction of the member or the start of a restored copy, after which the rest took the default; each decision came within the time that its game allowed, and no other default before it was over.',
    sql: `WITH allowed AS MATERIALIZED (${allowed}
      ), timed AS MATERIALIZED (${timed}
      )
      SELECT q.id::text AS subject, format('decision %s was taken at %s, after its pair was revealed at %s', t.number, t.at, s.revealed_at) AS detail
      FROM seat_round q JOIN member_seed s ON s.id = q.seed_id JOIN ${taken} t ON t.round_id = q.id
      WHERE ${isAfter('t.at', 's.revealed_at')}
      UNION ALL
      SELECT q.id::text, format('its pair was revealed at %s, and it was open from %s to %s%s', s.revealed_at, q.at, coalesce(q.ended_at::text, 'now'),
        CASE WHEN q.defaulted THEN ' without a restriction of its member' ELSE ' without the default' END)
      FROM seat_round q JOIN member_seed s ON s.id = q.seed_id
      WHERE s.revealed_at IS NOT NULL AND NOT ${isAfter('q.at', 's.revealed_at')} AND (q.ended_at IS NULL OR ${isAfter('q.ended_at', 's.revealed_at')})
        AND NOT (q.defaulted AND ${isEnded('s.revealed_at')})
      UNION ALL
      SELECT t.id::text, format('decision %s was taken at %s, and the one before it at %s', t.number + 1, t.next_at, t.at) FROM timed t
      WHERE t.next_at IS NOT NULL AND NOT ${holdsFor(`NOT ${isAfter('t.next_at', 't.at', `${time} + ${grace}`)}`)}
      UNION ALL
      SELECT t.id::text, format('its next decision had time until %s, and its last one was taken at %s', t.decide_by, t.at) FROM timed t
      WHERE t.next_at IS NULL AND NOT ${holdsFor(`t.decide_by = t.at + ${time}`)}
      UNION ALL
      SELECT t.id::text, format('took the default by %s, and its last decision was at %s', t.ended_at, t.at) FROM timed t JOIN member_seed s ON s.id = t.seed_id
      WHERE t.next_at IS NULL AND t.defaulted AND (s.revealed_at IS NULL OR ${isAfter('s.revealed_at', 't.ended_at')})
        AND NOT ${holdsFor(`NOT ${isAfter(`t.at + ${time}`, 't.ended_at')}`)}`,
  },
]
