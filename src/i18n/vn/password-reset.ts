import type { PasswordResetMessages } from '../ko/password-reset.ts'

export const messages = {
  passwordReset: {
    title: 'Đặt lại mật khẩu',
    forgot: 'Bạn quên mật khẩu?',
    requestTitle: 'Yêu cầu đặt lại',
    requestText: 'Nhập ID và số điện thoại bạn đã đăng ký. Nhân viên sẽ xác minh và cho bạn một mã dùng một lần.',
    id: 'ID',
    phone: 'Số điện thoại',
    request: 'Gửi yêu cầu',
    requested: 'Đã nhận yêu cầu. Nếu thông tin đúng, nhân viên sẽ liên hệ qua số đã đăng ký.',
    codeTitle: 'Đặt mật khẩu mới',
    codeText: 'Mã chỉ dùng được một lần, trong vòng 30 phút.',
    code: 'Mã dùng một lần',
    codeHint: 'Ví dụ ABCD-2345-WXYZ',
    submit: 'Đổi mật khẩu',
    fail: 'ID hoặc mã không đúng, hoặc mã đã hết hạn.',
    done: 'Đã đổi mật khẩu. Vui lòng đăng nhập bằng mật khẩu mới.',
    after: 'Mọi thiết bị sẽ bị đăng xuất và, để an toàn, bạn không thể rút tiền trong 24 giờ.',
    login: 'Đăng nhập',
  },
} as const satisfies PasswordResetMessages
