import { payoffsOf, sizes, type Chances } from './drawn-gain.ts'

/**
 * Whether a member's stakes follow results that are not drawn yet: bets on that, round by round, as in `drawnGainOf`, of which each is begun anew with one
 * unit whenever it has less. While stakes do not know results, so many rounds as a figure pass in the mean before the mean of the bets exceeds the figure, whatever the stakes: after n rounds
 * of any number of members, at most n / figure of them have led to it (docs/decisions/040-measured-returns.md).
 */

/** More evidence, as a decimal logarithm, is an alarm: one in 1 000 million rounds where no stake knows a result. */
export const mostMemberEvidence = 9

/** A booked round without its jackpot; amounts in ten-thousandths of the unit. */
export type BookedRound = { stake: number; multiple: number; chances: Chances }

/** The bets on a member: what each has won, as a logarithm, and the largest stake that they go by. */
export type Followed = { largest: number; logs: readonly number[] }

/** The bets after a round; null where each would begin anew, so that nothing needs to be kept. */
export function followRound(before: Followed | null, { stake, multiple, chances }: BookedRound): Followed | null {
  const largest = Math.max(stake, before?.largest ?? 0)
  const payoffs = payoffsOf({ drawn: 0, booked: stake, multiple, jackpot: 0, chances })
  // The stake alone decides the parts, so each bet is placed before its result.
  const parts = [Math.min(1, stake / chances.largestStake), stake / largest]
  const logs = parts.flatMap((part) =>
    sizes.flatMap((size) => [payoffs.win, payoffs.pay].map((payoff) => Math.log1p(size * part * (payoff - 1)))),
  )
  const won = logs.map((log, index) => Math.max(0, before?.logs[index] ?? 0) + log)
  return won.some((log) => log > 0) ? { largest, logs: won } : null
}

/** The decimal logarithm of the mean of the bets. */
export function memberEvidence({ logs }: Followed): number {
  return Math.log10(logs.reduce((sum, log) => sum + Math.exp(log), 0) / logs.length)
}
