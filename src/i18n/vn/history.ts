import type { HistoryMessages } from '../ko/history.ts'

export const messages = {
  history: {
    title: 'Lịch sử chơi',
    empty: 'Chưa có lịch sử chơi.',
    stake: 'Tiền cược',
    win: 'Được trả',
    open: 'đang diễn ra',
    completed: 'hoàn tất',
    cancelled: 'đã hủy',
    refunded: 'đã hoàn tiền',
    company: 'Nhà cung cấp',
    all: 'Tất cả',
    from: 'Từ ngày',
    to: 'Đến ngày',
    replay: 'Xem lại',
    replayOf: 'Xem lại {game}, {date}',
    verify: 'Kiểm chứng',
    verifyOf: 'Kiểm chứng {game}, {date}',
    inquiry: 'Hỏi',
    inquiryOf: 'Hỏi về {game}, {date}',
    none: 'Không có ván nào phù hợp.',
    unseen: 'chưa xem',
    actions: 'Thao tác',
  },
} as const satisfies HistoryMessages
