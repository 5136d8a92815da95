import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** A third of the return lies in the hoard, which opens every 142 spins. */
export const azureDragonHoardTargets: MachineTargets = {
  return: { aim: 0.968, within: 0.002 },
  featureShare: { aim: 0.345, within: 0.02 },
  spinsPerFeature: { aim: 142, within: 10 },
  hitRate: { aim: 0.255, within: 0.02 },
  deviation: { aim: 9.7, within: 1 },
}
