import { mostStakedUnits, type BlackjackGame } from './blackjack/game.ts'
import { payoffsOf, sizes, type Chances } from './drawn-gain.ts'

/**
 * Whether a member's stakes follow results that are not drawn yet: bets on that, round by round, as in `drawnGainOf`, of which each is begun anew with one
 * unit whenever it has less. While stakes do not know results, so many rounds as a figure pass in the mean before the mean of the bets exceeds the figure, whatever the stakes: after n rounds
 * of any number of members, at most n / figure of them have led to it (docs/decisions/040-measured-returns.md).
 */

/** More evidence, as a decimal logarithm, is an alarm: one in 1 000 million rounds where no stake knows a result. */
export const mostMemberEvidence = 9

/**
 * A booked round: its stake, and what one unit on each bet pays, a mean of at most 1 where the stake does not know the result. Amounts in ten-thousandths of the unit.
 * `largestStake`: of the game; null where tables have limits of their own.
 */
export type BookedRound = { stake: number; payoffs: { win: number; pay: number }; largestStake: number | null }

/** A round of a slot without its jackpot. */
export function slotRound({
  stake,
  multiple,
  chances,
}: {
  stake: number
  multiple: number
  chances: Chances
}): BookedRound {
  const payoffs = payoffsOf({ drawn: 0, booked: stake, multiple, jackpot: 0, chances })
  return { stake, payoffs, largestStake: chances.largestStake }
}

/** The chance that a round of blackjack gains is below this, however it is played (`scripts/math/blackjack/most-gains.ts`). */
export const mostSeatGains = 0.491

/**
 * A round with decisions by its first stake, which alone is chosen before the cards. Its gain has no mean above 0, since even the best play loses; it is divided by the
 * most that a round can stake, so that the bet on it never loses more than it has.
 */
export function seatRound(
  game: BlackjackGame,
  { stake, staked, returned }: { stake: number; staked: number; returned: number },
): BookedRound {
  const mostStaked = (stake * mostStakedUnits(game)) / game.unitsPerStake
  const payoffs = { win: returned > staked ? 1 / mostSeatGains : 0, pay: 1 + (returned - staked) / mostStaked }
  return { stake, payoffs, largestStake: null }
}

/** A member's stakes in a round of a table together. No spot returns more than its stake in the mean; how often a round gains is the member's choice of spots, so nothing is bet on that. */
export function tableRound({ staked, returned }: { staked: number; returned: number }): BookedRound {
  return { stake: staked, payoffs: { win: 1, pay: returned / staked }, largestStake: null }
}

/** The bets on a member: what each has won, as a logarithm, and the largest stake that they go by. */
export type Followed = { largest: number; logs: readonly number[] }

/** The bets after a round; null where each would begin anew, so that nothing needs to be kept. */
export function followRound(before: Followed | null, { stake, payoffs, largestStake }: BookedRound): Followed | null {
  const largest = Math.max(stake, before?.largest ?? 0)
  // The stake alone decides the parts, so each bet is placed before its result.
  const parts = [Math.min(1, stake / (largestStake ?? largest)), stake / largest]
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
