import type { Translation } from '../catalogue.ts'

/** Messages of the tables with cards: the cards, the roads, the shoe. */
export const messages = {
  cards: {
    dealt: '카드 오픈',
    shown: '{side} {card}',
    card: {
      text: '{suit} {rank}',
      clubs: '클로버',
      diamonds: '다이아몬드',
      hearts: '하트',
      spades: '스페이드',
      ace: '에이스',
      jack: '잭',
      queen: '퀸',
      king: '킹',
    },
    roads: {
      title: '출목표',
      'bead-plate': '육매',
      'big-road': '원매',
      'big-eye-boy': '중국점 1군',
      'small-road': '중국점 2군',
      'cockroach-pig': '중국점 3군',
      text: '글로 보기',
      empty: '아직 결과가 없습니다.',
      next: '다음 표시 계산 보기',
      nextNote: '다음 결과에 따라 중국점에 생길 표시를 계산한 것일 뿐, 예측이 아닙니다.',
      ifWinner: '다음이 {winner}라면',
      red: '빨강',
      blue: '파랑',
      noMark: '표시 없음',
      count: '{winner} {count, number}회',
      show: '출목표 열기',
    },
    shoe: '카드 8벌을 섞은 슈를 쓰며, 남은 카드가 52장이 되면 새 슈로 바뀝니다.',
    void: '중단된 라운드는 무효가 되며 베팅 금액을 모두 돌려 드립니다. 카드가 나오기 시작한 라운드는 같은 카드로 끝까지 진행됩니다.',
  },
} as const

export type CardsMessages = Translation<typeof messages>
