import type { MemberStatus } from './member.ts'

/**
 * Accounts of one person: by which values they are found, in the one form in which they are compared, and what a match
 * means. The server compares keyed hashes of these texts only.
 */

/** `person` is the name with the birth date, `device` the long-lived token of a browser. */
export const personMarkKinds = ['phone', 'account', 'person', 'device'] as const
export type PersonMarkKind = (typeof personMarkKinds)[number]

/** Country codes of the site's languages, with the digit that precedes a national number there. */
const trunkDigits = { '82': '0', '81': '0', '84': '0', '86': '' } as const

/**
 * A telephone number as it is compared: the national form for Korea, Japan, Vietnam and China, else all digits. Null
 * for a placeholder, whose last eight digits are zeros.
 */
export function comparablePhone(text: string): string | null {
  const typed = text.normalize('NFKC').replace(/[^\d+]/g, '')
  const digits = typed.replace(/\D/g, '')
  if (digits.length < 8 || /0{8}$/.test(digits)) return null
  if (typed.startsWith('+') || digits.startsWith('00')) {
    const full = digits.replace(/^00/, '')
    for (const [country, trunk] of Object.entries(trunkDigits)) {
      if (full.startsWith(country)) return trunk + full.slice(country.length).replace(/^0/, '')
    }
    return full
  }
  // Korean numbers are also written with the country code alone, and without the leading zero.
  if (/^820?1\d{8,9}$/.test(digits)) return digits.replace(/^820?/, '0')
  if (/^10\d{8}$/.test(digits)) return `0${digits}`
  return digits
}

/**
 * A bank account number as it is compared: its digits, without the bank. Two banks hardly ever use the same number, and
 * naming another bank would otherwise avoid a match. Null for a placeholder of zeros, such as the one that the form is
 * prefilled with for play money.
 */
export function comparableAccount(text: string): string | null {
  const digits = text.normalize('NFKC').replace(/\D/g, '')
  return digits.length < 6 || /^0+$/.test(digits) ? null : digits
}

/**
 * A name with a birth date (`1990-01-31`) as they are compared: without case, spaces, punctuation and the accents of
 * Latin letters.
 */
export function comparablePerson(name: string, birth: string): string | null {
  const letters = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{M}]/gu, '')
  return letters === '' || birth === '' ? null : `${letters} ${birth}`
}

/** Another member with at least one of the same values. */
export type PersonMatch = {
  by: readonly PersonMarkKind[]
  sameBrand: boolean
  status: MemberStatus
  /** An exclusion or a break is in force. */
  excluded: boolean
}

/** Whether the match is by a value that only one person has: the telephone or the bank account. */
export function isExactMatch({ by }: Pick<PersonMatch, 'by'>): boolean {
  return by.includes('phone') || by.includes('account')
}

/** Whether two accounts are certainly of one person: telephone or bank account, and the name with the birth date. */
export function isSamePerson(match: Pick<PersonMatch, 'by'>): boolean {
  return isExactMatch(match) && match.by.includes('person')
}

/** Whether everything that identifies a person is the same: telephone, bank account, and name with birth date. */
function isWholePerson({ by }: Pick<PersonMatch, 'by'>): boolean {
  return by.includes('phone') && by.includes('account') && by.includes('person')
}

/** From this many accounts of a brand with one bank account on, the next one is not opened online. */
export const mostAccountsPerBankAccount = 2

/**
 * How a registration with a valid form goes on: `contact` cannot be completed online, and does not reveal why;
 * `approval` waits for an operator, also where the brand needs none; `usual` as the brand is set. Never depends on
 * whether a matched member is excluded or blocked: the caller may be a stranger who tries their values. The approval
 * refuses (`decideApproval`).
 */
export function decideSignUp(matches: readonly PersonMatch[]): 'contact' | 'approval' | 'usual' {
  const accountsHere = matches.filter(({ sameBrand, status }) => sameBrand && status !== 'rejected')
  if (accountsHere.some(isWholePerson)) return 'contact'
  if (accountsHere.filter(({ by }) => by.includes('account')).length >= mostAccountsPerBankAccount) return 'contact'
  return matches.some((match) => isExactMatch(match) || match.by.includes('person')) ? 'approval' : 'usual'
}

function isRestricted({ excluded, status }: PersonMatch): boolean {
  return excluded || status === 'blocked'
}

/** The same name and birth date as a member who is excluded or blocked. */
function isRestrictedPerson(match: PersonMatch): boolean {
  return match.by.includes('person') && isRestricted(match)
}

/**
 * Whether an operator may approve a registration: `excluded` never (telephone or bank account of an excluded member),
 * `duplicate` with an explicit confirmation (the telephone or bank account of another member, or someone who may be a
 * restricted member).
 */
export function decideApproval(matches: readonly PersonMatch[]): 'excluded' | 'duplicate' | 'free' {
  if (matches.some((match) => isExactMatch(match) && match.excluded)) return 'excluded'
  const isMember = ({ status }: PersonMatch): boolean => status === 'active' || status === 'blocked'
  const needsConfirmation = (match: PersonMatch): boolean =>
    (isExactMatch(match) && isMember(match)) || isRestrictedPerson(match)
  return matches.some(needsConfirmation) ? 'duplicate' : 'free'
}
