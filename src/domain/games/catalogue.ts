import type { Game } from './game.ts'
import { azureDragonHoard } from './slot/machines/azure-dragon-hoard/game.ts'
import { azureDragonHoardTargets } from './slot/machines/azure-dragon-hoard/targets.ts'
import { goldenTiger } from './slot/machines/golden-tiger/game.ts'
import { goldenTigerTargets } from './slot/machines/golden-tiger/targets.ts'
import { lotusFalls } from './slot/machines/lotus-falls/game.ts'
import { lotusFallsTargets } from './slot/machines/lotus-falls/targets.ts'
import type { MachineTargets } from './slot/targets.ts'

/** A game of the studio with its lobby data and its mathematics. */
export type CatalogueGame = {
  game: Game
  /** The studio's code as a slot company. */
  company: 'baize'
  names: { ko: string; en: string; jp: string; vn: string; cn: string }
  /** The exact return in parts per million of the stake, rounded down. A test compares it with the par sheet. */
  returnPpm: number
  /** The par sheet's deviation of a round in stakes, to a thousandth. */
  deviation: number
  /** From that deviation: below 4 low, below 8 medium, else high. */
  volatility: 'low' | 'medium' | 'high'
  /** What its designer wants; `npm run math -- check` compares. */
  targets: MachineTargets
}

/** Every game of the studio, in the order of the lobby. */
export const catalogue: readonly [CatalogueGame, ...CatalogueGame[]] = [
  {
    game: goldenTiger,
    company: 'baize',
    names: { ko: '황금 호랑이', en: 'Golden Tiger', jp: '黄金の虎', vn: 'Hổ Vàng', cn: '黄金虎' },
    returnPpm: 961_004,
    deviation: 5.847,
    volatility: 'medium',
    targets: goldenTigerTargets,
  },
  {
    game: lotusFalls,
    company: 'baize',
    names: { ko: '연꽃 폭포', en: 'Lotus Falls', jp: '蓮の滝', vn: 'Thác Hoa Sen', cn: '莲花瀑布' },
    returnPpm: 961_708,
    deviation: 7.209,
    volatility: 'medium',
    targets: lotusFallsTargets,
  },
  {
    game: azureDragonHoard,
    company: 'baize',
    names: { ko: '청룡의 보물', en: 'Azure Dragon Hoard', jp: '青龍の秘宝', vn: 'Kho Báu Rồng Xanh', cn: '青龙宝藏' },
    returnPpm: 962_584,
    deviation: 10.493,
    volatility: 'high',
    targets: azureDragonHoardTargets,
  },
]

/** The game of a code, or undefined when there is none. */
export function gameByCode(code: string): CatalogueGame | undefined {
  return catalogue.find((entry) => entry.game.code === code)
}
