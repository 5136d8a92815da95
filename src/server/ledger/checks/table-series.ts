import { linksOfSeries } from '#domain/games/table/table-game.ts'
import { tables } from '#domain/games/table/tables.ts'
import type { AppSecret } from '#server/config.ts'
import { isAfter } from '../clock-spans.ts'
import { saltsDigest, seriesProofColumns, type StoredSeriesProof } from '../series-message.ts'
import { isLostChain } from '../table-draw.ts'
import { createTableProofKeys } from '../table-proofs.ts'
import { lastAcceptedHead } from './accepted-head.ts'
import type { CheckFault, CheckScope, ProgramCheck } from './check.ts'

/** The links of a series by the code of its game, as a list of VALUES. A shoe has one. */
const linksOfGames = tables.map(({ game }) => `('${game.code}', ${linksOfSeries(game)})`).join(', ')

/** The records of each series together. */
const signed = `(SELECT table_id, chain_id, first_link, array_agg(DISTINCT previous_link) AS before, bool_or(kind = 'listed') AS is_listed,
    bool_or(kind = 'ended') AS is_ended, bool_or(kind = 'abandoned') AS is_abandoned, count(DISTINCT salts) AS lists, max(rounds) AS rounds FROM series_proof GROUP BY table_id, chain_id, first_link) s`

/** The series with what their rounds have revealed; `is_before`: from before series were signed. */
const series = `(SELECT q.*, q.id <= coalesce(u.last_series, 0) AS is_before, cardinality(q.revealed) AS shown,
    (SELECT count(*) FROM table_round r WHERE r.series_id = q.id) AS has, (SELECT count(*) FROM table_proof p WHERE p.series_id = q.id) AS proven,
    coalesce((SELECT max(p.place) + 1 FROM table_proof p WHERE p.series_id = q.id AND p.kind = 'dealt'), 0) AS dealt, g.links AS of_game
  FROM table_series q JOIN game_table t ON t.id = q.table_id LEFT JOIN (VALUES ${linksOfGames}) g (code, links) ON g.code = t.game_code
    LEFT JOIN series_unproven u ON u.table_id = q.table_id) q`

/** Series and records that contradict each other, and records that contradict those before them. */
const contradictionsSql = `SELECT CASE WHEN q.id IS NULL THEN format('table %s', s.table_id) ELSE 'series ' || q.id END AS subject,
      CASE WHEN q.id IS NULL THEN format('a series at link %s by its records, and there is none', s.first_link)
        WHEN s.table_id IS NULL THEN format('%s at link %s, and has no records', q.phase, q.first_link)
        ELSE format('%s with %s rounds, %s of them proven, and %s links revealed; by its records listed: %s, ended: %s, abandoned: %s, after %s rounds',
          q.phase, q.has, q.proven, q.shown, s.is_listed, s.is_ended, s.is_abandoned, s.rounds) END AS detail
    FROM ${series} FULL JOIN ${signed} ON s.table_id = q.table_id AND s.chain_id = q.chain_id AND s.first_link = q.first_link
    WHERE CASE WHEN q.id IS NULL THEN true WHEN s.table_id IS NULL THEN NOT q.is_before
      ELSE q.is_before OR s.before IS DISTINCT FROM ARRAY[q.previous_link] OR s.lists > 1 OR q.of_game IS NULL
        OR NOT CASE WHEN s.is_ended OR s.is_abandoned THEN q.phase = 'ended' AND (s.rounds, s.rounds) = (q.has, q.proven)
          WHEN s.is_listed THEN q.phase = 'running' ELSE q.phase IN ('hashes', 'salts') AND q.has = 0 END
        OR q.shown <> CASE WHEN q.of_game = 1 THEN s.is_ended::int WHEN s.is_ended THEN s.rounds ELSE q.dealt END END
    UNION ALL
    SELECT format('table %s', table_id), format('record %s is %s at link %s, and follows record %s at link %s', number, kind, first_link, due - 1, link_before)
    FROM (SELECT p.*, g.links AS of_game, row_number() OVER t AS due, lag(p.chain_id) OVER t AS chain_before, lag(p.first_link) OVER t AS link_before
      FROM series_proof p JOIN game_table b ON b.id = p.table_id LEFT JOIN (VALUES ${linksOfGames}) g (code, links) ON g.code = b.game_code
      WINDOW t AS (PARTITION BY p.table_id ORDER BY p.number)) o
    WHERE number <> due OR NOT CASE WHEN due = 1 THEN true WHEN kind <> 'begun' THEN (chain_id, first_link) = (chain_before, link_before)
      WHEN chain_id = chain_before THEN first_link = link_before + of_game ELSE chain_id > chain_before AND first_link = 1 END
    UNION ALL
    SELECT r.id::text, format('of table %s, in a series of table %s', r.table_id, q.table_id) FROM table_round r JOIN table_series q ON q.id = r.series_id
    WHERE r.table_id <> q.table_id
    UNION ALL
    SELECT format('table %s', p.table_id), format('record %s was made at %s, and no head covers it', p.number, p.at)
    FROM series_proof p, (SELECT * FROM journal_head ORDER BY id DESC LIMIT 1) h
    WHERE p.head_id IS NULL AND h.id > 0 AND ${isAfter('h.at', 'p.at', `interval '2 minutes'`)}`

/** Compares series with the signed records of their begin, their salts and their end (`src/server/ledger/series-proofs.ts`). */
export const tableSeries: ProgramCheck = {
  name: 'table-series',
  description:
    'Each series of a table began right behind the one before it, with the list of salts that was published, and ended after all of its rounds, or under a key that is declared lost, by records made under APP_SECRET and covered by heads of the journal; no link is revealed beyond the rounds that are proven.',
  find: async (scope) => {
    const contradictions = await scope.rows<CheckFault>(`${contradictionsSql} LIMIT ${scope.mostFaults}`)
    if (scope.secret === null)
      return contradictions.length > 0
        ? contradictions
        : { notRun: 'the records of series are made with APP_SECRET; the series were compared with them' }
    const { faults, excused } = await findUnsigned(scope, scope.secret)
    const found = [...contradictions, ...faults]
    return found.length > 0 || excused === 0
      ? found
      : { notRun: `${excused} records of series were sealed up to the loss of a key and cannot be verified` }
  },
}

type Listed = StoredSeriesProof & {
  headId: bigint | null
  list: Parameters<typeof saltsDigest>[0] | null
  /** That of its chain. */
  keyId: string | null
}

/** Records that no key verifies, and lists of salts that are not those that were signed. */
async function findUnsigned(scope: CheckScope, secret: AppSecret): Promise<{ faults: CheckFault[]; excused: number }> {
  const keys = createTableProofKeys(secret)
  const faults: CheckFault[] = []
  let excused = 0
  const accepted = secret.lost === undefined ? null : await lastAcceptedHead(scope, secret)
  for await (const records of scope.batches<Listed>(
    `SELECT ${seriesProofColumns}, p.head_id AS "headId", CASE WHEN p.kind = 'listed' THEN q.salts END AS list, c.key_id AS "keyId"
     FROM series_proof p LEFT JOIN table_chain c ON c.id = p.chain_id LEFT JOIN table_series q ON q.chain_id = p.chain_id AND q.first_link = p.first_link`,
    [],
    listsTogether,
  )) {
    for (const { headId, list, keyId, ...record } of records) {
      const subject = `table ${record.tableId}`
      if (record.kind === 'abandoned' && (keyId === null || !isLostChain({ secret }, { keyId })))
        faults.push({
          subject,
          detail: `the series at link ${record.firstLink} was abandoned after ${record.rounds} rounds, and its key ${keyId} is not declared lost`,
        })
      const isSigned = keys.verifies(record, record.mac)
      if (!isSigned && accepted !== null && headId !== null && headId <= accepted) excused += 1
      else if (!isSigned)
        faults.push({
          subject,
          detail: `record ${record.number} of its series is not the program's: ${record.kind} at ${record.at}`,
        })
      else if (list !== null && saltsDigest(list) !== record.salts)
        faults.push({
          subject,
          detail: `the list of salts of the series at link ${record.firstLink} is not the one that was published`,
        })
    }
    if (faults.length >= scope.mostFaults) break
  }
  return { faults, excused }
}

/** A list has up to a thousand salts. */
const listsTogether = 100
