import type { TransferMessages } from '../ko/transfer.ts'

export const messages = {
  transfer: {
    title: 'Tiền trong trò chơi',
    text: 'Số tiền bạn đã chuyển sang trò chơi của nhà cung cấp khác. Số này được hiển thị gộp với số dư; hãy chuyển về trước khi rút.',
    back: 'Chuyển về tất cả',
    backOf: 'Chuyển về tất cả từ {name}',
    in: 'Chuyển vào',
    inOf: 'Chuyển vào {name}',
    inTitle: 'Chuyển tiền vào {name}',
    amount: 'Số tiền muốn chuyển',
    underwayIn: 'Đang chuyển {amount}. Chúng tôi đang kiểm tra kết quả.',
    underwayOut: 'Đang chuyển tiền về. Chúng tôi đang kiểm tra kết quả.',
    closed: 'Hiện không thể chuyển thêm tiền vào. Số tiền còn lại vẫn có thể chuyển về.',
    held: 'Sau khi khôi phục hệ thống, số tiền đang được đối chiếu với nhà cung cấp này. Trong lúc đó không thể chuyển vào hay chuyển về; tiền của bạn vẫn nguyên.',
    broughtBack: 'Đã chuyển về {amount}.',
    movedIn: 'Đã chuyển {amount}.',
    short: 'Số dư không đủ.',
    nothing: 'Không có tiền để chuyển về.',
    fail: 'Chưa chuyển được, tiền của bạn vẫn ở chỗ cũ. Vui lòng thử lại sau giây lát.',
    unknown: 'Chúng tôi đang kiểm tra kết quả. Trong lúc đó, số tiền được hiển thị là tiền trong trò chơi.',
    required: 'Vui lòng nhập số tiền.',
  },
} as const satisfies TransferMessages
