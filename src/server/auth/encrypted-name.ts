import { deriveKey } from './derived-key.ts'
import type { AppSecret } from '#server/config.ts'
import { createEncryption } from './encryption.ts'
import { hmacSha256 } from './keyed-hash.ts'

/**
 * Names of account owners at rest: encrypted in the text column itself, with the id of their key. Rows of an earlier
 * release hold the plain name until `modules/registration/name-encryption.ts` has reached them; a name of a person has no
 * colon, so the two forms cannot be confused.
 */

const prefix = 'encrypted:'

/** The stored form of a name; an empty one stays empty. */
export function encryptName(config: { secret: AppSecret }, name: string): string {
  if (name === '') return ''
  const { keyId, encrypted } = createEncryption(config).encryptText(name)
  return `${prefix}${keyId}:${encrypted.toString('base64')}`
}

/** The name of a stored form. Empty where its key is declared lost: the list it stands in is shown without it. */
export function decryptName(config: { secret: AppSecret }, stored: string): string {
  if (!stored.startsWith(prefix)) return stored
  const [keyId = '', body = ''] = stored.slice(prefix.length).split(':')
  if (!config.secret.keys.has(keyId)) return ''
  return createEncryption(config).decryptText(keyId, Buffer.from(body, 'base64'))
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
