import { drawBelow, type Round } from './round-state.ts'

/**
 * Draws the jackpots, as the last draw of the round and whatever the stake: `stakeUnits` whole units of the currency
 * only say how many of the results hit. A larger stake hits whenever a smaller one does.
 */
export function drawJackpot(round: Round, stakeUnits: number): void {
  const { jackpots } = round.compiled
  if (!jackpots) return
  const result = drawBelow(round, jackpots.of)
  let from = 0
  for (const { tier, chance } of jackpots.tiers) {
    // Each tier has a range of its own whatever the stake, so that a larger stake never hits another tier.
    if (result >= from && result < from + stakeUnits * chance) {
      round.jackpot = tier
      round.emit?.({ type: 'jackpotHit', tier })
      return
    }
    from += Math.floor(jackpots.of / jackpots.tiers.length)
  }
}
