import type { Translation } from '../catalogue.ts'

/** Messages of signing up, and the terms. */
export const messages = {
  registration: {
    title: '회원가입',
    step: '{step, number} / {steps, number}단계',
    stepAccount: '계정',
    stepPerson: '본인 및 계좌 정보',
    stepAgree: '약관 동의',
    id: '아이디',
    idHint: '영문자로 시작하는 4~16자의 영문과 숫자',
    password: '비밀번호',
    passwordHint: '8자 이상, 쉽게 짐작할 수 없는 비밀번호',
    passwordAgain: '비밀번호 확인',
    nick: '닉네임',
    nickHint: '2~12자',
    free: '사용하실 수 있습니다.',
    takenId: '이미 사용 중인 아이디입니다.',
    takenNick: '이미 사용 중인 닉네임입니다.',
    owner: '이름 (예금주)',
    ownerHint: '본인 명의의 계좌만 사용하실 수 있습니다.',
    phone: '휴대폰 번호',
    birth: '생년월일',
    birthHint: '예: 19900131',
    bank: '은행',
    account: '계좌번호',
    playMoneyHint:
      '가상 머니로 운영되므로 은행과 계좌번호를 가상의 값으로 미리 채워 두었습니다. 실제 계좌번호는 입력하지 마세요.',
    pin: '출금 비밀번호',
    pinHint: '출금하실 때 사용하는 숫자 4자리',
    code: '추천 코드',
    codeHint: '받으신 코드가 있으면 입력해 주세요.',
    terms: '이용약관에 동의합니다. (필수)',
    privacy: '개인정보 수집과 이용에 동의합니다. (필수)',
    adult: '만 {age, number}세 이상임을 확인합니다. (필수)',
    submit: '가입하기',
    underage: '만 {age, number}세 이상만 가입하실 수 있습니다.',
    wrongCode: '추천 코드를 찾을 수 없습니다.',
    closed: '지금은 회원가입을 받지 않습니다.',
    doneTitle: '가입이 완료되었습니다',
    doneText: '바로 로그인하실 수 있습니다.',
    pendingTitle: '가입 신청이 접수되었습니다',
    pendingText:
      '운영팀에서 확인하고 있습니다. 보통 {minutes, number}분 안에 승인되며, 승인되면 바로 로그인하실 수 있습니다.',
    pendingId: '신청하신 아이디',
    contactTitle: '온라인으로 가입할 수 없습니다',
    contactText: '입력하신 정보로는 온라인 가입을 진행할 수 없습니다. 아래 문의처로 연락해 주시면 안내해 드리겠습니다.',
    contactPlainText:
      '입력하신 정보로는 온라인 가입을 진행할 수 없습니다. 고객센터로 연락해 주시면 안내해 드리겠습니다.',
    contactLabel: '문의처',
    legal: {
      read: '전문 보기',
      termsTitle: '이용약관',
      terms: {
        first:
          '{brand} 사이트는 가상 머니로만 운영됩니다. 가상 머니에는 금전적 가치가 없으며, 현금이나 물품으로 바꿀 수 없습니다. 실제 돈을 송금하지 마세요.',
        second:
          '만 {age, number}세 이상만 가입하실 수 있고, 한 분이 하나의 계정만 사용하실 수 있습니다. 계정을 다른 사람에게 빌려주거나 넘기실 수 없습니다.',
        third:
          '입금과 출금은 신청하신 뒤 담당자가 확인해 처리합니다. 거절되면 그 사유를 내역에서 확인하실 수 있습니다.',
        fourth:
          '게임 결과는 화면에 나타나기 전에 정해져 기록되며, 창을 닫거나 연결이 끊겨도 바뀌지 않습니다. 오작동이 발생한 라운드는 무효 처리되고 베팅 금액을 돌려 드립니다.',
        fifth:
          '자동 프로그램을 쓰거나 다른 회원을 속이는 등 운영을 방해하시면 계정 이용이 제한될 수 있습니다. 제한된 계정도 출금, 내역, 문의는 이용하실 수 있습니다.',
      },
      privacyTitle: '개인정보 수집과 이용',
      privacy: {
        first:
          '가입할 때 아이디, 닉네임, 이름(예금주), 휴대폰 번호, 생년월일, 은행과 계좌번호를 받습니다. 본인과 나이를 확인하고 입출금을 처리하는 데에만 사용합니다.',
        second:
          '휴대폰 번호, 생년월일, 계좌번호는 암호화해 보관하며, 화면에는 휴대폰 번호와 계좌번호의 마지막 네 자리만 표시합니다. 비밀번호와 출금 비밀번호는 원래 값을 알 수 없는 형태로만 보관합니다. 휴대폰 번호, 계좌번호, 이름과 생년월일은 원래 값을 알 수 없는 형태로도 보관하며, 중복 가입과 이용 제한을 확인하는 데에만 사용합니다.',
        third:
          '로그인하시면 접속한 주소와 브라우저 종류, 시각이 기록됩니다. 계정을 보호하고 로그인된 기기를 보여 드리는 데 사용합니다. 로그인은 최대 8시간 유지됩니다.',
        fourth:
          '입출금과 게임 기록은 누구도 고치거나 지울 수 없는 장부에 남습니다. 문의와 쪽지를 목록에서 삭제하셔도 기록은 보관됩니다. 정해진 보관 기간은 없으며, 운영하는 동안 보관합니다.',
        fifth: '광고나 추적에는 사용하지 않습니다. 궁금하신 점은 고객센터로 문의해 주세요.',
      },
    },
  },
} as const

export type RegistrationMessages = Translation<typeof messages>
