import type { SeedPair } from '#contract/slot.ts'
import type { ChosenSeed } from '#domain/games/chosen-seeds.ts'
import type { SeedFault, SeedReceipt } from '#domain/games/seed-chain.ts'
import type { seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import type { ShownNumbers } from '#domain/games/shown-numbers.ts'
import type { ShownResults } from '#domain/games/shown-results.ts'
import { saveFile } from './download.ts'

/** The evidence of a member's seed chain: what this browser stored and what the server answers, saved as one file. */

/**
 * What a browser stored of the server's publications to a member; what it chose and was shown is missing in what older
 * windows stored.
 */
export type StoredSeeds = {
  receipts: readonly SeedReceipt[]
  faults: readonly SeedFault[]
  chosen?: readonly SentSeed[] | undefined
  shown?: readonly ShownNumbers[] | undefined
  results?: readonly ShownResults[] | undefined
  /** The ids of the rounds shown last, by their numbers. */
  rounds?: readonly ShownRound[] | undefined
  /** The pair on which the member goes on, although its client seed was not chosen in this browser. */
  acceptedPair?: number | undefined
  /** Numbers below this one are not looked for any more. */
  seenFrom?: number | undefined
}

/**
 * A client seed stored before it is sent, with the commitment for which it was chosen; older windows stored none.
 * `isDrawn`: the window drew it at random.
 */
export type SentSeed = ChosenSeed & { serverSeedHash?: string | undefined; isDrawn?: boolean | undefined }

export type ShownRound = { nonce: number; roundId: string }

/** What of it belongs to the evidence. */
export type StoredEvidence = Pick<StoredSeeds, 'receipts' | 'faults' | 'chosen' | 'shown' | 'results'>

/** The evidence as the member saves it: `format` names the shape for verifiers outside this program. */
export type EvidenceFile = {
  format: typeof seedEvidenceFormat
  member: string
  savedAt: string
  receipts: readonly SeedReceipt[]
  chosen?: readonly ChosenSeed[] | undefined
  shown?: readonly ShownNumbers[] | undefined
  results?: readonly ShownResults[] | undefined
  /** Faults that the game window found when answers arrived. */
  faults: readonly SeedFault[]
  /** The chain as the server answered it, oldest first. */
  pairs: readonly SeedPair[]
}

/** Under which a browser stores what was published to a member, by the id that the calls answer. */
export function seedStorageKey(member: string): string {
  return `baize.play.seeds.${member}`
}

export function parseStoredSeeds(text: string | null): StoredSeeds | null {
  if (text === null) return null
  try {
    const stored = JSON.parse(text) as Partial<StoredSeeds> | null
    if (!stored || !Array.isArray(stored.receipts) || !Array.isArray(stored.faults)) return null
    const { receipts, faults, acceptedPair, seenFrom } = stored
    const [chosen, shown, rounds] = [listOf(stored.chosen), listOf(stored.shown), listOf(stored.rounds)]
    const results = listOf(stored.results)
    return { receipts, faults, chosen, shown, results, rounds, acceptedPair, seenFrom }
  } catch {
    return null
  }
}

function listOf<Row>(value: readonly Row[] | undefined): readonly Row[] | undefined {
  return Array.isArray(value) ? value : undefined
}

const pageSize = 100

/** All pairs of a member, oldest first; null when `read` cannot load a page of `get-seeds`. */
export async function loadChain(
  read: (page: { skip: number; take: number }) => Promise<readonly SeedPair[] | null>,
): Promise<SeedPair[] | null> {
  const pairs = new Map<number, SeedPair>()
  for (let skip = 0; ; skip += pageSize) {
    const page = await read({ skip, take: pageSize })
    if (page === null) return null
    // A pair that began meanwhile moves the others to the next page; by its ordinal none is listed twice.
    for (const pair of page) pairs.set(pair.pair, pair)
    if (page.length < pageSize) break
  }
  return [...pairs.values()].toSorted((one, other) => one.pair - other.pair)
}

/** Saves the evidence as a download of the browser. */
export function saveEvidence(
  member: string,
  { receipts, chosen, shown, results, faults }: StoredEvidence,
  pairs: readonly SeedPair[],
): void {
  const savedAt = new Date().toISOString()
  const done = { receipts, chosen, shown, results, faults }
  // Written out, because the module of the constant would bring the whole verification with it.
  const file: EvidenceFile = { format: 'baize-seed-evidence-1', member, savedAt, ...done, pairs }
  saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), 'seed-evidence.json')
}
