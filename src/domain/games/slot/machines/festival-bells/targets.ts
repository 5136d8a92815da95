import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** The gentlest machine: two spins in five pay, and every fifth lets a bell walk. */
export const festivalBellsTargets: MachineTargets = {
  return: { aim: 0.9515, within: 0.002 },
  featureShare: { aim: 0.743, within: 0.03 },
  spinsPerFeature: { aim: 5.15, within: 0.3 },
  hitRate: { aim: 0.397, within: 0.02 },
  deviation: { aim: 2.6, within: 0.3 },
}
