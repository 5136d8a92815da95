import { countShowing } from './board.ts'
import { credit, drawValue, reportCap, type Round } from './round-state.ts'

/**
 * Whether what is in view starts the picks. Called at the end of the paid spin: later features show something else.
 */
export function startsPick({ compiled: { pick, board } }: Round): boolean {
  return pick !== null && countShowing(board, pick.symbol) >= pick.rule.trigger.count
}

/** Plays the picks: each prize is drawn; which box the member presses changes only the picture. */
export function playPick(round: Round): void {
  const { pick } = round.compiled
  if (!pick) return
  const before = round.total
  const { picks } = pick.rule
  round.emit?.({ type: 'featureStart', feature: 'pick', picks })
  while (round.picks < picks && !round.isCapped) {
    round.picks += 1
    const step = round.picks
    round.emit?.({ type: 'featureStep', feature: 'pick', step, left: picks - step, pay: round.total - before })
    const pay = drawValue(round, pick.prizes)
    credit(round, pay)
    round.emit?.({ type: 'prize', prize: 'pick', pay, total: round.total })
    reportCap(round)
  }
  round.pickPay = round.total - before
  const { total } = round
  round.emit?.({ type: 'featureEnd', feature: 'pick', picks: round.picks, pay: round.pickPay, total })
}
