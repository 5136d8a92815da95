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
    ended: '로그인이 만료되었습니다. 다시 로그인해 주세요.',
  },
} as const

export type OfficeSignInMessages = Translation<typeof messages>
