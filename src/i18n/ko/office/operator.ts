import type { Translation } from '../../catalogue.ts'

/** Messages of the operators page. */
export const messages = {
  operator: {
    title: '운영자',
    empty: '볼 수 있는 운영자가 없습니다.',
    pick: '목록에서 운영자를 선택해 주세요.',
    login: '아이디',
    name: '이름',
    roles: '역할',
    brands: '브랜드',
    active: '상태',
    isActive: '사용 중',
    isInactive: '사용 중지',
    factors: '2단계 인증',
    noFactor: '미등록',
    demo: '데모 계정 (면제)',
    codesLeft: '남은 복구 코드',
    sessions: '활성 세션',
    lastSeen: '마지막 활동',
    endSessions: '강제 로그아웃',
    endTitle: '{login} 강제 로그아웃',
    endText: '이 운영자는 모든 기기에서 바로 로그아웃됩니다. 입력하던 내용은 사라지고, 다시 로그인해야 합니다.',
    endSelf: '지금 사용 중인 화면도 함께 로그아웃됩니다.',
    endSubmit: '모두 로그아웃하기',
    ended: '세션 {count, number}개를 종료했습니다.',
    reset: '2단계 인증 초기화',
    resetTitle: '{login} 2단계 인증 초기화',
    resetText:
      '등록된 인증 수단과 복구 코드가 모두 삭제되고, 모든 기기에서 로그아웃되며 현재 비밀번호도 더는 쓸 수 없습니다. 한 번만 보이는 등록 코드로 새 비밀번호와 인증 수단을 등록하게 됩니다. 본인이 맞는지 직접 확인한 뒤 진행해 주세요.',
    enrolmentCode: '등록 코드',
    enrolmentText:
      '지금만 볼 수 있으며 24시간 동안 유효합니다. 본인에게 직접 전해 주세요. 로그인 화면의 “등록 코드로 시작하기”에서 사용합니다.',
    enrolmentClose: '전달했습니다',
    resetSubmit: '2단계 인증 초기화하기',
    resetDone: '{login} 운영자의 2단계 인증을 초기화했습니다.',
    self: '본인의 2단계 인증은 초기화할 수 없습니다. 내 인증 수단 화면에서 바꿔 주세요.',
    gone: '운영자를 찾을 수 없습니다.',
    sums: '최근 {days, number}일 처리 금액',
    sumsHint:
      '혼자 입출금: 한 운영자가 2인 승인 없이 입금을 처리하고 같은 회원에게 출금까지 처리한 금액입니다. 입금 2인 승인 기준액의 {times, number}배부터 확인 필요로 표시됩니다.',
    sumsEmpty: '이 기간에 처리된 입출금이 없습니다.',
    credited: '입금 처리',
    corrected: '정정 {amount}',
    paid: '출금 처리',
    members: '회원 수',
    bothWays: '혼자 입출금',
    bothWaysOf: '{count, number}명 · 게임 없음 {percent, number}%',
    marked: '확인 필요',
    reason: '사유',
    reasonHint: '감사 기록에 남습니다.',
    reasonRequired: '사유를 입력해 주세요.',
  },
} as const

export type OfficeOperatorMessages = Translation<typeof messages>
