import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** Few things happen until the book opens, and then the special symbol decides. */
export const bookOfHorusTargets: MachineTargets = {
  return: { aim: 0.958, within: 0.002 },
  featureShare: { aim: 0.364, within: 0.02 },
  spinsPerFeature: { aim: 156, within: 10 },
  hitRate: { aim: 0.292, within: 0.02 },
  deviation: { aim: 12, within: 1 },
}
