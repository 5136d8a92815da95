import type { HelpMessages } from '../ko/help.ts'

export const messages = {
  help: {
    title: 'Hỗ trợ',
    write: 'Gửi yêu cầu',
    subject: 'Tiêu đề',
    contents: 'Nội dung',
    send: 'Gửi',
    keepWriting: 'Viết tiếp',
    tooMany: 'Bạn có {open, number} yêu cầu đang chờ trả lời. Vui lòng gửi lại sau khi được trả lời.',
    showHidden: 'Hiện lại {hidden, number} yêu cầu đã xóa',
    list: 'Yêu cầu của bạn',
    deleteAll: 'Xóa tất cả',
    keep: 'Giữ lại',
    none: 'Bạn chưa có yêu cầu nào.',
    reply: 'Trả lời',
    noReply: 'Chúng tôi đang chuẩn bị câu trả lời.',
    unread: 'Trả lời mới',
    question: 'Nội dung yêu cầu',
    kindAccount: 'Yêu cầu số tài khoản nạp tiền',
    gone: 'Yêu cầu đã bị xóa hoặc không tìm thấy.',
    round: 'Ván chơi cần hỏi',
    roundGone: 'Không tìm thấy ván chơi. Vui lòng ghi tên trò chơi và thời gian trong nội dung.',
    leaveRound: 'Bỏ ván chơi',
    roundTitle: 'Hỏi về {game}',
    aboutRound: 'Mã ván {round}',
  },
  /** Questions before the form. */
  helpFaq: {
    category: 'Loại yêu cầu',
    categories: {
      money: 'Nạp và rút tiền',
      game: 'Trò chơi',
      account: 'Tài khoản',
      other: 'Khác',
    },
    usual: 'Trong 30 ngày qua, một nửa số yêu cầu được trả lời trong vòng {time}.',
    minutes: '{minutes, number} phút',
    hours: '{hours, number} giờ {minutes, number} phút',
    title: 'Câu hỏi thường gặp',
    measured: 'Trong 30 ngày qua, một nửa được xử lý trong vòng {time}.',
    deposit: {
      question: 'Nạp tiền mất bao lâu?',
      answer: 'Hãy nhận số tài khoản, chuyển tiền rồi gửi yêu cầu; nhân viên sẽ cộng tiền sau khi kiểm tra.',
      open: 'Trang nạp tiền',
    },
    withdraw: {
      question: 'Rút tiền mất bao lâu?',
      answer:
        'Số tiền được giữ riêng khi bạn gửi yêu cầu và được trả sau khi nhân viên kiểm tra. Lần rút đầu và số tiền lớn do hai người kiểm tra.',
      open: 'Trang rút tiền',
    },
    round: {
      question: 'Tôi có thể tự kiểm tra kết quả một ván không?',
      answer: 'Bạn có thể xem lại và tự kiểm chứng từng ván trong lịch sử. Câu hỏi gửi từ đó sẽ kèm theo ván.',
      open: 'Kiểm chứng công bằng',
    },
    password: {
      question: 'Tôi quên mật khẩu.',
      answer: 'Hãy yêu cầu đặt lại ở trang đăng nhập; sau khi xác minh, chúng tôi sẽ cho bạn mã dùng một lần.',
      open: 'Đặt lại mật khẩu',
    },
    limit: {
      question: 'Tôi muốn đặt giới hạn hoặc tạm nghỉ.',
      answer: 'Bạn có thể đặt ngay ở mục Giới hạn. Giảm giới hạn và tạm nghỉ có hiệu lực ngay.',
      open: 'Giới hạn',
    },
    comp: {
      question: 'Điểm thưởng và cấp được tính thế nào?',
      answer: 'Mỗi lần cược tích điểm theo tỷ lệ của cấp; cấp do đội ngũ của chúng tôi quyết định.',
      open: 'Trang điểm thưởng',
    },
  },
} as const satisfies HelpMessages
