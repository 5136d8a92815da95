import { timingSafeEqual } from 'node:crypto'
import { createKeyReader } from './derived-key.ts'
import type { AppSecret } from '#server/config.ts'
import { hmacSha256 } from './keyed-hash.ts'

/**
 * Hashes of passwords, PINs and codes are stored with a keyed hash over them and their owner: a hash that somebody
 * copies to another row of the database, be it for a moment, verifies nothing there
 * (docs/decisions/029-bound-hashes.md). Stored form: `<key id>.<43 letters>$argon2id$…`.
 */

/** The purpose must never change: stored hashes depend on it. */
const keysOf = createKeyReader('baize bound hash')

/** What a hash is of, and the number of the member, the operator, the password reset or the passkey that it belongs to. */
export type HashOwner = { of: 'password' | 'pin' | 'operator' | 'reset' | 'passkey'; id: bigint | string }

/** The stored form of an owner's hash. */
export function bindHash(secret: AppSecret, owner: HashOwner, hash: string): string {
  const mac = macOf(secret, secret.keyId, owner, hash)
  if (mac === null) throw new Error('the newest key of APP_SECRET is missing')
  return `${secret.keyId}.${mac.toString('base64url')}${hash}`
}

/** The hash within a stored form; null when it is not bound to this owner, or under a key that `APP_SECRET` lacks. */
export function unbindHash(secret: AppSecret, owner: HashOwner, stored: string): string | null {
  const { keyId, mac, hash } = splitBound(stored)
  if (keyId === null) return null
  const due = macOf(secret, keyId, owner, hash)
  return due !== null && timingSafeEqual(due, mac) ? hash : null
}

/** The parts of a stored form; `keyId` is null for a hash that was never bound. */
export function splitBound(stored: string): { keyId: string | null; mac: Buffer; hash: string } {
  const [, keyId, mac, hash] = /^([A-Za-z0-9._-]{1,32})\.([\w-]{43})(\$.*)$/.exec(stored) ?? []
  if (keyId === undefined || mac === undefined || hash === undefined)
    return { keyId: null, mac: Buffer.alloc(32), hash: stored }
  return { keyId, mac: Buffer.from(mac, 'base64url'), hash }
}

function macOf(secret: AppSecret, keyId: string, { of, id }: HashOwner, hash: string): Buffer | null {
  const key = keysOf(secret).get(keyId)
  // No field contains a line break.
  return key === undefined ? null : Buffer.from(hmacSha256(key, [of, id, hash].join('\n')))
}
