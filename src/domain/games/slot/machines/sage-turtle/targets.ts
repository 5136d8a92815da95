import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** Patience: the feature grows spin by spin, and its last spins pay most. */
export const sageTurtleTargets: MachineTargets = {
  return: { aim: 0.955, within: 0.002 },
  featureShare: { aim: 0.338, within: 0.02 },
  spinsPerFeature: { aim: 167, within: 10 },
  hitRate: { aim: 0.261, within: 0.02 },
  deviation: { aim: 7.3, within: 0.6 },
}
