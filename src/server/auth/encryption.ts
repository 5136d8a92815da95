import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { AppSecret } from '#server/config.ts'

/** A value encrypted at rest, and the id of its key. */
export type Sealed = { keyId: string; sealed: Buffer }

/** Encrypts values that must not be readable in the database: server seeds, phone and account numbers, second factors. */
export type Seal = {
  seal: (plain: Uint8Array) => Sealed
  /** Throws when the key is unknown or the value was altered. */
  open: (keyId: string, sealed: Uint8Array) => Buffer
  sealText: (plain: string) => Sealed
  openText: (keyId: string, sealed: Uint8Array) => string
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const seals = new WeakMap<AppSecret, Seal>()

/**
 * AES-256-GCM under `APP_SECRET`: nonce, tag and ciphertext in one value. New values use the newest key; older ones are
 * decrypted with theirs. Cached per secret.
 */
export function createSeal(config: { secret: AppSecret }): Seal {
  const known = seals.get(config.secret)
  if (known !== undefined) return known
  const { keyId, keys } = config.secret
  const derived = new Map(
    [...keys].map(([id, key]) => [id, Buffer.from(hkdfSync('sha256', key, '', 'baize seal', 32))]),
  )
  const keyOf = (id: string): Buffer => {
    const key = derived.get(id)
    if (key === undefined) throw new Error(`APP_SECRET has no key named ${id}: add it again after the newest one.`)
    return key
  }

  const seal = (plain: Uint8Array): Sealed => {
    const nonce = randomBytes(nonceBytes)
    const writer = createCipheriv(cipher, keyOf(keyId), nonce, { authTagLength: tagBytes })
    const body = Buffer.concat([writer.update(plain), writer.final()])
    return { keyId, sealed: Buffer.concat([nonce, writer.getAuthTag(), body]) }
  }
  const open = (id: string, sealed: Uint8Array): Buffer => {
    const reader = createDecipheriv(cipher, keyOf(id), sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
    reader.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([reader.update(sealed.subarray(nonceBytes + tagBytes)), reader.final()])
  }
  const made: Seal = {
    seal,
    open,
    sealText: (plain) => seal(Buffer.from(plain, 'utf8')),
    openText: (id, sealed) => open(id, sealed).toString('utf8'),
  }
  seals.set(config.secret, made)
  return made
}
