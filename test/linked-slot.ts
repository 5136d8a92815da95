import type * as Catalogue from '#domain/games/catalogue.ts'
import { kingsChest } from '#domain/games/slot/machines/kings-chest/game.ts'
import { kingsChestTargets } from '#domain/games/slot/machines/kings-chest/targets.ts'

/**
 * King's Chest with jackpots that hit every second round at the largest stake, for tests that give it to the catalogue:
 * `vi.mock('#domain/games/catalogue.ts', withLinkedSlot)`.
 */
export const linkedSlot: Catalogue.CatalogueGame = {
  game: {
    ...kingsChest,
    code: 'linked-chest',
    features: kingsChest.features.map((feature) =>
      feature.kind === 'jackpot-link'
        ? { ...feature, of: 120_000, tiers: feature.tiers.map(({ tier }) => ({ tier, chance: 1 })) }
        : feature,
    ),
  },
  company: 'baize',
  names: { ko: '왕의 상자', en: 'Linked Chest', jp: '王の宝箱', vn: 'Rương Vua', cn: '国王宝箱' },
  returnPpm: 945_000,
  deviation: 5.567,
  volatility: 'medium',
  targets: kingsChestTargets,
}

/** The catalogue with this machine behind the others. */
export async function withLinkedSlot(
  load: <Module>() => Promise<Module>,
): Promise<Pick<typeof Catalogue, 'catalogue' | 'gameByCode'>> {
  const own = await load<typeof Catalogue>()
  const all = [...own.catalogue, linkedSlot] as const
  return { catalogue: [all[0], ...all.slice(1)], gameByCode: (code) => all.find(({ game }) => game.code === code) }
}
