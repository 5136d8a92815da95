import type { PastSeatRound } from '#contract/seat-round.ts'
import { decidedRecordText } from '#domain/games/blackjack/decided-record.ts'
import { recordOf } from '#web/shared/seat-record.ts'

/** The record of a member's round with decisions that has ended. */
export function seatRoundText(round: PastSeatRound): string {
  return decidedRecordText(recordOf(round))
}
