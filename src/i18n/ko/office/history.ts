import type { Translation } from '../../catalogue.ts'

/** Messages of a round’s details. */
export const messages = {
  history: {
    show: '라운드 보기',
    title: '라운드',
    find: '라운드 찾기',
    search: '라운드 ID · 테이블이나 회원과 번호',
    searchHint:
      '라운드 ID를 붙여 넣거나, “baccarat 120”처럼 테이블 이름과 번호, “haneul 7”처럼 회원 아이디와 번호를 입력해 주세요.',
    pick: '목록에서 라운드를 선택해 주세요.',
    number: '{number, number}번',
    kind: '종류',
    kinds: { slot: '슬롯', table: '테이블', seat: '개인 라운드' },
    member: '회원',
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
