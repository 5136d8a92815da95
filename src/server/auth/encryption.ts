import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKeys } from './derived-key.ts'
import type { AppSecret } from '#server/config.ts'

/** A value encrypted at rest, and the id of its key. */
export type Encrypted = { keyId: string; encrypted: Buffer }

/**
 * Encrypts values that must not be readable in the database: server seeds, phone and account numbers, names of account owners,
 * second factors.
 */
export type Encryption = {
  encrypt: (plain: Uint8Array) => Encrypted
  /** Throws when the key is unknown or the value was altered. */
  decrypt: (keyId: string, encrypted: Uint8Array) => Buffer
  encryptText: (plain: string) => Encrypted
  decryptText: (keyId: string, encrypted: Uint8Array) => string
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const cache = new WeakMap<AppSecret, Encryption>()

/**
 * AES-256-GCM under `APP_SECRET`: nonce, tag and ciphertext in one value. New values use the newest key; older ones are
 * decrypted with theirs. Cached per secret.
 */
export function createEncryption(config: { secret: AppSecret }): Encryption {
  const cached = cache.get(config.secret)
  if (cached !== undefined) return cached
  const { keyId, keys } = config.secret
  // The info text must never change: stored values depend on it.
  const derived = deriveKeys(keys, 'baize seal')
  const keyOf = (id: string): Buffer => {
    const key = derived.get(id)
    if (key === undefined) throw new Error(`APP_SECRET has no key named ${id}: add it again after the newest one.`)
    return key
  }

  const encrypt = (plain: Uint8Array): Encrypted => {
    const nonce = randomBytes(nonceBytes)
    const writer = createCipheriv(cipher, keyOf(keyId), nonce, { authTagLength: tagBytes })
    const body = Buffer.concat([writer.update(plain), writer.final()])
    return { keyId, encrypted: Buffer.concat([nonce, writer.getAuthTag(), body]) }
  }
  const decrypt = (id: string, encrypted: Uint8Array): Buffer => {
    const reader = createDecipheriv(cipher, keyOf(id), encrypted.subarray(0, nonceBytes), { authTagLength: tagBytes })
    reader.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([reader.update(encrypted.subarray(nonceBytes + tagBytes)), reader.final()])
  }
  const made: Encryption = {
    encrypt,
    decrypt,
    encryptText: (plain) => encrypt(Buffer.from(plain, 'utf8')),
    decryptText: (id, encrypted) => decrypt(id, encrypted).toString('utf8'),
  }
  cache.set(config.secret, made)
  return made
}
