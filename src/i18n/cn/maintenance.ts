import type { MaintenanceMessages } from '../ko/maintenance.ts'

export const messages = {
  maintenance: {
    until: '{time}前无法打开新游戏，进行中的游戏会继续至结束。',
    open: '暂时无法打开新游戏，进行中的游戏会继续至结束。',
    title: '正在维护。',
  },
} as const satisfies MaintenanceMessages
