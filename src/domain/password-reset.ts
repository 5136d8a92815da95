import { readPhone } from './registration.ts'

/** Passwords reset through the office: the one-time code, and the phone number that goes with an id. */

/** Letters and digits that nobody mistakes for one another on the telephone. */
export const resetCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const resetCodeLength = 8
export const resetCodeMinutes = 30
/** So many tries has one code: 31 to the eighth power make ten of them hopeless, and nobody is locked out by a typing error. */
export const resetCodeTries = 10
/** How long withdrawals wait once a password was reset: time for the owner to notice. */
export const withdrawalWaitHours = 24
/** After so many days nobody waits for a code any more. */
export const resetLapsesDays = 7

/** A code as typed: capitals, without the dash and spaces it is read out with. */
export function readResetCode(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
}

/** A code as it is read out: `ABCD-2345`. */
export function spokenResetCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Digits that are the same for one telephone however it is written: `+82 10-1234-5678` and `010 1234 5678`. */
export function phoneKey(text: string): string {
  const phone = readPhone(text)
  if (phone === null) return ''
  return phone.replace(/^\+?82(?=1)/, '0').replace(/^\+/, '')
}
