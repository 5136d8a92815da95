import type { SignInMessages } from '../ko/sign-in.ts'

export const messages = {
  signIn: {
    title: '登录',
    id: '账号',
    password: '密码',
    showPassword: '显示密码',
    submit: '登录',
    noAccount: '还不是会员？',
    again: '登录已过期。重新登录后，您正在填写的内容会保留。',
    throttled: '尝试次数过多，请在{minutes, number}分钟后重试。',
    already: '您已登录。',
  },
  signInAnswer: {
    pending: '您的注册正在等待审核，通过后即可登录。',
    wasReset: '您的密码已于 {time} 通过客服验证码重置。如非本人操作，请立即联系客服。',
  },
  signInReasons: {
    title: '成为会员后',
    proof: '每个结果都可以自行验证',
    comp: '每次投注都有返点，1返点即可兑换',
    cashier: '存款和取款的每一步都可以查看',
    limits: '可以随时自行设定限额和暂停',
  },
  signInIdle: {
    title: '您可能即将退出登录',
    text: '您已有一段时间没有操作。如需继续使用，请保持登录。',
    stay: '保持登录',
  },
  signInSessions: {
    title: '已登录的设备',
    thisDevice: '本设备',
    lastSeen: '最后使用 {date}',
    startedAt: '登录于 {date}',
    end: '退出登录',
    endOf: '退出 {device}',
    endConfirm: '要在 {device} 上退出登录吗？',
    ended: '已退出登录。',
    gone: '该设备此前已退出登录。',
    endOthers: '退出所有其他设备',
    endOthersConfirm: '要退出除本设备以外的所有设备吗？',
    othersEnded: '已退出所有其他设备。',
    keep: '保持不变',
  },
  signInEnd: {
    over: '登录已过期，请重新登录。',
    title: '即将退出登录',
    text: '您登录已满8小时，将在1分钟内退出登录。请先提交正在填写的内容。',
  },
} as const satisfies SignInMessages
