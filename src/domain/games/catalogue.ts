import type { Game } from './game.ts'
import { azureDragonHoard } from './slot/machines/azure-dragon-hoard/game.ts'
import { azureDragonHoardTargets } from './slot/machines/azure-dragon-hoard/targets.ts'
import { goldenTiger } from './slot/machines/golden-tiger/game.ts'
import { goldenTigerTargets } from './slot/machines/golden-tiger/targets.ts'
import { fullMoonWolf } from './slot/machines/full-moon-wolf/game.ts'
import { fullMoonWolfTargets } from './slot/machines/full-moon-wolf/targets.ts'
import { rubySeven } from './slot/machines/ruby-seven/game.ts'
import { rubySevenTargets } from './slot/machines/ruby-seven/targets.ts'
import { bookOfHorus } from './slot/machines/book-of-horus/game.ts'
import { bookOfHorusTargets } from './slot/machines/book-of-horus/targets.ts'
import { kingsChest } from './slot/machines/kings-chest/game.ts'
import { kingsChestTargets } from './slot/machines/kings-chest/targets.ts'
import { eagleCliff } from './slot/machines/eagle-cliff/game.ts'
import { eagleCliffTargets } from './slot/machines/eagle-cliff/targets.ts'
import { sageTurtle } from './slot/machines/sage-turtle/game.ts'
import { sageTurtleTargets } from './slot/machines/sage-turtle/targets.ts'
import { festivalBells } from './slot/machines/festival-bells/game.ts'
import { festivalBellsTargets } from './slot/machines/festival-bells/targets.ts'
import { amethystCave } from './slot/machines/amethyst-cave/game.ts'
import { amethystCaveTargets } from './slot/machines/amethyst-cave/targets.ts'
import { summitOfStorms } from './slot/machines/summit-of-storms/game.ts'
import { summitOfStormsTargets } from './slot/machines/summit-of-storms/targets.ts'
import { lotusFalls } from './slot/machines/lotus-falls/game.ts'
import { lotusFallsTargets } from './slot/machines/lotus-falls/targets.ts'
import type { MachineTargets } from './slot/targets.ts'
import type { Volatility } from './volatility.ts'

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
  /** The par sheet's chances that a round pays nothing, and more than its stake, in parts per million, rounded up. */
  nothingPpm: number
  winPpm: number
  /** From that deviation. */
  volatility: Volatility
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
    nothingPpm: 721_029,
    winPpm: 143_836,
    volatility: 'medium',
    targets: goldenTigerTargets,
  },
  {
    game: lotusFalls,
    company: 'baize',
    names: { ko: '연꽃 폭포', en: 'Lotus Falls', jp: '蓮の滝', vn: 'Thác Hoa Sen', cn: '莲花瀑布' },
    returnPpm: 961_708,
    deviation: 7.209,
    nothingPpm: 739_973,
    winPpm: 136_271,
    volatility: 'medium',
    targets: lotusFallsTargets,
  },
  {
    game: azureDragonHoard,
    company: 'baize',
    names: { ko: '청룡의 보물', en: 'Azure Dragon Hoard', jp: '青龍の秘宝', vn: 'Kho Báu Rồng Xanh', cn: '青龙宝藏' },
    returnPpm: 962_584,
    deviation: 10.493,
    nothingPpm: 728_696,
    winPpm: 136_416,
    volatility: 'high',
    targets: azureDragonHoardTargets,
  },
  {
    game: fullMoonWolf,
    company: 'baize',
    names: { ko: '만월 늑대', en: 'Full-Moon Wolf', jp: '満月の狼', vn: 'Sói Đêm Trăng Rằm', cn: '满月之狼' },
    returnPpm: 956_277,
    deviation: 7.76,
    nothingPpm: 726_219,
    winPpm: 104_017,
    volatility: 'medium',
    targets: fullMoonWolfTargets,
  },
  {
    game: rubySeven,
    company: 'baize',
    names: { ko: '루비 세븐', en: 'Ruby Seven', jp: 'ルビーセブン', vn: 'Số Bảy Hồng Ngọc', cn: '红宝石七' },
    returnPpm: 962_745,
    deviation: 4.931,
    nothingPpm: 813_416,
    winPpm: 148_696,
    volatility: 'medium',
    targets: rubySevenTargets,
  },
  {
    game: bookOfHorus,
    company: 'baize',
    names: { ko: '호루스의 책', en: 'Book of Horus', jp: 'ホルスの書', vn: 'Sách Thần Horus', cn: '荷鲁斯之书' },
    returnPpm: 957_949,
    deviation: 12.299,
    nothingPpm: 707_226,
    winPpm: 115_717,
    volatility: 'high',
    targets: bookOfHorusTargets,
  },
  {
    game: kingsChest,
    company: 'baize',
    names: { ko: '왕의 보물상자', en: 'King’s Chest', jp: '王の宝箱', vn: 'Rương Báu Nhà Vua', cn: '国王宝箱' },
    returnPpm: 945_126,
    deviation: 5.567,
    nothingPpm: 697_889,
    winPpm: 132_447,
    volatility: 'medium',
    targets: kingsChestTargets,
  },
  {
    game: eagleCliff,
    company: 'baize',
    names: { ko: '독수리 절벽', en: 'Eagle Cliff', jp: '鷲の断崖', vn: 'Vách Đá Đại Bàng', cn: '鹰之崖' },
    returnPpm: 956_559,
    deviation: 6.477,
    nothingPpm: 668_678,
    winPpm: 123_541,
    volatility: 'medium',
    targets: eagleCliffTargets,
  },
  {
    game: sageTurtle,
    company: 'baize',
    names: { ko: '거북 신선', en: 'Sage Turtle', jp: '亀仙の知恵', vn: 'Rùa Hiền Triết', cn: '灵龟仙翁' },
    returnPpm: 955_270,
    deviation: 7.319,
    nothingPpm: 738_361,
    winPpm: 157_148,
    volatility: 'medium',
    targets: sageTurtleTargets,
  },
  {
    game: festivalBells,
    company: 'baize',
    names: { ko: '축제의 종', en: 'Festival Bells', jp: '祭りの鐘', vn: 'Chuông Lễ Hội', cn: '节庆钟声' },
    returnPpm: 951_492,
    deviation: 2.6,
    nothingPpm: 603_216,
    winPpm: 190_673,
    volatility: 'low',
    targets: festivalBellsTargets,
  },
  {
    game: amethystCave,
    company: 'baize',
    names: { ko: '자수정 동굴', en: 'Amethyst Cave', jp: '紫水晶の洞窟', vn: 'Hang Thạch Anh Tím', cn: '紫晶洞窟' },
    returnPpm: 955_705,
    deviation: 7.218,
    nothingPpm: 606_622,
    winPpm: 226_278,
    volatility: 'medium',
    targets: amethystCaveTargets,
  },
  {
    game: summitOfStorms,
    company: 'baize',
    names: { ko: '폭풍의 봉우리', en: 'Summit of Storms', jp: '嵐の頂', vn: 'Đỉnh Bão Tố', cn: '风暴之巅' },
    returnPpm: 958_213,
    deviation: 16.56,
    nothingPpm: 642_637,
    winPpm: 117_665,
    volatility: 'high',
    targets: summitOfStormsTargets,
  },
]

/** A return in percent, from parts per million: 961 000 → `"96.1"`. */
export function returnPercent({ returnPpm }: Pick<CatalogueGame, 'returnPpm'>): string {
  return `${Math.floor(returnPpm / 10_000)}.${String(returnPpm % 10_000).padStart(4, '0')}`.replace(/\.?0+$/, '')
}

/** The game of a code, or undefined when there is none. */
export function gameByCode(code: string): CatalogueGame | undefined {
  return catalogue.find((entry) => entry.game.code === code)
}
