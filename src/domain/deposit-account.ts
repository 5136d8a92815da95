import { bankNameIn } from './bank-names.ts'
import { banks, readAccountNumber } from './registration.ts'
import { siteLanguages, type SiteLanguage } from './site-language.ts'

/** The account that members pay into: of a bank of the list, or free text. */

/** `bank` is the Korean name, as everywhere in storage; `number` as written, with hyphens. */
export type BankAccount = { bank: string; number: string; owner: string }
export type DepositAccount = BankAccount | { text: string }

const mostOwnerLength = 60

/** How a language shows bank, number and owner. */
const layouts: Record<SiteLanguage, (bank: string, number: string, owner: string) => string> = {
  ko: (bank, number, owner) => `${bank} ${number} (예금주 ${owner})`,
  en: (bank, number, owner) => `${bank} ${number} (account holder: ${owner})`,
  jp: (bank, number, owner) => `${bank} ${number}（口座名義：${owner}）`,
  vn: (bank, number, owner) => `${bank} ${number} (chủ tài khoản: ${owner})`,
  cn: (bank, number, owner) => `${bank} ${number}（户名：${owner}）`,
}

/** A deposit account as its reader sees it; free text as it was written. */
export function depositAccountText(account: DepositAccount, language: SiteLanguage): string {
  if ('text' in account) return account.text
  return layouts[language](bankNameIn(account.bank, language), account.number, account.owner)
}

/** The bank that a name means in any language of the site, in any case; null for none of the list. */
function bankNamed(name: string): string | null {
  const wanted = name.normalize('NFKC').trim().toLowerCase()
  const isNamed = (bank: string): boolean =>
    siteLanguages.some((language) => bankNameIn(bank, language).normalize('NFKC').toLowerCase() === wanted)
  return banks.find(isNamed) ?? null
}

/** Reads a typed account, or says which of its parts is wrong. */
export function readBankAccount(typed: BankAccount): BankAccount | { wrong: keyof BankAccount } {
  const bank = bankNamed(typed.bank)
  if (bank === null) return { wrong: 'bank' }
  const number = typed.number.normalize('NFKC').trim()
  if (readAccountNumber(number) === null) return { wrong: 'number' }
  const owner = typed.owner.trim().replaceAll(/\s+/g, ' ')
  return owner === '' || owner.length > mostOwnerLength ? { wrong: 'owner' } : { bank, number, owner }
}
