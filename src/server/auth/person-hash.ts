import { deriveKeys } from './derived-key.ts'
import type { AppSecret } from '#server/config.ts'
import {
  accountAsTyped,
  comparableAccount,
  comparablePersons,
  comparablePhones,
  type PersonMarkKind,
} from '#domain/person-mark.ts'
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

/**
 * The form in which values are compared (`src/domain/person-mark.ts`). Raised when the form of values that are stored
 * already changes: the program then hashes every row again.
 */
const form = 6

export type PersonHashing = {
  /** The newest key and the form of values, as `member_person.marked_key` has them for a row that is up to date. */
  marked: string
  /** The other keys and forms: what is hashed under one of them is hashed again. */
  olderMarked: string[]
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
  const keys = [...deriveKeys(config.secret.keys, 'baize person mark')]
  const made: PersonHashing = {
    marked: markedAs(config.secret.keyId, form),
    olderMarked: keys.flatMap(([id]) =>
      Array.from({ length: form }, (_, at) => markedAs(id, at + 1)).filter(
        (marked) => marked !== markedAs(config.secret.keyId, form),
      ),
    ),
    proofs: new Map(keys.map(([id, key]) => [id, Buffer.from(hmacSha256(key, 'proof'))])),
    marksOf: (values) =>
      comparableValues(values).flatMap(([kind, value]) =>
        keys.map(([, key]) => ({ kind, hash: Buffer.from(hmacSha256(key, `${kind}\n${value}`)) })),
      ),
  }
  cache.set(config.secret, made)
  return made
}

/** The first form has no number; key ids have no slash. */
function markedAs(keyId: string, of: number): string {
  return of === 1 ? keyId : `${keyId}/${of}`
}

function comparableValues(values: PersonValues): [PersonMarkKind, string][] {
  const { phone, bankNumber, bankOwner, birth, device } = values
  const account = bankNumber === null ? null : comparableAccount(bankNumber)
  const typed = account === null || bankNumber === null ? null : accountAsTyped(bankNumber)
  const all: [PersonMarkKind, string | null][] = [
    ...(phone === null ? [] : comparablePhones(phone)).map((value): [PersonMarkKind, string] => ['phone', value]),
    ['account', account],
    ['account', typed === account ? null : typed],
    ...(birth === null ? [] : comparablePersons(bankOwner, birth)).map((value): [PersonMarkKind, string] => [
      'person',
      value,
    ]),
    ['device', device ?? null],
  ]
  return all.flatMap(([kind, value]) =>
    value === null || value === '' ? [] : [[kind, value] as [PersonMarkKind, string]],
  )
}
