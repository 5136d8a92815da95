import { beforeAllRounds, loadPublishedGames, readListed, readNewest, readRandom, redrawRound } from '../redraw.ts'
import type { BookCheck } from './check.ts'

/** How many of the newest rounds, and how many of random moments, each run of the books redraws itself. */
const sampleSize = 100

/** Redraws rounds; the leased job (`src/server/modules/books/redrawing.ts`) redraws more of them between the runs. */
export const redrawChecks: readonly BookCheck[] = [
  {
    name: 'redraw',
    description:
      'The newest rounds, random older ones, and all that differed before, are exactly what their seeds give.',
    find: async ({ rows, secret }) => {
      if (secret === null) return { notRun: 'the server seeds are encrypted with APP_SECRET' }
      const games = await loadPublishedGames()
      const recorded = await rows<{ id: string }>(`SELECT round_id AS id FROM redraw_mismatch ORDER BY found_at`)
      const before = await readListed(
        rows,
        recorded.map(({ id }) => id),
      )
      const sample = [
        ...before,
        ...(await readNewest(rows, beforeAllRounds, sampleSize)),
        ...(await readRandom(rows, sampleSize)),
      ]
      const faults = new Map<string, string>()
      for (const { id } of recorded) {
        if (!before.some((round) => round.id === id)) faults.set(id, 'differed from its seeds, and is gone')
      }
      for (const round of sample) {
        const found = redrawRound(round, secret, games)
        if (typeof found === 'object') faults.set(round.id, found.different)
      }
      return [...faults].map(([subject, detail]) => ({ subject, detail }))
    },
  },
]
