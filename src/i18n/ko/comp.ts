import type { Translation } from '../catalogue.ts'

/** Messages of comp points. */
export const messages = {
  comp: {
    title: '콤프',
    held: '보유 콤프',
    text: '베팅하신 금액에 따라 콤프가 쌓이며, 1콤프는 1원으로 전환됩니다.',
    convert: '보유머니로 전환하기',
    amount: '전환할 콤프',
    confirm: '{amount} 콤프를 보유머니로 전환하시겠습니까?',
    converted: '보유머니 {amount}원으로 전환되었습니다.',
    refusedLow: '전환할 콤프가 부족합니다. 진행 중인 라운드의 콤프는 라운드가 끝나면 전환하실 수 있습니다.',
    history: '적립 내역',
    date: '일시',
    game: '게임',
    bet: '베팅 금액',
    undone: '취소된 베팅의 콤프 회수',
    rate: '적립률',
    point: '적립 콤프',
    none: '아직 적립된 콤프가 없습니다.',
    rates: '내 적립률',
    level: '{level, number}등급 회원님의 적립률입니다.',
    levels: '등급별 적립률',
    levelsText: '등급은 운영팀이 정합니다. 베팅이나 입금 실적에 따라 자동으로 오르거나 내려가지 않습니다.',
    levelName: '{level, number}등급',
    mine: '내 등급',
  },
} as const

export type CompMessages = Translation<typeof messages>
