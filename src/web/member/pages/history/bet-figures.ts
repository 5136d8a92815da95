import type { Bet } from '#contract/history.ts'
import { amountFromWire, amountToWire } from '#domain/money.ts'

/** What the list of bets shows of a settled bet besides stake and win. */
export type BetFigures = {
  /** Win by stake with two decimals, rounded down: no win is shown as more than it was. */
  multiple: number
  /** Win less stake as on the wire, with its sign. */
  net: string
}

/** null for a bet that is not shown to its end, or was taken back. */
export function betFigures({
  balanceBet,
  balanceWin,
  status,
}: Pick<Bet, 'balanceBet' | 'balanceWin' | 'status'>): BetFigures | null {
  const stake = amountFromWire(balanceBet)
  const win = amountFromWire(balanceWin)
  if (status !== 'completed' || stake === null || win === null || stake === 0n) return null
  return { multiple: Number((win * 100n) / stake) / 100, net: amountToWire(win - stake) }
}
