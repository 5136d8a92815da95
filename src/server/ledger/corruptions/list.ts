import { actCorruptions } from './acts.ts'
import { auditCorruptions } from './audit.ts'
import type { Corruption } from './corruption.ts'
import { exchangedValueCorruptions } from './exchanged-values.ts'
import { guardCorruptions } from './guards.ts'
import { indexCorruptions } from './indexes.ts'
import { inventedOfMoney } from './invented-money.ts'
import { inventedOfPlay } from './invented-play.ts'
import { inventedOfRest } from './invented-rest.ts'
import { issueCorruptions } from './issues.ts'
import { journalCorruptions } from './journal.ts'
import { limitCorruptions } from './limits.ts'
import { momentCorruptions } from './moments.ts'
import { operatorResetCorruptions } from './operator-resets.ts'
import { plantedCodeCorruptions } from './planted-code.ts'
import { proofCorruptions } from './proofs.ts'
import { providerCorruptions } from './providers.ts'
import { putBackCorruptions } from './put-back.ts'
import { redrawCorruptions } from './redraw.ts'
import { requestCorruptions } from './requests.ts'
import { roundCorruptions } from './rounds.ts'
import { seatRoundCorruptions } from './seat-rounds.ts'
import { seatTimeCorruptions } from './seat-times.ts'
import { seriesProofCorruptions } from './series-proofs.ts'
import { shareCorruptions } from './shares.ts'
import { spinProofCorruptions } from './spin-proofs.ts'
import { tableProofCorruptions } from './table-proofs.ts'
import { tableCorruptions } from './tables.ts'

/**
 * Every corruption that the books must see, by subject. Those of rates, seals and void rounds have a world of their own
 * (`../rates.test.ts`, `../seals.test.ts`, `../void-rounds.test.ts`).
 */
export const corruptions: Readonly<Record<string, readonly Corruption[]>> = {
  journal: journalCorruptions,
  rounds: roundCorruptions,
  requests: requestCorruptions,
  'issues and corrections': issueCorruptions,
  'resets of operators': operatorResetCorruptions,
  limits: limitCorruptions,
  providers: providerCorruptions,
  'play that the program did not book': proofCorruptions,
  'spins that the program did not book': spinProofCorruptions,
  'shared rounds of tables': tableCorruptions,
  'rounds of tables that were opened again or moved': tableProofCorruptions,
  'series of tables and ends of rounds': seriesProofCorruptions,
  'rounds with decisions': seatRoundCorruptions,
  'when rounds with decisions were decided': seatTimeCorruptions,
  'rounds that members share': shareCorruptions,
  audit: auditCorruptions,
  'signed acts and recorded states': actCorruptions,
  'what was in force when the program acted': momentCorruptions,
  'rows that were altered and put back': putBackCorruptions,
  'values and seeds exchanged between rows': exchangedValueCorruptions,
  guards: guardCorruptions,
  'indexes that lack rows': indexCorruptions,
  'code planted in the database': plantedCodeCorruptions,
  'rounds that no seed gives': redrawCorruptions,
  'invented corruptions of requests and wallets': inventedOfMoney,
  'invented corruptions of play': inventedOfPlay,
  'invented corruptions of transfers, limits and the audit': inventedOfRest,
}
