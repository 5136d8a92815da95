import type { Translation } from '../catalogue.ts'

/** Messages of the table of Dragon Tiger. */
export const messages = {
  dragonTiger: {
    spot: { dragon: '드래곤', tiger: '타이거', tie: '타이', 'suited-tie': '수티드 타이' },
    bead: { dragon: 'D', tiger: 'T', tie: '=' },
    result: { dragon: '드래곤 승', tiger: '타이거 승', tie: '타이', suited: '수티드 타이' },
    sentence: '드래곤 {dragon}, 타이거 {tiger}, {winner}.',
    legend: 'D 드래곤, T 타이거, = 타이, s 수티드 타이, R 빨강, B 파랑(중국점). 세로줄은 |로 나뉩니다.',
    rules: {
      goal: '드래곤과 타이거에 카드가 한 장씩 나오며, 숫자가 높은 쪽이 이깁니다. 에이스가 가장 낮고 킹이 가장 높습니다.',
      tie: '두 카드의 숫자가 같으면 타이입니다. 타이 베팅은 11:1로 지급되고, 드래곤과 타이거의 베팅 금액은 절반을 돌려 드립니다.',
      suited: '숫자와 무늬가 모두 같으면 수티드 타이이며 50:1로 지급됩니다. 타이 베팅도 함께 적중합니다.',
    },
    keys: 'Q 드래곤, E 타이거, T 타이, Shift+T 수티드 타이, R 출목표',
  },
} as const

export type DragonTigerMessages = Translation<typeof messages>
