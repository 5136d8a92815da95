import type { HelpMessages } from '../ko/help.ts'

export const messages = {
  help: {
    title: '客服中心',
    write: '提交咨询',
    subject: '标题',
    contents: '内容',
    send: '发送',
    keepWriting: '继续填写',
    tooMany: '您有{open, number}条咨询正在等待回复，请在收到回复后再提交。',
    showHidden: '重新显示已删除的{hidden, number}条咨询',
    list: '咨询记录',
    deleteAll: '全部删除',
    keep: '保留',
    none: '暂无咨询记录。',
    reply: '回复',
    noReply: '正在准备回复。',
    unread: '新回复',
    question: '咨询内容',
    kindAccount: '获取存款账户',
    gone: '该咨询已删除或不存在。',
    round: '咨询的对局',
    roundGone: '找不到这一局。请在内容中写明游戏名称和时间。',
    leaveRound: '不附对局',
    roundTitle: '关于 {game}',
    aboutRound: '局号 {round}',
  },
  /** Questions before the form. */
  helpFaq: {
    category: '咨询类型',
    categories: {
      money: '存款和取款',
      game: '游戏',
      account: '账户',
      other: '其他',
    },
    usual: '最近30天，半数咨询在{time}内得到回复。',
    minutes: '{minutes, number}分钟',
    hours: '{hours, number}小时{minutes, number}分钟',
    title: '常见问题',
    measured: '最近30天，半数在{time}内处理完成。',
    deposit: {
      question: '存款需要多久？',
      answer: '获取账户并转账后提交金额，工作人员确认后计入余额。',
      open: '存款页面',
    },
    withdraw: {
      question: '取款需要多久？',
      answer: '申请的金额会单独保管，工作人员确认后支付。首次取款和大额取款由两人确认。',
      open: '取款页面',
    },
    round: {
      question: '如何核对某一局的结果？',
      answer: '可以在游戏记录中回放并亲自验证每一局。从记录中咨询会附上该局。',
      open: '公平性验证',
    },
    password: {
      question: '忘记密码怎么办？',
      answer: '在登录页面申请重置，核实身份后会告知您验证码。',
      open: '重置密码',
    },
    limit: {
      question: '如何设定限额或暂停游戏？',
      answer: '可以在“使用限额”页面立即设定。降低限额和暂停立即生效。',
      open: '使用限额',
    },
    comp: {
      question: '返点和等级如何决定？',
      answer: '每次投注按等级的返点率累积，等级由运营团队决定。',
      open: '返点页面',
    },
  },
} as const satisfies HelpMessages
