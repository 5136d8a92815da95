import { isAfter } from '../clock-spans.ts'
import type { SqlCheck } from './check.ts'

/** The first stake of each round with decisions (number 0) and its decisions, with their times. */
const taken = `(SELECT q.id AS round_id, 0 AS number, q.at FROM seat_round q UNION ALL SELECT d.round_id, d.number, d.at FROM seat_decision d)`

/** Between a change of a member and what a transaction of it wrote: longer than a statement may take. */
const slack = `interval '2 minutes'`

/** Whether two times are of one transaction. */
const isTogether = (one: string, other: string): string =>
  `(NOT ${isAfter(one, other, slack)} AND NOT ${isAfter(other, one, slack)})`

/** Whether the member of round `q` was restricted at a time: an exclusion or break was taken, or a block recorded, then. */
const isRestricted = (
  at: string,
): string => `(EXISTS (SELECT FROM member_exclusion x WHERE x.member_id = q.member_id AND ${isTogether('x.taken_at', at)})
    OR EXISTS (SELECT FROM state_change c JOIN act_signature g USING (act_group)
      WHERE c.relation = 'member_closed' AND c.row_key = q.member_id::text AND c.digest IS NOT NULL AND ${isTogether('g.at', at)}))`

/** When rounds with decisions were decided (docs/decisions/046-seat-rounds.md). The times of decisions and ends are those of their events. */
export const seatTimeChecks: readonly SqlCheck[] = [
  {
    name: 'seat-times',
    description:
      'No stake or decision of a round is later than the revelation of its pair, and a pair was revealed under an open round only by a restriction of the member, after which the rest took the default.',
    sql: `SELECT q.id::text AS subject, format('decision %s was taken at %s, after its pair was revealed at %s', t.number, t.at, s.revealed_at) AS detail
      FROM seat_round q JOIN member_seed s ON s.id = q.seed_id JOIN ${taken} t ON t.round_id = q.id
      WHERE ${isAfter('t.at', 's.revealed_at')}
      UNION ALL
      SELECT q.id::text, format('its pair was revealed at %s, and it was open from %s to %s%s', s.revealed_at, q.at, coalesce(q.ended_at::text, 'now'),
        CASE WHEN q.defaulted THEN ' without a restriction of its member' ELSE ' without the default' END)
      FROM seat_round q JOIN member_seed s ON s.id = q.seed_id
      WHERE s.revealed_at IS NOT NULL AND NOT ${isAfter('q.at', 's.revealed_at')} AND (q.ended_at IS NULL OR ${isAfter('q.ended_at', 's.revealed_at')})
        AND NOT (q.defaulted AND ${isRestricted('s.revealed_at')})`,
  },
]
