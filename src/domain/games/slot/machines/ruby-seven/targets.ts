import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** A plain machine: few kinds of wins, and a wheel for which one waits. */
export const rubySevenTargets: MachineTargets = {
  return: { aim: 0.963, within: 0.002 },
  featureShare: { aim: 0.175, within: 0.02 },
  spinsPerFeature: { aim: 162, within: 10 },
  hitRate: { aim: 0.187, within: 0.02 },
  deviation: { aim: 4.9, within: 0.5 },
}
