import { isAfter } from '../clock-spans.ts'
import { journalSources, kinds } from '../events.ts'
import type { SqlCheck } from './check.ts'

/** The stakes of rounds with decisions: the first one has number 0. */
const stakes = `(SELECT q.id AS round_id, q.member_id, 0 AS number, q.request_id, q.at, q.stake FROM seat_round q
  UNION ALL SELECT d.round_id, d.member_id, d.number, d.request_id, d.at, d.stake FROM seat_decision d)`

/** How much later than the closing of its version a round may have begun: longer than a statement may take. */
const underWay = `interval '2 minutes'`

/** Checks of rounds with decisions (docs/decisions/046-seat-rounds.md); that they follow from their seeds is the check `redraw`. */
export const seatRoundChecks: readonly SqlCheck[] = [
  {
    name: 'seat-bets',
    description:
      'Each stake and decision of a round with decisions is a bet in play under its key, numbered without a gap, and all of them are the round’s stakes; a round that was settled has one result of them, a void one all of them rolled back, an open one neither; no round waits long after its time, and none began after its version of the game was closed.',
    sql: `SELECT s.round_id || ' ' || s.number AS subject, format('stake %s, booked %s, in play %s; rolled back: %s, the round is %s', s.stake,
        coalesce(j.stake::text, 'nothing'), j.d_in_play, u.seq IS NOT NULL, q.state) AS detail
      FROM ${stakes} s JOIN seat_round q ON q.id = s.round_id
      JOIN game_version v ON v.id = q.game_version_id JOIN game g ON g.code = v.game_code
      LEFT JOIN journal j ON j.member_id = s.member_id AND j.source = ${journalSources.own} AND j.key = s.request_id
      LEFT JOIN journal u ON u.member_id = s.member_id AND u.source = -${journalSources.own} AND u.key = s.request_id
      LEFT JOIN account a ON a.id = j.contra_id
      WHERE (j.kind, j.stake, j.d_in_play, j.ref, j.at, a.reference, s.member_id) IS DISTINCT FROM
          (${kinds('bet')}::smallint, s.stake, s.stake, s.round_id, s.at, g.company_code, q.member_id)
        OR (u.seq IS NOT NULL) <> (q.state = 'void' AND s.stake > 0)
        OR ${isAfter('q.at', 's.at')} OR ${isAfter('s.at', 'q.ended_at')} OR ${isAfter('q.ended_at', 'q.voided_at')}
      UNION ALL
      SELECT q.id::text, format('%s decisions up to number %s by its row, %s up to %s are there; %s staked, the sum is %s', q.decisions, q.decisions,
        count(d.number), coalesce(max(d.number), 0), q.staked, q.stake + coalesce(sum(d.stake), 0))
      FROM seat_round q LEFT JOIN seat_decision d ON d.round_id = q.id GROUP BY q.id
      HAVING count(d.number) <> q.decisions OR coalesce(max(d.number), 0) <> q.decisions OR q.staked <> q.stake + coalesce(sum(d.stake), 0)
      UNION ALL
      SELECT d.round_id || ' ' || d.number, format('decision %s of %s is before the one before it', d.number, d.at) FROM seat_decision d
      JOIN seat_decision e ON e.round_id = d.round_id AND e.number = d.number - 1 WHERE ${isAfter('e.at', 'd.at')}
      UNION ALL
      SELECT 'round ' || d.round_id, 'a decision is of no round' FROM seat_decision d LEFT JOIN seat_round q ON q.id = d.round_id WHERE q.id IS NULL
      UNION ALL
      SELECT j.member_id || '/' || j.seq, format('a stake in round %s, which does not have it', j.ref) FROM journal j JOIN seat_round q ON q.id = j.ref
      LEFT JOIN ${stakes} s ON s.round_id = q.id AND s.member_id = j.member_id AND s.request_id = j.key
      WHERE j.kind = ${kinds('bet')} AND (s.round_id IS NULL OR j.source <> ${journalSources.own})
      UNION ALL
      SELECT q.id::text, format('%s, staked %s and returned %s; its result takes %s out of play and pays %s', q.state, q.staked, q.returned,
        -j.d_in_play, j.pay)
      FROM seat_round q JOIN game_version v ON v.id = q.game_version_id JOIN game g ON g.code = v.game_code
      LEFT JOIN journal j ON j.ref = q.id AND j.kind = ${kinds('table_result')} LEFT JOIN account a ON a.id = j.contra_id
      -- One that two operators made void after its settlement keeps its result, which the check office-voids follows.
      WHERE CASE WHEN q.returned IS NULL THEN j.seq IS NOT NULL
        ELSE (j.member_id, -j.d_in_play, j.pay, j.key, j.source, j.at, a.reference) IS DISTINCT FROM
          (q.member_id, q.staked, q.returned, q.id, ${journalSources.system}::smallint, q.ended_at, g.company_code) END
      UNION ALL
      SELECT j.ref::text, 'has several results' FROM journal j JOIN seat_round q ON q.id = j.ref WHERE j.kind = ${kinds('table_result')}
      GROUP BY j.ref HAVING count(*) > 1
      UNION ALL
      SELECT q.id::text, format('waits for a decision that was due at %s', q.decide_by) FROM seat_round q
      WHERE q.state = 'open' AND ${isAfter('now()', 'q.decide_by', `interval '2 minutes'`)} AND current_setting('baize.chaining', true) = 'expected'
      UNION ALL
      SELECT q.id::text, format('of %s, its game was closed at %s', q.at, v.closed_at) FROM seat_round q
      JOIN game_version v ON v.id = q.game_version_id WHERE ${isAfter('q.at', 'v.closed_at', underWay)}
      UNION ALL
      SELECT q.id::text, format('returned %s of %s, at most %s units', q.returned, q.stake, v.most_units) FROM seat_round q
      JOIN game_version v ON v.id = q.game_version_id
      WHERE (q.stake % v.units_per_stake = 0 AND coalesce(q.returned, 0)::numeric * v.units_per_stake <= v.most_units::numeric * q.stake) IS NOT TRUE`,
  },
]
