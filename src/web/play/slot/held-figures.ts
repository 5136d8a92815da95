import type { Jackpot } from '#contract/jackpot.ts'

/**
 * The pools that the window shows. While a round is shown, a pool that was paid out keeps its figure and no hit is
 * announced, because both could reveal the result before the reels do.
 */
export function heldFigures(
  shown: readonly Jackpot[] | null,
  latest: readonly Jackpot[] | null,
  isRoundShown: boolean,
): readonly Jackpot[] | null {
  if (shown === null || latest === null || !isRoundShown) return latest
  return latest.map((jackpot) => {
    const before = shown.find(({ tier }) => tier === jackpot.tier)
    if (before === undefined) return { ...jackpot, hit: null }
    return Number(jackpot.amount) < Number(before.amount) ? before : { ...jackpot, hit: before.hit }
  })
}
