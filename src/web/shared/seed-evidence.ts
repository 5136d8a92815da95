import type { SeedPair } from '#contract/slot.ts'
import type { SeedFault, SeedReceipt } from '#domain/games/seed-chain.ts'
import { seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import { saveFile } from './download.ts'

/** The evidence of a member's seed chain: what this browser stored and what the server answers, saved as one file. */

/** What a browser stored of the server's publications to a member. */
export type StoredSeeds = { receipts: SeedReceipt[]; faults: SeedFault[] }

/** The evidence as the member saves it: `format` names the shape for verifiers outside this program. */
export type EvidenceFile = {
  format: typeof seedEvidenceFormat
  member: string
  savedAt: string
  receipts: readonly SeedReceipt[]
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
    return { receipts: stored.receipts, faults: stored.faults }
  } catch {
    return null
  }
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
  { receipts, faults }: { receipts: readonly SeedReceipt[]; faults: readonly SeedFault[] },
  pairs: readonly SeedPair[],
): void {
  const savedAt = new Date().toISOString()
  const file: EvidenceFile = { format: seedEvidenceFormat, member, savedAt, receipts, faults, pairs }
  saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), 'seed-evidence.json')
}
