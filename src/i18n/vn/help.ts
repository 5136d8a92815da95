import type { HelpMessages } from '../ko/help.ts'

export const messages = {
  help: {
    title: 'Hỗ trợ',
    write: 'Gửi yêu cầu',
    subject: 'Tiêu đề',
    contents: 'Nội dung',
    send: 'Gửi',
    keepWriting: 'Viết tiếp',
    tooMany: 'Bạn có {open, number} câu hỏi đang chờ trả lời. Vui lòng gửi lại sau khi được trả lời.',
    showHidden: 'Hiện lại {hidden, number} câu hỏi đã xóa',
    list: 'Yêu cầu của bạn',
    deleteAll: 'Xóa tất cả',
    keep: 'Giữ lại',
    none: 'Bạn chưa có yêu cầu nào.',
    reply: 'Trả lời',
    noReply: 'Chúng tôi đang chuẩn bị câu trả lời.',
    unread: 'Trả lời mới',
    question: 'Câu hỏi của bạn',
    kindAccount: 'Hỏi tài khoản nạp tiền',
    gone: 'Yêu cầu đã bị xóa hoặc không tìm thấy.',
    round: 'Ván chơi cần hỏi',
    roundGone: 'Không tìm thấy ván chơi. Vui lòng ghi tên trò chơi và thời gian trong nội dung.',
    leaveRound: 'Bỏ ván chơi',
    roundTitle: 'Hỏi về {game}',
    aboutRound: 'Mã ván {round}',
  },
} as const satisfies HelpMessages
