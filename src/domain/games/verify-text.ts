import { decidedRecordOf, type DecidedRecord } from './blackjack/decided-record.ts'
import type { BlackjackGame } from './blackjack/game.ts'
import { verifyDecided, type DecidedVerification } from './blackjack/verify-decided.ts'
import type { Game } from './game.ts'
import { canonicalJson } from './math-hash.ts'
import { readObject } from './pasted-text.ts'
import { redrawBy } from './redraw-result.ts'
import { verifySeedChain, type SeedChainReport } from './seed-chain.ts'
import { evidenceOf } from './seed-evidence.ts'
import { sha256, sha256Hex, toHex } from './sha256.ts'
import { recordOf, type RoundRecord } from './round-record.ts'
import { seriesEvidenceOf, type SeriesEvidence } from './table/series-evidence.ts'
import type { TableGame } from './table/table-game.ts'
import { seriesVerdict, verifySeries, type SeriesReport, type SeriesVerdict } from './table/verify-series.ts'
import { verifyRound, type Verification } from './verify-round.ts'

/** A game whose data a verifier has: a slot, a table, or a game with decisions. */
export type VerifiedGame = Game | TableGame | BlackjackGame

/** A round with decisions, verified. */
export type DecidedAnswer = { kind: 'decided'; record: DecidedRecord; verification: DecidedVerification }

/** A series verified; without the data of its game there is no report. */
export type SeriesAnswer = { kind: 'series'; evidence: SeriesEvidence } & (
  | { verdict: SeriesVerdict; report: SeriesReport; game: TableGame }
  | { verdict: 'unknown-mathematics'; report: null; game: null }
)

/**
 * What a verifier answers to a text: a round verified, of a slot or with decisions, a chain of seeds verified, a series of a table verified, or
 * `malformed` with the fields that are missing or wrong; without any, the text is not one JSON object within the bounds of
 * `pasted-text.ts`.
 */
export type TextAnswer =
  | { kind: 'round'; record: RoundRecord; verification: Verification }
  | DecidedAnswer
  | { kind: 'chain'; report: SeedChainReport; count: number }
  | SeriesAnswer
  | { kind: 'malformed'; names: readonly string[] }

/** Verifies a pasted text against the data of the games given. Never throws. */
export function verifyText(text: string, games: readonly VerifiedGame[]): TextAnswer {
  const found = readObject(text)
  const slots = games.filter((game): game is Game => !('kind' in game))
  const chain = evidenceOf(found)
  if (chain.kind === 'fields') return { kind: 'malformed', names: chain.names }
  if (chain.kind === 'evidence') {
    const report = verifySeedChain(
      chain.evidence,
      (bytes) => toHex(sha256(bytes)),
      redrawBy([...slots, ...games.filter(isDecided)]),
    )
    return { kind: 'chain', report, count: chain.evidence.pairs.length }
  }
  const series = seriesEvidenceOf(found)
  if (series.kind === 'fields') return { kind: 'malformed', names: series.names }
  if (series.kind === 'evidence') return seriesAnswer(series.evidence, games.filter(isTable))
  const decided = decidedRecordOf(found)
  if (decided.kind === 'fields') return { kind: 'malformed', names: decided.names }
  if (decided.kind === 'record') {
    const { record } = decided
    return { kind: 'decided', record, verification: verifyDecided(record, games.filter(isDecided)) }
  }
  const read = recordOf(found)
  if (read.kind === 'json') return { kind: 'malformed', names: [] }
  if (read.kind === 'fields') return { kind: 'malformed', names: read.names }
  return { kind: 'round', record: read.record, verification: verifyRound(read.record, slots) }
}

function isTable(game: VerifiedGame): game is TableGame {
  return 'kind' in game && game.kind !== 'blackjack'
}

function isDecided(game: VerifiedGame): game is BlackjackGame {
  return 'kind' in game && game.kind === 'blackjack'
}

function seriesAnswer(evidence: SeriesEvidence, games: readonly TableGame[]): SeriesAnswer {
  const game = games.find((one) => sha256Hex(canonicalJson(one)) === evidence.mathHash)
  if (game === undefined) return { kind: 'series', evidence, verdict: 'unknown-mathematics', report: null, game: null }
  const { record, chainEnd, kept } = evidence
  const report = verifySeries(game, record, { end: chainEnd, kept })
  return { kind: 'series', evidence, verdict: seriesVerdict(record, report), report, game }
}
