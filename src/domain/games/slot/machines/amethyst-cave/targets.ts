import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** A digger’s patience: two spins in five find something, and the seam that pays is the one that keeps falling. */
export const amethystCaveTargets: MachineTargets = {
  return: { aim: 0.956, within: 0.002 },
  featureShare: { aim: 0.325, within: 0.02 },
  spinsPerFeature: { aim: 160.6, within: 10 },
  hitRate: { aim: 0.393, within: 0.02 },
  deviation: { aim: 7.2, within: 0.6 },
}
