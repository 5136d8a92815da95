import { randomUUID } from 'node:crypto'
import { createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import type { LedgerOutcome, SpinEvent } from '#server/ledger/events.ts'
import { foundJackpot, jackpotTiers } from '#server/ledger/jackpots.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { anySlot } from '#test/any-slot.ts'
import { makeLedgerPlayer } from '#test/ledger-player.ts'
import { seededRandom } from '#test/random.ts'
import { testSecret } from '#test/test-secret.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import {
  countAnswer,
  first,
  nextRound,
  reservePpm,
  sharePpm,
  type JackpotArena,
  type JackpotMember,
  type Tally,
} from './jackpots/arena.ts'
import { hitWhileClosing } from './jackpots/closing.ts'
import { compareHits } from './jackpots/compare.ts'
import { hitTogether } from './jackpots/same-moment.ts'
import { sleep, type FaultProgram } from './program.ts'

const sizes = {
  full: { players: 24, rounds: 400, kills: 200, pairs: 200, closings: 200 },
  short: { players: 6, rounds: 12, kills: 6, pairs: 4, closings: 4 },
} as const

/** Every third round of a member hits a jackpot; half of the members send theirs at the same moment. */
const roundsPerHit = 3

/**
 * Rounds that hit jackpots, at two processes' ledgers: while the backends of both are ended in the middle of their statements, two
 * at the same moment, and while the tiers are closed. A caller that gets no answer sends its round again under the same key,
 * as a browser does.
 */
export const jackpots: FaultProgram = {
  description:
    'Jackpots are hit at two processes while backends are ended, at the same moment, and while tiers are closed: each hit is paid once, and no pool loses or gains.',
  async run({ size, seed, steps, log, on }) {
    const { players, rounds, kills, pairs, closings } = sizes[size]
    const app = await openFaultApp({ players: 0, on })
    const pools = [0, 1].map(() => createPool(app.urls.appUrl, { max: 2 }))
    const [one, other] = pools.map((pool) => createLedger({ pool, secret: testSecret }))
    if (one === undefined || other === undefined) throw new Error('there are no two ledgers')
    const tally: Tally = { paid: new Map(), refused: new Set(), answers: 0, repeated: 0, figures: {}, faults: [] }
    try {
      const { site, brand } = app
      await linkGame(app, await one.accountId(brand.id, 'adjustment'))
      const cash = (steps ?? rounds) * mostTimes * 1_000 + (pairs + closings * 100) * 1_000
      const members: JackpotMember[] = []
      while (members.length < players)
        members.push({ ...(await makeLedgerPlayer({ brand, deps: { ...site, ledger: one } }, cash)), nonce: 0n })
      const arena: JackpotArena = { app, ledgers: [one, other], members, draw: seededRandom(seed), tally }
      const ended = await playWhileEnded(arena, { rounds: steps ?? rounds, kills })
      log(`${tally.answers} rounds, ${ended} backends ended, ${tally.repeated} rounds sent again`)
      await hitTogether(arena, pairs)
      log(`${pairs} pairs, ${tally.figures['pairsInOneMillisecond'] ?? 0} in one millisecond`)
      await hitWhileClosing(arena, closings)
      const faults = [...tally.faults, ...(await compareHits(app.ownerPool, tally))]
      const { faults: found } = await checkBooks(app.ownerPool, { without: ['version-bounds'] })
      faults.push(...found.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`))
      const hits = tally.paid.size
      const figures = { rounds: tally.answers, hits, backendsEnded: ended, repeated: tally.repeated, ...tally.figures }
      return { figures, faults }
    } finally {
      await Promise.all([one.drain(), other.drain()])
      await Promise.all(pools.map((pool) => pool.end()))
      await app.close()
    }
  },
}

/** The machine of the catalogue takes hits that no engine drew: only the books' check of its data would see that. */
async function linkGame(app: FaultApp, fromId: number): Promise<void> {
  await app.ownerPool.query(`UPDATE game SET jackpot_linked = true WHERE code = $1`, [anySlot.code])
  await app.ownerPool.query(`UPDATE game_version SET jackpots = '{major,mega,minor}' WHERE game_code = $1`, [
    anySlot.code,
  ])
  const founding = { amount: first, fromId, sharePpm, reservePpm }
  for (const tier of jackpotTiers)
    await app.site.db.transaction().execute((tx) => foundJackpot(tx, { ...founding, tier, key: randomUUID() }))
}

/** Members play at least their rounds, and as long as backends are to be ended. */
type State = { isPlaying: boolean; isKilling: boolean }

/** Nobody plays more than this many times `rounds`. */
const mostTimes = 50

/** All members play while backends are ended; returns how many were. */
async function playWhileEnded(
  arena: JackpotArena,
  { rounds, kills }: { rounds: number; kills: number },
): Promise<number> {
  const state = { isPlaying: true, isKilling: true }
  const killing = killBackends(arena, { most: kills, state })
  await Promise.all(arena.members.map((member, index) => playAll(arena, member, { index, rounds, state })))
  state.isPlaying = false
  return killing
}

async function playAll(
  arena: JackpotArena,
  member: JackpotMember,
  { index, rounds, state }: { index: number; rounds: number; state: State },
): Promise<void> {
  for (let round = 0; round < rounds || (state.isKilling && round < rounds * mostTimes); round += 1) {
    const event = nextRound(member, round % roundsPerHit === 0 ? (jackpotTiers[index % 3] ?? null) : null)
    const { nonce } = member
    countAnswer(arena.tally, member, event, await book(event, arena))
    // A round that failed has been noted, and its member plays no further.
    if (member.nonce === nonce) return
  }
}

/** Sends a round until there is an answer, each time to either process. */
async function book(event: SpinEvent, { ledgers, draw, tally }: JackpotArena): Promise<LedgerOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ledgers[draw() < 0.5 ? 0 : 1].spin(event)
    } catch (error) {
      if (attempt > 200) throw error
      tally.repeated += 1
      await sleep(5 + draw() * 20)
    }
  }
}

/** Ends backends of the ledgers in the middle of their statements, while there is play. */
async function killBackends(
  { app, draw }: JackpotArena,
  { most, state }: { most: number; state: State },
): Promise<number> {
  let ended = 0
  while (state.isPlaying && ended < most) {
    const { rows } = await app.pool.query<{ pid: number }>(
      `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
         AND query LIKE '%ledger_post%' AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1`,
    )
    ended += rows.length
    if (rows.length > 0) await sleep(draw() * 60)
  }
  state.isKilling = false
  return ended
}
