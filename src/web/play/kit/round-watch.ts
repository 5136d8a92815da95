import type { PastRound } from '#contract/slot.ts'
import type { SeedFault } from '#domain/games/seed-chain.ts'
import type { StoredSeeds } from '#web/shared/seed-evidence.ts'
import type { CallEnd } from './calls.ts'
import { highestShown, withRound, type NamedRound } from './shown-rounds.ts'

type WatchDeps = {
  memory: { read: () => StoredSeeds; write: (change: Partial<StoredSeeds>) => void }
  pairInUse: () => number
  readSession: () => Promise<CallEnd<'get-session'>>
  recordFaults: (faults: readonly SeedFault[]) => void
}

/** The highest number shown, and the pair in use. */
export type Moment = { above: number; pair: number }

/** Stores the numbers of the rounds that this browser is shown, and names those that do not fit. */
export type RoundWatch = {
  /** What was known when the spin was first requested; null for another call. */
  requested: (name: string, body: unknown) => Moment | null
  /** Compares the rounds of an answer; `first` is what was known when it was requested. */
  compare: (answer: object, first: Moment | null) => void
  record: (round: Omit<NamedRound, 'pair'>) => void
}

/** The fields that name rounds which this browser is shown. */
type ShownAnswer = {
  round?: Omit<NamedRound, 'pair'>
  /** The pair of a spin's round. */
  pair?: number
  openRound?: Omit<NamedRound, 'pair'> | null
  rounds?: readonly PastRound[]
}

export function createRoundWatch({ memory, pairInUse, readSession, recordFaults }: WatchDeps): RoundWatch {
  /** A round whose pair is not named is of the pair in use. */
  const record = (round: Omit<NamedRound, 'pair'>, above: number | null = null, pair = pairInUse()) => {
    const { shown = [], rounds = [] } = memory.read()
    const named = { nonce: round.nonce, roundId: round.roundId, pair }
    const { faults, ...next } = withRound({ shown, rounds }, named, above)
    memory.write(next)
    recordFaults(faults)
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
  const spins = createRequestedSpins(() => ({
    above: highestShown({ shown: memory.read().shown ?? [] }),
    pair: pairInUse(),
  }))
  return {
    requested: (name, body) => (name === 'spin' ? spins.first((body as { requestId: string }).requestId) : null),
    compare(answer, first) {
      const { round, pair, openRound, rounds = [] } = answer as ShownAnswer
      if (openRound) record(openRound)
      if (first !== null && round) {
        record(round, first.above, pair)
        // The round is shown meanwhile.
        if (pair !== undefined) void comparePair(pair, first.pair)
      }
      // The history repeats rounds that were shown here; others it has from elsewhere.
      const ids = memory.read().rounds ?? []
      for (const past of rounds)
        if (ids.some(({ nonce, roundId }) => nonce === past.nonce || roundId === past.roundId)) record(past)
    },
    record: (round) => record(round),
  }
}

/**
 * What was known when a spin was first requested: its number is higher and its pair not lower, also if another window
 * plays before a repeated request is answered.
 */
function createRequestedSpins(now: () => Moment): { first: (requestId: string) => Moment } {
  let requested = { requestId: '', above: -1, pair: 0 }
  return {
    first(requestId) {
      if (requested.requestId !== requestId) requested = { requestId, ...now() }
      return requested
    },
  }
}

/** A round of a pair that was not in use. */
function movedRound(pair: number, inUse: number): SeedFault {
  return { kind: 'round-moved', pair, expected: `pair ${inUse}`, got: `pair ${pair}` }
}
