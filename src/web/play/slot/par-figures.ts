/** The figures of a published par sheet that the window shows. */
export type ParFigures = {
  mathHash: string
  /** In multiples of the stake. */
  deviation: number
  /** Share of paid spins that pay anything. */
  hitRate: number
  /** Share of the paid spins that pay anything which pay at most their stake. */
  hitsAtOrBelowStake: number
  feature?: { spinsPerFeature: number }
  /** The maximum pay of a round, in multiples of the stake. */
  largestWin: number
  /** Share of paid spins that show one symbol too few for the feature, as the strips imply. */
  oneShort?: { implied: string }
}
