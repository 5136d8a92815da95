import type { MemberAnswers } from '#contract/member-api.ts'
import { ageOn, readDay, wallClock } from '#domain/brand-time.ts'
import {
  validateRegistration,
  type RegistrationFault,
  type RegistrationField,
  type RegistrationForm,
} from '#domain/registration.ts'

/** The input of a visitor and its faults. */

export type Rules = Extract<MemberAnswers['get-reg-domain'], { status: 'success' }>

export type Draft = {
  id: string
  pw: string
  pwAgain: string
  nick: string
  bankOwner: string
  phone: string
  /** Digits as typed: 19900131. */
  birth: string
  bankname: string
  banknum: string
  exchange_pw: string
  code: string
  terms: boolean
  privacy: boolean
  adult: boolean
}

export const emptyDraft: Draft = {
  id: '',
  pw: '',
  pwAgain: '',
  nick: '',
  bankOwner: '',
  phone: '',
  birth: '',
  bankname: '',
  banknum: '',
  exchange_pw: '',
  code: '',
  terms: false,
  privacy: false,
  adult: false,
}

export type DraftField = RegistrationField | 'pwAgain'
export type DraftFault = RegistrationFault | 'different' | 'underage' | 'taken' | 'wrong'
export type DraftFaults = Partial<Record<DraftField, DraftFault>>

/** The fields of each step. */
export const steps: readonly (readonly DraftField[])[] = [
  ['id', 'pw', 'pwAgain', 'nick'],
  ['bankOwner', 'phone', 'birth', 'bankname', 'banknum'],
  ['exchange_pw', 'code', 'agree'],
]

const storageKey = 'register-draft'

/** With play money no real account is needed: the fields are prefilled with one that cannot exist. */
export function playMoneyDraft(banks: readonly string[]): Pick<Draft, 'bankname' | 'banknum'> {
  return { bankname: banks[0] ?? '', banknum: '000000000000' }
}

/** The input that was stored before a reload, without the secrets, which are never stored. */
export function readDraft(prefilled: Partial<Draft>): Draft {
  const fresh = { ...emptyDraft, ...prefilled }
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    return { ...fresh, ...(stored as Partial<Draft>), pw: '', pwAgain: '', exchange_pw: '' }
  } catch {
    return fresh
  }
}

/** Stores the input for this tab; null deletes it. */
export function storeDraft(draft: Draft | null): void {
  try {
    if (draft === null) return sessionStorage.removeItem(storageKey)
    const { pw: _pw, pwAgain: _pwAgain, exchange_pw: _pin, ...stored } = draft
    sessionStorage.setItem(storageKey, JSON.stringify(stored))
  } catch {
    // Without storage a reload starts with empty fields.
  }
}

/** The form as the API expects it: the birthday with dashes. */
export function formOf(draft: Draft): RegistrationForm {
  const { pwAgain: _pwAgain, terms, privacy, adult, code, birth, ...rest } = draft
  const digits = birth.replaceAll(/\D/g, '')
  const day = digits.length === 8 ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` : digits
  return { ...rest, birth: day, ...(code.trim() === '' ? {} : { code: code.trim() }), agree: { terms, privacy, adult } }
}

/** Checks a draft by the same rules as the server. */
export function faultsOf(
  draft: Draft,
  rules: { minAge: number; codeRequired: boolean; timeZone: string },
): DraftFaults {
  const { day: today } = wallClock(new Date(), rules.timeZone)
  const form = formOf(draft)
  const result = validateRegistration(form, { minAge: rules.minAge, codeRequired: rules.codeRequired, today })
  const faults: DraftFaults = result.status === 'invalid' ? { ...result.fields } : {}
  const birth = readDay(form.birth)
  if (faults.birth === undefined && birth !== null && ageOn(birth, today) < rules.minAge) faults.birth = 'underage'
  if (draft.pwAgain === '') faults.pwAgain = 'required'
  else if (draft.pw !== draft.pwAgain && faults.pw === undefined) faults.pwAgain = 'different'
  return faults
}
