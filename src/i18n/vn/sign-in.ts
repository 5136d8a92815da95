import type { SignInMessages } from '../ko/sign-in.ts'

export const messages = {
  signIn: {
    title: 'Đăng nhập',
    id: 'ID',
    password: 'Mật khẩu',
    showPassword: 'Hiện mật khẩu',
    submit: 'Đăng nhập',
    noAccount: 'Bạn chưa có tài khoản?',
    again: 'Phiên đăng nhập đã hết hạn. Hãy đăng nhập lại, nội dung bạn đang nhập vẫn được giữ nguyên.',
    throttled: 'Bạn đã thử quá nhiều lần. Vui lòng thử lại sau {minutes, number} phút.',
    already: 'Bạn đã đăng nhập.',
  },
  signInAnswer: {
    pending: 'Đăng ký của bạn đang chờ duyệt. Bạn có thể đăng nhập ngay khi được duyệt.',
    wasReset:
      'Mật khẩu của bạn đã được đặt lại lúc {time} bằng mã của bộ phận hỗ trợ. Nếu không phải bạn yêu cầu, vui lòng liên hệ ngay.',
  },
  signInReasons: {
    title: 'Quyền lợi thành viên',
    proof: 'Tự kiểm chứng mọi kết quả',
    comp: 'Mỗi lần cược đều tích điểm, đổi được từ 1 điểm',
    cashier: 'Theo dõi từng bước nạp và rút tiền',
    limits: 'Tự đặt giới hạn và tạm nghỉ bất cứ lúc nào',
  },
  signInIdle: {
    title: 'Bạn sắp bị đăng xuất',
    text: 'Bạn không thao tác trong một thời gian. Hãy duy trì đăng nhập để tiếp tục.',
    stay: 'Duy trì đăng nhập',
  },
  signInSessions: {
    title: 'Thiết bị đang đăng nhập',
    thisDevice: 'Thiết bị này',
    lastSeen: 'Hoạt động gần nhất {date}',
    startedAt: 'Đăng nhập {date}',
    end: 'Đăng xuất',
    endOf: 'Đăng xuất {device}',
    endConfirm: 'Đăng xuất khỏi {device}?',
    ended: 'Đã đăng xuất.',
    gone: 'Thiết bị này đã đăng xuất từ trước.',
    endOthers: 'Đăng xuất mọi thiết bị khác',
    endOthersConfirm: 'Đăng xuất khỏi mọi thiết bị trừ thiết bị này?',
    othersEnded: 'Đã đăng xuất khỏi mọi thiết bị khác.',
    keep: 'Giữ nguyên',
  },
  signInEnd: {
    over: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
    title: 'Bạn sắp bị đăng xuất',
    text: 'Bạn đã đăng nhập được 8 giờ nên sẽ bị đăng xuất trong vòng một phút. Vui lòng gửi nội dung đang viết trước.',
  },
} as const satisfies SignInMessages
