import { normalRecoveryCode } from '#domain/factor.ts'
import type { AppSecret } from '#server/config.ts'
import { bindHash, splitBound, unbindHash, type HashOwner } from './bound-hash.ts'
import { deriveKey } from './derived-key.ts'
import { hmacSha256 } from './keyed-hash.ts'
import { hashToken } from './session.ts'

/**
 * Passkeys and recovery codes count only for the operator that they were stored for, under a key that the database does not
 * have: a row that somebody inserts, alters or gives to another operator proves nothing (docs/decisions/029-bound-hashes.md).
 */

/** What a passkey's keyed hash is over. */
export type BoundPasskey = { operatorId: bigint | string; credentialId: string; publicKey: Uint8Array }

const ownerOf = ({ operatorId, credentialId }: BoundPasskey): HashOwner => ({
  of: 'passkey',
  id: `${operatorId} ${credentialId}`,
})
const textOf = ({ publicKey }: BoundPasskey): string => `$${Buffer.from(publicKey).toString('base64')}`

/** The keyed hash to store with a passkey: `<key id>.<43 letters>`. */
export function passkeyMac(secret: AppSecret, passkey: BoundPasskey): string {
  const text = textOf(passkey)
  return bindHash(secret, ownerOf(passkey), text).slice(0, -text.length)
}

/** Whether the stored keyed hash is of this passkey. */
export function isBoundPasskey(secret: AppSecret, passkey: BoundPasskey, stored: string | null): boolean {
  return stored !== null && unbindHash(secret, ownerOf(passkey), stored + textOf(passkey)) !== null
}

/** The key that a stored keyed hash names; null where none is stored. */
export function passkeyKeyId(stored: string | null): string | null {
  return stored === null ? null : splitBound(`${stored}$`).keyId
}

/** The hashes of an operator's recovery code under every key, the newest first; the newest is stored. */
export function recoveryHashes(secret: AppSecret, operatorId: bigint, code: string): readonly [Buffer, ...Buffer[]] {
  return boundRecoveryHashes(secret, operatorId, hashToken(normalRecoveryCode(code)))
}

/** The same from the hash without a key, as it was stored before. */
export function boundRecoveryHashes(
  secret: AppSecret,
  operatorId: bigint | string,
  hash: Buffer,
): readonly [Buffer, ...Buffer[]] {
  const text = `${operatorId}\n${hash.toString('base64')}`
  // The purpose must never change: stored hashes depend on it.
  const hashOf = (key: Buffer): Buffer => Buffer.from(hmacSha256(deriveKey(key, 'baize recovery code'), text))
  const newest = secret.keys.get(secret.keyId)
  if (newest === undefined) throw new Error('the newest key of APP_SECRET is missing')
  const older = [...secret.keys].flatMap(([id, key]) => (id === secret.keyId ? [] : [hashOf(key)]))
  return [hashOf(newest), ...older]
}
