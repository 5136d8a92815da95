import type { Translation } from '../catalogue.ts'

/** Messages of the list of bets. */
export const messages = {
  history: {
    title: '게임 내역',
    empty: '게임 내역이 없습니다.',
    stake: '베팅',
    win: '당첨',
    open: '진행 중',
    completed: '완료',
    cancelled: '취소',
    refunded: '환불',
    company: '제공사',
    all: '전체',
    from: '시작일',
    to: '종료일',
    replay: '다시보기',
    replayOf: '{game} {date} 다시보기',
    verify: '검증',
    verifyOf: '{game} {date} 검증',
    inquiry: '문의',
    inquiryOf: '{game} {date} 문의',
    none: '조건에 맞는 게임 내역이 없습니다.',
    unseen: '확인 전',
    actions: '더 하기',
  },
} as const

export type HistoryMessages = Translation<typeof messages>
