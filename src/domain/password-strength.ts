import { passwordFault } from './member-secret.ts'

/** How hard a password is to guess, for display while it is chosen. The rule that rejects is `passwordFault`. */
export const passwordStrengths = ['weak', 'fair', 'strong'] as const
export type PasswordStrength = (typeof passwordStrengths)[number]

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/]

/** `weak`: it would be rejected. Length counts most, then the number of character classes. */
export function passwordStrength(password: string, names: readonly string[]): PasswordStrength {
  if (passwordFault(password, names) !== null) return 'weak'
  const length = [...password.normalize('NFKC')].length
  const variety = kinds.filter((kind) => kind.test(password)).length
  return length >= 14 || (length >= 10 && variety >= 3) ? 'strong' : 'fair'
}
