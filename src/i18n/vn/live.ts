import type { LiveMessages } from '../ko/live.ts'

export const messages = {
  live: {
    maintenance: 'Hệ thống đang bảo trì.',
    maintenanceUntil: 'Không thể mở trò chơi mới cho đến {time}. Ván đang chơi vẫn tiếp tục đến khi kết thúc.',
    maintenanceOpen: 'Tạm thời không thể mở trò chơi mới. Ván đang chơi vẫn tiếp tục đến khi kết thúc.',
    sessionOver: 'Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.',
    endsTitle: 'Bạn sắp bị đăng xuất',
    endsText:
      'Bạn đã đăng nhập được 8 giờ nên sẽ bị đăng xuất trong vòng một phút. Vui lòng gửi nội dung đang viết trước.',
    stopJackpots: 'Dừng số jackpot',
    rollJackpots: 'Cho số jackpot chạy',
  },
} satisfies LiveMessages
