import type { HistoryMessages } from '../ko/history.ts'

export const messages = {
  history: {
    title: '游戏记录',
    empty: '暂无游戏记录。',
    stake: '投注',
    win: '派彩',
    open: '进行中',
    completed: '已完成',
    cancelled: '已取消',
    refunded: '已退款',
    company: '游戏商',
    all: '全部',
    from: '开始日期',
    to: '结束日期',
    replay: '回放',
    replayOf: '回放 {game} {date}',
    verify: '验证',
    verifyOf: '验证 {game} {date}',
    inquiry: '咨询',
    inquiryOf: '咨询 {game} {date}',
    none: '没有符合条件的游戏记录。',
    unseen: '未查看',
    actions: '操作',
  },
} as const satisfies HistoryMessages
