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
    keep: '그대로 두기',
    none: '문의하신 내용이 없습니다.',
    reply: '답변',
    noReply: '답변을 준비하고 있습니다.',
    unread: '새 답변',
    question: '문의 내용',
    kindAccount: '입금 계좌 문의',
    gone: '삭제되었거나 찾을 수 없는 문의입니다.',
    round: '문의하실 게임',
    roundGone: '게임 내역을 찾을 수 없습니다. 내용에 게임 이름과 시각을 적어 주세요.',
    leaveRound: '게임 빼기',
    roundTitle: '{game} 문의',
    aboutRound: '게임 번호 {round}',
  },
} as const

export type HelpMessages = Translation<typeof messages>
