import type { LiveMessages } from '../ko/live.ts'

export const messages = {
  live: {
    maintenance: '正在维护。',
    maintenanceUntil: '{time}前无法打开新游戏，进行中的游戏会继续至结束。',
    maintenanceOpen: '暂时无法打开新游戏，进行中的游戏会继续至结束。',
    sessionOver: '登录已结束，请重新登录。',
    endsTitle: '即将退出登录',
    endsText: '您登录已满 8 小时，将在 1 分钟内退出登录。请先提交正在填写的内容。',
    stopJackpots: '停止奖池数字滚动',
    rollJackpots: '让奖池数字滚动',
  },
} satisfies LiveMessages
