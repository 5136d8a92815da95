import type { PlayRouteName } from '#contract/play-api.ts'
import type { Fairness, PastRound, SeedPair } from '#contract/slot.ts'
import {
  comparePairWithReceipts,
  compareStep,
  compareWithReceipts,
  isNotAmong,
  receiptOf,
  type SeedFault,
  type SeedReceipt,
} from '#domain/games/seed-chain.ts'
import type { NumberRange } from '#domain/games/shown-numbers.ts'
import { parseStoredSeeds, seedStorageKey, type StoredEvidence, type StoredSeeds } from '#web/shared/seed-evidence.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import type { CallEnd, PlayCall } from './calls.ts'
import { proposeClientSeed } from './client-seed.ts'
import type { PlaySession } from './play-session.ts'
import { highestShown, notShown, withRound, type NamedRound } from './shown-rounds.ts'

/**
 * The member's side of the seed chain: stores what the server publishes as receipts in the browser, per member, and
 * compares every later answer with them. A fault stays on record.
 */
export type SeedKeeper = {
  /** The member's id, as the session names it. */
  member: string
  state: Store<SeedState>
  /** The window's API client; every answer that names a seed is compared with the receipts. */
  call: PlayCall
  /** Everything stored for the member, oldest first. */
  receipts: () => readonly SeedReceipt[]
  /** What of it the evidence has. */
  stored: () => StoredEvidence
  /** One step of the chain with the client seed; it is chosen for the commitment that was published last. */
  begin: (clientSeed: string) => Promise<BeginEnd>
  /** Begins a pair with a seed of this browser when none is in use: the first, or one after a block or an exclusion. */
  beginFirst: () => Promise<void>
  /** Begins a pair with a proposed client seed. */
  beginOwn: () => Promise<BeginEnd>
  /** The member goes on with the pair in use, although its client seed was not chosen in this browser. */
  acceptPair: () => void
  /** The member has read which numbers were passed over. */
  acceptNumbers: () => void
}

export type SeedState = {
  fairness: Fairness
  faults: readonly SeedFault[]
  /** The pair in use whose client seed was not chosen in this browser, until the member goes on with it; else null. */
  foreignPair: number | null
  /** The numbers of rounds that this browser was not shown, until the member has read of them. */
  notSeen: readonly NumberRange[]
  /** A new pair was refused because this window has ended. */
  isEnded: boolean
}

/** Result of a step: `changed` means that another window changed the chain first; the state has what is in force. */
export type BeginEnd =
  | { kind: 'begun'; revealed: SeedPair | null }
  | { kind: 'openRound' | 'used' | 'changed' | 'failed' }

type KeeperDeps = {
  call: PlayCall
  session: PlaySession
  /** Null where the browser blocks storage: then only this window compares. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  now: () => Date
  propose?: () => string
}

/** How many receipts, chosen client seeds and faults are stored per member; the oldest receipts and seeds are dropped. */
const mostReceipts = 300
const mostChosen = 300
const mostFaults = 20

/** Creates the keeper of one window from its session; the session's own answer is the first one compared. */
export function createSeedKeeper(deps: KeeperDeps): SeedKeeper {
  const { session, now, propose = proposeClientSeed } = deps
  const memory = createMemory(deps)
  const { read, write } = memory
  const state = createStore<SeedState>({ ...stateOf(session.fairness, read()), isEnded: false })
  const update = (fairness = state.get().fairness) =>
    state.set({ ...stateOf(fairness, read()), isEnded: state.get().isEnded })

  const record = (known: readonly SeedReceipt[], published: Published) => {
    const { receipts, faults } = read()
    const found = published.faults(known)
    const receipt = published.fairness === null ? null : receiptOf(published.fairness, now().toISOString())
    const isNew = receipt !== null && !receipts.some((one) => isSamePublication(one, receipt))
    if (isNew || found.length > 0) {
      write({
        receipts: (isNew ? [...receipts, receipt] : receipts).slice(-mostReceipts),
        faults: withNew(faults, found).slice(0, mostFaults),
      })
    }
    update(published.fairness ?? undefined)
  }
  /** A round whose pair is not named is of the pair in use. */
  const recordRound = (round: Omit<NamedRound, 'pair'>, above: number | null, pair = state.get().fairness.pair) => {
    const { shown = [], rounds = [], faults } = read()
    const named = { nonce: round.nonce, roundId: round.roundId, pair }
    const { faults: found, ...next } = withRound({ shown, rounds }, named, above)
    write({ ...next, faults: withNew(faults, found).slice(0, mostFaults) })
    update()
  }
  const recordFault = (fault: SeedFault) => {
    write({ faults: withNew(read().faults, [fault]).slice(0, mostFaults) })
    update()
  }
  const requested = createRequestedSpins(() => ({
    above: highestShown({ shown: read().shown ?? [] }),
    pair: state.get().fairness.pair,
  }))
  /** A spin is of the pair that was in use when it was first requested, or of one that began since. */
  const comparePair = async (pair: number, from: number) => {
    if (pair < from) recordFault(movedRound(pair, from))
    if (pair <= state.get().fairness.pair) return
    const session = await call('get-session', {})
    if (session.kind !== 'answer' || session.answer.status !== 'success') return
    const inUse = session.answer.fairness.pair
    if (inUse < pair) recordFault(movedRound(pair, inUse))
  }
  const call: PlayCall = async (name, body, options) => {
    const known = read().receipts
    const first = name === 'spin' ? requested.first((body as { requestId: string }).requestId) : null
    const end = await deps.call(name, body, options)
    for (const published of publishedBy(end)) record(known, published)
    if (end.kind !== 'answer') return end
    if (name === 'set-client-seed' && end.answer.status === 'elsewhere') state.set({ ...state.get(), isEnded: true })
    const { round, pair, openRound, rounds = [] } = end.answer as ShownAnswer
    if (openRound) recordRound(openRound, null)
    if (first !== null && round) {
      recordRound(round, first.above, pair)
      // The round is shown meanwhile.
      if (pair !== undefined) void comparePair(pair, first.pair)
    }
    // The history repeats rounds that were shown here; others it has from elsewhere.
    const ids = read().rounds ?? []
    for (const past of rounds)
      if (ids.some(({ nonce, roundId }) => nonce === past.nonce || roundId === past.roundId)) recordRound(past, null)
    return end
  }
  if (read().shown === undefined || read().chosen === undefined) write(firstStored(read(), session))
  record(read().receipts, ofFairness(session.fairness))
  if (session.openRound) recordRound(session.openRound, null)

  const begin = createBegin({ memory, state, call, record })
  return {
    member: session.member,
    state,
    call,
    receipts: () => read().receipts,
    stored: () => {
      const { receipts, faults, chosen, shown } = read()
      return { receipts, faults, chosen, shown }
    },
    begin,
    async beginFirst() {
      if (state.get().fairness.clientSeed === null) await begin(propose())
    },
    beginOwn: () => begin(propose()),
    acceptPair() {
      write({ acceptedPair: state.get().fairness.pair })
      update()
    },
    acceptNumbers() {
      write({ seenFrom: nextNumber(state.get().fairness, read()) })
      update()
    },
  }
}

type BeginDeps = {
  memory: Memory
  state: Store<SeedState>
  call: PlayCall
  record: (known: readonly SeedReceipt[], published: Published) => void
}

/** One step of the chain: the client seed is stored before it is sent, and the answer is compared with what was sent. */
function createBegin({ memory, state, call, record }: BeginDeps): SeedKeeper['begin'] {
  return async (clientSeed) => {
    const { nextServerSeedHash, pair } = state.get().fairness
    const { chosen = [] } = memory.read()
    // A client seed that was sent for one pair was known before the commitment of any later one.
    if (chosen.some((one) => one.clientSeed === clientSeed && one.pair !== pair + 1)) return { kind: 'used' }
    const sent = { clientSeed, nextServerSeedHash }
    memory.write({ chosen: [...chosen, { pair: pair + 1, clientSeed }].slice(-mostChosen) })
    const isBegun = (fairness: Fairness) => record([], { fairness, faults: () => compareStep(sent, fairness) })
    const end = await call('set-client-seed', sent)
    if (end.kind === 'answer') {
      if (end.answer.status === 'success') {
        isBegun(end.answer.fairness)
        return { kind: 'begun', revealed: end.answer.revealed }
      }
      if (end.answer.status === 'open-round') return { kind: 'openRound' }
      const { status } = end.answer
      if (status === 'blocked' || status === 'excluded' || status === 'elsewhere') return { kind: 'failed' }
      return { kind: end.answer.status === 'used' ? 'used' : 'changed' }
    }
    if (end.kind !== 'lost') return { kind: 'failed' }
    // The step may have been taken: the session shows it.
    const after = await call('get-session', {})
    if (after.kind !== 'answer' || after.answer.status !== 'success') return { kind: 'failed' }
    if (after.answer.fairness.clientSeed !== clientSeed) return { kind: 'failed' }
    isBegun(after.answer.fairness)
    return { kind: 'begun', revealed: null }
  }
}

type Memory = { read: () => StoredSeeds; write: (change: Partial<StoredSeeds>) => void }

/** What is stored for the member, of which other windows store too; without storage, what this window stored. */
function createMemory({ storage, session }: KeeperDeps): Memory {
  const key = seedStorageKey(session.member)
  let memory: StoredSeeds = { receipts: [], faults: [] }
  let isKept = true
  const read = (): StoredSeeds => (memory = (isKept ? parseStoredSeeds(storage?.getItem(key) ?? null) : null) ?? memory)
  return {
    read,
    write(change) {
      memory = { ...read(), ...change }
      try {
        storage?.setItem(key, JSON.stringify(memory))
      } catch {
        // A full storage: the window still compares from memory.
        isKept = false
      }
    },
  }
}

/** What a browser stores that has not stored what it chose or was shown: all of that begins now. */
function firstStored(
  { receipts, chosen = [], shown = [] }: StoredSeeds,
  { fairness }: PlaySession,
): Partial<StoredSeeds> {
  // The pair that an older window has played on, and may have begun, needs no question.
  const isKnown = receipts.some(({ pair, clientSeed }) => pair === fairness.pair && clientSeed === fairness.clientSeed)
  return { chosen, shown, seenFrom: fairness.nonce, ...(isKnown && { acceptedPair: fairness.pair }) }
}

function stateOf(fairness: Fairness, stored: StoredSeeds): Omit<SeedState, 'isEnded'> {
  const { chosen = [], shown = [], faults, acceptedPair, seenFrom = 0 } = stored
  const { pair, scheme, clientSeed } = fairness
  const isForeign = clientSeed !== null && isNotAmong(chosen)({ pair, scheme, clientSeed }) && acceptedPair !== pair
  const notSeen = notShown({ shown }, seenFrom, nextNumber(fairness, stored) - 1)
  return { fairness, faults, foreignPair: isForeign ? pair : null, notSeen }
}

/** The number of the next round, as the newest answers tell. */
function nextNumber({ nonce }: Fairness, { shown = [] }: StoredSeeds): number {
  return Math.max(nonce, highestShown({ shown }) + 1)
}

/** The highest number shown, and the pair in use. */
type Moment = { above: number; pair: number }

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

/** What an answer published about seeds: what to compare, and the fairness to store. */
type Published = { fairness: Fairness | null; faults: (known: readonly SeedReceipt[]) => SeedFault[] }

function ofFairness(fairness: Fairness): Published {
  return { fairness, faults: (known) => compareWithReceipts(known, receiptOf(fairness, '')) }
}

/** A pair or a round names the commitment and the client seed of its pair. */
function ofPair(named: SeedPair | PastRound): Published {
  return { fairness: null, faults: (known) => comparePairWithReceipts(known, named) }
}

/** The fields of the answers of the play API that name seeds. */
type Answered = {
  fairness: Fairness
  revealed: SeedPair | null
  pairs: readonly SeedPair[]
  rounds: readonly PastRound[]
}

/** The fields that name rounds which this browser is shown. */
type ShownAnswer = {
  round?: Omit<NamedRound, 'pair'>
  /** The pair of a spin's round. */
  pair?: number
  openRound?: Omit<NamedRound, 'pair'> | null
  rounds?: readonly PastRound[]
}

function publishedBy<Name extends PlayRouteName>(end: CallEnd<Name>): Published[] {
  if (end.kind !== 'answer') return []
  const { fairness, revealed, pairs = [], rounds = [] } = end.answer as Partial<Answered>
  const named = [...(revealed ? [revealed] : []), ...pairs, ...rounds].map(ofPair)
  return fairness ? [...named, ofFairness(fairness)] : named
}

function isSamePublication(one: SeedReceipt, other: SeedReceipt): boolean {
  return (
    one.pair === other.pair &&
    one.serverSeedHash === other.serverSeedHash &&
    one.nextServerSeedHash === other.nextServerSeedHash &&
    one.clientSeed === other.clientSeed
  )
}

function withNew(known: readonly SeedFault[], found: readonly SeedFault[]): SeedFault[] {
  const all = new Map([...known, ...found].map((fault) => [JSON.stringify(fault), fault]))
  return [...all.values()]
}
