import type { Translation } from '../../catalogue.ts'

/** Messages of the maintenance page. */
export const messages = {
  maintenance: {
    off: '정상 운영 중입니다.',
    since: '{time}부터 점검 중입니다.',
    until: '{time}에 자동으로 끝납니다.',
    open: '직접 끝낼 때까지 계속됩니다.',
    hint: '점검 중에는 게임을 새로 열거나 새 라운드를 시작할 수 없습니다. 이미 시작한 라운드와 입출금은 그대로 진행되고, 열려 있는 모든 화면에 안내가 나타납니다.',
    minutes: '지금부터 몇 분',
    minutesHint: '비워 두면 직접 끝낼 때까지 계속됩니다.',
    text: '안내 문구: {language} (비우면 기본 문구)',
    languages: { ko: '한국어', en: '영어', jp: '일본어', vn: '베트남어', cn: '중국어' },
    begin: '점검 시작',
    change: '점검 내용 변경',
    end: '점검 끝내기',
    begun: '점검 중으로 바꾸었습니다.',
    ended: '점검을 끝냈습니다.',
    none: '이 브랜드를 바꿀 수 없습니다.',
  },
} as const

export type OfficeMaintenanceMessages = Translation<typeof messages>
