import { ageOn, readDay } from './brand-time.ts'
import { readNick, readUserId, type NameFault } from './member-name.ts'
import { hasMixedScripts, isPossiblePhone } from './person-mark.ts'
import { passwordFault, pinFault, type SecretFault } from './member-secret.ts'

/** Registration: validates the form and reads its fields. */

/** The banks offered, by their Korean names. */
export const banks = [
  'KB국민은행',
  '신한은행',
  '우리은행',
  '하나은행',
  'NH농협은행',
  'IBK기업은행',
  'SC제일은행',
  '한국씨티은행',
  'KDB산업은행',
  'Sh수협은행',
  'iM뱅크',
  '부산은행',
  '경남은행',
  '광주은행',
  '전북은행',
  '제주은행',
  '카카오뱅크',
  '케이뱅크',
  '토스뱅크',
  '새마을금고',
  '신협',
  '우체국',
  '산림조합',
  '저축은행',
] as const

/** The form as typed, with the field names of the wire. */
export type RegistrationForm = {
  id: string
  pw: string
  nick: string
  phone: string
  bankname: string
  banknum: string
  bankOwner: string
  exchange_pw: string
  birth: string
  code?: string | undefined
  agree: { terms: boolean; privacy: boolean; adult: boolean }
}

export type RegistrationField = Exclude<keyof RegistrationForm, 'agree'> | 'agree'
/** Besides the faults of names and secrets: `format` (wrong shape), `unknown` (not in the list), `agree`. */
export type RegistrationFault = NameFault | SecretFault | 'format' | 'unknown' | 'agree'

export type Registration = {
  id: { name: string; key: string }
  nick: { name: string; key: string }
  password: string
  pin: string
  /** Digits, with a leading plus where one was typed. */
  phone: string
  bankName: string
  /** Digits only. */
  bankNumber: string
  bankOwner: string
  birth: string
  code: string | null
}

export type RegistrationResult =
  | { status: 'ok'; registration: Registration }
  | { status: 'invalid'; fields: Partial<Record<RegistrationField, RegistrationFault>> }
  | { status: 'underage' }

/** Validates a form. `today` is a day of the brand's time zone; age counts by birthdays. */
export function validateRegistration(
  form: RegistrationForm,
  rules: { minAge: number; codeRequired: boolean; today: string },
): RegistrationResult {
  const fields: Partial<Record<RegistrationField, RegistrationFault>> = {}
  const fault = (field: RegistrationField, why: RegistrationFault | null): void => {
    if (why !== null) fields[field] = why
  }
  const id = readUserId(form.id)
  const nick = readNick(form.nick)
  if ('fault' in id) fault('id', id.fault)
  if ('fault' in nick) fault('nick', nick.fault)
  fault('pw', passwordFault(form.pw, [form.id, form.nick]))
  fault('exchange_pw', pinFault(form.exchange_pw))
  const phone = readPhone(form.phone)
  if (phone === null || !isPossiblePhone(phone)) fault('phone', form.phone.trim() === '' ? 'required' : 'format')
  const bankName = form.bankname.normalize('NFKC').trim()
  if (!banks.some((bank) => bank === bankName)) fault('bankname', bankName === '' ? 'required' : 'unknown')
  const bankNumber = readAccountNumber(form.banknum)
  if (bankNumber === null) fault('banknum', form.banknum.trim() === '' ? 'required' : 'format')
  const bankOwner = readPersonName(form.bankOwner)
  if (bankOwner === null) fault('bankOwner', form.bankOwner.trim() === '' ? 'required' : 'format')
  else if (hasMixedScripts(bankOwner)) fault('bankOwner', 'mixed')
  const birth = readDay(form.birth)
  if (birth === null || birth > rules.today || birth < '1900-01-01') {
    fault('birth', form.birth.trim() === '' ? 'required' : 'format')
  }
  const code = readCode(form.code)
  if (rules.codeRequired && code === null) fault('code', 'required')
  if (!form.agree.terms || !form.agree.privacy || !form.agree.adult) fault('agree', 'agree')

  const read = 'fault' in id || 'fault' in nick ? null : { id, nick }
  if (Object.keys(fields).length > 0 || read === null || !phone || !bankNumber || !bankOwner || !birth) {
    return { status: 'invalid', fields }
  }
  if (ageOn(birth, rules.today) < rules.minAge) return { status: 'underage' }
  const secrets = { password: form.pw, pin: form.exchange_pw.normalize('NFKC') }
  return { status: 'ok', registration: { ...read, ...secrets, phone, bankName, bankNumber, bankOwner, birth, code } }
}

/** A phone number without separators: 8 to 15 digits with an optional leading plus; null for anything else. */
export function readPhone(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/[\s().-]/g, '')
  return /^\+?\d{8,15}$/.test(plain) ? plain : null
}

/** The digits of an account number, without separators: 6 to 20; null for anything else. */
export function readAccountNumber(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/[\s-]/g, '')
  return /^\d{6,20}$/.test(plain) ? plain : null
}

/**
 * A person's name in any script: letters with single spaces, dots, hyphens or apostrophes between. Invisible characters
 * (variation selectors, Hangul fillers, joiners) and marks around or over a letter of any script are left out: two names
 * that look the same are the same.
 */
export function readPersonName(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Me}|[\u20d0-\u20ff]/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
  return plain.length <= 60 && /^\p{L}[\p{L}\p{M}]*(?:[ .'-]+[\p{L}\p{M}]+)*\.?$/u.test(plain) && [...plain].length >= 2
    ? plain
    : null
}

/** A referral code as it is stored: upper case; null when nothing was typed. */
export function readCode(text: string | undefined): string | null {
  const code = (text ?? '').normalize('NFKC').trim().toUpperCase()
  return code === '' ? null : code
}
