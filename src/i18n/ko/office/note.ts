import type { Translation } from '../../catalogue.ts'

/** Messages of the notes form. */
export const messages = {
  note: {
    title: '쪽지 보내기',
    to: '받는 회원 아이디',
    subject: '제목',
    color: '제목 색 (선택)',
    contents: '내용 (HTML 가능)',
    required: '필수 항목입니다.',
    submit: '쪽지 보내기',
    sent: '{userId} 님에게 쪽지를 보냈습니다.',
    none: '그런 아이디의 회원이 없습니다.',
    complex: {
      long: '내용은 5만 자까지 쓸 수 있습니다.',
      tags: '태그나 특수 문자가 너무 많습니다. 내용을 나눠서 올려 주세요.',
      deep: '태그가 너무 깊게 겹쳐 있습니다. 30단계 이하로 줄여 주세요.',
    },
    hint: '허용되지 않는 태그와 속성은 저장할 때 제거됩니다.',
  },
} as const

export type OfficeNoteMessages = Translation<typeof messages>
