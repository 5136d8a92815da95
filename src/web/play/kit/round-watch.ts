import type { PastRound, WireRound } from '#contract/slot.ts'
import type { SeedFault } from '#domain/games/seed-chain.ts'
import type { StoredSeeds } from '#web/shared/seed-evidence.ts'
import type { CallEnd } from './calls.ts'
import type { SeedSession, SeedSessionCall } from './play-session.ts'
import { otherResult, withResult } from './shown-results.ts'
import { highestShown, withRound, type NamedRound } from './shown-rounds.ts'

type WatchDeps = {
  memory: { read: () => StoredSeeds; write: (change: Partial<StoredSeeds>) => void }
  pairInUse: () => number
  readSession: () => Promise<CallEnd<SeedSessionCall>>
  recordFaults: (faults: readonly SeedFault[]) => void
}

type SpinBody = { requestId: string; stake: string }

/** The highest number shown, the pair in use, and what the spin stakes. */
export type Moment = { above: number; pair: number; staked: string }

/** Stores the numbers and the results of the rounds that this browser is shown, and names those that do not fit. */
export type RoundWatch = {
  /** What was known when the spin was first requested; null for another call. */
  requested: (name: string, body: unknown) => Moment | null
  /** Compares the rounds of an answer to the call; `first` is what was known when it was requested. */
  compare: (name: string, answer: object, first: Moment | null) => void
  record: (round: WireRound, pair: number) => void
}

/** The calls that stake on a new round. */
const beginning: ReadonlySet<string> = new Set(['spin', 'begin-seat-round'])

/** The fields that name rounds which this browser is shown. A round with decisions names its pair itself, and has no result yet. */
type ShownAnswer = {
  round?: WireRound | (NamedRound & { decisions: unknown })
  /** The pair of a spin's round. */
  pair?: number
  openRound?: (WireRound & { pair: number }) | null
  rounds?: readonly PastRound[]
}

export function createRoundWatch(
  session: SeedSession,
  { memory, pairInUse, readSession, recordFaults }: WatchDeps,
): RoundWatch {
  const recordNumber = (round: NamedRound, above: number | null) => {
    const { shown = [], rounds = [] } = memory.read()
    const { faults, ...next } = withRound({ shown, rounds }, round, above)
    memory.write(next)
    return faults
  }
  /** A round that is shown now, or resumed. If its pair is not named, it is of the pair in use. */
  const record = (round: WireRound, first: Moment | null = null, pair = pairInUse()) => {
    const { results: known = [] } = memory.read()
    const faults = recordNumber(namedOf(round, pair), first?.above ?? null)
    const answered = { ...round, mathHash: session.game.mathHash, pair, staked: first?.staked }
    const { results, faults: others } = withResult(known, answered)
    memory.write({ results })
    recordFaults([...faults, ...others])
  }
  /** The history repeats rounds that were shown here, with the same numbers and results; others it has from elsewhere. */
  const comparePast = (past: PastRound) => {
    const { shown = [], rounds = [], results = [] } = memory.read()
    const faults: SeedFault[] = otherResult(results, past)
    if (rounds.some(({ nonce, roundId }) => nonce === past.nonce || roundId === past.roundId)) {
      const { faults: others, ...next } = withRound({ shown, rounds }, namedOf(past, past.pair), null)
      memory.write(next)
      faults.push(...others)
    }
    if (faults.length > 0) recordFaults(faults)
  }
  /** A spin is of the pair that was in use when it was first requested, or of one that began since. */
  const comparePair = async (pair: number, from: number) => {
    if (pair < from) recordFaults([movedRound(pair, from)])
    if (pair <= pairInUse()) return
    const session = await readSession()
    if (session.kind !== 'answer' || session.answer.status !== 'success') return
    const inUse = session.answer.fairness.pair
    if (inUse < pair) recordFaults([movedRound(pair, inUse)])
  }
  const spins = createRequestedSpins((staked) => ({
    staked,
    above: highestShown({ shown: memory.read().shown ?? [] }),
    pair: pairInUse(),
  }))
  return {
    requested: (name, body) => (beginning.has(name) ? spins.first(body as SpinBody) : null),
    compare(name, answer, first) {
      const { round, pair, openRound, rounds = [] } = answer as ShownAnswer
      if (openRound) record(openRound, null, openRound.pair)
      if (round && 'decisions' in round) {
        recordFaults(recordNumber(round, first?.above ?? null))
        if (first !== null) void comparePair(round.pair, first.pair)
        return
      }
      if (first !== null && round) {
        record(round, first, pair)
        // The round is shown meanwhile.
        if (pair !== undefined) void comparePair(pair, first.pair)
      }
      for (const past of rounds) if (!('decisions' in past)) comparePast(past)
      if (name === 'get-round' && round) comparePast(round as PastRound)
    },
    record: (round, pair) => record(round, null, pair),
  }
}

/**
 * What was known when a spin was first requested: its number is higher and its pair not lower, also if another window
 * plays before a repeated request is answered.
 */
function createRequestedSpins(now: (staked: string) => Moment): { first: (spin: SpinBody) => Moment } {
  let requested = { requestId: '', above: -1, pair: 0, staked: '' }
  return {
    first({ requestId, stake }) {
      if (requested.requestId !== requestId) requested = { requestId, ...now(stake) }
      return requested
    },
  }
}

function namedOf({ nonce, roundId }: WireRound, pair: number): NamedRound {
  return { nonce, roundId, pair }
}

/** A round of a pair that was not in use. */
function movedRound(pair: number, inUse: number): SeedFault {
  return { kind: 'round-moved', pair, expected: `pair ${inUse}`, got: `pair ${pair}` }
}
