import type { Fairness, SeedPair } from '#contract/slot.ts'
import type { SeedFault } from '#domain/games/seed-chain.ts'
import type { SentSeed, StoredSeeds } from '#web/shared/seed-evidence.ts'
import type { CallEnd, PlayCall } from './calls.ts'
import type { SeedSessionCall } from './play-session.ts'

/**
 * Result of a step: `changed` means that another window changed the chain first; the state has what is in force.
 * `sentBefore`: another client seed was sent for this commitment, and the member has not chosen again.
 */
export type BeginEnd =
  | { kind: 'begun'; revealed: SeedPair | null }
  | { kind: 'openRound' | 'used' | 'changed' | 'failed' | 'sentBefore' }

/** What the window sends: the client seed, and the commitment for which it was chosen. */
type Sent = { clientSeed: string; nextServerSeedHash: string }

type StepDeps = {
  memory: { read: () => StoredSeeds; write: (change: Partial<StoredSeeds>) => void }
  fairness: () => Fairness
  call: PlayCall
  /** Reads the session once more. */
  readSession: () => Promise<CallEnd<SeedSessionCall>>
  /** Draws a client seed at random. */
  propose: () => string
  /** Compares the pair that began with what was sent. */
  recordBegun: (sent: Sent, fairness: Fairness) => void
  recordFault: (fault: SeedFault) => void
  onEnd: (end: BeginEnd) => void
}

type Steps = {
  /** `isAgain`: the member chose the client seed although another one was sent for the commitment. */
  begin: (clientSeed: string, isAgain?: boolean) => Promise<BeginEnd>
  /** With the client seed that was sent for the commitment before, also by another window of this browser, or a drawn one. */
  beginOwn: () => Promise<BeginEnd>
  draw: () => string
}

/** How many client seeds are stored per member; the oldest are dropped. */
const mostChosen = 300

/**
 * The client seed that was sent last for the commitment in force, or null. A server that refuses it has seen it, and could
 * choose among several: so it is sent again until the pair begins, unless the member chooses another one.
 */
export function sentFor(chosen: readonly SentSeed[], fairness: Fairness): string | null {
  return chosen.findLast((one) => isFor(one, fairness))?.clientSeed ?? null
}

/** Rows of older windows name only the pair. */
function isFor({ pair, serverSeedHash }: SentSeed, fairness: Fairness): boolean {
  return serverSeedHash === undefined ? pair === fairness.pair + 1 : serverSeedHash === fairness.nextServerSeedHash
}

/** The steps of one window, which knows what it drew. */
export function createSteps(deps: StepDeps): Steps {
  const drawn = new Set<string>()
  const draw = () => {
    const clientSeed = deps.propose()
    drawn.add(clientSeed)
    return clientSeed
  }
  const step = createStep(deps, drawn)
  const begin = async (clientSeed: string, isAgain = false) => {
    const end = await step(clientSeed, isAgain)
    deps.onEnd(end)
    return end
  }
  const beginOwn = () => begin(sentFor(deps.memory.read().chosen ?? [], deps.fairness()) ?? draw())
  return { begin, beginOwn, draw }
}

/** One step of the chain: the client seed is stored before it is sent, and the answer is compared with what was sent. */
function createStep(
  deps: StepDeps,
  drawn: ReadonlySet<string>,
): (clientSeed: string, isAgain: boolean) => Promise<BeginEnd> {
  const { call, recordBegun, recordFault } = deps
  return async (clientSeed, isAgain) => {
    const fairness = deps.fairness()
    const { nextServerSeedHash } = fairness
    const pair = fairness.pair + 1
    const { chosen = [], receipts } = deps.memory.read()
    // A client seed that was sent or used for one pair was known before the commitment of any later one.
    const isKnown =
      chosen.some((one) => one.clientSeed === clientSeed && !isFor(one, fairness)) ||
      receipts.some((one) => one.clientSeed === clientSeed && one.pair !== pair)
    if (isKnown) return { kind: 'used' }
    const before = sentFor(chosen, fairness)
    if (before !== null && before !== clientSeed && !isAgain) return { kind: 'sentBefore' }
    const isSame = (one: SentSeed) => one.clientSeed === clientSeed && one.pair === pair
    const isDrawn = drawn.has(clientSeed) || chosen.some((one) => isSame(one) && one.isDrawn === true)
    const row: SentSeed = { pair, clientSeed, serverSeedHash: nextServerSeedHash, ...(isDrawn && { isDrawn }) }
    // The last row is the one that is sent again.
    deps.memory.write({ chosen: [...chosen.filter((one) => !isSame(one)), row].slice(-mostChosen) })

    const sent = { clientSeed, nextServerSeedHash }
    const begunBy = (now: Fairness, revealed: SeedPair | null): BeginEnd => {
      recordBegun(sent, now)
      return { kind: 'begun', revealed }
    }
    const refusedFalsely = (status: string) =>
      recordFault({ kind: 'false-refusal', pair, expected: `pair ${pair} with ${clientSeed}`, got: status })
    const end = await call('set-client-seed', sent)
    if (end.kind === 'answer') {
      const { answer } = end
      if (answer.status === 'success') return begunBy(answer.fairness, answer.revealed)
      if (answer.status === 'open-round') return { kind: 'openRound' }
      if (answer.status === 'used') {
        // Nobody can have used what was drawn here, and the same step again is answered with its pair.
        if (isDrawn) refusedFalsely(answer.status)
        return { kind: 'used' }
      }
      if (answer.status !== 'commitment') return { kind: 'failed' }
      if (answer.fairness.nextServerSeedHash !== nextServerSeedHash) return { kind: 'changed' }
      // It was refused for another commitment, and no other is in force.
      refusedFalsely(answer.status)
      return { kind: 'failed' }
    }
    if (end.kind !== 'lost') return { kind: 'failed' }
    // The step may have been taken: the session shows it.
    const after = await deps.readSession()
    if (after.kind !== 'answer' || after.answer.status !== 'success') return { kind: 'failed' }
    return after.answer.fairness.clientSeed === clientSeed ? begunBy(after.answer.fairness, null) : { kind: 'failed' }
  }
}
