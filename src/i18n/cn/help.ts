import type { HelpMessages } from '../ko/help.ts'

export const messages = {
  help: {
    title: '客服中心',
    write: '提交咨询',
    subject: '标题',
    contents: '内容',
    send: '发送',
    keepWriting: '继续填写',
    tooMany: '您有 {open, number} 条咨询正在等待回复，请在收到回复后再提交。',
    showHidden: '重新显示已删除的 {hidden, number} 条咨询',
    list: '咨询记录',
    deleteAll: '全部删除',
    keep: '保留',
    none: '暂无咨询记录。',
    reply: '回复',
    noReply: '正在准备回复。',
    unread: '新回复',
    question: '咨询内容',
    kindAccount: '存款账户咨询',
    gone: '该咨询已删除或不存在。',
    round: '咨询的游戏',
    roundGone: '找不到该游戏记录。请在内容中写明游戏名称和时间。',
    leaveRound: '不附游戏',
    roundTitle: '关于 {game}',
    aboutRound: '局号 {round}',
  },
} as const satisfies HelpMessages
