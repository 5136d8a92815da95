import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** A win in every third spin, and factors that seldom meet. */
export const eagleCliffTargets: MachineTargets = {
  return: { aim: 0.9565, within: 0.002 },
  featureShare: { aim: 0.364, within: 0.02 },
  spinsPerFeature: { aim: 138, within: 10 },
  hitRate: { aim: 0.331, within: 0.02 },
  deviation: { aim: 6.6, within: 0.5 },
}
