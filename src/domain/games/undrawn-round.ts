import type { Game } from './game.ts'
import { fromHex, sha256, toHex } from './sha256.ts'
import { recomputeRound } from './verify-round.ts'

/** A pair that ended, in the fields that its rounds depend on. */
export type RevealedPair = {
  serverSeedHash: string
  serverSeed: string
  clientSeed: string
  firstNonce: number
  lastNonce: number | null
}

/** The round that would have been drawn next: its number, and its pay in units; see `docs/fairness.md`, section 9. */
export type UndrawnRound = { nonce: number; units: number }

/** The round of the game that would have followed the last one of a pair; null when the seed is not the committed one. */
export function undrawnRound(game: Game, pair: RevealedPair): UndrawnRound | null {
  const { serverSeed, serverSeedHash, clientSeed, firstNonce, lastNonce } = pair
  if (toHex(sha256(fromHex(serverSeed))) !== serverSeedHash) return null
  const nonce = lastNonce === null ? firstNonce : lastNonce + 1
  return { nonce, units: recomputeRound(game, { serverSeed, clientSeed, nonce }).units }
}
