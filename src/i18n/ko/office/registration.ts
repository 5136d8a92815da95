import type { Translation } from '../../catalogue.ts'

/** Messages of the registrations page. */
export const messages = {
  registration: {
    title: '가입 승인 대기',
    empty: '승인을 기다리는 가입이 없습니다.',
    userId: '아이디',
    nick: '닉네임',
    phone: '휴대폰',
    bank: '은행 · 예금주',
    code: '추천 코드',
    registeredAt: '신청',
    actions: '처리',
    approve: '승인',
    approveFor: '{userId} 가입 승인',
    reject: '거절',
    rejectFor: '{userId} 가입 거절',
    rejectTitle: '가입 거절',
    rejectSubmit: '가입 거절하기',
    reason: '사유',
    reasonRequired: '사유를 입력해 주세요.',
    approved: '{userId} 님의 가입을 승인했습니다.',
    rejected: '{userId} 님의 가입을 거절했습니다.',
    alreadyDecided: '이미 {by} 님이 처리한 가입입니다.',
    gone: '가입 신청을 찾을 수 없습니다.',
  },
} as const

export type OfficeRegistrationMessages = Translation<typeof messages>
