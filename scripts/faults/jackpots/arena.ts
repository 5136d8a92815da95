import type pg from 'pg'
import type { JackpotTier } from '#domain/games/game.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import type { LedgerOutcome, SpinEvent } from '#server/ledger/events.ts'
import type { Ledger } from '#server/ledger/ledger.ts'
import type { LedgerPlayer } from '#test/ledger-player.ts'
import type { FaultApp } from '../fault-app.ts'

/** Two processes' ledgers, and members whose rounds hit a jackpot when the program wants it. */
export type JackpotArena = {
  app: FaultApp
  ledgers: readonly [Ledger, Ledger]
  members: readonly JackpotMember[]
  draw: () => number
  tally: Tally
}

/** `nonce`: the number of the member's next round. */
export type JackpotMember = LedgerPlayer & { nonce: bigint }

/**
 * `paid`: what each round that hit was answered, by its id; null when the answer was a repetition, which has no amount. `refused`: the
 * rounds that no tier took.
 */
export type Tally = {
  paid: Map<string, Amount | null>
  refused: Set<string>
  answers: number
  repeated: number
  figures: Record<string, number>
  faults: string[]
}

export const stake = wholeUnits(1_000)
export const first = wholeUnits(1_000_000)
export const sharePpm = 4_000
export const reservePpm = 400_000

/** The next round of a member; of one that is not booked the number stays free. */
export function nextRound(member: JackpotMember, tier: JackpotTier | null): SpinEvent {
  return member.spin({ stake, units: 0, jackpot: tier, nonce: member.nonce })
}

/** Counts the answer of a round; with `mayRefuse` a closed tier is one. */
export function countAnswer(
  tally: Tally,
  member: JackpotMember,
  event: SpinEvent,
  outcome: LedgerOutcome,
  mayRefuse = false,
): void {
  const name = `round ${event.nonce} of member ${member.memberId}`
  tally.answers += 1
  if (mayRefuse && outcome.outcome === 'used') {
    tally.refused.add(event.roundId)
    return
  }
  if (outcome.outcome !== 'done' && outcome.outcome !== 'replay') {
    tally.faults.push(`${name} ended as ${outcome.outcome}`)
    return
  }
  member.nonce += 1n
  if (event.jackpot !== null) tally.paid.set(event.roundId, outcome.jackpot)
  if (outcome.outcome === 'done' && (outcome.jackpot === null) !== (event.jackpot === null))
    tally.faults.push(`${name} was paid ${outcome.jackpot}`)
}

/** Holds the money of all tiers, so that hits wait; `release` lets them go on at the same moment. */
export async function holdPools(ownerPool: pg.Pool): Promise<{ release: () => Promise<void> }> {
  const client = await ownerPool.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM jackpot_shard ORDER BY lane, tier FOR UPDATE')
  return {
    release: async () => {
      await client.query('ROLLBACK')
      client.release()
    },
  }
}
