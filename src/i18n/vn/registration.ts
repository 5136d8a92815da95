import type { RegistrationMessages } from '../ko/registration.ts'

export const messages = {
  registration: {
    title: 'Đăng ký',
    step: 'Bước {step, number} / {steps, number}',
    stepAccount: 'Tài khoản',
    stepPerson: 'Thông tin cá nhân và ngân hàng',
    stepAgree: 'Xác nhận và đồng ý',
    id: 'ID',
    idHint: '4–16 chữ cái và số, bắt đầu bằng chữ cái',
    password: 'Mật khẩu',
    passwordHint: 'Ít nhất 8 ký tự, khó đoán',
    passwordAgain: 'Nhập lại mật khẩu',
    nick: 'Biệt danh',
    nickHint: '2–12 ký tự',
    free: 'Có thể sử dụng.',
    takenId: 'ID này đã được sử dụng.',
    takenNick: 'Biệt danh này đã được sử dụng.',
    owner: 'Họ tên (chủ tài khoản)',
    ownerHint: 'Chỉ dùng tài khoản đứng tên bạn.',
    phone: 'Số điện thoại',
    birth: 'Ngày sinh',
    birthHint: 'Ví dụ: 19900131',
    bank: 'Ngân hàng',
    account: 'Số tài khoản',
    playMoneyHint:
      'Trang này dùng tiền chơi thử nên ngân hàng và số tài khoản đã được điền sẵn bằng giá trị giả. Vui lòng không nhập số tài khoản thật.',
    pin: 'Mã PIN rút tiền',
    pinHint: '4 chữ số dùng khi rút tiền',
    code: 'Mã giới thiệu',
    codeHint: 'Nhập nếu bạn có mã.',
    terms: 'Tôi đồng ý với điều khoản sử dụng. (bắt buộc)',
    privacy: 'Tôi đồng ý với việc thu thập và sử dụng thông tin cá nhân. (bắt buộc)',
    adult: 'Tôi xác nhận mình từ {age, number} tuổi trở lên. (bắt buộc)',
    submit: 'Đăng ký',
    underage: 'Chỉ người từ {age, number} tuổi trở lên mới được đăng ký.',
    wrongCode: 'Không tìm thấy mã giới thiệu.',
    closed: 'Hiện không nhận đăng ký.',
    doneTitle: 'Đăng ký hoàn tất',
    doneText: 'Bạn có thể đăng nhập ngay.',
    pendingTitle: 'Đã nhận đơn đăng ký',
    pendingText:
      'Chúng tôi đang xem xét, thường trong vòng {minutes, number} phút. Bạn có thể đăng nhập ngay khi được duyệt.',
    pendingId: 'ID đã đăng ký',
    contactTitle: 'Không thể hoàn tất đăng ký trực tuyến',
    contactText:
      'Với thông tin đã nhập, chúng tôi không thể hoàn tất đăng ký trực tuyến. Vui lòng liên hệ theo thông tin bên dưới để được hỗ trợ.',
    contactPlainText:
      'Với thông tin đã nhập, chúng tôi không thể hoàn tất đăng ký trực tuyến. Vui lòng liên hệ bộ phận hỗ trợ để được giúp đỡ.',
    contactLabel: 'Liên hệ',
    legal: {
      read: 'Xem toàn văn',
      termsTitle: 'Điều khoản sử dụng',
      terms: {
        first:
          '{brand} chỉ hoạt động bằng tiền chơi thử. Tiền chơi thử không có giá trị và không thể đổi thành tiền mặt hay hàng hóa. Vui lòng không chuyển tiền thật.',
        second:
          'Bạn phải từ {age, number} tuổi trở lên mới được đăng ký. Mỗi người chỉ có một tài khoản và không được cho người khác mượn hoặc chuyển nhượng.',
        third:
          'Việc nạp và rút tiền được nhân viên kiểm tra và xử lý sau khi bạn gửi yêu cầu. Nếu yêu cầu bị từ chối, lý do sẽ hiển thị trong lịch sử.',
        fourth:
          'Kết quả trò chơi được xác định và ghi lại trước khi hiển thị. Đóng cửa sổ hay mất kết nối không làm thay đổi kết quả. Ván gặp trục trặc sẽ bị hủy và tiền cược được hoàn lại.',
        fifth:
          'Tài khoản có thể bị hạn chế nếu dùng chương trình tự động, lừa dối thành viên khác hoặc cản trở hoạt động của trang. Khi bị hạn chế, bạn vẫn có thể rút tiền, xem lịch sử và liên hệ hỗ trợ.',
      },
      privacyTitle: 'Thông tin cá nhân',
      privacy: {
        first:
          'Khi đăng ký, chúng tôi thu thập ID, biệt danh, họ tên (chủ tài khoản), số điện thoại, ngày sinh, ngân hàng và số tài khoản. Các thông tin này chỉ dùng để xác nhận danh tính, độ tuổi và xử lý nạp rút tiền.',
        second:
          'Số điện thoại, ngày sinh và số tài khoản được lưu ở dạng mã hóa; màn hình chỉ hiển thị bốn số cuối của số điện thoại và số tài khoản. Mật khẩu và mã PIN chỉ được lưu ở dạng không thể đọc ngược lại. Số điện thoại, số tài khoản, họ tên cùng ngày sinh cũng được lưu ở dạng như vậy, chỉ dùng để nhận biết tài khoản trùng lặp và các hạn chế sử dụng.',
        third:
          'Khi bạn đăng nhập, chúng tôi ghi lại địa chỉ mạng, loại trình duyệt và thời điểm để bảo vệ tài khoản và cho bạn biết thiết bị nào đang đăng nhập. Mỗi lần đăng nhập có hiệu lực tối đa 8 giờ.',
        fourth:
          'Lịch sử nạp, rút và trò chơi được giữ trong sổ mà không ai có thể sửa hay xóa. Yêu cầu hỗ trợ và tin nhắn bạn xóa khỏi danh sách vẫn được lưu. Không có thời hạn lưu cố định: dữ liệu được giữ trong suốt thời gian trang hoạt động.',
        fifth:
          'Chúng tôi không dùng thông tin của bạn để quảng cáo hay theo dõi. Nếu có thắc mắc, vui lòng liên hệ hỗ trợ.',
      },
    },
  },
} as const satisfies RegistrationMessages
