import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { makeRecoveryCode, normalTotpCode, recoveryCodeCount, totpSeconds, totpTolerance } from '#domain/factor.ts'

/** Codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 s, which every app knows), and recovery codes. */

const digits = 6
const secretBytes = 20

/** A new secret in base32, and the otpauth address that an app reads. */
export function newTotpSecret(issuer: string, login: string): { secret: string; uri: string } {
  const secret = new Secret({ size: secretBytes })
  const totp = new TOTP({ issuer, label: login, secret, digits, period: totpSeconds })
  return { secret: secret.base32, uri: totp.toString() }
}

/** The step whose code was typed, at most one early or late; null when it is the code of none. */
export function stepOfCode(secret: string, typed: string, at: Date): bigint | null {
  const token = normalTotpCode(typed)
  if (!/^\d{6}$/.test(token)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits, period: totpSeconds })
  const timestamp = at.getTime()
  const delta = totp.validate({ token, timestamp, window: totpTolerance })
  return delta === null ? null : BigInt(Math.floor(timestamp / 1_000 / totpSeconds) + delta)
}

/** New recovery codes, all different. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(makeRecoveryCode((most) => randomInt(most)))
  return [...codes]
}
