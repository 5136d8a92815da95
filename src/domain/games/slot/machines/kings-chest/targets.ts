import type { MachineTargets } from '#domain/games/slot/targets.ts'

/** A little back often, a chest in every 160th spin, and 1.2 % of the stakes for the jackpots. */
export const kingsChestTargets: MachineTargets = {
  return: { aim: 0.945, within: 0.0005 },
  featureShare: { aim: 0.25, within: 0.01 },
  spinsPerFeature: { aim: 160, within: 15 },
  hitRate: { aim: 0.3, within: 0.01 },
  deviation: { aim: 5.5, within: 0.5 },
  jackpotPpm: 12_000,
}
