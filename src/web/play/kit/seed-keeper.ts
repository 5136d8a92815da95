import type { Fairness, PastRound, SeedPair } from '#contract/slot.ts'
import { isNotAmong } from '#domain/games/chosen-seeds.ts'
import {
  comparePairWithReceipts,
  compareStep,
  compareWithReceipts,
  receiptOf,
  type SeedFault,
  type SeedReceipt,
} from '#domain/games/seed-chain.ts'
import type { NumberRange } from '#domain/games/shown-numbers.ts'
import { parseStoredSeeds, seedStorageKey, type StoredEvidence, type StoredSeeds } from '#web/shared/seed-evidence.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import type { CallEnd, PlayCall, WindowRouteName } from './calls.ts'
import { proposeClientSeed } from './client-seed.ts'
import type { SeedSession, SeedSessionCall } from './play-session.ts'
import { createRoundWatch } from './round-watch.ts'
import { createSteps, sentFor, type BeginEnd } from './seed-step.ts'
import { highestShown, notShown } from './shown-rounds.ts'

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
  /** Reads the session of the window once more. */
  readSession: () => Promise<CallEnd<SeedSessionCall>>
  /** Everything stored for the member, oldest first. */
  receipts: () => readonly SeedReceipt[]
  /** What of it the evidence has. */
  stored: () => StoredEvidence
  /**
   * One step of the chain with the client seed; it is chosen for the commitment that was published last. `isAgain`: the
   * member chose it although another one was sent for that commitment.
   */
  begin: (clientSeed: string, isAgain?: boolean) => Promise<BeginEnd>
  /** Draws a client seed; the server cannot know it before it is sent. */
  propose: () => string
  /** Begins the member's first pair with a seed of this browser, if there was none; never one after a pair that ended. */
  beginFirst: () => Promise<void>
  /** Begins a pair with the client seed that was sent for it before, or a proposed one. */
  beginOwn: () => Promise<BeginEnd>
  /** The member goes on with the pair in use, although its client seed was not chosen in this browser. */
  acceptPair: () => void
  /** The member has read which numbers were passed over. */
  acceptNumbers: () => void
  /** Asks the server whether this window has ended. */
  askWhetherEnded: () => Promise<boolean>
  /** Another window plays with the same play session. */
  endWindow: () => void
  /** Another window of this browser has stored something, under this key. */
  onStored: (key: string | null) => void
}

export type SeedState = {
  fairness: Fairness
  faults: readonly SeedFault[]
  /** The pair in use whose client seed was not chosen in this browser, until the member goes on with it; else null. */
  foreignPair: number | null
  /** The newest pair, if it ended without a step of this browser and the member has not begun the next one; else null. */
  endedPair: number | null
  /** The numbers of rounds that this browser was not shown, until the member has read of them. */
  notSeen: readonly NumberRange[]
  /** The client seed that was sent for the next pair and is sent again; null when none was. */
  sent: string | null
  /** This window has ended, because another one was opened since. */
  isEnded: boolean
  /** Why the last step did not begin a pair; null when it did. */
  refused: Exclude<BeginEnd['kind'], 'begun'> | null
}

type KeeperDeps = {
  call: PlayCall
  session: SeedSession
  /** What answers the session of this window. */
  sessionCall?: SeedSessionCall
  /** Null where the browser blocks storage: then only this window compares. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  now: () => Date
  propose?: () => string
}

/** How many receipts and faults are stored per member; the oldest receipts are dropped. */
const mostReceipts = 300
const mostFaults = 20

/** Creates the keeper of one window from its session; the session's own answer is the first one compared. */
export function createSeedKeeper(deps: KeeperDeps): SeedKeeper {
  const { session, sessionCall = 'get-session', now, propose = proposeClientSeed } = deps
  const memory = createMemory(deps)
  const { read, write } = memory
  const state = createStore<SeedState>({ ...stateOf(session.fairness, read()), isEnded: false, refused: null })
  const update = (fairness = state.get().fairness) => state.set({ ...state.get(), ...stateOf(fairness, read()) })

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
  const recordFaults = (found: readonly SeedFault[]) => {
    if (found.length > 0) write({ faults: withNew(read().faults, found).slice(0, mostFaults) })
    update()
  }
  const watch = createRoundWatch(session, {
    memory,
    pairInUse: () => state.get().fairness.pair,
    readSession: () => readSession(),
    recordFaults,
  })
  const endWindow = () => state.set({ ...state.get(), isEnded: true })
  const call: PlayCall = async (name, body, options) => {
    const known = read().receipts
    const first = watch.requested(name, body)
    const end = await deps.call(name, body, options)
    for (const published of publishedBy(end)) record(known, published)
    if (end.kind !== 'answer') return end
    if (!isBegin(name) && end.answer.status === 'elsewhere') endWindow()
    watch.compare(name, end.answer, first)
    return end
  }
  const readSession = () => call<SeedSessionCall>(sessionCall, {})
  if (read().shown === undefined || read().chosen === undefined) write(firstStored(read(), session))
  record(read().receipts, ofFairness(session.fairness))
  if (session.openRound) watch.record(session.openRound, session.openRound.pair)

  const { begin, beginOwn, draw } = createSteps({
    memory,
    fairness: () => state.get().fairness,
    call,
    readSession,
    propose,
    recordBegun: (sent, fairness) => record([], { fairness, faults: () => compareStep(sent, fairness) }),
    recordFault: (fault) => recordFaults([fault]),
    onEnd({ kind }) {
      update()
      state.set({ ...state.get(), refused: kind === 'begun' ? null : kind })
    },
  })
  return {
    member: session.member,
    state,
    call,
    readSession,
    receipts: () => read().receipts,
    stored: () => evidenceOf(read()),
    begin,
    propose: draw,
    beginFirst: () => beginFirst(state, readSession, beginOwn),
    beginOwn,
    endWindow,
    onStored: (key) => key === seedStorageKey(session.member) && update(),
    askWhetherEnded: () => askWhetherEnded(state, readSession),
    ...acceptances(memory, state, update),
  }
}

/** What the member decides about a pair or about numbers, in this window. */
function acceptances(
  { read, write }: Memory,
  state: Store<SeedState>,
  update: () => void,
): Pick<SeedKeeper, 'acceptPair' | 'acceptNumbers'> {
  return {
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

async function beginFirst(
  state: Store<SeedState>,
  readSession: SeedKeeper['readSession'],
  beginOwn: SeedKeeper['beginOwn'],
): Promise<void> {
  // Another window may have begun the first pair after this session was read.
  if (state.get().endedPair !== null && state.get().fairness.pair === 0) await readSession()
  if (hasNoPair(state.get())) await beginOwn()
}

/** The controller of the game ends the window by itself when such a call is answered so. */
function isBegin(name: WindowRouteName): boolean {
  return name === 'spin' || name === 'begin-seat-round' || name === 'decide-seat-round'
}

/** A request that is lost tells nothing; the next spin does. */
async function askWhetherEnded(state: Store<SeedState>, readSession: SeedKeeper['readSession']): Promise<boolean> {
  if (!state.get().isEnded) await readSession()
  return state.get().isEnded
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

function evidenceOf({ receipts, faults, chosen, shown, results }: StoredSeeds): StoredEvidence {
  return { receipts, faults, chosen, shown, results }
}

/** What a browser stores that has not stored what it chose or was shown: all of that begins now. */
function firstStored(
  { receipts, chosen = [], shown = [], results = [] }: StoredSeeds,
  { fairness }: SeedSession,
): Partial<StoredSeeds> {
  // The pair that an older window has played on, and may have begun, needs no question.
  const isKnown = receipts.some(({ pair, clientSeed }) => pair === fairness.pair && clientSeed === fairness.clientSeed)
  return { chosen, shown, results, seenFrom: fairness.nonce, ...(isKnown && { acceptedPair: fairness.pair }) }
}

function stateOf(fairness: Fairness, stored: StoredSeeds): Omit<SeedState, 'isEnded' | 'refused'> {
  const { receipts, chosen = [], shown = [], faults, acceptedPair, seenFrom = 0 } = stored
  const { pair, scheme, clientSeed } = fairness
  const isForeign = clientSeed !== null && isNotAmong(chosen)({ pair, scheme, clientSeed }) && acceptedPair !== pair
  const notSeen = notShown({ shown }, seenFrom, nextNumber(fairness, stored) - 1)
  // Also where the session denies that there was one.
  const newest = Math.max(pair, ...receipts.map((receipt) => receipt.pair))
  return {
    fairness,
    faults,
    foreignPair: isForeign ? pair : null,
    endedPair: clientSeed === null && newest > 0 ? newest : null,
    notSeen,
    sent: sentFor(chosen, fairness),
  }
}

/** Whether the member never had a pair, so that the window begins the first by itself. */
function hasNoPair({ fairness, endedPair }: SeedState): boolean {
  return fairness.clientSeed === null && endedPair === null
}

/** The number of the next round, as the newest answers tell. */
function nextNumber({ nonce }: Fairness, { shown = [] }: StoredSeeds): number {
  return Math.max(nonce, highestShown({ shown }) + 1)
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

function publishedBy<Name extends WindowRouteName>(end: CallEnd<Name>): Published[] {
  if (end.kind !== 'answer') return []
  const answer: object = end.answer
  const { fairness, revealed, pairs = [], rounds = [] } = answer as Partial<Answered>
  // Shared rounds of a table name no seeds of the member.
  const ofSeeds = rounds.filter((round) => 'clientSeed' in round)
  const named = [...(revealed ? [revealed] : []), ...pairs, ...ofSeeds].map(ofPair)
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
