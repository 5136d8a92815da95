import type * as Catalogue from '#domain/games/catalogue.ts'
import { slateSlots } from './slate-slots.ts'

const chest = slateSlots.find(({ game }) => game.features.some(({ kind }) => kind === 'jackpot-link'))
if (chest === undefined) throw new Error('no sketch is linked to the jackpots')

/**
 * A machine whose jackpots hit every second round at the largest stake, for tests that give it to the catalogue:
 * `vi.mock('#domain/games/catalogue.ts', withLinkedSlot)`.
 */
export const linkedSlot: Catalogue.CatalogueGame = {
  game: {
    ...chest.game,
    code: 'linked-chest',
    stakes: [...chest.game.stakes, 20_000],
    features: chest.game.features.map((feature) =>
      feature.kind === 'jackpot-link'
        ? { ...feature, of: 120_000, tiers: feature.tiers.map(({ tier }) => ({ tier, chance: 1 })) }
        : feature,
    ),
  },
  company: 'baize',
  names: { ko: '왕의 상자', en: 'Linked Chest', jp: '王の宝箱', vn: 'Rương Vua', cn: '国王宝箱' },
  returnPpm: 945_000,
  deviation: 5.567,
  nothingPpm: 698_000,
  winPpm: 133_000,
  volatility: 'medium',
  targets: {
    return: { aim: 0.945, within: 0.01 },
    featureShare: { aim: 0.3, within: 0.1 },
    spinsPerFeature: { aim: 170, within: 50 },
    hitRate: { aim: 0.3, within: 0.1 },
    deviation: { aim: 6, within: 2 },
  },
}

/** The catalogue with this machine behind the others. */
export async function withLinkedSlot(load: <Module>() => Promise<Module>): Promise<typeof Catalogue> {
  const own = await load<typeof Catalogue>()
  const all = [...own.catalogue, linkedSlot] as const
  return {
    ...own,
    catalogue: [all[0], ...all.slice(1)],
    gameByCode: (code) => all.find(({ game }) => game.code === code),
  }
}
