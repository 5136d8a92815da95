import { deriveKey } from './derived-key.ts'
import type { AppSecret } from '#server/config.ts'
import { createEncryption, type NameOwner } from './encryption.ts'
import { hmacSha256 } from './keyed-hash.ts'

/**
 * Names of account owners and depositors at rest: encrypted for their member in the text column itself, with the id of their key.
 * A plain name is of a release before names were encrypted, or somebody wrote it past the program: it is not accepted. A name of
 * a person has no colon, so the two forms cannot be confused.
 */

const prefix = 'encrypted:'

/** The stored form of a name; an empty one stays empty, except that of who is paid, which vouches for the rest of the request. */
export function encryptName(config: { secret: AppSecret }, owner: NameOwner, name: string): string {
  if (name === '' && owner.of !== 'payee') return ''
  const { keyId, encrypted } = createEncryption(config).encryptText(owner, name)
  return `${prefix}${keyId}:${encrypted.toString('base64')}`
}

/** The name of a stored form. Throws for a plain one, as `Encryption.decrypt` does for what is not the owner's. */
export function decryptName(config: { secret: AppSecret }, owner: NameOwner, stored: string): string {
  if (stored === '' && owner.of !== 'payee') return ''
  const split = splitName(stored)
  if (split === null) throw new Error('the name is not encrypted')
  return createEncryption(config).decryptText(owner, split.keyId, split.encrypted)
}

/** The key and the value of a stored form; null for a plain name. */
export function splitName(stored: string): { keyId: string; encrypted: Buffer } | null {
  if (!stored.startsWith(prefix)) return null
  const [keyId = '', body = ''] = stored.slice(prefix.length).split(':')
  return { keyId, encrypted: Buffer.from(body, 'base64') }
}

/** By which an encrypted name is found: a keyed hash of the whole name under each key, the newest first. */
export function nameMarks(config: { secret: AppSecret }, name: string): Buffer[] {
  const { keyId, keys } = config.secret
  const compared = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')
  const newestFirst = [...keys].toSorted(([one], [other]) => Number(other === keyId) - Number(one === keyId))
  return newestFirst.map(([, key]) => {
    // The info text must never change: stored marks depend on it.
    const derived = deriveKey(key, 'baize name mark')
    return Buffer.from(hmacSha256(derived, compared))
  })
}

/** The mark that is stored: that of the newest key. */
export function nameMark(config: { secret: AppSecret }, name: string): Buffer | null {
  return name === '' ? null : (nameMarks(config, name)[0] ?? null)
}
