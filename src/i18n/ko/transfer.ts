import type { Translation } from '../catalogue.ts'

/** Messages of provider wallets. */
export const messages = {
  transfer: {
    title: '게임머니',
    text: '다른 게임사의 게임으로 옮겨 두신 금액입니다. 보유머니와 합쳐 표시되며, 출금하시려면 먼저 회수해 주세요.',
    back: '모두 회수',
    backOf: '{name}에서 모두 회수',
    in: '옮기기',
    inOf: '{name} 게임머니로 옮기기',
    inTitle: '{name} 게임머니로 옮기기',
    amount: '옮기실 금액',
    underwayIn: '{amount}을 옮기고 있습니다. 결과를 확인하는 중입니다.',
    underwayOut: '금액을 회수하고 있습니다. 결과를 확인하는 중입니다.',
    closed: '지금은 새로 옮기실 수 없습니다. 남은 금액은 회수하실 수 있습니다.',
    held: '복원 뒤 게임사와 금액을 대조하고 있어 지금은 옮기거나 회수하실 수 없습니다. 금액은 그대로 있습니다.',
    broughtBack: '{amount}을 회수했습니다.',
    movedIn: '{amount}을 옮겼습니다.',
    short: '보유머니가 부족합니다.',
    nothing: '회수할 금액이 없습니다.',
    fail: '옮기지 못했습니다. 금액은 그대로 있습니다. 잠시 후 다시 시도해 주세요.',
    unknown: '결과를 확인하고 있습니다. 그동안 금액은 게임머니에 표시됩니다.',
    required: '금액을 입력해 주세요.',
  },
} as const

export type TransferMessages = Translation<typeof messages>
