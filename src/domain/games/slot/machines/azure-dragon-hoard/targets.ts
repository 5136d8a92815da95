import type { MachineTargets } from '#domain/games/slot/targets.ts'

/**
 * A machine that saves: a third of the return lies in the hoard, which opens every 129 spins and pays 44 stakes on
 * average. In between a dragon rises in every fifth spin.
 */
export const azureDragonHoardTargets: MachineTargets = {
  return: { aim: 0.9625, within: 0.001 },
  featureShare: { aim: 0.355, within: 0.02 },
  spinsPerFeature: { aim: 129, within: 5 },
  hitRate: { aim: 0.271, within: 0.005 },
  deviation: { aim: 10.5, within: 1 },
}
