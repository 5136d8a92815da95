import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** Falls in every fourth spin, and a feature that the ladder makes worth the wait. */
export const lotusFallsTargets: MachineTargets = {
  return: { aim: 0.962, within: 0.003 },
  featureShare: { aim: 0.33, within: 0.03 },
  spinsPerFeature: { aim: 160, within: 15 },
  hitRate: { aim: 0.26, within: 0.02 },
  deviation: { aim: 7, within: 1 },
}
