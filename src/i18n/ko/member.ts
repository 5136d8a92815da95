import type { Translation } from '../catalogue.ts'

/** Messages of a member’s own data. */
export const messages = {
  member: {
    title: '내 정보',
    profile: '기본 정보',
    id: '아이디',
    nick: '닉네임',
    phone: '휴대폰',
    bank: '은행',
    owner: '예금주',
    account: '계좌번호',
    level: '등급',
    levelValue: '{level, number}등급',
    password: '비밀번호 변경',
    currentPassword: '현재 비밀번호',
    newPassword: '새 비밀번호',
    newPasswordAgain: '새 비밀번호 확인',
    change: '변경하기',
    passwordChanged: '비밀번호를 변경했습니다. 다른 기기에서는 로그아웃됩니다.',
    wrongPassword: '현재 비밀번호가 맞지 않습니다.',
    different: '두 비밀번호가 서로 다릅니다.',
    pin: '출금 비밀번호 변경',
    newPin: '새 출금 비밀번호',
    pinChanged: '출금 비밀번호를 변경했습니다.',
    pinWaits: '비밀번호 재설정 후 24시간이 지나는 {until}부터 출금 비밀번호를 변경하실 수 있습니다.',
    faults: {
      required: '필수 입력 항목입니다.',
      length: '길이를 확인해 주세요.',
      characters: '사용할 수 없는 문자가 있습니다.',
      mixed: '서로 다른 문자를 섞어 쓸 수 없습니다.',
      reserved: '사용할 수 없는 이름입니다.',
      short: '8자 이상 입력해 주세요.',
      long: '너무 깁니다.',
      common: '너무 흔한 비밀번호입니다.',
      simple: '너무 단순해 짐작하기 쉽습니다.',
      name: '아이디나 닉네임이 들어 있습니다.',
      digits: '숫자 4자리로 입력해 주세요.',
      sequence: '연속된 숫자는 사용하실 수 없습니다.',
      format: '형식을 확인해 주세요.',
      unknown: '목록에서 선택해 주세요.',
      agree: '필수 항목에 모두 동의해 주세요.',
    },
    strength: {
      label: '비밀번호 강도',
      weak: '약함',
      fair: '보통',
      strong: '강함',
    },
  },
} as const

export type MemberMessages = Translation<typeof messages>
