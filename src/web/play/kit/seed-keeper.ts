import type { PlayRouteName } from '#contract/play-api.ts'
import type { Fairness, PastRound, SeedPair } from '#contract/slot.ts'
import {
  comparePairWithReceipts,
  compareStep,
  compareWithReceipts,
  receiptOf,
  type SeedFault,
  type SeedReceipt,
} from '#domain/games/seed-chain.ts'
import { parseStoredSeeds, seedStorageKey, type StoredSeeds } from '#web/shared/seed-evidence.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import type { CallEnd, PlayCall } from './calls.ts'
import { proposeClientSeed } from './client-seed.ts'
import type { PlaySession } from './play-session.ts'

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
  /** One step of the chain with the client seed; it is chosen for the commitment that was published last. */
  begin: (clientSeed: string) => Promise<BeginEnd>
  /** Begins a pair with a seed of this browser when none is in use: the first, or one after a block or an exclusion. */
  beginFirst: () => Promise<void>
}

export type SeedState = { fairness: Fairness; faults: readonly SeedFault[] }

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

/** How many receipts and faults are stored per member; the oldest receipts are dropped. */
const mostReceipts = 300
const mostFaults = 20

/** Creates the keeper of one window from its session; the session's own answer is the first one compared. */
export function createSeedKeeper(deps: KeeperDeps): SeedKeeper {
  const { session, storage, now } = deps
  const key = seedStorageKey(session.member)
  let memory: StoredSeeds = { receipts: [], faults: [] }
  const read = (): StoredSeeds => (memory = parseStoredSeeds(storage?.getItem(key) ?? null) ?? memory)
  const state = createStore<SeedState>({ fairness: session.fairness, faults: read().faults })

  const record = (known: readonly SeedReceipt[], published: Published) => {
    const { receipts, faults } = read()
    const found = published.faults(known)
    const receipt = published.fairness === null ? null : receiptOf(published.fairness, now().toISOString())
    const isNew = receipt !== null && !receipts.some((one) => isSamePublication(one, receipt))
    if (isNew || found.length > 0) {
      memory = {
        receipts: (isNew ? [...receipts, receipt] : receipts).slice(-mostReceipts),
        faults: withNew(faults, found).slice(0, mostFaults),
      }
      store(storage, key, memory)
    }
    state.set({ fairness: published.fairness ?? state.get().fairness, faults: memory.faults })
  }
  const call: PlayCall = async (name, body, options) => {
    const known = read().receipts
    const end = await deps.call(name, body, options)
    for (const published of publishedBy(end)) record(known, published)
    return end
  }
  record(read().receipts, ofFairness(session.fairness))

  const begin = async (clientSeed: string): Promise<BeginEnd> => {
    const { nextServerSeedHash } = state.get().fairness
    const sent = { clientSeed, nextServerSeedHash }
    const isBegun = (fairness: Fairness) => record([], { fairness, faults: () => compareStep(sent, fairness) })
    const end = await call('set-client-seed', sent)
    if (end.kind === 'answer') {
      if (end.answer.status === 'success') {
        isBegun(end.answer.fairness)
        return { kind: 'begun', revealed: end.answer.revealed }
      }
      if (end.answer.status === 'open-round') return { kind: 'openRound' }
      if (end.answer.status === 'blocked' || end.answer.status === 'excluded') return { kind: 'failed' }
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
  return {
    member: session.member,
    state,
    call,
    receipts: () => read().receipts,
    begin,
    async beginFirst() {
      if (state.get().fairness.clientSeed === null) await begin((deps.propose ?? proposeClientSeed)())
    },
  }
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

function store(storage: KeeperDeps['storage'], key: string, value: StoredSeeds): void {
  try {
    storage?.setItem(key, JSON.stringify(value))
  } catch {
    // A full storage: the window still compares from memory.
  }
}
