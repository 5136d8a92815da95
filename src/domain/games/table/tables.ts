import { baccarat } from './baccarat/game.ts'
import type { GamePace } from './dealing.ts'
import { dragonTiger } from './dragon-tiger/game.ts'
import { noCommissionBaccarat } from './no-commission-baccarat/game.ts'
import { roulette } from './roulette/game.ts'
import { sicBo } from './sic-bo/game.ts'
import { speedBaccarat } from './speed-baccarat/game.ts'
import type { TableGame } from './table-game.ts'
import type { TableNames } from './table-names.ts'
import { virtualHorses } from './virtual-horses/game.ts'
import { horses } from './virtual-horses/runners.ts'
import { virtualHounds } from './virtual-hounds/game.ts'
import { hounds } from './virtual-hounds/runners.ts'

/** A table game with what is shown of it and how fast it goes; its mathematics are `game` alone. */
export type CatalogueTable = {
  game: TableGame
  names: TableNames
  /** Of a race: the names of its runners, by number. */
  runners?: readonly TableNames[]
  /** How long bets are open in a round, in seconds: the pace of the table, at least 5. With a schedule bets are open at least so long. */
  betSeconds: number
} & GamePace

/** How often a race starts, and how long its result is shown after it. The hounds start between the horses. */
const raceEveryMs = 180_000
const racePauseMs = 9_500

/** The table games in the order of the lobby; `openTables` are those that can be played. */
export const tables: readonly CatalogueTable[] = [
  {
    game: baccarat,
    names: { ko: '바카라', en: 'Baccarat', jp: 'バカラ', vn: 'Baccarat', cn: '百家乐' },
    betSeconds: 20,
    dealMs: 7_000,
  },
  {
    game: speedBaccarat,
    names: {
      ko: '스피드 바카라',
      en: 'Speed Baccarat',
      jp: 'スピードバカラ',
      vn: 'Baccarat Tốc Độ',
      cn: '极速百家乐',
    },
    betSeconds: 10,
    dealMs: 4_000,
  },
  {
    game: noCommissionBaccarat,
    names: {
      ko: '노커미션 바카라',
      en: 'No-Commission Baccarat',
      jp: 'ノーコミッションバカラ',
      vn: 'Baccarat Miễn Hoa Hồng',
      cn: '免佣百家乐',
    },
    betSeconds: 20,
    dealMs: 7_000,
  },
  {
    game: dragonTiger,
    names: { ko: '드래곤 타이거', en: 'Dragon Tiger', jp: 'ドラゴンタイガー', vn: 'Rồng Hổ', cn: '龙虎' },
    betSeconds: 15,
    dealMs: 4_000,
  },
  {
    game: roulette,
    names: { ko: '룰렛', en: 'Roulette', jp: 'ルーレット', vn: 'Roulette', cn: '轮盘' },
    betSeconds: 25,
    dealMs: 9_000,
  },
  {
    game: sicBo,
    names: { ko: '식보', en: 'Sic Bo', jp: 'シックボー', vn: 'Tài Xỉu', cn: '骰宝' },
    betSeconds: 20,
    dealMs: 6_000,
  },
  {
    game: virtualHorses,
    names: { ko: '가상 경마', en: 'Virtual Horses', jp: 'バーチャル競馬', vn: 'Đua Ngựa Ảo', cn: '虚拟赛马' },
    runners: horses,
    betSeconds: 30,
    dealMs: 30_000,
    pauseMs: racePauseMs,
    schedule: { everyMs: raceEveryMs, offsetMs: 0 },
  },
  {
    game: virtualHounds,
    names: {
      ko: '가상 도그 레이스',
      en: 'Virtual Hounds',
      jp: 'バーチャルドッグレース',
      vn: 'Đua Chó Ảo',
      cn: '虚拟赛狗',
    },
    runners: hounds,
    betSeconds: 30,
    dealMs: 30_000,
    pauseMs: racePauseMs,
    schedule: { everyMs: raceEveryMs, offsetMs: raceEveryMs / 2 },
  },
]

/** Where the lobby lists a table game: races are sport, the others live casino. Turnover, comp and play type follow this kind. */
export function lobbyOf({ kind }: TableGame): { kind: 'casino' | 'sport'; company: 'baize-live' | 'baize-race' } {
  return kind === 'race' ? { kind: 'sport', company: 'baize-race' } : { kind: 'casino', company: 'baize-live' }
}

/** The table game of a code, or undefined when there is none. */
export function tableByCode(code: string): CatalogueTable | undefined {
  return tables.find(({ game }) => game.code === code)
}

/** The codes of the tables whose server and window stand: they can be opened, the others are listed as closed. */
export const openTables: readonly string[] = [
  'baccarat',
  'speed-baccarat',
  'no-commission-baccarat',
  'dragon-tiger',
  'roulette',
  'sic-bo',
  'virtual-horses',
  'virtual-hounds',
]

/** The table game of a code that can be played, or undefined. */
export function openTableByCode(code: string): CatalogueTable | undefined {
  return openTables.includes(code) ? tableByCode(code) : undefined
}
