import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** The wildest machine: half of the return lies in a storm that one spin in 200 meets. */
export const summitOfStormsTargets: MachineTargets = {
  return: { aim: 0.958, within: 0.002 },
  featureShare: { aim: 0.49, within: 0.02 },
  spinsPerFeature: { aim: 199, within: 10 },
  hitRate: { aim: 0.357, within: 0.02 },
  deviation: { aim: 16.6, within: 1.5 },
}
