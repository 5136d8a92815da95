import { createHash, randomBytes } from 'node:crypto'

/** Opaque random tokens of launch addresses and browsers; the database holds their SHA-256 only (those of sessions: `session-token.ts`). */

/** A new token of 256 bits, and the hash to store. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** SHA-256 of a token, as stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** All members who sign in in a browser share its token; each has a row of their own. */
export function deviceHash(device: string, memberId: bigint): Buffer {
  return hashToken(`${device}:${memberId}`)
}
