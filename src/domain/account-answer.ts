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

/** `colon` is what follows the name of a line. */
type Messages = { account: string; code: string; playMoney: string; colon: string }

const messages = {
  ko: {
    account: '입금 계좌',
    code: '입금자 확인 코드',
    playMoney: '가상 머니로 운영됩니다. 실제 돈을 송금하지 마세요.',
    colon: ': ',
  },
  en: {
    account: 'Deposit account',
    code: 'Reference code',
    playMoney: 'This site runs on play money. Please do not send real money.',
    colon: ': ',
  },
  jp: {
    account: '入金口座',
    code: '入金者確認コード',
    playMoney: '仮想マネーで運営しています。実際のお金を送金しないでください。',
    colon: '：',
  },
  vn: {
    account: 'Tài khoản nạp tiền',
    code: 'Mã xác nhận người nạp',
    playMoney: 'Trang này dùng tiền chơi thử. Vui lòng không chuyển tiền thật.',
    colon: ': ',
  },
  cn: {
    account: '存款账户',
    code: '存款人识别码',
    playMoney: '本站使用虚拟币运营，请勿转入真实资金。',
    colon: '：',
  },
} as const satisfies Record<SiteLanguage, Messages>

/**
 * The text of a reply in the reader's language: the deposit account, the member's reference code and the operator's
 * addition. The account comes from the brand's settings, so that no operator types one.
 */
export function accountAnswer(reply: AccountReply, language: SiteLanguage, addition: string): string {
  const own = messages[language]
  const account = depositAccountText(reply.bankAccount ?? { text: reply.depositAccount }, language)
  const lines = [`${own.account}${own.colon}${account}`, `${own.code}${own.colon}${reply.referenceCode}`]
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
