import type { PasswordResetMessages } from '../ko/password-reset.ts'

export const messages = {
  passwordReset: {
    title: '重置密码',
    forgot: '忘记密码？',
    requestTitle: '申请重置',
    requestText: '请输入账号和注册时登记的手机号码。工作人员核实身份后会告知您一次性验证码。',
    id: '账号',
    phone: '手机号码',
    request: '提交申请',
    requested: '申请已受理。如信息无误，工作人员会通过登记的号码与您联系。',
    codeTitle: '设置新密码',
    codeText: '验证码在30分钟内有效，仅可使用一次。',
    code: '验证码',
    codeHint: '例如 ABCD-2345-WXYZ',
    submit: '修改密码',
    fail: '账号或验证码不正确，或验证码已过期。',
    done: '密码已修改，请使用新密码登录。',
    after: '修改后所有设备都会退出登录；为了安全，24小时内不能取款。',
    login: '去登录',
  },
} as const satisfies PasswordResetMessages
