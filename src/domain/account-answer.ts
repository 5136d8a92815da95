import { depositAccountText, type BankAccount, type DepositAccount } from './deposit-account.ts'
import type { SiteLanguage } from './site-language.ts'

/** The reply to an inquiry for the deposit account: stored as data, worded for its reader. */

/**
 * `depositAccount` is the account as text, in Korean where it is of a bank of the list; `bankAccount` is that account as
 * data, absent for free text.
 */
export type AccountReply = {
  depositAccount: string
  bankAccount?: BankAccount
  referenceCode: string
  mode: 'play' | 'real'
}

type Messages = { account: string; code: string; playMoney: string }

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
 * The text of a reply in the reader's language: the deposit account, the member's reference code and the operator's
 * addition. The account comes from the brand's settings, so that no operator types one.
 */
export function accountAnswer(reply: AccountReply, language: SiteLanguage, addition: string): string {
  const own = messages[language]
  const account = depositAccountText(reply.bankAccount ?? { text: reply.depositAccount }, language)
  const lines = [`${own.account}: ${account}`, `${own.code}: ${reply.referenceCode}`]
  if (reply.mode === 'play') lines.push(own.playMoney)
  const added = addition.trim()
  if (added !== '') lines.push('', added)
  return lines.join('\n')
}

/** Whether the brand still uses the account of a reply. The account of a reply that was stored as text alone is unknown. */
export function isCurrentAccount(stored: AccountReply | null, account: DepositAccount): boolean {
  if (stored === null) return false
  if ('text' in account) return stored.bankAccount === undefined && stored.depositAccount === account.text
  const { bank, number, owner } = stored.bankAccount ?? {}
  return bank === account.bank && number === account.number && owner === account.owner
}

/** The text of a stored reply: worded now where it was stored as data, else as the operator sent it. */
export function replyText(
  row: { reply: string | null; account_reply: unknown },
  language: SiteLanguage,
): string | null {
  const stored = row.account_reply as AccountReply | null
  return stored === null ? row.reply : accountAnswer(stored, language, row.reply ?? '')
}
