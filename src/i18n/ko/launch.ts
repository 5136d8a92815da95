import type { Translation } from '../catalogue.ts'

/** Messages of opening a game. */
export const messages = {
  launch: {
    title: '게임 열기',
    blockedPopup: '브라우저가 새 창을 막았습니다. 아래 버튼을 누르시면 게임이 열립니다.',
    openHere: '게임 열기',
    blocked: '이용이 제한된 계정으로는 게임을 여실 수 없습니다.',
    excluded: '휴식이나 자기 이용 제한 기간에는 게임을 이용하실 수 없습니다.',
    limit: '설정하신 이용 한도에 도달했습니다.',
    soon: '출시되면 이 자리에서 바로 플레이하실 수 있습니다.',
    watchHint: '로그인하지 않으셔도 기록된 라운드를 보실 수 있습니다.',
    watch: '라운드 다시보기',
    closed:
      '결과 검사를 통과하지 못한 라운드가 있어 이 게임의 운영을 중단했습니다. 다른 게임은 그대로 이용하실 수 있습니다.',
  },
} as const

export type LaunchMessages = Translation<typeof messages>
