import type { RegistrationMessages } from '../ko/registration.ts'

export const messages = {
  registration: {
    title: '注册',
    step: '第 {step, number} 步 / 共 {steps, number} 步',
    stepAccount: '账号',
    stepPerson: '本人与银行账户',
    stepAgree: '确认与同意',
    id: '账号',
    idHint: '以小写字母开头的 4~16 位字母和数字',
    password: '密码',
    passwordHint: '至少 8 位，不易被猜到',
    passwordAgain: '确认密码',
    nick: '昵称',
    nickHint: '2~12 个字符',
    free: '可以使用。',
    takenId: '该账号已被使用。',
    takenNick: '该昵称已被使用。',
    owner: '姓名（开户人）',
    ownerHint: '仅可使用本人名下的账户。',
    phone: '手机号码',
    birth: '出生日期',
    birthHint: '例如：19900131',
    bank: '银行',
    account: '银行账号',
    playMoneyHint: '本站使用虚拟币运营，银行和账号已预填为虚构的内容。请勿填写真实账号。',
    pin: '取款密码',
    pinHint: '取款时使用的 4 位数字',
    code: '推荐码',
    codeHint: '如有推荐码请填写。',
    terms: '我同意使用条款。（必选）',
    privacy: '我同意收集和使用个人信息。（必选）',
    adult: '我确认已年满 {age, number} 周岁。（必选）',
    submit: '注册',
    underage: '仅限年满 {age, number} 周岁的人士注册。',
    wrongCode: '找不到该推荐码。',
    closed: '目前不接受注册。',
    doneTitle: '注册完成',
    doneText: '您现在可以登录。',
    pendingTitle: '已收到注册申请',
    pendingText: '运营团队正在审核，通常在 {minutes, number} 分钟内通过，通过后即可登录。',
    pendingId: '申请的账号',
    contactTitle: '无法在线完成注册',
    contactText: '根据您填写的信息，无法在线完成注册。请通过以下方式联系我们，我们将为您处理。',
    contactPlainText: '根据您填写的信息，无法在线完成注册。请联系客服，我们将为您处理。',
    contactLabel: '联系方式',
    legal: {
      read: '查看全文',
      termsTitle: '使用条款',
      terms: {
        first: '{brand} 仅使用练习币运营。练习币没有任何价值，不能兑换现金或物品，请勿转账真实资金。',
        second: '年满 {age, number} 周岁方可注册。每人只能拥有一个账号，不得出借或转让给他人。',
        third: '存款和取款在提交申请后由工作人员核对处理。如被拒绝，可在记录中查看原因。',
        fourth:
          '游戏结果在转轮旋转之前已确定并记录，关闭窗口或断开连接都不会改变结果。发生故障的一局作废，并退还投注额。',
        fifth:
          '使用自动程序、欺骗其他会员等妨碍运营的行为，可能导致账户受到限制。受限账户仍可取款、查看记录和联系客服。',
      },
      privacyTitle: '个人信息的收集和使用',
      privacy: {
        first:
          '注册时，我们会收集您的账号、昵称、姓名（开户人）、手机号码、出生日期、银行和银行账号，仅用于核实身份和年龄，以及处理存款和取款。',
        second:
          '手机号码、出生日期和银行账号均加密保存，页面上只显示手机号码和银行账号的后四位。密码和取款密码只以无法还原的形式保存。手机号码、银行账号、姓名和出生日期还会以无法还原的形式保存，仅用于识别重复注册和使用限制。',
        third:
          '您登录时，我们会记录网络地址、浏览器类型和时间，用于保护账户并向您显示已登录的设备。每次登录最长有效 8 小时。',
        fourth:
          '存取款和游戏记录保存在任何人都无法修改或删除的账簿中。您从列表中删除的咨询和消息仍会保留。没有固定的保存期限，本站运营期间将一直保存。',
        fifth: '我们不会将您的信息用于广告或跟踪。如有疑问，请联系客服。',
      },
    },
  },
} as const satisfies RegistrationMessages
