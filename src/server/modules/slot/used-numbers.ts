import { LRUCache } from 'lru-cache'
import { suspectBooks, type MoneyOutHold } from '#server/ledger/book-runs.ts'

/** The numbers of rounds that this process drew, by seed pair: none is drawn again with another stake (`docs/decisions/031-proofs-of-play.md`). */

/** The hold on payments where a number went back. The object stands for the process. */
type NumberDeps = { moneyOut: MoneyOutHold }

/** Of how many pairs a process keeps the next number: far more than are spun in the 15 s until a round is sealed. */
const mostNumbered = 100_000
const nextNumbers = new WeakMap<NumberDeps, LRUCache<bigint, bigint>>()

/** Keeps that a round which this process drew has its number, whatever makes the program read the pair again. */
export function keepNumberUsed(deps: NumberDeps, { seedId, nonce }: { seedId: bigint; nonce: bigint }): void {
  const numbers = nextNumbers.get(deps) ?? new LRUCache<bigint, bigint>({ max: mostNumbered })
  nextNumbers.set(deps, numbers)
  const next = nonce + 1n
  if (next > (numbers.get(seedId) ?? 0n)) numbers.set(seedId, next)
}

/**
 * Throws where a pair is to continue with a lower number than the next one that is known, and holds the payments of this process: somebody
 * removed a round whose result is known, and its number must not get another stake.
 */
export function refuseLowerNumber(
  deps: NumberDeps,
  memberId: bigint,
  { next, known }: { next: bigint; known: bigint },
): void {
  if (next >= known) return
  suspectBooks(deps.moneyOut)
  throw new Error(`the next round of member ${memberId} went back from ${known} to ${next}`)
}

/** The next number of a pair, as far as this process knows; undefined of a pair that it drew nothing from. */
export function nextNumberOf(deps: NumberDeps, seedId: bigint): bigint | undefined {
  return nextNumbers.get(deps)?.get(seedId)
}
