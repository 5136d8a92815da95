import { readPhone } from './registration.ts'

/** Password resets through the office: the one-time code, and the comparison of phone numbers. */

/** The states of a reset that waits for the office, or whose code waits for its member. */
export const openResetStates = ['filed', 'issued'] as const
export const resetStates = [...openResetStates, 'used', 'refused', 'lapsed'] as const
export type ResetState = (typeof resetStates)[number]

/** Letters and digits that are not mistaken for one another on the telephone. */
export const resetCodeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const resetCodeLength = 12
export const resetCodeMinutes = 30
/**
 * Attempts per code from one network, and from all together. The second is so high that strangers cannot use up the
 * owner's: it takes 10 000 networks within half an hour, and 100 000 guesses among 31^12 codes (59 bits) are hopeless.
 */
export const resetCodeAttempts = { network: 10, all: 100_000 } as const
/** How long withdrawals wait after a password reset: time for the owner to notice. */
export const withdrawalWaitHours = 24
/** For how many days each sign-in reports that the office reset the password: a thief's sign-in does not use it up. */
export const resetShownDays = 7
/** An unused reset request lapses after this many days. */
export const resetLapsesDays = 7

/** A code as typed: in capitals, without the dash and spaces it is read out with. */
export function readResetCode(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
}

/** A code as it is read out: `ABCD-2345-WXYZ`. */
export function spokenResetCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}

/** One key for all spellings of a phone number: `+82 10-1234-5678` and `010 1234 5678`. Empty for no phone number. */
export function phoneKey(text: string): string {
  const phone = readPhone(text)
  if (phone === null) return ''
  return phone.replace(/^\+?82(?=1)/, '0').replace(/^\+/, '')
}
