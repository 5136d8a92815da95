import type { MachineTargets } from '#domain/games/slot/targets.ts'

export const goldenTigerTargets: MachineTargets = {
  return: { aim: 0.961, within: 0.0005 },
  featureShare: { aim: 0.3, within: 0.01 },
  spinsPerFeature: { aim: 170, within: 10 },
  hitRate: { aim: 0.28, within: 0.02 },
  deviation: { aim: 6, within: 2 },
}
