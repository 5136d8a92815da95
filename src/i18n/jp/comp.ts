import type { CompMessages } from '../ko/comp.ts'

export const messages = {
  comp: {
    title: 'コンプ',
    held: '保有コンプ',
    text: 'ベット額に応じてコンプが貯まり、1コンプは1ウォンに交換できます。',
    convert: '残高に交換する',
    amount: '交換するコンプ',
    confirm: '{amount}コンプを残高に交換しますか？',
    converted: '{amount}ウォンを残高に追加しました。',
    refusedLow: '交換できるコンプが不足しています。進行中のラウンドのコンプは、ラウンド終了後に交換できます。',
    history: '獲得履歴',
    date: '日時',
    game: 'ゲーム',
    bet: 'ベット額',
    undone: '取り消したベットのコンプ',
    rate: '付与率',
    point: '獲得コンプ',
    none: 'まだコンプを獲得していません。',
    rates: 'あなたの付与率',
    level: 'レベル{level, number}の付与率です。',
    levels: 'レベル別の付与率',
    levelsText:
      'レベルは運営チームが決めます。ベットや入金の実績によって自動的に上がったり下がったりすることはありません。',
    levelName: 'レベル{level, number}',
    mine: '現在',
  },
} as const satisfies CompMessages
