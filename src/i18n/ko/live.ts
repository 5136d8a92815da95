import type { Translation } from '../catalogue.ts'

/** Messages of live events: maintenance, ending sessions, jackpots; see `../catalogue.ts`. */
export const messages = {
  live: {
    maintenance: '점검 중입니다.',
    maintenanceUntil: '{time}까지 게임을 새로 열 수 없습니다. 진행 중인 게임은 끝까지 진행됩니다.',
    maintenanceOpen: '당분간 게임을 새로 열 수 없습니다. 진행 중인 게임은 끝까지 진행됩니다.',
    sessionOver: '로그인이 끝났습니다. 다시 로그인해 주세요.',
    endsTitle: '곧 로그아웃됩니다',
    endsText: '로그인하신 지 8시간이 되어 1분 안에 로그아웃됩니다. 작성 중인 내용을 먼저 보내 주세요.',
    stopJackpots: '잭팟 숫자 멈추기',
    rollJackpots: '잭팟 숫자 움직이기',
  },
} as const

export type LiveMessages = Translation<typeof messages>
