import type { Translation } from '../../catalogue.ts'

/** Messages of the office’s frame and words that its pages share. */
export const messages = {
  title: '{brand} 오피스',
  common: {
    close: '닫기',
    cancel: '취소',
    retry: '다시 시도',
    loading: '불러오는 중입니다',
    none: '없음',
    search: '검색',
    previous: '이전',
    next: '다음',
    range: '{from, number}–{to, number} / {total, number}건',
    back: '목록으로',
    copy: '복사',
    copied: '복사했습니다',
    all: '전체',
    brand: '브랜드',
    skip: '본문으로 건너뛰기',
  },
  errors: {
    lost: '응답을 받지 못했습니다. 연결을 확인하고 다시 시도해 주세요.',
    busy: '지금은 이용이 많습니다. 잠시 후 다시 시도해 주세요.',
    broken: '처리하지 못했습니다. 계속되면 관리자에게 알려 주세요.',
    refused: '입력한 내용을 확인해 주세요: {fields}',
    forbidden: '이 작업을 할 권한이 없습니다.',
    load: '내용을 불러오지 못했습니다.',
    loadHint: '연결을 확인하고 다시 시도해 주세요.',
    stale: '연결이 끊겨 {time} 기준 내용을 보여 드리고 있습니다.',
    conflict: '같은 요청 번호로 다른 처리가 기록되어 있습니다. 새로고침 후 확인해 주세요.',
  },
  frame: {
    menu: '메뉴',
    queue: '입출금',
    corrections: '잔액 정정',
    help: '문의',
    registrations: '가입 승인',
    resets: '비밀번호 재설정',
    members: '회원',
    notes: '쪽지',
    notices: '공지·팝업',
    maintenance: '점검',
    books: '장부 점검',
    audit: '기록',
    operators: '운영자',
    account: '내 계정',
    signOut: '로그아웃',
    settings: '{name}: 계정과 화면 설정',
    language: '언어',
    scheme: '화면 색',
    light: '밝게',
    dark: '어둡게',
    auto: '시스템',
    timeZone: '시간대 {zone}',
    playMoney: '연습용 머니로 운영 중입니다. 실제 송금이 아닙니다.',
    withoutFactor:
      '데모 계정이라 2단계 인증 없이 이용 중입니다. 실제 운영에서는 모든 운영자에게 2단계 인증이 필요합니다.',
    ownResetProposed:
      '{by} 님이 {at}에 내 로그인 수단의 초기화를 제안했습니다. 요청한 적이 없으면 바로 다른 매니저에게 알려 주세요.',
    ownReset:
      '내 로그인 수단이 {at}에 초기화되었습니다. {by} 제안, {decidedBy} 승인. 요청한 적이 없으면 바로 다른 매니저에게 알려 주세요.',
    ownResetMachine:
      '내 로그인 수단이 {at}에 서버에서 초기화되었습니다. 요청한 적이 없으면 바로 매니저에게 알려 주세요.',
    waiting: '대기 {count, number}건',
    stopped: '{time}부터 출금 지급과 외부 게임사로의 이동이 멈춰 있습니다. 출금을 송금하지 마세요.',
    stoppedWhy:
      '장부 점검에서 문제가 발견되었거나 점검을 끝내지 못했습니다. 회원의 출금 신청과 당첨금 지급, 입금, 게임은 그대로 진행됩니다.',
    stoppedOpen: '장부 점검 보기',
    stoppedContact: '관리자에게 알려 주세요.',
    noPages: '이 계정으로 볼 수 있는 화면이 없습니다.',
    roles: {
      manager: '매니저',
      cashier: '캐셔',
      support: '고객지원',
      editor: '에디터',
      auditor: '감사',
    },
  },
} as const

export type OfficeFrameMessages = Translation<typeof messages>
