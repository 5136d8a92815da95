import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** Small wins in every fourth spin, and packs that carry the feature. */
export const fullMoonWolfTargets: MachineTargets = {
  return: { aim: 0.956, within: 0.002 },
  featureShare: { aim: 0.333, within: 0.02 },
  spinsPerFeature: { aim: 150, within: 10 },
  hitRate: { aim: 0.274, within: 0.02 },
  deviation: { aim: 7.8, within: 0.5 },
}
