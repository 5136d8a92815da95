import type { Translation } from '../catalogue.ts'

/** Messages of the list of bets. */
export const messages = {
  history: {
    title: '게임 내역',
    shared: '공개한 라운드',
    slotsOnly:
      '슬롯 게임의 라운드입니다. 라이브 카지노와 스포츠의 라운드는 각 게임 창의 ‘게임 내역’에서 보실 수 있습니다.',
    empty: '슬롯 게임 내역이 없습니다.',
    stake: '베팅',
    win: '당첨',
    multiple: '배수',
    times: '{times}배',
    net: '손익',
    open: '진행 중',
    completed: '완료',
    cancelled: '취소',
    refunded: '환불',
    company: '게임사',
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
    actions: '작업',
    calendar: {
      of: '{field} 달력',
      open: '{field} 달력 열기',
      previous: '이전 달',
      next: '다음 달',
      month: '{year}년 {month}월',
      weekdays: {
        sunday: '일',
        monday: '월',
        tuesday: '화',
        wednesday: '수',
        thursday: '목',
        friday: '금',
        saturday: '토',
      },
      clear: '지우기',
      today: '오늘',
    },
  },
} as const

export type HistoryMessages = Translation<typeof messages>
