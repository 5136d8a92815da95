import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKeys } from './derived-key.ts'
import type { AppSecret } from '#server/config.ts'

/** A value encrypted at rest, and the id of its key. */
export type Encrypted = { keyId: string; encrypted: Buffer }

/**
 * What a value is of, and whose: a member's, an operator's (`totp`) or a provider's. It is authenticated with the value: one that
 * somebody puts in the row of another owner, be it for a moment, does not decrypt there (docs/decisions/034-bound-values.md). The
 * account number of a request has the same owner as that of the personal data, which it copies.
 */
export type ValueOwner =
  | ({ of: 'phone' | 'birth' | 'account' | 'totp' } & RowOwner)
  | NameOwner
  /** What a drawn round pays that was not booked: `id` is its number. */
  | ({ of: 'drawn' } & RowOwner)
  /** The last link of a chain: `id` is its table, `publicId` that of the chain. */
  | ({ of: 'table-chain' } & RowOwner)
  | { of: 'provider'; id: number; code: string; address: string }
  | typeof nobody

/** The number of a row, which a sequence gives and may give twice, and its random id, which the program draws. */
export type RowOwner = { id: bigint; publicId: string }

/**
 * Whose a name at rest is: that of a member's bank account, and in a request that of who pays a deposit in and of who is paid. With
 * the names of a request the fields are authenticated that an operator acts on (`src/server/auth/request-name.ts`).
 */
export type NameOwner =
  | ({ of: 'account-owner' } & RowOwner)
  | ({ of: 'depositor' | 'payee'; request: readonly (string | null)[] } & RowOwner)

/**
 * Server seeds, which have no owner: their published hash and the rounds drawn from them show an exchanged one. Values of
 * releases before have this form too, until the first start binds them (`src/server/db/bind-values.ts`).
 */
export const nobody = { of: 'nobody' } as const

/**
 * Encrypts values that must not be readable in the database: server seeds, phone and account numbers, names of account owners,
 * second factors.
 */
export type Encryption = {
  encrypt: (owner: ValueOwner, plain: Uint8Array) => Encrypted
  /** Throws when the key is unknown, or the value was altered or is another owner's. */
  decrypt: (owner: ValueOwner, keyId: string, encrypted: Uint8Array) => Buffer
  encryptText: (owner: ValueOwner, plain: string) => Encrypted
  decryptText: (owner: ValueOwner, keyId: string, encrypted: Uint8Array) => string
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

  const encrypt = (owner: ValueOwner, plain: Uint8Array): Encrypted => {
    const nonce = randomBytes(nonceBytes)
    const writer = createCipheriv(cipher, keyOf(keyId), nonce, { authTagLength: tagBytes })
    writer.setAAD(authenticatedOf(owner))
    const body = Buffer.concat([writer.update(plain), writer.final()])
    return { keyId, encrypted: Buffer.concat([nonce, writer.getAuthTag(), body]) }
  }
  const decrypt = (owner: ValueOwner, id: string, encrypted: Uint8Array): Buffer => {
    const reader = createDecipheriv(cipher, keyOf(id), encrypted.subarray(0, nonceBytes), { authTagLength: tagBytes })
    reader.setAAD(authenticatedOf(owner))
    reader.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([reader.update(encrypted.subarray(nonceBytes + tagBytes)), reader.final()])
  }
  const made: Encryption = {
    encrypt,
    decrypt,
    encryptText: (owner, plain) => encrypt(owner, Buffer.from(plain, 'utf8')),
    decryptText: (owner, id, encrypted) => decrypt(owner, id, encrypted).toString('utf8'),
  }
  cache.set(config.secret, made)
  return made
}

/** What is authenticated with a value. It must never change: stored values depend on it. */
function authenticatedOf(owner: ValueOwner): Buffer {
  if (owner.of === 'nobody') return Buffer.alloc(0)
  const named = owner.of === 'provider' ? [owner.code, owner.address] : [owner.publicId]
  const request = 'request' in owner ? owner.request : []
  return Buffer.from(JSON.stringify([owner.of, String(owner.id), ...named, ...request]), 'utf8')
}
