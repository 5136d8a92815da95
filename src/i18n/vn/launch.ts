import type { LaunchMessages } from '../ko/launch.ts'

export const messages = {
  launch: {
    title: 'Mở trò chơi',
    blockedPopup: 'Trình duyệt đã chặn cửa sổ mới. Nhấn nút bên dưới để mở trò chơi.',
    openHere: 'Mở trò chơi',
    blocked: 'Tài khoản bị hạn chế không thể mở trò chơi.',
    excluded: 'Bạn không thể chơi khi đang tạm nghỉ hoặc tự loại trừ.',
    limit: 'Bạn đã đạt đến giới hạn do mình đặt.',
    soon: 'Bạn có thể chơi ngay tại đây khi trò chơi ra mắt.',
    watchHint: 'Bạn có thể xem một ván đã ghi lại mà không cần đăng nhập.',
    watch: 'Xem một ván',
    closed:
      'Trò chơi này đã đóng vì có ván không qua được bước kiểm tra kết quả. Các trò chơi khác vẫn hoạt động bình thường.',
  },
} as const satisfies LaunchMessages
