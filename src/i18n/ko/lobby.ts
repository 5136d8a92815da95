import type { Translation } from '../catalogue.ts'

/** Messages of the lobby: search, filters, recent games. */
export const messages = {
  lobby: {
    title: '게임',
    filters: '게임 찾기',
    provider: '제공사',
    allProviders: '모든 제공사',
    choice: '{name} ({count, number})',
    sort: '정렬',
    sortRecommended: '추천순',
    sortName: '이름순',
    sortNew: '최신순',
    sortRtp: '환수율순',
    isNew: '신규',
    volatilityLow: '변동성 낮음',
    volatilityMedium: '변동성 보통',
    volatilityHigh: '변동성 높음',
    found: '{count, number}개의 게임',
    none: '조건에 맞는 게임이 없습니다.',
    clear: '필터 지우기',
    recent: '최근 플레이',
    noRecent: '최근에 플레이한 게임이 없습니다.',
    features: {
      freeSpins: '무료 스핀',
      holdAndWin: '홀드 앤 윈',
      ways: '웨이즈',
      stackedWild: '스택 와일드',
      classic: '클래식',
      tumble: '텀블',
      multiplier: '배수',
      cluster: '클러스터',
      expandingSymbol: '확장 심볼',
      stickyWild: '고정 와일드',
      walkingWild: '이동 와일드',
      pick: '보너스 픽',
      jackpot: '잭팟',
      payAnywhere: '페이 애니웨어',
    },
  },
} as const

export type LobbyMessages = Translation<typeof messages>
