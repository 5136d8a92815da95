import type { Translation } from '../../catalogue.ts'

/** Messages of the inquiries page. */
export const messages = {
  help: {
    title: '회원 문의',
    open: '대기',
    answered: '답변 완료',
    kind: '종류',
    kinds: { general: '일반', account: '입금 계좌', round: '라운드' },
    category: '분류',
    categories: { money: '입출금', game: '게임', account: '계정', other: '기타' },
    search: '아이디 · 닉네임 · 제목',
    subject: '제목',
    emptyOpen: '대기 중인 문의가 없습니다.',
    emptyAnswered: '답변한 문의가 없습니다.',
    pick: '목록에서 문의를 선택해 주세요.',
    states: { filed: '접수', opened: '확인 중', answered: '답변 완료' },
    openedBy: '확인: {by}',
    repliedBy: '답변: {by}',
    round: '라운드 번호',
    contents: '문의 내용',
    reply: '답변',
    generatedReply: '자동으로 들어가는 안내',
    addition: '덧붙일 말 (선택)',
    answer: '답변 내용',
    submit: '답변 보내기',
    required: '답변 내용을 입력해 주세요.',
    sent: '답변을 보냈습니다.',
    alreadyAnswered: '이미 {by} 님이 답변한 문의입니다.',
    gone: '문의를 찾을 수 없습니다.',
    start: '문의 열기',
    readOnly: '열람만 할 수 있는 계정입니다.',
  },
} as const

export type OfficeHelpMessages = Translation<typeof messages>
