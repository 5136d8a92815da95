import type { SeedFault } from '#domain/games/seed-chain.ts'
import { numbersWithout, repeatedRows, type NumberRange, type ShownNumbers } from '#domain/games/shown-numbers.ts'
import type { ShownRound } from '#web/shared/seed-evidence.ts'

/** The numbers of the rounds that this browser was shown, and the ids of the last ones. */
export type ShownRounds = { shown: readonly ShownNumbers[]; rounds: readonly ShownRound[] }

/** A round that an answer names, with the pair in use as the browser knows it. */
export type NamedRound = ShownRound & { pair: number }

/** How many ranges and ids are stored per member; the oldest are dropped. */
const mostRanges = 300
const mostRounds = 200

/** The highest number shown so far; -1 before the first. */
export function highestShown({ shown }: Pick<ShownRounds, 'shown'>): number {
  return Math.max(-1, ...shown.map(({ lastNonce }) => lastNonce))
}

/**
 * Adds a round that was shown. `above`: its number must be higher, as of a spin than all that were shown before it was
 * requested; null for a round that may be older. The same round again changes nothing.
 */
export function withRound(
  known: ShownRounds,
  round: NamedRound,
  above: number | null,
): ShownRounds & { faults: SeedFault[] } {
  const { nonce, roundId, pair } = round
  const before = known.rounds.find((one) => one.nonce === nonce || one.roundId === roundId)
  if (before?.nonce === nonce && before.roundId === roundId) return { ...known, faults: [] }
  const isKnown = known.shown.some(({ firstNonce, lastNonce }) => firstNonce <= nonce && nonce <= lastNonce)
  const isRepeated = before !== undefined || (above !== null && nonce <= above)
  // Of an old round the id may be forgotten.
  if (isKnown && !isRepeated) return { ...known, faults: [] }
  const rounds = before ? known.rounds : [...known.rounds, { nonce, roundId }].slice(-mostRounds)
  if (!isRepeated) return { shown: withNumber(known.shown, nonce, pair), rounds, faults: [] }
  const row = { pair, firstNonce: nonce, lastNonce: nonce }
  // A round whose number changed has no row: which of the two is right is not known.
  const isListed = before?.roundId === roundId || repeatedRows(known.shown).some((one) => isSameRow(one.row, row))
  const expected = before ? `${before.nonce} ${before.roundId}` : `from ${(above ?? 0) + 1} on`
  return {
    shown: isListed ? known.shown : [...known.shown, row].slice(-mostRanges),
    rounds,
    faults: [{ kind: 'number-repeated', pair, expected, got: `${nonce} ${roundId}` }],
  }
}

/** The numbers from `first` to `last` that were not shown; of those before the oldest range kept nothing is known. */
export function notShown({ shown }: Pick<ShownRounds, 'shown'>, first: number, last: number): NumberRange[] {
  const known = shown.length < mostRanges ? 0 : (shown[0]?.firstNonce ?? 0)
  return numbersWithout([{ firstNonce: Math.max(first, known), lastNonce: last }], shown)
}

/** The rows with a further number: it continues the row before it, or stands between those below and above it. */
function withNumber(shown: readonly ShownNumbers[], nonce: number, pair: number): ShownNumbers[] {
  const above = shown.findIndex(({ firstNonce }) => firstNonce > nonce)
  const place = above === -1 ? shown.length : above
  const before = shown[place - 1]
  if (before && before.pair === pair && before.lastNonce === nonce - 1) {
    return shown.with(place - 1, { ...before, lastNonce: nonce })
  }
  return shown.toSpliced(place, 0, { pair, firstNonce: nonce, lastNonce: nonce }).slice(-mostRanges)
}

function isSameRow(one: ShownNumbers, other: ShownNumbers): boolean {
  return one.pair === other.pair && one.firstNonce === other.firstNonce && one.lastNonce === other.lastNonce
}
