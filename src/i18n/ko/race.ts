import type { Translation } from '../catalogue.ts'

/** Messages of the tables of races. */
export const messages = {
  race: {
    bet: { win: '단승', place: '연승', quinella: '복승', exacta: '쌍승', trifecta: '삼쌍승' },
    runner: '{number}번 {name}',
    spot: '{bet} {runners}',
    odds: '{odds}배',
    chance: '1착 {chance}',
    result: '{runner} 우승',
    sentence: '1착 {first}, 2착 {second}, 3착 {third}.',
    least: '한 자리에 {amount}부터 베팅하실 수 있습니다.',
    most: '최대 베팅',
    board: { now: '현재 순위', final: '최종 순위' },
    live: {
      start: '출발했습니다.',
      half: '중간 지점입니다. 선두 {first}, 2위 {second}, 3위 {third}.',
      line: '{first}, 결승선을 통과했습니다.',
    },
    pick: {
      quinella: '1·2착에 들어올 둘을 고르세요. 순서는 상관없습니다.',
      exacta: '1착, 2착 순서대로 고르세요.',
      trifecta: '1착, 2착, 3착 순서대로 고르세요.',
      place: '{place}착',
      own: '베팅한 조합',
    },
    results: {
      title: '출전표',
      last: '지난 경주',
      show: '출전표와 지난 경주 열기',
      empty: '아직 끝난 경주가 없습니다.',
      race: '{number}번 경주',
      form: '최근 {count, number}경주 전적',
      noForm: '아직 전적이 없습니다',
      runner: '출전 번호',
      chance: '{bet} 확률',
      wins: '1착',
      places: '3착 이내',
      finishes: '최근 착순',
    },
    rules: {
      win: '고른 번호가 1착이면 적중합니다.',
      place: '고른 번호가 3착 안에 들면 적중합니다.',
      quinella: '고른 두 번호가 순서와 상관없이 1착과 2착이면 적중합니다.',
      exacta: '고른 두 번호가 순서대로 1착과 2착이면 적중합니다.',
      trifecta: '고른 세 번호가 순서대로 1착, 2착, 3착이면 적중합니다.',
      odds: '배당률에는 베팅 금액이 포함되어 있습니다. 7.50배라면 1,000을 베팅해 7,500을 돌려받습니다. 배당률은 베팅 상황에 따라 바뀌지 않습니다.',
      strength:
        '번호마다 정해진 우승 확률로 전체 순위를 추첨합니다. 확률은 경주마다 같으며 지난 결과의 영향을 받지 않습니다.',
      path: '화면의 경주는 추첨된 순위를 보여 드리는 것입니다. 베팅은 순위에도, 달리는 모습에도 영향을 주지 않습니다.',
      schedule: '경주는 3분마다 출발하며, 출발하면 베팅이 마감됩니다.',
      void: '출발 전에 중단된 경주는 무효가 되며 베팅 금액을 모두 돌려 드립니다. 출발한 경주는 같은 순위로 끝까지 진행됩니다.',
    },
    keys: 'Q W E A S F Z X 1~8번 단승, Shift와 함께 누르면 연승, R 출전표. 조합은 Tab과 Enter로 고릅니다.',
  },
} as const

export type RaceMessages = Translation<typeof messages>
