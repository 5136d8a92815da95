import type { Game } from './game.ts'
import { readObject } from './pasted-text.ts'
import { redrawBy } from './redraw-result.ts'
import { verifySeedChain, type SeedChainReport } from './seed-chain.ts'
import { evidenceOf } from './seed-evidence.ts'
import { sha256, toHex } from './sha256.ts'
import { recordOf, type RoundRecord } from './round-record.ts'
import { verifyRound, type Verification } from './verify-round.ts'

/**
 * What a verifier answers to a text: a round verified, a chain of seeds verified, or `malformed` with the fields that
 * are missing or wrong; without any, the text is not one JSON object within the bounds of `pasted-text.ts`.
 */
export type TextAnswer =
  | { kind: 'round'; record: RoundRecord; verification: Verification }
  | { kind: 'chain'; report: SeedChainReport; count: number }
  | { kind: 'malformed'; names: readonly string[] }

/** Verifies a pasted text against the data of the games given. Never throws. */
export function verifyText(text: string, games: readonly Game[]): TextAnswer {
  const found = readObject(text)
  const chain = evidenceOf(found)
  if (chain.kind === 'fields') return { kind: 'malformed', names: chain.names }
  if (chain.kind === 'evidence') {
    const report = verifySeedChain(chain.evidence, (bytes) => toHex(sha256(bytes)), redrawBy(games))
    return { kind: 'chain', report, count: chain.evidence.pairs.length }
  }
  const read = recordOf(found)
  if (read.kind === 'json') return { kind: 'malformed', names: [] }
  if (read.kind === 'fields') return { kind: 'malformed', names: read.names }
  return { kind: 'round', record: read.record, verification: verifyRound(read.record, games) }
}
