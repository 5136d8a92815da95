import type { CardsMessages } from '../ko/cards.ts'

export const messages = {
  cards: {
    dealt: 'Mở bài',
    shown: '{side}: {card}',
    card: {
      text: '{rank} {suit}',
      clubs: 'chuồn',
      diamonds: 'rô',
      hearts: 'cơ',
      spades: 'bích',
      ace: 'át',
      jack: 'J',
      queen: 'Q',
      king: 'K',
    },
    roads: {
      title: 'Bảng cầu',
      'bead-plate': 'Cầu hạt',
      'big-road': 'Cầu lớn',
      'big-eye-boy': 'Cầu mắt to',
      'small-road': 'Cầu nhỏ',
      'cockroach-pig': 'Cầu gián',
      text: 'Xem dạng chữ',
      empty: 'Chưa có kết quả.',
      next: 'Xem phép tính ô tiếp theo',
      nextNote: 'Chỉ tính dấu mà mỗi kết quả sẽ thêm vào, không phải dự đoán.',
      ifWinner: 'Nếu ván sau là {winner}',
      red: 'đỏ',
      blue: 'xanh',
      noMark: 'không có dấu',
      count: '{winner} {count, number}',
      show: 'Mở bảng cầu',
    },
    shoe: 'Hộp bài có tám bộ. Khi còn 52 lá, một hộp mới bắt đầu.',
    void: 'Ván bị gián đoạn khi đang nhận cược sẽ bị hủy và toàn bộ tiền cược được hoàn lại. Ván đã bắt đầu chia sẽ hoàn tất với đúng các lá bài đó.',
  },
} as const satisfies CardsMessages
