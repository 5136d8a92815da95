import type { Translation } from '../catalogue.ts'

/** Messages of inquiries. */
export const messages = {
  help: {
    title: '고객센터',
    write: '문의하기',
    subject: '제목',
    contents: '내용',
    send: '보내기',
    keepWriting: '계속 쓰기',
    tooMany: '답변을 기다리는 문의가 {open, number}건 있습니다. 답변을 받으신 뒤 다시 문의해 주세요.',
    showHidden: '삭제하신 문의 {hidden, number}건 다시 보기',
    list: '문의 내역',
    deleteAll: '모두 삭제',
    keep: '취소',
    none: '문의하신 내용이 없습니다.',
    reply: '답변',
    noReply: '답변을 준비하고 있습니다.',
    unread: '새 답변',
    question: '문의 내용',
    kindAccount: '입금 계좌 문의',
    gone: '삭제되었거나 찾을 수 없는 문의입니다.',
    round: '문의하실 라운드',
    roundGone: '라운드를 찾을 수 없습니다. 내용에 게임 이름과 시각을 적어 주세요.',
    leaveRound: '선택 해제',
    roundTitle: '{game} 문의',
    aboutRound: '라운드 번호 {round}',
  },
  /** Questions before the form. */
  helpFaq: {
    category: '문의 종류',
    categories: {
      money: '입출금',
      game: '게임',
      account: '계정',
      other: '기타',
    },
    usual: '최근 30일 동안 문의의 절반은 {time} 안에 답변을 드렸습니다.',
    minutes: '{minutes, number}분',
    hours: '{hours, number}시간 {minutes, number}분',
    title: '자주 묻는 질문',
    measured: '최근 30일 동안 절반은 {time} 안에 처리되었습니다.',
    deposit: {
      question: '입금은 얼마나 걸리나요?',
      answer: '계좌를 받아 송금하신 뒤 금액을 신청하시면, 담당자가 확인해 보유머니에 반영합니다.',
      open: '입금 페이지',
    },
    withdraw: {
      question: '출금은 얼마나 걸리나요?',
      answer: '신청하신 금액은 따로 보관되며, 담당자가 확인한 뒤 지급합니다. 첫 출금과 큰 금액은 두 사람이 확인합니다.',
      open: '출금 페이지',
    },
    round: {
      question: '라운드 결과를 직접 확인할 수 있나요?',
      answer:
        '게임 내역에서 라운드를 다시 보고 직접 검증하실 수 있습니다. 내역에서 바로 문의하시면 라운드 번호가 함께 전달됩니다.',
      open: '공정성 검증',
    },
    password: {
      question: '비밀번호를 잊었어요.',
      answer: '로그인 화면에서 재설정을 신청하시면 본인 확인 후 인증 코드를 드립니다.',
      open: '비밀번호 재설정',
    },
    limit: {
      question: '한도를 설정하거나 이용을 쉬고 싶어요.',
      answer: '이용 한도에서 바로 설정하실 수 있습니다. 낮춘 한도와 휴식은 즉시 적용됩니다.',
      open: '이용 한도',
    },
    comp: {
      question: '콤프와 등급은 어떻게 정해지나요?',
      answer: '베팅하실 때마다 등급별 적립률로 콤프가 쌓이며, 등급은 운영팀이 정합니다.',
      open: '콤프 페이지',
    },
  },
} as const

export type HelpMessages = Translation<typeof messages>
