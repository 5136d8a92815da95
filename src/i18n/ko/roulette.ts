import type { Translation } from '../catalogue.ts'

/** Messages of the tables of Roulette. */
export const messages = {
  roulette: {
    spot: {
      numbered: '{numbers} {kind}',
      red: '레드',
      black: '블랙',
      odd: '홀수',
      even: '짝수',
      low: '로우 1–18',
      high: '하이 19–36',
    },
    kind: {
      straight: '스트레이트',
      split: '스플릿',
      street: '스트리트',
      trio: '트리오',
      corner: '코너',
      'first-four': '퍼스트 포',
      'six-line': '식스 라인',
      dozen: '더즌',
      column: '칼럼',
      even: '레드·블랙, 홀·짝, 로우·하이',
    },
    group: '{kind} · {count, number}종',
    short: {
      odd: '홀수',
      even: '짝수',
      low: '1–18',
      high: '19–36',
    },
    call: {
      voisins: '부아쟁',
      tiers: '티에르',
      orphelins: '오르플랭',
      'zero-game': '제로 게임',
      neighbours: '{pocket} 이웃',
    },
    color: {
      red: '레드',
      black: '블랙',
      green: '그린',
    },
    dealt: '볼이 돌고 있습니다',
    title: '{pocket} {color}',
    sentence: '{pocket}번 {color}.',
    sentenceFacts: '{pocket}번 {color}, {parity}, {half}.',
    layout: '베팅 레이아웃',
    race: '레이스트랙',
    numbers: '번호판',
    hint: '칸은 번호 하나, 칸 사이의 선은 스플릿과 코너입니다.',
    facts: '배당 {odds} · 하우스 엣지 {edge} · 한도 {least}~{most}',
    callLabel: '{call}, 칩 {count, number}개, 번호 {numbers}, 하우스 엣지 {edge}',
    callStaked: '{call}, {pocket}번에 내 베팅 {stake}',
    callFacts: '칩 {count, number}개 · 번호 {numbers} · 엣지 {edge}',
    others: '전체 {amount} · {members, number}명',
    strip: '최근 번호',
    show: '번호 기록과 통계 열기',
    empty: '아직 나온 번호가 없습니다.',
    stats: {
      title: '번호 기록과 통계',
      last: '최근 번호 {count, number}개 (왼쪽이 가장 최근)',
      group: '구분',
      count: '횟수',
      share: '비율',
      expected: '확률',
      zero: '제로',
      each: '번호별 횟수',
      eachNote: '번호마다 나온 횟수입니다. 모든 번호의 확률은 언제나 37분의 1입니다.',
    },
    rules: {
      goal: '휠에는 0부터 36까지 37개의 포켓이 있고, 라운드마다 포켓 하나가 뽑힙니다.',
      draw: '결과는 볼이 돌기 전에 체인의 링크와 솔트로 정해집니다. 볼의 움직임은 그 결과를 보여 주는 그림이며, 베팅과는 관계가 없습니다.',
      inside:
        '인사이드 베팅은 번호 하나에서 여섯 개까지 베팅합니다. 스트레이트 35:1, 스플릿 17:1, 스트리트와 트리오 11:1, 코너와 퍼스트 포 8:1, 식스 라인 5:1입니다.',
      outside: '아웃사이드 베팅은 더즌과 칼럼 2:1, 레드·블랙, 홀·짝, 로우·하이 1:1입니다.',
      zero: '0이 나오면 0을 포함하지 않은 베팅은 모두 집니다. 아웃사이드 베팅도 마찬가지입니다.',
      calls:
        '레이스트랙의 베팅은 레이아웃의 칸에 칩을 나누어 놓는 것입니다. 부아쟁은 칩 9개, 티에르 6개, 오르플랭 5개, 제로 게임 4개입니다. 번호를 누르면 그 번호와 휠에서 양옆 두 개씩에 모두 5개를 놓습니다.',
      void: '중단된 라운드는 무효가 되며 베팅 금액을 모두 돌려 드립니다. 결과가 공개된 라운드는 같은 번호로 끝까지 진행됩니다.',
    },
    keys: '방향키로 레이아웃의 칸과 선을 옮겨 다니고 Enter 또는 스페이스로 칩을 놓습니다. V 부아쟁, T 티에르, O 오르플랭, Z 제로 게임, R 번호 기록',
  },
} as const

export type RouletteMessages = Translation<typeof messages>
