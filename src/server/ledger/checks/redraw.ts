import {
  beforeAllRounds,
  loadPublishedGames,
  readListed,
  readMisdated,
  readNewest,
  readRandom,
  redrawRound,
} from '../redraw.ts'
import { loadSeatGames } from '../seat-draw.ts'
import { readListedSeats, readSeatSample, redrawSeatRound } from '../seat-redraw.ts'
import type { BookCheck, CheckFault, CheckScope } from './check.ts'

/** How many of the newest rounds, and how many of random moments, each run of the books redraws itself. */
const sampleSize = 100

/** The rounds that differed; those of tables are in `table-rounds`. */
const recordedSql = `SELECT m.round_id AS id FROM redraw_mismatch m WHERE NOT EXISTS (SELECT FROM table_round r WHERE r.id = m.round_id) ORDER BY m.found_at`

/** Redraws rounds; the leased job (`src/server/modules/books/redrawing.ts`) redraws more of them between the runs. */
export const redrawChecks: readonly BookCheck[] = [
  {
    name: 'redraw',
    description:
      'The newest rounds, random older ones, those with an id of another time, and all that differed before, are exactly what their seeds give, and those with decisions what their seeds and decisions give; no seed pair that is newer than the loss of a key names it.',
    find: async (scope) => {
      const { rows, secret } = scope
      if (secret === null) return { notRun: 'the server seeds are encrypted with APP_SECRET' }
      const games = await loadPublishedGames()
      const recorded = await rows<{ id: string }>(recordedSql)
      const ids = recorded.map(({ id }) => id)
      const before = await readListed(rows, ids)
      const seatsBefore = await readListedSeats(rows, ids)
      const sample = [
        ...before,
        ...(await readNewest(rows, beforeAllRounds, sampleSize)),
        ...(await readRandom(rows, sampleSize)),
        ...(await readMisdated(rows, sampleSize)),
      ]
      const faults = new Map<string, string>()
      for (const { id } of recorded) {
        if (![...before, ...seatsBefore].some((round) => round.id === id))
          faults.set(id, 'differed from its seeds, and is gone')
      }
      for (const round of sample) {
        const found = redrawRound(round, secret, games, scope.drawing)
        if (typeof found === 'object') faults.set(round.id, found.different)
      }
      const seatGames = await loadSeatGames()
      for (const round of [...seatsBefore, ...(await readSeatSample(rows, sampleSize))]) {
        const found = redrawSeatRound(round, secret, seatGames)
        if (typeof found === 'object') faults.set(round.id, found.different)
      }
      return [...(await findLostPairs(scope)), ...[...faults].map(([subject, detail]) => ({ subject, detail }))]
    },
  },
]

/**
 * Rounds under a lost key cannot be redrawn, so anybody could give a pair that key. None may be newer than what an operator
 * accepted; where nothing is kept outside the database, none may follow a pair under a key that is known.
 */
async function findLostPairs({ rows, secret, anchor, mostFaults }: CheckScope): Promise<CheckFault[]> {
  if (secret?.lost === undefined) return []
  const kept = anchor?.status === 'present' ? anchor.anchor.lost : null
  const limits = [...secret.lost].map((keyId) => (kept === null ? null : String(kept.get(keyId)?.pair ?? 0n)))
  return rows<CheckFault>(
    `SELECT s.member_id || '/' || s.ordinal AS subject, format('has the lost key %s, and is newer than pair %s', s.key_id, l.pair) AS detail
     FROM (SELECT u.key_id, coalesce(u.pair, (SELECT min(id) FROM member_seed WHERE key_id = ANY ($3::text[]))) AS pair
       FROM unnest($1::text[], $2::bigint[]) u (key_id, pair)) l
     JOIN member_seed s ON s.key_id = l.key_id AND s.id > l.pair LIMIT ${mostFaults}`,
    [[...secret.lost], limits, [...secret.keys.keys()]],
  )
}
