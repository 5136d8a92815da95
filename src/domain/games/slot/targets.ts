/** A figure that the designer wants, and how far the exact one may be from it. */
export type Target = { aim: number; within: number }

/**
 * What the designer of a machine wants of its mathematics. It lies beside the data, outside `mathHash`, and
 * `npm run math -- check` compares it with the computed figures. Shares and rates are parts of 1, deviations are in
 * stakes.
 */
export type MachineTargets = {
  return: Target
  /** The part of the return that all features pay. */
  featureShare: Target
  /** Paid spins for one feature, whichever. */
  spinsPerFeature: Target
  /** The part of rounds that pay anything. */
  hitRate: Target
  deviation: Target
  /**
   * For a machine with a jackpot link: what the house is to put into the jackpots of each stake, in parts per million.
   * The pools pay out what they take in, so it adds to the return with jackpots.
   */
  jackpotPpm?: number
}
