import type { MaintenanceMessages } from '../ko/maintenance.ts'

export const messages = {
  maintenance: {
    until: '{time}まで新しいゲームを開けません。進行中のゲームは最後まで進みます。',
    open: 'しばらくの間、新しいゲームを開けません。進行中のゲームは最後まで進みます。',
    title: 'メンテナンス中です。',
  },
} as const satisfies MaintenanceMessages
