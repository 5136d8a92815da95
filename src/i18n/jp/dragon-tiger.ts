import type { DragonTigerMessages } from '../ko/dragon-tiger.ts'

export const messages = {
  dragonTiger: {
    spot: { dragon: 'ドラゴン', tiger: 'タイガー', tie: 'タイ', 'suited-tie': 'スーテッド\u200bタイ' },
    bead: { dragon: 'D', tiger: 'T', tie: '=' },
    result: { dragon: 'ドラゴン勝利', tiger: 'タイガー勝利', tie: 'タイ', suited: 'スーテッドタイ' },
    sentence: 'ドラゴン{dragon}、タイガー{tiger}、{winner}。',
    legend: 'D ドラゴン、T タイガー、= タイ、s スーテッドタイ。三路では R 赤、B 青。列は | で区切ります。',
    rules: {
      goal: 'ドラゴンとタイガーに1枚ずつ配り、数字の大きい側の勝ちです。エースが最も小さく、キングが最も大きい数字です。',
      tie: '2枚の数字が同じならタイです。タイは11:1で払い戻し、ドラゴンとタイガーへのベットは半分が返還されます。',
      suited: '数字もスートも同じならスーテッドタイで、50:1で払い戻します。タイへのベットも的中です。',
    },
    keys: 'Q ドラゴン、E タイガー、T タイ、Shift+T スーテッドタイ、R 罫線',
  },
} as const satisfies DragonTigerMessages
