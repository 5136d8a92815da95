import type { Translation } from '../../catalogue.ts'

/** Messages of the notices page. */
export const messages = {
  notice: {
    notices: '공지사항',
    popups: '팝업',
    newNotice: '공지 쓰기',
    newPopup: '팝업 만들기',
    emptyNotices: '등록된 공지가 없습니다.',
    emptyPopups: '등록된 팝업이 없습니다.',
    subject: '제목',
    domain: '도메인 (비우면 전체)',
    unknownDomains: '이 브랜드의 도메인이 아닙니다: {unknown}. 사용할 수 있는 도메인: {known}',
    domains: '도메인',
    allDomains: '전체',
    contents: '내용 (HTML 가능)',
    posX: '가로 위치 (px)',
    posY: '세로 위치 (px)',
    publish: '게시하기',
    published: '게시했습니다.',
    hide: '내리기',
    hideFor: '“{title}” 내리기',
    hidden: '내림',
    shown: '게시 중',
    hiddenToast: '사이트에서 내렸습니다.',
    publishedAt: '게시',
    state: '상태',
    actions: '처리',
    none: '이미 없는 글입니다.',
    required: '필수 항목입니다.',
  },
} as const

export type OfficeNoticeMessages = Translation<typeof messages>
