import { createHash, randomBytes } from 'node:crypto'
import type { AppSecret } from '#server/config.ts'
import { deriveKey } from './derived-key.ts'
import { hmacSha256 } from './keyed-hash.ts'

/**
 * Opaque random tokens of launch addresses and browsers; the database holds keyed hashes of them that name their owner, so rights on
 * the database alone make no browser a known one (docs/decisions/028-signed-acts.md; those of sessions: `session-token.ts`).
 */

/** Whose a token is: `holder` is the number of the member, of the operator, or of the session that a launch address was made in. */
export type TokenOwner = { of: 'member-browser' | 'operator-browser' | 'launch'; holder: bigint }

/** A new token of 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The hashes of an owner's token under every key of `APP_SECRET`, the newest first, which is the one to store. All members who sign in in a browser
 * share its token; each has a hash of their own.
 */
export function tokenHashes(
  secret: AppSecret,
  { of, holder }: TokenOwner,
  token: string,
): readonly [Buffer, ...Buffer[]] {
  const [newest, ...older] = keysOf(secret)
  if (newest === undefined) throw new Error('the newest key of APP_SECRET is missing')
  // The token comes last: a caller chooses it.
  const hashOf = (key: Buffer): Buffer => Buffer.from(hmacSha256(key, [of, holder, token].join('\n')))
  return [hashOf(newest), ...older.map(hashOf)]
}

/** SHA-256 of a text, for codes of too many bits to guess whose rows are recorded. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const cache = new WeakMap<AppSecret, readonly Buffer[]>()

/** Keys derived from `APP_SECRET` for this purpose only, the newest first. Cached per secret. */
function keysOf(secret: AppSecret): readonly Buffer[] {
  const cached = cache.get(secret)
  if (cached !== undefined) return cached
  const newestFirst = [...secret.keys].toSorted(
    ([one], [other]) => Number(other === secret.keyId) - Number(one === secret.keyId),
  )
  // The info text must never change: stored hashes depend on it.
  const made = newestFirst.map(([, key]) => deriveKey(key, 'baize opaque token'))
  cache.set(secret, made)
  return made
}
