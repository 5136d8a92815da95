import { isCount, isHex64 } from '#domain/games/pasted-text.ts'
import {
  countOf,
  digestDigits,
  digestOf,
  resultDigest,
  type AnsweredResult,
  type ResultFault,
  type ShownResults,
} from '#domain/games/shown-results.ts'
import { amountFromWire } from '#domain/money.ts'

/** How many results, and rows of them, are stored per member; the oldest are dropped. */
const mostResults = 5_000
const mostRows = 1_000

/** A round as an answer has it. `staked`: what the member put on it, where the window knows; else what the answer says. */
export type AnsweredRound = AnsweredResult & { pair: number; staked?: string | undefined }

/**
 * Adds the result of a round that was shown. The number of a result that is stored keeps it: with another result it is
 * a fault, since one of the two is not the round's.
 */
export function withResult(
  rows: readonly ShownResults[],
  round: AnsweredRound,
): { results: readonly ShownResults[]; faults: ResultFault[] } {
  if (!isCount(round.nonce)) return { results: rows, faults: [] }
  const digest = resultDigest(round)
  const known = digestOf(rows, round.nonce)
  if (known !== undefined) return { results: rows, faults: compared(round, known, digest) }
  const { nonce, mathHash, stake, staked = stake } = round
  const row: ShownResults = {
    firstNonce: nonce,
    mathHash: isHex64(mathHash) ? mathHash : noHash,
    stake: amountFromWire(staked) === null ? '0' : staked,
    digests: digest,
  }
  return { results: bounded(joinedTo(rows, row)), faults: [] }
}

/** A past round with another result than the one that was shown under its number. */
export function otherResult(rows: readonly ShownResults[], round: AnsweredRound): ResultFault[] {
  const known = digestOf(rows, round.nonce)
  return known === undefined ? [] : compared(round, known, resultDigest(round))
}

function compared({ pair, nonce, stake, pay }: AnsweredRound, shown: string, digest: string): ResultFault[] {
  if (shown === digest) return []
  const got = `${nonce}: ${stake} → ${pay}, ${digest}`
  return [{ kind: 'shown-otherwise', pair, expected: `${nonce}: ${shown}`, got }]
}

/** What an evidence cannot hold would make all of it malformed: such a hash stands as that of no game. */
const noHash = '0'.repeat(64)

/** The rows with one more: it continues the last one where game, stake and number do. */
function joinedTo(rows: readonly ShownResults[], row: ShownResults): readonly ShownResults[] {
  const last = rows.at(-1)
  if (last === undefined || last.mathHash !== row.mathHash || last.stake !== row.stake) return [...rows, row]
  if (last.firstNonce + countOf(last.digests) !== row.firstNonce) return [...rows, row]
  return rows.with(-1, { ...last, digests: last.digests + row.digests })
}

function bounded(rows: readonly ShownResults[]): readonly ShownResults[] {
  const kept = rows.slice(-mostRows)
  const many = kept.reduce((sum, { digests }) => sum + countOf(digests), 0)
  const [oldest, ...newer] = kept
  if (many <= mostResults || oldest === undefined) return kept
  if (countOf(oldest.digests) === 1) return newer
  return [{ ...oldest, firstNonce: oldest.firstNonce + 1, digests: oldest.digests.slice(digestDigits) }, ...newer]
}
