import type { Translation } from '../catalogue.ts'

/** Messages of a forgotten password. */
export const messages = {
  passwordReset: {
    title: '비밀번호 재설정',
    forgot: '비밀번호를 잊으셨나요?',
    requestTitle: '재설정 신청',
    requestText:
      '아이디와 가입하실 때 등록하신 휴대폰 번호를 입력해 주세요. 담당자가 본인 확인 후 인증 코드를 알려 드립니다.',
    id: '아이디',
    phone: '휴대폰 번호',
    request: '신청하기',
    requested: '신청을 접수했습니다. 입력하신 정보가 맞으면 담당자가 등록된 번호로 연락드립니다.',
    codeTitle: '새 비밀번호 설정',
    codeText: '받으신 코드는 30분 동안 한 번만 사용하실 수 있습니다.',
    code: '인증 코드',
    codeHint: '예: ABCD-2345-WXYZ',
    submit: '비밀번호 변경',
    fail: '아이디나 코드가 맞지 않거나, 코드의 유효 시간이 지났습니다.',
    done: '비밀번호를 변경했습니다. 새 비밀번호로 로그인해 주세요.',
    after: '변경하시면 모든 기기에서 로그아웃되고, 안전을 위해 24시간 동안 출금하실 수 없습니다.',
    login: '로그인하기',
  },
} as const

export type PasswordResetMessages = Translation<typeof messages>
