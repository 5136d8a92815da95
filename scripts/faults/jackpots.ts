import { randomUUID } from 'node:crypto'
import type { JackpotTier } from '#domain/games/game.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { checkBooks } from '#server/ledger/books.ts'
import type { LedgerOutcome, SpinEvent } from '#server/ledger/events.ts'
import { foundJackpot, jackpotTiers } from '#server/ledger/jackpots.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { anySlot } from '#test/any-slot.ts'
import { makeLedgerPlayer, type LedgerPlayer } from '#test/ledger-player.ts'
import { seededRandom } from '#test/random.ts'
import { testSecret } from '#test/test-secret.ts'
import { openFaultApp, type FaultApp } from './fault-app.ts'
import { sleep, type FaultProgram } from './program.ts'

const sizes = {
  full: { players: 24, rounds: 400, kills: 200 },
  short: { players: 6, rounds: 12, kills: 6 },
} as const

/** Every third round of a member hits a jackpot; half of the members send theirs at the same moment. */
const roundsPerHit = 3
const stake = wholeUnits(1_000)
const first = wholeUnits(1_000_000)

/**
 * Rounds that hit jackpots, at two processes' ledgers, while the backends of both are ended in the middle of their statements. A
 * caller that gets no answer sends its round again under the same key, as a browser does.
 */
export const jackpots: FaultProgram = {
  description:
    'Backends are ended while jackpots are hit at two processes: each hit is paid once, and no pool loses or gains.',
  async run({ size, seed, steps, log, on }) {
    const { players, rounds, kills } = sizes[size]
    const app = await openFaultApp({ players: 0, on })
    const pools = [0, 1].map(() => createPool(app.urls.appUrl, { max: 2 }))
    const ledgers = pools.map((pool) => createLedger({ pool, secret: testSecret }))
    const ledger = pickedOf(ledgers, 0)
    const tally: Tally = { paid: new Map(), answers: 0, repeated: 0, faults: [] }
    try {
      const { site, brand } = app
      await linkGame(app, await ledger.accountId(brand.id, 'adjustment'))
      const cash = (steps ?? rounds) * mostTimes * 1_000
      const members: LedgerPlayer[] = []
      while (members.length < players) members.push(await makeLedgerPlayer({ brand, deps: { ...site, ledger } }, cash))
      const draw = seededRandom(seed)
      const state = { isPlaying: true, isKilling: true }
      const killing = killBackends(app, { most: kills, draw, state })
      await Promise.all(
        members.map((member, index) =>
          playAll(member, { ledgers, index, rounds: steps ?? rounds, draw, tally, state }),
        ),
      )
      state.isPlaying = false
      const ended = await killing
      log(`${tally.answers} rounds, ${ended} backends ended, ${tally.repeated} rounds sent again`)
      const faults = [...tally.faults, ...(await compare(app, tally))]
      const { faults: found } = await checkBooks(app.ownerPool, { without: ['version-bounds'] })
      faults.push(...found.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`))
      const hits = tally.paid.size
      return { figures: { rounds: tally.answers, hits, backendsEnded: ended, repeated: tally.repeated }, faults }
    } finally {
      await Promise.all(ledgers.map((ledger) => ledger.drain()))
      await Promise.all(pools.map((pool) => pool.end()))
      await app.close()
    }
  },
}

/** `paid`: what each round that hit was answered, by its id. */
type Tally = { paid: Map<string, Amount | null>; answers: number; repeated: number; faults: string[] }

/** The machine of the catalogue takes hits that no engine drew: only the books' check of its data would see that. */
async function linkGame(app: FaultApp, fromId: number): Promise<void> {
  await app.ownerPool.query(`UPDATE game SET jackpot_linked = true WHERE code = $1`, [anySlot.code])
  await app.ownerPool.query(`UPDATE game_version SET jackpots = '{major,mega,minor}' WHERE game_code = $1`, [
    anySlot.code,
  ])
  const founding = { amount: first, fromId, sharePpm: 4_000, reservePpm: 400_000 }
  for (const tier of jackpotTiers)
    await app.site.db.transaction().execute((tx) => foundJackpot(tx, { ...founding, tier, key: randomUUID() }))
}

/** Members play at least `rounds`, and as long as backends are to be ended. */
type State = { isPlaying: boolean; isKilling: boolean }
type Playing = {
  ledgers: readonly Ledger[]
  index: number
  rounds: number
  draw: () => number
  tally: Tally
  state: State
}

/** Nobody plays more than this many times `rounds`. */
const mostTimes = 50

async function playAll(member: LedgerPlayer, { ledgers, index, rounds, draw, tally, state }: Playing): Promise<void> {
  for (let nonce = 0; nonce < rounds || (state.isKilling && nonce < rounds * mostTimes); nonce += 1) {
    const tier: JackpotTier | null = nonce % roundsPerHit === 0 ? (jackpotTiers[index % 3] ?? null) : null
    const event = member.spin({ stake, units: 0, jackpot: tier, nonce: BigInt(nonce) })
    const outcome = await book(event, ledgers, draw, tally)
    if (outcome.outcome !== 'done' && outcome.outcome !== 'replay') {
      tally.faults.push(`round ${nonce} of member ${member.memberId} ended as ${outcome.outcome}`)
      return
    }
    tally.answers += 1
    if (tier !== null) tally.paid.set(event.roundId, outcome.jackpot)
    if (outcome.outcome === 'done' && (outcome.jackpot === null) !== (tier === null))
      tally.faults.push(`round ${nonce} of member ${member.memberId} was paid ${outcome.jackpot}`)
  }
}

/** Sends a round until there is an answer, each time to either process. */
async function book(
  event: SpinEvent,
  ledgers: readonly Ledger[],
  draw: () => number,
  tally: Tally,
): Promise<LedgerOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const place = Math.floor(draw() * ledgers.length)
      return await pickedOf(ledgers, place).spin(event)
    } catch (error) {
      if (attempt > 200) throw error
      tally.repeated += 1
      await sleep(5 + draw() * 20)
    }
  }
}

function pickedOf(ledgers: readonly Ledger[], place: number): Ledger {
  const ledger = ledgers[place]
  if (ledger === undefined) throw new Error('there is no ledger')
  return ledger
}

type Killing = { most: number; draw: () => number; state: State }

/** Ends backends of the ledgers in the middle of their statements, while there is play. */
async function killBackends(app: FaultApp, { most, draw, state }: Killing): Promise<number> {
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

/** Each hit that was answered is in the books once, with the amount of the answer, and no other is. */
async function compare(app: FaultApp, { paid }: Tally): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ round_id: string; amount: bigint; events: bigint }>(
    `SELECT h.round_id, h.amount, (SELECT count(*) FROM journal j WHERE j.kind = 14 AND j.ref = h.round_id) AS events FROM jackpot_hit h`,
  )
  const booked = new Map(rows.map((row) => [row.round_id, row]))
  const faults = rows.flatMap(({ round_id: id, events }) =>
    [
      paid.has(id) ? '' : `${id} was paid and not answered`,
      Number(events) === 1 ? '' : `${id} was paid ${events} times`,
    ].filter((fault) => fault !== ''),
  )
  for (const [id, amount] of paid) {
    const row = booked.get(id)
    if (row === undefined) faults.push(`${id} was answered and not paid`)
    else if (amount !== null && amount !== row.amount)
      faults.push(`${id} was answered ${amount} and paid ${row.amount}`)
  }
  return faults
}
