import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppSecret } from '../config.ts'
import { createKeyReader } from '../auth/derived-key.ts'

/**
 * Signatures of what a backup folder holds: HMAC-SHA256 under keys derived from `APP_SECRET`, which the folder does not
 * have. One purpose is of the manifests of base backups, the other of the files of the log: the archiver has only the
 * second. This runs in a new process per segment, so little else than Node's own modules is imported here.
 */

/** Keys by the ids of those of `APP_SECRET`; the first one signs. */
export type SigningKeys = ReadonlyMap<string, Uint8Array>

export const manifestKeysOf: (secret: AppSecret) => SigningKeys = createKeyReader('baize backup manifest')
export const walKeysOf: (secret: AppSecret) => SigningKeys = createKeyReader('baize backup log')

/** The id of the key, and the HMAC in hexadecimal digits. */
export type Signature = { keyId: string; hash: string }

/**
 * Nothing shows whether this was altered: it has no signature, or one under a key that was not given. Its message is
 * the name and "is not signed".
 */
export class NotSigned extends Error {
  override name = 'NotSigned'
  readonly what: string
  constructor(what: string) {
    super(`${what} is not signed`)
    this.what = what
  }
}

/** The signature of parts in this order. Throws without a key. */
export function sign(keys: SigningKeys, parts: readonly (string | Uint8Array)[]): Signature {
  const [first] = keys
  if (first === undefined) throw new Error('There is no key to sign with.')
  const [keyId, key] = first
  return { keyId, hash: hashOf(key, parts).toString('hex') }
}

/**
 * Whether a signature is that of the parts. A key that is not among `keys` counts as no signature: anybody can name
 * one.
 */
export function verdictOf(
  keys: SigningKeys | null,
  signature: Signature | null,
  parts: readonly (string | Uint8Array)[],
): 'valid' | 'altered' | 'unsigned' {
  const key = signature === null ? undefined : keys?.get(signature.keyId)
  if (signature === null || key === undefined) return 'unsigned'
  const given = Buffer.from(signature.hash, 'hex')
  const expected = hashOf(key, parts)
  return given.length === expected.length && timingSafeEqual(given, expected) ? 'valid' : 'altered'
}

function hashOf(key: Uint8Array, parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
