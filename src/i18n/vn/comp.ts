import type { CompMessages } from '../ko/comp.ts'

export const messages = {
  comp: {
    title: 'Điểm thưởng',
    held: 'Điểm thưởng hiện có',
    text: 'Bạn nhận điểm theo số tiền đã cược; 1 điểm đổi được 1 won.',
    convert: 'Đổi vào số dư',
    amount: 'Số điểm muốn đổi',
    confirm: 'Bạn có muốn đổi {amount} điểm vào số dư không?',
    converted: 'Đã cộng {amount} won vào số dư.',
    refusedLow: 'Bạn không có đủ điểm để đổi. Điểm của ván đang diễn ra có thể đổi sau khi ván kết thúc.',
    history: 'Lịch sử tích điểm',
    date: 'Thời gian',
    game: 'Trò chơi',
    bet: 'Tiền cược',
    undone: 'Điểm của cược đã hủy',
    rate: 'Tỷ lệ',
    point: 'Điểm nhận được',
    none: 'Bạn chưa có điểm nào.',
    rates: 'Tỷ lệ của bạn',
    level: 'Tỷ lệ dành cho thành viên cấp {level, number}.',
    levels: 'Tỷ lệ theo cấp',
    levelsText: 'Cấp do đội ngũ của chúng tôi quyết định. Cấp không tự tăng hay giảm theo tiền cược hoặc tiền nạp.',
    levelName: 'Cấp {level, number}',
    mine: 'Cấp của bạn',
  },
} as const satisfies CompMessages
