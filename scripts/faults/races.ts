import { seededRandom } from '#test/random.ts'
import { checkAcknowledged } from '#test/acknowledged.ts'
import { checkBooks } from '#server/ledger/books.ts'
import type { FaultProgram } from './program.ts'
import { useCheapPinHashes, openArena, type Arena } from './races/arena.ts'
import { raceDoubleClicks } from './races/double-click.ts'
import { raceDoubleSpends } from './races/double-spend.ts'
import { raceJackpot, raceLimits } from './races/limits.ts'
import { raceOperators } from './races/operators.ts'

const sizes = {
  full: { members: 1_000, spenders: 500, limited: 50, linked: { players: 24, turns: 50 } },
  short: { members: 12, spenders: 6, limited: 2, linked: { players: 6, turns: 6 } },
} as const

/** Concurrent calls on one wallet: double clicks, two tabs, several operators, two processes. */
export const races: FaultProgram = {
  description:
    'Every call that moves money is sent many times at once to two processes on one database: it takes effect once.',
  async run({ size, seed, steps, log, on }) {
    const { limited, linked, ...full } = sizes[size]
    const [members, spenders] = [steps ?? full.members, steps ?? full.spenders]
    const arena = await openArena({ players: members, on, draw: seededRandom(seed) })
    const { players } = arena.app
    try {
      await useCheapPinHashes(arena)
      const step = async (name: string, race: Promise<void>): Promise<void> => {
        const begun = performance.now()
        await race
        log(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s, ${arena.faults.length} faults`)
      }
      await step('double clicks', raceDoubleClicks(arena, players))
      await step('operators', raceOperators(arena, players))
      await step('double spends', raceDoubleSpends(arena, spenders))
      // Members who spin at the linked game have no limit.
      const most = Math.min(limited, members - linked.players)
      await step('limits', raceLimits(arena, players.slice(0, most)))
      await step('jackpot', raceJackpot(arena, players.slice(-linked.players), linked.turns))
      await checkAll(arena)
      return { figures: arena.figures, faults: arena.faults }
    } finally {
      await arena.close()
    }
  },
}

/** The oracle, the callers' record, and the provider's transfers compared with ours. */
async function checkAll(arena: Arena): Promise<void> {
  const books = await checkBooks(arena.app.pool)
  arena.faults.push(...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`))
  const faults = await checkAcknowledged(arena.app.pool, arena.acknowledged)
  for (const [fault, keys] of Object.entries(faults)) arena.faults.push(...keys.map((key) => `${fault}: ${key}`))
  const { rows } = await arena.app.ownerPool.query<{ open: number; moved: number }>(
    `SELECT count(*) FILTER (WHERE state NOT IN ('done', 'refused'))::int AS open,
       count(*) FILTER (WHERE state = 'done')::int AS moved FROM transfer`,
  )
  const [row] = rows
  if (row?.open !== 0) arena.faults.push(`${row?.open} transfers were never concluded`)
  if (row?.moved !== arena.provider.done())
    arena.faults.push(`${row?.moved} transfers here, ${arena.provider.done()} there`)
  arena.figures['transfers'] = row?.moved ?? 0
  arena.figures['calls'] = arena.acknowledged.length
}
