import type { MaintenanceMessages } from '../ko/maintenance.ts'

export const messages = {
  maintenance: {
    until: 'Không thể mở trò chơi mới cho đến {time}. Ván đang chơi vẫn tiếp tục đến khi kết thúc.',
    open: 'Tạm thời không thể mở trò chơi mới. Ván đang chơi vẫn tiếp tục đến khi kết thúc.',
    title: 'Hệ thống đang bảo trì.',
  },
} as const satisfies MaintenanceMessages
