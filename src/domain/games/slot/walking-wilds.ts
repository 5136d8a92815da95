import { walkWilds } from './landing.ts'
import type { Round } from './round-state.ts'
import { spin, type SpinSettings } from './spin.ts'

/** Respins as long as a wild in view can walk one reel to the left. They award nothing. */
export function playWalkingWilds(round: Round): void {
  const { walking, board, wild } = round.compiled
  if (!walking || !walkWilds(board, wild.symbol)) return
  const before = round.total
  const { emit } = round
  const settings: SpinSettings = {
    reels: walking.reels,
    multiplier: 1,
    ladder: null,
    held: 'walking',
    isPaid: false,
    award: () => 0,
  }
  emit?.({ type: 'featureStart', feature: 'walking-wilds' })
  do {
    round.respins += 1
    emit?.({ type: 'featureStep', feature: 'walking-wilds', step: round.respins, pay: round.total - before })
    spin(round, settings)
  } while (!round.isCapped && round.respins < walking.rule.limit && walkWilds(board, wild.symbol))
  round.respinPay = round.total - before
  const { respins, respinPay: pay, total } = round
  emit?.({ type: 'featureEnd', feature: 'walking-wilds', respins, pay, total })
}
