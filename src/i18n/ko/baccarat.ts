import type { Translation } from '../catalogue.ts'

/** Messages of the tables of Baccarat. */
export const messages = {
  baccarat: {
    spot: {
      banker: '뱅커',
      player: '플레이어',
      tie: '타이',
      'player-pair': '플레이어 페어',
      'banker-pair': '뱅커 페어',
    },
    six: '6 승 {odds}',
    bead: { banker: 'B', player: 'P', tie: 'T' },
    result: { banker: '뱅커 승', player: '플레이어 승', tie: '타이' },
    points: '{side} {points, number}점',
    sentence: '플레이어 {player, number}점, 뱅커 {banker, number}점, {winner}.',
    legend: 'B 뱅커, P 플레이어, T 타이, b 뱅커 페어, p 플레이어 페어, R 빨강, B 파랑(중국점). 세로줄은 |로 나뉩니다.',
    rules: {
      goal: '두 장 또는 세 장의 합의 끝자리가 9에 가까운 쪽이 이깁니다. 에이스는 1, 10과 그림 카드는 0으로 셉니다.',
      natural: '처음 두 장이 8 또는 9(내추럴)이면 카드를 더 받지 않습니다.',
      playerDraws: '플레이어는 0~5점이면 한 장을 더 받고, 6~7점이면 받지 않습니다.',
      bankerDraws:
        '플레이어가 받지 않으면 뱅커는 0~5점에서 받습니다. 플레이어가 받으면 뱅커는 2점 이하에서 항상, 3점에서는 플레이어의 셋째 카드가 8이 아닐 때, 4점에서는 2~7일 때, 5점에서는 4~7일 때, 6점에서는 6~7일 때 받습니다.',
      commission: '뱅커가 이기면 커미션 5%를 뺀 0.95:1로 지급됩니다.',
      noCommission: '뱅커가 이기면 1:1로 지급되며, 6점으로 이기면 절반인 0.5:1로 지급됩니다.',
      tie: '타이이면 뱅커와 플레이어의 베팅 금액을 돌려 드립니다.',
      pairs: '페어는 그쪽의 처음 두 장이 같은 숫자일 때 적중합니다.',
    },
    keys: 'B 뱅커, P 플레이어, T 타이, Shift+B 뱅커 페어, Shift+P 플레이어 페어, R 출목표',
  },
} as const

export type BaccaratMessages = Translation<typeof messages>
