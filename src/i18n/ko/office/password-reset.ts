import type { Translation } from '../../catalogue.ts'

/** Messages of the password resets page. */
export const messages = {
  passwordReset: {
    title: '비밀번호 재설정',
    empty: '대기 중인 재설정 신청이 없습니다.',
    pick: '목록에서 신청을 선택해 주세요.',
    requestedAt: '신청 일시',
    birth: '생년월일',
    states: { filed: '확인 대기', issued: '코드 발급됨' },
    until: '{time}까지 유효',
    verifyText: '등록된 번호로 전화해 본인인지 확인해 주세요. 회원 정보 열람은 감사 기록에 남습니다.',
    verify: '본인 확인 시작',
    callText:
      '아래 정보로 본인을 확인한 뒤에만 코드를 알려 주세요. 상대방이 먼저 말하게 하고, 정보를 읽어 주지 마세요.',
    issue: '코드 발급',
    issueAgain: '새 코드 발급',
    propose: '코드 발급 요청',
    proposed: '코드 발급을 요청했습니다. 다른 담당자가 본인 확인 후 발급합니다.',
    takesTwo:
      '코드는 두 사람이 발급합니다. 본인 확인 후 발급을 요청하면, 다른 담당자가 다시 확인하고 코드를 발급합니다.',
    proposedByMe: '발급을 요청하셨습니다. {time}까지 다른 담당자가 발급할 수 있습니다.',
    proposedBy:
      '{by} 담당자가 본인을 확인하고 발급을 요청했습니다. 등록된 번호로 직접 전화해 다시 확인해 주세요. {time}까지 유효합니다.',
    changed: '신청 상태가 바뀌었습니다. 다시 확인해 주세요.',
    browser: '신청한 브라우저',
    knownBrowser: '로그인한 적이 있는 브라우저',
    unknownBrowser: '로그인한 적이 없는 브라우저',
    code: '일회용 코드',
    once: '이 화면에서 한 번만 보입니다. {time}까지 유효합니다.',
    reason: '거절 사유',
    reasonRequired: '거절 사유를 입력해 주세요.',
    refuse: '신청 거절',
    refused: '신청을 거절했습니다.',
    gone: '이미 처리되었거나 만료된 신청입니다.',
  },
} as const

export type OfficePasswordResetMessages = Translation<typeof messages>
