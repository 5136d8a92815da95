import { setTimeout as sleep } from 'node:timers/promises'
import type { JackpotTier } from '#domain/games/game.ts'
import type { Deps } from '#server/deps.ts'
import type { LedgerOutcome, SpinEvent } from '#server/ledger/events.ts'
import { QueueFullError } from '#server/ledger/batcher.ts'
import { isStatementFault } from '#server/ledger/ledger.ts'
import { readBookedSpin } from '#server/ledger/spin-proof.ts'
import { auditSystem } from '#server/modules/audit/store.ts'
import { repeatUntilDone } from '#server/repeat.ts'
import { undecidedOf } from './round-queue.ts'
import { expectDryRuns, forgetSeed, notAsDrawnAct } from './store.ts'
import { keepNumberUsed } from './used-numbers.ts'
import { hideDrawn } from './drawn-number.ts'

/**
 * Rounds between their draw and their booking. The statement that books a round contains its result, and who reads the database's
 * statements can end it once the result is known. So a round whose outcome is unknown is booked again exactly as it was drawn before
 * anything else is drawn for the member, and one that was drawn and not booked as drawn leaves a signed act
 * (docs/decisions/039-drawn-rounds.md).
 */

/** A round as it was drawn. `roundId` carries the time of the draw (UUID version 7). */
export type DrawnRound = Pick<SpinEvent, 'memberId' | 'seedId' | 'nonce' | 'stake' | 'gameVersionId' | 'roundId'> & {
  /** The member's public id, and the brand. */
  publicId: string
  brandId: number
  /** The pace of the brand's spins, in milliseconds. */
  minSpinMs: number
  /** What it pays, in units; null of a void round. */
  units: number | null
  /** The jackpot that it hit. */
  jackpot: JackpotTier | null
}

/** How many spins get a dry run after one was drawn and not posted, as when an old key is repeated. */
export const dryRunsAfterVainDraw = 100

/** How often a round is booked again that was refused by the pace, each time after the wait that the ledger asks for. */
const mostPaceWaits = 2
/** Where the ledger does not say how long. */
const usualPaceMs = 100
/**
 * How far ahead of the database's clock the last round of a wallet may lie. Rounds lie further ahead when that clock was set back: their
 * members cannot spin until it has passed them.
 */
export const mostAheadMs = 1_000

/** How many drawn rounds were not booked as drawn. */
const counts = new WeakMap<Deps, number>()

/** How many drawn rounds have no known outcome now, and how many were not booked as drawn since the start. */
export function drawnRoundFigures(deps: Deps): { undecided: number; notAsDrawn: number } {
  return { undecided: undecidedOf(deps).size, notAsDrawn: counts.get(deps) ?? 0 }
}

/**
 * Books a drawn round with `book`, and resolves with the outcome once what it means for the number is recorded. Rejects with the error of
 * the first attempt: unless nothing was sent, the round stays undecided then, and is booked again in the background until the
 * database answers. `book` must have the same effect each time, under one key.
 */
export async function bookAsDrawn(
  deps: Deps,
  round: DrawnRound,
  book: () => Promise<LedgerOutcome>,
): Promise<LedgerOutcome> {
  try {
    const outcome = await bookAtPace(deps, round, book)
    const isUnbooked = outcome.outcome !== 'done' && (await recordUnlessBooked(deps, round, outcome.outcome))
    if (!isUnbooked) keepNumberUsed(deps, round)
    return outcome
  } catch (error) {
    if (!(error instanceof QueueFullError)) {
      undecidedOf(deps).add(round.memberId)
      void decide(deps, round, book)
    }
    throw error
  }
}

/**
 * Books a drawn round, and waits where it comes too soon after another: the last round of a member may have been at another process,
 * and a refusal by the pace, which somebody with rights on the database can cause at will, must not give the number another stake.
 * It waits no longer than an honest last round asks for.
 */
async function bookAtPace(
  deps: Deps,
  { minSpinMs }: DrawnRound,
  book: () => Promise<LedgerOutcome>,
): Promise<LedgerOutcome> {
  for (let waits = 0; ; waits += 1) {
    const outcome = await book()
    if (outcome.outcome !== 'pace' || waits === mostPaceWaits || deps.stopping.aborted) return outcome
    const waitMs = Math.min(outcome.waitMs ?? usualPaceMs, minSpinMs + mostAheadMs)
    await sleep(waitMs, undefined, { signal: deps.stopping }).catch(() => {})
  }
}

/** Repeats a booking until it has an outcome that is recorded, or the process stops. */
async function decide(deps: Deps, round: DrawnRound, book: () => Promise<LedgerOutcome>): Promise<void> {
  const { memberId, seedId, nonce } = round
  const isDecided = await repeatUntilDone(
    deps.stopping,
    async () => {
      const outcome = await outcomeOf(() => bookAtPace(deps, round, book))
      // What the process knows of the pair and the wallet is from before the round.
      forgetSeed(deps, memberId)
      if (outcome !== 'done' && (await recordUnlessBooked(deps, round, outcome)))
        expectDryRuns(deps, memberId, dryRunsAfterVainDraw)
      else keepNumberUsed(deps, round)
      undecidedOf(deps).delete(memberId)
    },
    (error) =>
      deps.log.warn({ err: error, memberId, seedId, nonce }, 'a drawn round has no known outcome and is booked again'),
  )
  if (!isDecided)
    deps.log.error({ memberId, seedId, nonce }, 'the process stops while a drawn round has no known outcome')
}

/** The outcome of one attempt; `error` where the database rejected the statement, which then has no effect. */
async function outcomeOf(book: () => Promise<LedgerOutcome>): Promise<string> {
  try {
    return (await book()).outcome
  } catch (error) {
    if (isStatementFault(error)) return 'error'
    throw error
  }
}

/**
 * Records that the number of a round was drawn and is not booked as it was drawn; whether it did. Another process may have booked the
 * same round, which has the same result, or have drawn the round that has the number before this one was drawn; then nothing is
 * recorded. What is booked counts by its proof, which covers its id: a row that somebody planted has none.
 */
async function recordUnlessBooked(deps: Deps, round: DrawnRound, outcome: string): Promise<boolean> {
  const { publicId, seedId, nonce, stake, gameVersionId, brandId } = round
  const booked = await readBookedSpin(deps.db, deps.config.secret, round)
  if (booked !== null) {
    const isAsDrawn = booked.seedId === seedId && booked.roundStake === stake && booked.gameVersionId === gameVersionId
    if (isAsDrawn || (booked.seedId === seedId && (booked.ref ?? '') < round.roundId)) return false
  }
  const facts = {
    seed: seedId,
    number: nonce,
    version: gameVersionId,
    stake,
    outcome,
    drawn: hideDrawn(deps.config, round, round),
  }
  const detail = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]))
  const act = { brandId, act: notAsDrawnAct, subject: publicId, detail }
  await deps.db.transaction().execute((tx) => auditSystem(tx, act))
  counts.set(deps, (counts.get(deps) ?? 0) + 1)
  deps.log.warn({ member: publicId, ...detail }, 'a drawn round is not booked as it was drawn')
  return true
}
