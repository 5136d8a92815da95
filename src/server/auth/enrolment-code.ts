import { deriveKey } from './derived-key.ts'
import type { AppSecret } from '#server/config.ts'
import { normalRecoveryCode } from '#domain/factor.ts'
import { hmacSha256 } from './keyed-hash.ts'

/**
 * The hashes of an operator's code for a new password, under every key, the newest first; the newest is stored. A code that
 * rights on the database alone inserted, or gave to another operator, sets no password (docs/decisions/029-bound-hashes.md).
 */
export function enrolmentHashes(secret: AppSecret, operatorId: bigint, code: string): readonly [Buffer, ...Buffer[]] {
  const text = `${operatorId}\n${normalRecoveryCode(code)}`
  const hashOf = (key: Buffer): Buffer => Buffer.from(hmacSha256(deriveKey(key, 'baize enrolment code'), text))
  const newest = secret.keys.get(secret.keyId)
  if (newest === undefined) throw new Error('the newest key of APP_SECRET is missing')
  const older = [...secret.keys].flatMap(([id, key]) => (id === secret.keyId ? [] : [hashOf(key)]))
  return [hashOf(newest), ...older]
}
