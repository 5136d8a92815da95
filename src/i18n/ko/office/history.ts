import type { Translation } from '../../catalogue.ts'

/** Messages of a round’s details. */
export const messages = {
  history: {
    show: '라운드 보기',
    title: '라운드',
    none: '라운드를 찾을 수 없습니다.',
    id: '라운드 ID',
    game: '게임',
    at: '일시',
    stake: '베팅',
    pay: '지급',
    shown: '회원 화면',
    shownYes: '끝까지 표시됨',
    shownNo: '아직 끝까지 표시되지 않음',
    nonce: '번호',
    serverSeedHash: '서버 시드 해시',
    clientSeed: '클라이언트 시드',
    mathHash: '게임 데이터 해시',
    events: '진행 기록',
  },
} as const

export type OfficeHistoryMessages = Translation<typeof messages>
