import type { MemberStatus } from './member.ts'

/**
 * Accounts of one person: by which values they are found, in the one form in which they are compared, and what a match
 * means. The server compares keyed hashes of these texts only.
 */

/** `person` is the name with the birth date, `device` the long-lived token of a browser. */
export const personMarkKinds = ['phone', 'account', 'person', 'device'] as const
export type PersonMarkKind = (typeof personMarkKinds)[number]

/** Country codes of the site's languages. */
const countryCodes = ['82', '81', '84', '86'] as const
/** From this many digits on, a number that begins with a country code is not a national one. */
const shortestWithCountryCode = 11

/**
 * A telephone number as it is compared: the national form for Korea, Japan, Vietnam and China, else all digits. Leading
 * zeros beyond that form, and a country code with or without plus or zeros before and after it, make no difference.
 * Null for a placeholder, whose last eight digits are zeros.
 */
export function comparablePhone(text: string): string | null {
  const typed = text.normalize('NFKC').replace(/[^\d+]/g, '')
  const digits = typed.replace(/\D/g, '')
  if (digits.length < 8 || /0{8}$/.test(digits)) return null
  const isInternational = typed.startsWith('+') || digits.startsWith('00')
  const bare = digits.replace(/^0+/, '')
  const country = countryCodes.find((code) => bare.startsWith(code))
  if (country !== undefined && (isInternational || bare.length >= shortestWithCountryCode)) {
    return nationalForm(bare.slice(country.length).replace(/^0+/, ''))
  }
  if (/^10\d{8}$/.test(bare)) return nationalForm(bare)
  // Another country's number: `+1 212 …`, `001 212 …`, or the same digits without any mark.
  const isPadded = typed.startsWith('+0') || digits.startsWith('000')
  if ((isInternational && !isPadded) || bare.length > shortestWithCountryCode) return bare
  return bare.length === shortestWithCountryCode && !digits.startsWith('0') ? bare : nationalForm(bare)
}

/** With the zero that precedes a national number, which Chinese mobile numbers do not have. */
function nationalForm(significant: string): string {
  return /^1[3-9]\d{9}$/.test(significant) ? significant : `0${significant}`
}

/**
 * A bank account number as it is compared: its digits, without the bank. Two banks hardly ever use the same number, and
 * naming another bank would otherwise avoid a match; so would zeros before it. Null for a placeholder of zeros, such as
 * the one that the form is prefilled with for play money.
 */
export function comparableAccount(text: string): string | null {
  const digits = accountAsTyped(text)
  const bare = digits.replace(/^0+/, '')
  return digits.length < 6 || bare === '' ? null : bare
}

/** The digits of a bank account with their leading zeros: the earlier form, in which hashes of erased persons may be. */
export function accountAsTyped(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/**
 * A name with a birth date (`1990-01-31`) as they are compared: without case, spaces, punctuation, invisible characters,
 * and marks that belong to no script of their own, such as the accents of Latin letters.
 */
export function comparablePerson(name: string, birth: string): string | null {
  const letters = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{M}]|\p{Me}|\p{Script=Inherited}/gu, '')
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
