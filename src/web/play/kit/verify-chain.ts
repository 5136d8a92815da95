import type { SeedPair } from '#contract/slot.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { redrawBy } from '#domain/games/redraw-result.ts'
import { seatGames } from '#domain/games/seat-games.ts'
import { bytesOfHex, verifySeedChain, type SeedChainReport, type SeedEvidence } from '#domain/games/seed-chain.ts'

/** What verifying the chain in the window needs, a chunk of its own: every machine and the engine. */

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
  const redraw = redrawBy([...catalogue, ...seatGames].map(({ game }) => game))
  return verifySeedChain({ ...stored, pairs }, (bytes) => hashes.get(String(bytes)) ?? '', redraw)
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
