import { hkdfSync } from 'node:crypto'
import type { AppSecret } from '#server/config.ts'
import { comparableAccount, comparablePerson, comparablePhone, type PersonMarkKind } from '#domain/person-mark.ts'
import { hmacSha256 } from './keyed-hash.ts'

/** A keyed hash of one value of a person (HMAC-SHA256, 32 bytes). */
export type PersonMark = { kind: PersonMarkKind; hash: Buffer }

/** Values of a person; what is null or a placeholder is not compared. */
export type PersonValues = {
  phone: string | null
  bankNumber: string | null
  bankOwner: string
  birth: string | null
  /** The long-lived token of the browser. */
  device?: string | null
}

export type PersonHashing = {
  /** The newest key. */
  keyId: string
  /** The other keys: what is hashed under one of them is hashed again. */
  olderKeyIds: string[]
  /** The hashes of a person's values, each under every key, so that values hashed before a change of keys still match. */
  marksOf: (values: PersonValues) => PersonMark[]
  /** Per key the hash of a fixed text, which shows later whether the key is still the same. */
  proofs: ReadonlyMap<string, Buffer>
}

const cache = new WeakMap<AppSecret, PersonHashing>()

/** Hashes under keys derived from `APP_SECRET` for this purpose only. Cached per secret. */
export function createPersonHashing(config: { secret: AppSecret }): PersonHashing {
  const cached = cache.get(config.secret)
  if (cached !== undefined) return cached
  // The info text must never change: stored hashes depend on it.
  const keys = [...config.secret.keys].map(
    ([id, key]) => [id, Buffer.from(hkdfSync('sha256', key, '', 'baize person mark', 32))] as const,
  )
  const made: PersonHashing = {
    keyId: config.secret.keyId,
    olderKeyIds: keys.map(([id]) => id).filter((id) => id !== config.secret.keyId),
    proofs: new Map(keys.map(([id, key]) => [id, Buffer.from(hmacSha256(key, 'proof'))])),
    marksOf: (values) =>
      comparableValues(values).flatMap(([kind, value]) =>
        keys.map(([, key]) => ({ kind, hash: Buffer.from(hmacSha256(key, `${kind}\n${value}`)) })),
      ),
  }
  cache.set(config.secret, made)
  return made
}

function comparableValues(values: PersonValues): [PersonMarkKind, string][] {
  const { phone, bankNumber, bankOwner, birth, device } = values
  const all: [PersonMarkKind, string | null][] = [
    ['phone', phone === null ? null : comparablePhone(phone)],
    ['account', bankNumber === null ? null : comparableAccount(bankNumber)],
    ['person', birth === null ? null : comparablePerson(bankOwner, birth)],
    ['device', device ?? null],
  ]
  return all.flatMap(([kind, value]) =>
    value === null || value === '' ? [] : [[kind, value] as [PersonMarkKind, string]],
  )
}
