import { linksOfSeries } from '#domain/games/table/table-game.ts'
import { tables } from '#domain/games/table/tables.ts'
import { isAfter } from '../clock-spans.ts'
import { journalSources, kinds } from '../events.ts'
import type { BookCheck } from './check.ts'
import { tableProofs } from './table-proofs.ts'
import { tableSeries } from './table-series.ts'
import { tableRounds } from './table-rounds.ts'
import { officeVoids } from './office-voids.ts'

/** The stakes of each member in a round that was settled, also one that is void now, beside their results. */
const settled = `(SELECT b.member_id, b.round_id, sum(b.stake)::bigint AS staked, g.company_code FROM table_bet b
    JOIN table_round r ON r.id = b.round_id JOIN game_table t ON t.id = r.table_id JOIN game g ON g.code = t.game_code
    WHERE b.undone_at IS NULL AND (r.state = 'settled' OR r.voided_at IS NOT NULL) GROUP BY b.member_id, b.round_id, g.company_code) s
  FULL JOIN (SELECT j.*, a.reference FROM journal j LEFT JOIN account a ON a.id = j.contra_id WHERE j.kind = ${kinds('table_result')}
    AND NOT EXISTS (SELECT FROM seat_round q WHERE q.id = j.ref)) j
    ON j.member_id = s.member_id AND j.ref = s.round_id`

/** The links of a series by the code of its game, as a list of VALUES. */
const linksOfGames = tables.map(({ game }) => `('${game.code}', ${linksOfSeries(game)})`).join(', ')

/** Checks of shared rounds (docs/decisions/043-shared-rounds.md). */
export const tableChecks: readonly BookCheck[] = [
  {
    name: 'table-bets',
    description:
      'Each placement at a table is booked with its stake in play while its round took any, each that was undone or whose round is void is rolled back then, each member with a stake in a settled round has one result of it and nobody else; money in play covers the open stakes at tables and in rounds with decisions.',
    sql: `SELECT b.member_id || ' ' || b.request_id AS subject, format('stake %s in round %s, which is %s: booked %s, rolled back: %s', b.stake, b.round_id,
        r.state, coalesce(j.stake::text, 'nothing'), u.seq IS NOT NULL) AS detail
      FROM table_bet b JOIN table_round r ON r.id = b.round_id
      LEFT JOIN journal j ON j.member_id = b.member_id AND j.source = ${journalSources.own} AND j.key = b.request_id
      LEFT JOIN journal u ON u.member_id = b.member_id AND u.source = -${journalSources.own} AND u.key = b.request_id
      WHERE (j.kind, j.stake, j.d_in_play, j.ref, j.at) IS DISTINCT FROM (${kinds('bet')}::smallint, b.stake, b.stake, b.round_id, b.at)
        OR (u.seq IS NOT NULL) <> (b.undone_at IS NOT NULL OR r.state = 'void')
        OR ${isAfter('r.opened_at', 'b.at')} OR ${isAfter('b.at', 'r.closed_at')} OR ${isAfter('b.undone_at', 'r.closed_at')}
        OR ${isAfter('u.at', 'b.undone_at')} OR ${isAfter('b.undone_at', 'u.at', `interval '1 minute'`)}
        OR b.stake <> (SELECT sum(split_part(s, ':', 2)::bigint) FROM unnest(string_to_array(b.spots, ' ')) s)
      UNION ALL
      SELECT j.member_id || '/' || j.seq, format('a stake in round %s without a placement', j.ref) FROM journal j JOIN table_round r ON r.id = j.ref
      LEFT JOIN table_bet b ON b.member_id = j.member_id AND b.request_id = j.key
      WHERE j.kind = ${kinds('bet')} AND (j.source <> ${journalSources.own} OR b.round_id IS DISTINCT FROM j.ref)
      UNION ALL
      SELECT coalesce(s.member_id || ' in ' || s.round_id, j.member_id || '/' || j.seq), format('staked %s, a result of %s', coalesce(s.staked, 0), -j.d_in_play)
      FROM ${settled}
      WHERE (-j.d_in_play, j.key, j.source, j.reference) IS DISTINCT FROM (s.staked, s.round_id, ${journalSources.system}::smallint, s.company_code)
      UNION ALL
      SELECT w.member_id::text, format('in play %s, of it at tables %s and at providers %s', w.in_play, o.staked, coalesce(t.amount, 0))
      FROM wallet w
      JOIN (SELECT member_id, sum(staked)::bigint AS staked FROM (
        SELECT b.member_id, b.stake AS staked FROM table_bet b JOIN table_round r ON r.id = b.round_id
        WHERE b.undone_at IS NULL AND r.state IN ('open', 'closed', 'dealt')
        UNION ALL SELECT q.member_id, q.staked FROM seat_round q WHERE q.state = 'open') open GROUP BY 1) o USING (member_id)
      LEFT JOIN (SELECT member_id, sum(amount) AS amount FROM transfer_balance GROUP BY 1) t USING (member_id)
      WHERE w.in_play < o.staked + coalesce(t.amount, 0)`,
  },
  {
    name: 'table-order',
    description:
      'The rounds of a table are numbered without a gap, at most its last one is not ended, none is open a minute after its close while another process deals, nor two minutes while the program runs, nor closed or dealt for a minute while any does, each has the times of its state in order, and the places of a series have no gap. The series of a chain have the links of their game, one range after the other from link 1.',
    sql: `SELECT t.name AS subject, format('%s rounds up to number %s, %s by its state; %s not ended', count(r.id), max(r.number), s.rounds,
        count(*) FILTER (WHERE r.ended_at IS NULL)) AS detail
      FROM game_table t LEFT JOIN table_state s ON s.table_id = t.id LEFT JOIN table_round r ON r.table_id = t.id GROUP BY t.id, t.name, s.table_id, s.rounds
      HAVING s.table_id IS NULL AND (count(r.id) > 0 OR EXISTS (SELECT FROM table_series q WHERE q.table_id = t.id)) OR count(r.id) <> s.rounds OR coalesce(max(r.number), 0) <> s.rounds
        OR count(r.id) FILTER (WHERE r.ended_at IS NULL AND r.number < s.rounds) > 0
      UNION ALL
      SELECT r.id::text, format('%s: opened %s, closes %s, closed %s, dealt %s, ended %s', r.state, r.opened_at, r.closes_at, r.closed_at, r.dealt_at, r.ended_at)
      FROM table_round r
      WHERE NOT CASE r.state WHEN 'open' THEN r.closed_at IS NULL AND r.dealt_at IS NULL
        WHEN 'closed' THEN r.closed_at IS NOT NULL AND r.dealt_at IS NULL
        WHEN 'void' THEN (r.dealt_at IS NULL) = (r.outcome IS NULL) AND (r.dealt_at IS NULL OR r.void_reason = 'office')
        ELSE r.closed_at IS NOT NULL AND r.dealt_at IS NOT NULL END
        OR r.closes_at < r.opened_at OR r.closed_at < r.closes_at OR ${isAfter('r.closed_at', 'r.dealt_at')}
        OR ${isAfter('coalesce(r.dealt_at, r.closed_at, r.opened_at)', 'r.ended_at')}
        OR ${isAfter('r.ended_at', 'r.voided_at')}
      UNION ALL
      SELECT r.id::text, format('open since %s, its close was at %s', r.opened_at, r.closes_at)
      FROM table_round r LEFT JOIN table_state s USING (table_id)
      WHERE r.state = 'open' AND (r.closes_at < now() - interval '1 minute' AND s.dealer_until > now() AND s.dealer <> r.dealer
        OR ${isAfter('now()', 'r.closes_at', `interval '2 minutes'`)} AND current_setting('baize.chaining', true) = 'expected')
      UNION ALL
      SELECT r.id::text, format('%s since %s, and its table is dealt', r.state, coalesce(r.dealt_at, r.closed_at))
      FROM table_round r JOIN table_state s USING (table_id)
      WHERE r.state IN ('closed', 'dealt') AND coalesce(r.dealt_at, r.closed_at) < now() - interval '1 minute' AND s.dealer_until > now()
      UNION ALL
      SELECT 'series ' || r.series_id, format('%s rounds, up to place %s', count(*), max(r.place)) FROM table_round r
      GROUP BY r.series_id HAVING max(r.place) <> count(*) - 1
      UNION ALL
      SELECT 'series ' || q.id, format('links from %s, %s of them; due from %s, %s of them', q.first_link, q.links, q.due, g.links)
      FROM (SELECT *, coalesce(lag(first_link + links) OVER (PARTITION BY chain_id ORDER BY id), 1) AS due FROM table_series) q
      JOIN game_table t ON t.id = q.table_id LEFT JOIN (VALUES ${linksOfGames}) g (code, links) ON g.code = t.game_code
      WHERE q.first_link <> q.due OR q.links IS DISTINCT FROM g.links
      UNION ALL
      SELECT t.name, format('%s steps by its state, one has number %s', s.step, p.number) FROM table_state s JOIN game_table t ON t.id = s.table_id
      JOIN table_step p USING (table_id) WHERE p.number > s.step`,
  },
  tableRounds,
  officeVoids,
  tableProofs,
  tableSeries,
]
