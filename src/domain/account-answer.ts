import type { SiteLanguage } from './site-language.ts'

/** The text a member receives after an inquiry for the deposit account. */

type Messages = { account: string; code: string; playMoney: string }

/** By the language of the member's request, not the operator's. */
const messages = {
  ko: {
    account: '입금 계좌',
    code: '입금자 확인 코드',
    playMoney: '연습용 머니입니다. 실제로 송금하지 마세요.',
  },
  en: {
    account: 'Deposit account',
    code: 'Reference code',
    playMoney: 'This is play money. Please do not send real money.',
  },
  jp: {
    account: '入金口座',
    code: '入金者確認コード',
    playMoney: '練習用マネーです。実際に送金しないでください。',
  },
  vn: {
    account: 'Tài khoản nạp tiền',
    code: 'Mã xác nhận người nạp',
    playMoney: 'Đây là tiền chơi thử. Vui lòng không chuyển tiền thật.',
  },
  cn: {
    account: '存款账户',
    code: '存款人识别码',
    playMoney: '这是练习币，请勿实际汇款。',
  },
} as const satisfies Record<SiteLanguage, Messages>

/**
 * The answer to an inquiry of the kind `account`: the deposit account, the member's reference code and the operator's
 * addition. The account comes from the brand's settings, so that no operator types one.
 */
export function accountAnswer(parts: {
  depositAccount: string
  referenceCode: string
  mode: 'play' | 'real'
  language: SiteLanguage
  /** What the operator wrote, or an empty string. */
  addition: string
}): string {
  const own = messages[parts.language]
  const lines = [`${own.account}: ${parts.depositAccount}`, `${own.code}: ${parts.referenceCode}`]
  if (parts.mode === 'play') lines.push(own.playMoney)
  const addition = parts.addition.trim()
  if (addition !== '') lines.push('', addition)
  return lines.join('\n')
}
