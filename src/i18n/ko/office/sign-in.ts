import type { Translation } from '../../catalogue.ts'

/** Messages of the operators’ sign-in. */
export const messages = {
  signIn: {
    title: '운영자 로그인',
    login: '아이디',
    password: '비밀번호',
    submit: '로그인',
    required: '아이디와 비밀번호를 모두 입력해 주세요.',
    fail: '아이디와 비밀번호를 확인해 주세요.',
    throttled: '로그인 시도가 많습니다. {minutes, number}분 후 다시 시도해 주세요.',
    enrol: '등록 코드로 시작하기',
    enrolTitle: '등록 코드로 시작하기',
    enrolText:
      '2단계 인증이 초기화된 운영자는 받은 등록 코드로 새 비밀번호를 설정합니다. 그다음 로그인해 2단계 인증을 등록합니다.',
    code: '등록 코드',
    newPassword: '새 비밀번호',
    newPasswordAgain: '새 비밀번호 확인',
    enrolSubmit: '새 비밀번호 설정하기',
    enrolRequired: '모든 칸을 입력해 주세요.',
    enrolFail: '아이디나 등록 코드가 맞지 않거나, 코드의 유효 시간이 지났습니다.',
    weak: '비밀번호는 8자 이상이어야 하고, 아이디나 이름을 포함하거나 너무 흔해서는 안 됩니다.',
    different: '두 비밀번호가 다릅니다.',
    enrolled: '비밀번호를 설정했습니다. 새 비밀번호로 로그인해 주세요.',
    back: '로그인으로 돌아가기',
    ended: '로그인이 만료되었습니다. 다시 로그인해 주세요.',
  },
} as const

export type OfficeSignInMessages = Translation<typeof messages>
