import type { SeedPair } from '#contract/slot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { redrawBy } from '#domain/games/redraw-result.ts'
import { bytesOfHex, verifySeedChain, type SeedChainReport, type SeedEvidence } from '#domain/games/seed-chain.ts'
import { loadChain, saveEvidence } from '#web/shared/seed-evidence.ts'
import type { PlayCall } from './calls.ts'
import type { SeedKeeper } from './seed-keeper.ts'

/** All pairs of the member, oldest first, by the calls of the window; null when a page cannot be loaded. */
export function loadOwnChain(call: PlayCall): Promise<SeedPair[] | null> {
  return loadChain(async (page) => {
    const end = await call('get-seeds', page)
    return end.kind === 'answer' ? end.answer.pairs : null
  })
}

/** Saves the evidence as a download of the browser; false when the pairs cannot be loaded. */
export async function saveOwnEvidence(seeds: SeedKeeper): Promise<boolean> {
  // What is stored while the chain is loaded may be newer than the chain.
  const stored = seeds.stored()
  const pairs = await loadOwnChain(seeds.call)
  if (pairs === null) return false
  saveEvidence(seeds.member, { ...stored, faults: seeds.state.get().faults }, pairs)
  return true
}

/**
 * Compares the whole chain with what this browser stored, and the results that were shown with the revealed seeds;
 * `digest` is SHA-256, as `crypto.subtle` computes it.
 */
export async function verifyChain(
  stored: Omit<SeedEvidence, 'pairs'>,
  pairs: readonly SeedPair[],
  digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer> = (bytes) => crypto.subtle.digest('SHA-256', bytes),
): Promise<SeedChainReport> {
  const hashes = new Map<string, string>()
  for (const { serverSeed } of pairs) {
    const bytes = serverSeed === null ? null : bytesOfHex(serverSeed)
    if (bytes !== null) hashes.set(String(bytes), hexOf(await digest(new Uint8Array(bytes))))
  }
  const redraw = redrawBy(catalogue.map(({ game }) => game))
  return verifySeedChain({ ...stored, pairs }, (bytes) => hashes.get(String(bytes)) ?? '', redraw)
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
