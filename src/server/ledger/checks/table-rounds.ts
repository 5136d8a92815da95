import type { AppSecret } from '#server/config.ts'
import { createChainLinks, type ChainLinks } from '../chain-links.ts'
import { earliest, latest } from '../clock-spans.ts'
import { journalSources, kinds } from '../events.ts'
import { readLimitHistory, type LimitHistory } from '../table-limit-faults.ts'
import { readStoredSeries, recountRounds, redrawSeries, type StoredSeries } from '../table-recount.ts'
import type { BookCheck, CheckFault, CheckScope, NotRun } from './check.ts'

/** How many of the newest series, and how many others at random, each run of the books draws again. */
const sampleSize = 50
/** So many series behind the marks a run recounts itself; more of them there are after an upgrade only. */
const mostBehind = 500

/** Recounts rounds of tables; the leased job (`src/server/modules/books/table-recounting.ts`) recounts each of them once. */
export const tableRounds: BookCheck = {
  name: 'table-rounds',
  description:
    'Each round of a table behind the mark up to which they were recounted, those of the newest series and of random ones, and all that differed before, follow from their chain, whose end was published, and from their salts, as their list was published before the first round: one that ended has all of its rounds, each round shows what it draws, and each member got what the outcome returns of the stakes. No member has more on a spot of them, none placed stakes more often, and no round owed more than its table took then. The rounds up to the mark have the results that were recounted.',
  find: async (scope) => {
    const { rows, secret, mostFaults } = scope
    if (secret === null) return { notRun: 'the chains of tables are encrypted with APP_SECRET' }
    const faults: CheckFault[] = await rows(`${otherSums} LIMIT ${mostFaults}`)
    const behind = await rows<{ id: bigint }>(behindSql, [mostBehind + 1])
    const sample = await rows<{ id: bigint }>(sampleSql, [sampleSize])
    const ids = new Set([...behind.slice(0, mostBehind), ...sample].map(({ id }) => id))
    const links = createChainLinks(secret)
    const limits = await readLimitHistory(rows, { earliest, latest })
    for (const id of ids) {
      const [series] = await readStoredSeries(rows, [id])
      if (series === undefined) continue
      for (const detail of await faultsOf(scope, { secret, links, limits }, series))
        faults.push({ subject: `series ${series.id}`, detail })
      if (faults.length >= mostFaults) return faults
    }
    return faults.length > 0 || behind.length <= mostBehind ? faults : await notYet(scope)
  },
}

/** Every series with a round behind the mark of its table. */
const behindSql = `SELECT DISTINCT r.series_id AS id FROM game_table t LEFT JOIN table_recount c ON c.table_id = t.id
  CROSS JOIN LATERAL (SELECT n.series_id FROM table_round n WHERE n.table_id = t.id AND n.number > coalesce(c.number, 0)) r ORDER BY 1 LIMIT $1`

const sampleSql = `(SELECT id FROM table_series ORDER BY id DESC LIMIT $1) UNION (SELECT id FROM table_series ORDER BY random() LIMIT $1)
  UNION SELECT r.series_id FROM redraw_mismatch m JOIN table_round r ON r.id = m.round_id ORDER BY id`

/** The marks that are not what the journal has: rounds that somebody hid while they were recounted have results, and are in no mark. */
const otherSums = `SELECT t.name AS subject, format('%s results of %s with returns of %s up to round %s, the journal has %s of %s with %s',
    c.results, c.staked, c.returned, c.number, coalesce(f.results, 0), coalesce(f.staked, 0), coalesce(f.returned, 0)) AS detail
  FROM table_recount c JOIN game_table t ON t.id = c.table_id LEFT JOIN (SELECT r.table_id, count(*) AS results, sum(-j.d_in_play) AS staked, sum(j.pay) AS returned
    FROM journal j JOIN table_round r ON r.id = j.key JOIN table_recount m ON m.table_id = r.table_id AND r.number <= m.number
    WHERE j.kind = ${kinds('table_result')} AND j.source = ${journalSources.system} GROUP BY r.table_id) f ON f.table_id = c.table_id
  WHERE (c.results, c.staked, c.returned) IS DISTINCT FROM (coalesce(f.results, 0), coalesce(f.staked, 0), coalesce(f.returned, 0))
    OR (SELECT count(*) FROM table_round r WHERE r.table_id = c.table_id AND r.number <= c.number AND r.ended_at IS NOT NULL) <> c.number`

async function notYet({ rows }: CheckScope): Promise<NotRun> {
  const [left] = await rows<{ rounds: bigint }>(
    `SELECT coalesce(sum(s.rounds - coalesce(c.number, 0)), 0)::bigint AS rounds FROM table_state s LEFT JOIN table_recount c USING (table_id)`,
  )
  return {
    notRun: `${left?.rounds ?? 0n} rounds of tables are behind the marks; of them those of ${mostBehind} series were recounted`,
  }
}

/** What is wrong with a series: its place in the chain, its salts, its rounds, and their results. */
async function faultsOf(
  { rows }: CheckScope,
  { secret, links, limits }: { secret: AppSecret; links: ChainLinks; limits: LimitHistory },
  series: StoredSeries,
): Promise<string[]> {
  const { game, outcomes, faults } = await redrawSeries(links, secret, series)
  if (game === null) return faults
  const rounds = await rows<{ id: string }>(`SELECT id FROM table_round WHERE series_id = $1 ORDER BY number`, [
    String(series.id),
  ])
  const { different } = await recountRounds(
    rows,
    secret,
    { game, outcomes, limits },
    rounds.map(({ id }) => id),
  )
  return [...faults, ...different.map(({ id, detail }) => `round ${id} ${detail}`)]
}
