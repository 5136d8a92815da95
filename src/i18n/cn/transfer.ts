import type { TransferMessages } from '../ko/transfer.ts'

export const messages = {
  transfer: {
    title: '游戏金额',
    text: '您转到其他游戏商游戏中的金额，与余额合并显示；取款前请先转回。',
    back: '全部转回',
    backOf: '从{name}全部转回',
    in: '转入',
    inOf: '转入{name}',
    inTitle: '转入{name}',
    amount: '转入金额',
    underwayIn: '正在转入{amount}，正在确认结果。',
    underwayOut: '正在转回，正在确认结果。',
    closed: '目前无法转入，已有金额仍可转回。',
    held: '系统恢复后正在与该游戏商核对金额，核对完成前无法转入或转回，您的金额不受影响。',
    broughtBack: '已转回{amount}。',
    movedIn: '已转入{amount}。',
    short: '余额不足。',
    nothing: '没有可转回的金额。',
    fail: '未能转账，金额未变动。请稍后再试。',
    unknown: '正在确认结果，期间该金额显示为游戏金额。',
    required: '请输入金额。',
  },
} as const satisfies TransferMessages
