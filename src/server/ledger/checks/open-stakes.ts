import { journalSources, kinds } from '../events.ts'

/**
 * The end of a check of conversions or filed withdrawals: those of members with bets at our own tables or in rounds with decisions, from when stakes in open
 * rounds count for neither (`db/functions/ledger/open-stakes.sql`), as `acted`, with the comp and turnover of the bets that had no end then.
 */
export function actedWithOpenStakes(kind: 'comp_converted' | 'withdraw_filed'): string {
  return `(WITH act AS MATERIALIZED (
      SELECT j.member_id, j.seq, j.at, j.comp, j.d_turnover FROM journal j
      WHERE j.kind = ${kinds(kind)} AND j.at >= (SELECT applied_at FROM migration WHERE name ~ '^[0-9]+_open_stakes[.]sql$')
    ), bet AS MATERIALIZED (
      SELECT b.member_id, b.seq, b.d_comp AS comp, -b.d_turnover AS turnover, least(e.seq, r.seq) AS ended
      FROM journal b LEFT JOIN journal e ON e.member_id = b.member_id AND e.source = ${journalSources.system} AND e.key = b.ref
        LEFT JOIN journal r ON r.member_id = b.member_id AND r.source = -b.source AND r.key = b.key
      WHERE b.kind = ${kinds('bet')} AND b.source = ${journalSources.own} AND b.member_id IN (SELECT member_id FROM act)
        AND (EXISTS (SELECT FROM table_round t WHERE t.id = b.ref) OR EXISTS (SELECT FROM seat_round q WHERE q.id = b.ref))
    ), step AS (
      SELECT member_id, seq, comp, turnover FROM bet
      UNION ALL SELECT member_id, ended, -comp, -turnover FROM bet WHERE ended IS NOT NULL
      UNION ALL SELECT member_id, seq, 0, 0 FROM act
    ), open AS (
      SELECT member_id, seq, sum(comp) OVER so_far AS comp, sum(turnover) OVER so_far AS turnover FROM step
      WINDOW so_far AS (PARTITION BY member_id ORDER BY seq)
    )
    SELECT DISTINCT a.member_id, a.seq, a.at, a.comp, o.comp AS open_comp, o.turnover AS open_turnover
    FROM act a JOIN open o USING (member_id, seq) WHERE o.comp > 0 OR o.turnover > 0) acted`
}
