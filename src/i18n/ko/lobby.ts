import type { Translation } from '../catalogue.ts'

/** Messages of the lobby: search, filters, recent games. */
export const messages = {
  lobby: {
    title: '게임',
    gamesOf: '{company} 게임',
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
    found: '플레이 가능 {count, number}',
    soon: '준비 중 {count, number}',
    none: '조건에 맞는 게임이 없습니다.',
    clear: '필터 지우기',
    recent: '최근 플레이',
  },
  /** The latest inquiries on the home. */
  latestHelp: {
    noHelp: '아직 문의하신 내용이 없습니다.',
    accountInquiry: '입금 계좌 문의',
  },
  /** By the code of the feature. */
  gameFeature: {
    'free-spins': '무료 스핀',
    'hold-and-win': '홀드 앤 윈',
    pick: '보너스 픽',
    ways: '웨이즈',
    cluster: '클러스터',
    'pay-anywhere': '페이 애니웨어',
    tumble: '텀블',
    multiplier: '배수',
    'stacked-wild': '스택 와일드',
    'sticky-wild': '고정 와일드',
    'walking-wild': '이동 와일드',
    'expanding-symbol': '확장 심볼',
    jackpot: '잭팟',
    classic: '클래식',
    'pair-bets': '페어 베팅',
    'no-commission': '노커미션',
    'fast-rounds': '빠른 진행',
    'one-card': '한 장 승부',
    'single-zero': '싱글 제로',
    'three-dice': '주사위 3개',
    'fixed-odds': '고정 배당',
  },
  /** What the tile of a table shows. */
  lobbyTile: {
    open: '베팅 {seconds, number}초',
    closed: '베팅 마감',
    waiting: '준비 중',
    seated: '{count, number}명',
    text: '참여 {count, number}명. 한 자리에 {least}부터 {most}까지 베팅하실 수 있습니다.',
    empty: '아직 결과가 없습니다.',
    road: '이번 슈의 출목: {list}.',
    pockets: '최근 번호: {list}.',
    throws: '최근 결과: {list}.',
    races: '최근 경주 1~3위: {list}.',
    note: '지난 결과는 다음 라운드의 확률을 바꾸지 않습니다.',
    side: { banker: '뱅커', player: '플레이어', dragon: '드래곤', tiger: '타이거', tie: '타이' },
    color: { red: '레드', black: '블랙' },
  },
} as const

export type LobbyMessages = Translation<typeof messages>
