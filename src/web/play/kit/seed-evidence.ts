import type { SeedPair } from '#contract/slot.ts'
import {
  bytesOfHex,
  verifySeedChain,
  type SeedChainReport,
  type SeedFault,
  type SeedReceipt,
} from '#domain/games/seed-chain.ts'
import type { seedEvidenceFormat } from '#domain/games/seed-evidence.ts'
import type { PlayCall } from './calls.ts'

/** The evidence as the member saves it: `format` names the shape for verifiers outside this program. */
export type EvidenceFile = {
  format: typeof seedEvidenceFormat
  member: string
  savedAt: string
  receipts: readonly SeedReceipt[]
  /** Faults that the window found when answers arrived. */
  faults: readonly SeedFault[]
  /** The chain as the server answered it, oldest first. */
  pairs: readonly SeedPair[]
}

const pageSize = 100

/** All pairs of the member, oldest first; null when a page cannot be loaded. */
export async function loadChain(call: PlayCall): Promise<SeedPair[] | null> {
  const pairs = new Map<number, SeedPair>()
  for (let skip = 0; ; skip += pageSize) {
    const end = await call('get-seeds', { skip, take: pageSize })
    if (end.kind !== 'answer') return null
    // A pair that began meanwhile moves the others to the next page; by its ordinal none is listed twice.
    for (const pair of end.answer.pairs) pairs.set(pair.pair, pair)
    if (end.answer.pairs.length < pageSize) break
  }
  return [...pairs.values()].toSorted((one, other) => one.pair - other.pair)
}

/** Compares the whole chain with the receipts; `digest` is SHA-256, as `crypto.subtle` computes it. */
export async function verifyChain(
  receipts: readonly SeedReceipt[],
  pairs: readonly SeedPair[],
  digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer> = (bytes) => crypto.subtle.digest('SHA-256', bytes),
): Promise<SeedChainReport> {
  const hashes = new Map<string, string>()
  for (const { serverSeed } of pairs) {
    const bytes = serverSeed === null ? null : bytesOfHex(serverSeed)
    if (bytes !== null) hashes.set(String(bytes), hexOf(await digest(new Uint8Array(bytes))))
  }
  return verifySeedChain({ receipts, pairs }, (bytes) => hashes.get(String(bytes)) ?? '')
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
