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
    matches: '중복 확인',
    noMatches: '없음',
    matchKinds: { phone: '휴대폰', account: '계좌', person: '이름·생년월일', device: '기기' },
    otherBrand: '다른 브랜드 회원',
    restricted: '자기 이용 제한 중',
    blocked: '차단',
    waiting: '승인 대기',
    wasRejected: '거절',
    needsCheck: '확인 필요: 이용 제한 대상과 이름·생년월일 일치',
    needsConfirm: '확인 필요: 다른 회원의 정보와 일치',
    cannotApprove: '승인 불가: 자기 이용 제한 중인 회원과 휴대폰 또는 계좌 일치',
    confirmTitle: '중복 가입 확인',
    confirmText:
      '아래 회원과 같은 분일 수 있습니다. 본인 확인을 마친 경우에만 승인해 주세요. 승인한 담당자가 기록됩니다.',
    confirmSubmit: '확인하고 승인',
    excludedMatch: '자기 이용 제한 중인 회원과 휴대폰 또는 계좌가 같아 승인할 수 없습니다.',
  },
} as const

export type OfficeRegistrationMessages = Translation<typeof messages>
