import type { Translation } from '../catalogue.ts'

/** Messages of the home page. */
export const messages = {
  /** Only in the document that the server renders. */
  homeDocument: {
    description: '직접 만든 슬롯, 누구나 검증할 수 있는 공정한 게임, 간편한 입출금. {brand}의 밤이 열립니다.',
  },
  home: {
    title: '{brand} | 라이브 카지노와 슬롯',
    heroTitle: '밤은 길고,\n호랑이는 깨어 있다',
    heroText: '직접 만든 슬롯 · 누구나 검증할 수 있는 공정한 게임',
    heroAction: '지금 플레이',
    banners: '배너',
    pause: '배너 멈추기',
    play: '배너 재생',
    previousBanner: '이전 배너',
    nextBanner: '다음 배너',
    jackpots: '잭팟',
    mega: '메가',
    major: '메이저',
    minor: '마이너',
    preparing: '준비 중',
    games: '게임',
    gameTypes: '게임 종류',
    searchGames: '게임 이름 · 게임사 · 초성(ㅎㄹㅇ) 검색',
    searchHint: '이름이나 초성으로 찾으실 수 있습니다',
    isNew: '신규',
    provider: '게임사',
    all: '모두 보기',
    noResults: '검색 결과가 없습니다.',
    returnToPlayer: '환수율 {percent}',
    locked: '출시 예정 게임입니다',
    closed: '운영이 중단된 게임입니다',
    chances: '지난 결과는 다음 라운드의 확률을 바꾸지 않습니다.',
    noGames: '지금 이용하실 수 있는 게임이 없습니다.',
    sharedRounds: '공개된 라운드',
    mostLose: '대부분의 라운드에서는 베팅 금액을 잃습니다.',
    latestHelp: '최근 문의',
    latestNotice: '공지사항',
    helpForGuests: '로그인하시면 문의와 답변을 확인하실 수 있습니다.',
    noNotice: '등록된 공지사항이 없습니다.',
  },
  /** The latest inquiries on the home. */
  homeLatestHelp: {
    noHelp: '아직 문의하신 내용이 없습니다.',
    waiting: '대기',
    answered: '완료',
    accountInquiry: '입금 계좌 문의',
  },
} as const

export type HomeMessages = Translation<typeof messages>
