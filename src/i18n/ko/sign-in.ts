import type { Translation } from '../catalogue.ts'

/** Messages of signing in, of the sessions, and of their end. */
export const messages = {
  signIn: {
    title: '로그인',
    id: '아이디',
    password: '비밀번호',
    showPassword: '비밀번호 표시',
    submit: '로그인',
    noAccount: '아직 회원이 아니신가요?',
    again: '로그인이 만료되었습니다. 다시 로그인하시면 작성하던 내용이 그대로 유지됩니다.',
    throttled: '로그인 시도가 많습니다. {minutes, number}분 후 다시 시도해 주세요.',
    already: '이미 로그인되어 있습니다.',
  },
  /** What the form of a sign-in says after the answer; loaded with the form. */
  signInAnswer: {
    pending: '가입 승인을 기다리고 있습니다. 승인되면 바로 로그인하실 수 있습니다.',
    wasReset:
      '고객센터에서 발급한 코드로 {time}에 비밀번호가 재설정되었습니다. 본인이 신청하지 않으셨다면 바로 문의해 주세요.',
  },
  /** Beside the forms of guests; loaded with the form. */
  signInReasons: {
    title: '가입하시면',
    proof: '모든 결과를 직접 검증하실 수 있습니다',
    comp: '베팅마다 콤프가 쌓이고 1콤프부터 전환됩니다',
    cashier: '입금과 출금의 진행 단계를 바로 확인하실 수 있습니다',
    limits: '이용 한도와 휴식을 언제든지 직접 설정하실 수 있습니다',
  },
  signInIdle: {
    title: '곧 로그아웃될 수 있습니다',
    text: '한동안 이용하지 않으셨습니다. 계속 이용하시려면 로그인을 유지해 주세요.',
    stay: '로그인 유지',
  },
  signInSessions: {
    title: '로그인된 기기',
    thisDevice: '이 기기',
    lastSeen: '마지막 이용 {date}',
    startedAt: '로그인 {date}',
    end: '로그아웃',
    endOf: '{device} 로그아웃',
    endConfirm: '{device} 기기에서 로그아웃하시겠습니까?',
    ended: '로그아웃했습니다.',
    gone: '이미 로그아웃된 기기입니다.',
    endOthers: '다른 기기 모두 로그아웃',
    endOthersConfirm: '이 기기를 제외한 모든 기기에서 로그아웃하시겠습니까?',
    othersEnded: '다른 기기에서 모두 로그아웃했습니다.',
    keep: '취소',
  },
  signInEnd: {
    over: '로그인이 만료되었습니다. 다시 로그인해 주세요.',
    title: '곧 로그아웃됩니다',
    text: '로그인하신 지 8시간이 되어 1분 안에 로그아웃됩니다. 작성 중인 내용이 있으면 먼저 보내 주세요.',
  },
} as const

export type SignInMessages = Translation<typeof messages>
