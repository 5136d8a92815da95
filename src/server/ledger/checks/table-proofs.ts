import { linksOfSeries } from '#domain/games/table/table-game.ts'
import { tableByCode, tables } from '#domain/games/table/tables.ts'
import type { AppSecret } from '#server/config.ts'
import { isAfter } from '../clock-spans.ts'
import {
  createTableProofKeys,
  linkOf,
  openingOf,
  placementsDigestSql,
  proofColumns,
  type Ending,
  type Opening,
  type StoredProof,
  type TableProofKeys,
} from '../table-proofs.ts'
import { lastAcceptedHead } from './accepted-head.ts'
import type { CheckFault, CheckScope, ProgramCheck } from './check.ts'

/** The links of a series by the code of its game, as a list of VALUES. */
const linksOfGames = tables.map(({ game }) => `('${game.code}', ${linksOfSeries(game)})`).join(', ')

/** A round with its proof, its series and the number up to which its table's rounds were not signed. */
const provenRounds = `table_round r FULL JOIN table_proof p ON p.table_id = r.table_id AND p.number = r.number
  LEFT JOIN table_unproven u ON u.table_id = coalesce(r.table_id, p.table_id) LEFT JOIN table_series q ON q.id = r.series_id
  LEFT JOIN game_table t ON t.id = r.table_id LEFT JOIN (VALUES ${linksOfGames}) g (code, links) ON g.code = t.game_code`

/**
 * Rounds and proofs that contradict each other, and proofs that contradict those before them. A round that was dealt may have become void since, by
 * two operators (`office-voids`).
 */
const contradictionsSql = `SELECT coalesce(r.id, p.round_id)::text AS subject, CASE WHEN r.id IS NULL THEN format('%s at %s by its proof, and there is no such round', p.kind, p.at)
      WHEN p.round_id IS NULL THEN format('%s, and has no proof', r.state) ELSE format('%s by its proof, and the round is %s: opened %s, closes %s, closed %s, dealt %s, ended %s, place %s',
        p.kind, r.state, r.opened_at, r.closes_at, r.closed_at, r.dealt_at, r.ended_at, r.place) END AS detail
    FROM ${provenRounds}
    WHERE CASE WHEN r.id IS NULL THEN true
      WHEN p.round_id IS NULL THEN r.state NOT IN ('open', 'closed') AND r.number > coalesce(u.last_number, 0)
      ELSE (p.round_id, p.series_id, p.chain_id, p.link, p.place, p.opened_at, p.closes_at, p.closed_at, p.outcome) IS DISTINCT FROM
          (r.id, r.series_id, q.chain_id, q.first_link + CASE g.links WHEN 1 THEN 0 ELSE r.place END, r.place, r.opened_at, r.closes_at, r.closed_at, r.outcome)
        OR NOT coalesce(CASE p.kind WHEN 'dealt' THEN r.dealt_at = p.at AND (r.state IN ('dealt', 'settled') OR r.void_reason = 'office')
          ELSE r.state = 'void' AND r.dealt_at IS NULL AND r.ended_at = p.at END, false) END
    UNION ALL
    SELECT p.round_id::text, 'its placements are not those that it had when its betting ended'
    FROM table_proof p LEFT JOIN (SELECT b.round_id, ${placementsDigestSql} AS bets FROM table_bet b GROUP BY b.round_id) d USING (round_id)
    WHERE p.bets <> coalesce(d.bets, sha256(''))
    UNION ALL
    SELECT round_id::text, format('is drawn from link %s at place %s, the round before it from link %s at place %s', link, place, link_before, place_before)
    FROM (SELECT p.*, lag(p.chain_id) OVER t AS chain_before, lag(p.series_id) OVER t AS series_before, lag(p.link) OVER t AS link_before,
        lag(p.place) OVER t AS place_before FROM table_proof p WINDOW t AS (PARTITION BY p.table_id ORDER BY p.number)) o
    WHERE chain_id < chain_before OR (chain_id = chain_before AND CASE WHEN series_id = series_before
      THEN place <= place_before OR link < link_before ELSE link <= link_before END)
    UNION ALL
    SELECT p.round_id::text, format('%s at %s, and no head covers its proof', p.kind, p.at)
    FROM table_proof p, (SELECT * FROM journal_head ORDER BY id DESC LIMIT 1) h
    WHERE p.head_id IS NULL AND h.id > 0 AND ${isAfter('h.at', 'p.at', `interval '2 minutes'`)}`

/** The rounds that no proof has ended yet, with what their openings cover; the columns are those of `RoundFacts`. */
const openingsSql = `SELECT r.table_id AS "tableId", r.number, r.id AS "roundId", q.chain_id AS "chainId", q.first_link AS "firstLink", r.place,
    to_char(r.opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "openedAt",
    to_char(r.closes_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "closesAt", r.opening, t.game_code AS "gameCode"
  FROM table_round r JOIN table_series q ON q.id = r.series_id JOIN game_table t ON t.id = r.table_id LEFT JOIN table_unproven u ON u.table_id = r.table_id
  WHERE NOT EXISTS (SELECT FROM table_proof p WHERE p.table_id = r.table_id AND p.number = r.number) AND r.number > coalesce(u.last_number, 0)`

/** Compares rounds with the keyed hashes of their openings and ends (`src/server/ledger/table-proofs.ts`). */
export const tableProofs: ProgramCheck = {
  name: 'table-proofs',
  description:
    'Each round of a table was opened as the program signed it, and once its outcome was published or it became void it has the proof of that, made under APP_SECRET: with its times, its place, its outcome and all of its placements, behind the round before it, covered by a head of the journal. It ended when and how the program signed it.',
  find: async (scope) => {
    const contradictions = await scope.rows<CheckFault>(`${contradictionsSql} LIMIT ${scope.mostFaults}`)
    if (scope.secret === null)
      return contradictions.length > 0
        ? contradictions
        : { notRun: 'the proofs of rounds are made with APP_SECRET; the rounds were compared with them' }
    const { faults, excused } = await findUnproven(scope, scope.secret)
    const found = [...contradictions, ...faults]
    return found.length > 0 || excused === 0
      ? found
      : { notRun: `${excused} proofs of rounds were sealed up to the loss of a key and cannot be verified` }
  },
}

/** How the row of a round says that it ended; `ending` is the keyed hash of it in hex. */
type Ended = Omit<Ending, 'tableId' | 'number' | 'roundId'> & { ending: string | null }

const utc = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Proofs with how their rounds ended; null of one that has not, or from before the end was signed. */
const endedSql = `SELECT ${proofColumns}, p.head_id AS "headId", CASE WHEN r.ended_at IS NOT NULL AND p.number > coalesce(v.last_round, 0) THEN
      json_build_object('dealer', r.dealer, 'state', r.state, 'voidReason', r.void_reason, 'endedAt', ${utc('r.ended_at')}, 'voidedAt', ${utc('r.voided_at')},
        'ending', encode(r.ending, 'hex')) END AS ended
    FROM table_proof p LEFT JOIN table_round r ON r.id = p.round_id LEFT JOIN series_unproven v ON v.table_id = p.table_id`

function isEndedSo(
  keys: TableProofKeys,
  { tableId, number, roundId, ended }: StoredProof & { ended: Ended | null },
): boolean {
  if (ended === null) return true
  const { ending, ...end } = ended
  return ending !== null && keys.verifies({ tableId, number, roundId, ...end }, Buffer.from(ending, 'hex'))
}

type OpenRound = Omit<Opening, 'link'> & { firstLink: number; opening: Buffer | null; gameCode: string }

/** Proofs and openings that no key verifies; where a key is lost, proofs are excused that were sealed when an operator accepted that. */
async function findUnproven(scope: CheckScope, secret: AppSecret): Promise<{ faults: CheckFault[]; excused: number }> {
  const keys = createTableProofKeys(secret)
  const faults: CheckFault[] = []
  let excused = 0
  const accepted = secret.lost === undefined ? null : await lastAcceptedHead(scope, secret)
  for await (const proofs of scope.batches<StoredProof & { headId: bigint | null; ended: Ended | null }>(endedSql)) {
    for (const { headId, ended, ...proof } of proofs) {
      const isProven = keys.verifies(proof, proof.mac)
      if (isProven && isEndedSo(keys, { ...proof, ended })) continue
      if (accepted !== null && headId !== null && headId <= accepted) excused += 1
      else
        faults.push({
          subject: proof.roundId,
          detail: isProven
            ? `${ended?.state} at ${ended?.endedAt}, which the program did not sign`
            : `${proof.kind} at ${proof.at} by a proof that the program did not make`,
        })
    }
    if (faults.length >= scope.mostFaults) break
  }
  for (const round of await scope.rows<OpenRound>(openingsSql)) {
    const game = tableByCode(round.gameCode)?.game
    const opening = game && openingOf({ ...round, link: linkOf(game, round) })
    if (!opening || !keys.verifies(opening, round.opening))
      faults.push({
        subject: round.roundId,
        detail: `opened at ${round.openedAt} until ${round.closesAt}, which the program did not sign`,
      })
  }
  return { faults, excused }
}
