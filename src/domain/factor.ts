/** Second factors of operators: their kinds, and the form of recovery codes. */

export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

/** How long a proof is good for. */
export const factorMinutes = 10

/** Wrong codes until the factor is locked, and for how long. */
export const factorAttempts = { most: 5, minutes: 15 } as const

/** Wrong codes in 24 hours from all browsers together in which the operator has never proven a factor. */
export const unknownBrowserAttempts = { most: 30, minutes: 24 * 60 } as const

/** How long the code is good with which an operator sets a new password after a reset of their factors. */
export const enrolmentHours = 24

/**
 * Attempts at enrolment codes in so many minutes. The last two are so high that strangers cannot use them up for an
 * operator: each takes 1 000 networks or more. The codes have 79 bits, so that guesses up to them are hopeless.
 */
export const enrolmentAttempts = { minutes: 15, loginNetwork: 10, network: 30, login: 10_000, all: 100_000 } as const

/**
 * How long after the approval of a reset the operator counts as the same person as the two who took part in it: the hours
 * in which the code is good, and 72 after the latest enrolment (db/functions/operator/one-person.sql).
 */
export const onePersonHours = enrolmentHours + 72

/** How many recovery codes an operator has. */
export const recoveryCodeCount = 10

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/**
 * A recovery code of 16 characters in groups of 4, 79 bits. `drawBelow(n)` returns a secret random integer below n.
 */
export function makeRecoveryCode(drawBelow: (most: number) => number): string {
  const group = (): string =>
    Array.from({ length: groupLength }, () => alphabet.charAt(drawBelow(alphabet.length))).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** The form in which a recovery code is hashed: however it was typed, without groups and in small letters. */
export function normalRecoveryCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

/** The digits of a typed code of an authenticator app: apps and people write it in groups. */
export function normalTotpCode(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s-]/g, '')
}

/** How many steps of 30 s a code may be early or late. */
export const totpTolerance = 1

/** The length of a step of TOTP in seconds. */
export const totpSeconds = 30
