import { hkdfSync } from 'node:crypto'
import type { AppSecret } from '#server/config.ts'
import { hmacSha256 } from './keyed-hash.ts'
import { newToken } from './session.ts'

/**
 * Tokens of the office's sessions. They name their operator, and the database holds a keyed hash only: rights on the
 * database alone can neither add a session nor turn one into another operator's, whose acts the program would sign
 * (docs/decisions/028-signed-acts.md).
 */

/** A token, `<operator id>.<256 random bits>`, and the hash to store in `operator_session.token_hash`. */
export function newOperatorToken(secret: AppSecret, operatorId: bigint): { token: string; hash: Buffer } {
  const token = `${operatorId}.${newToken().token}`
  const [hash] = hashesOf(secret, token)
  if (hash === undefined) throw new Error('the newest key of APP_SECRET is missing')
  return { token, hash }
}

/** The operator that a token names, and its hashes under every key, the newest first. Null: not such a token. */
export function readOperatorToken(secret: AppSecret, token: string): { operatorId: bigint; hashes: Buffer[] } | null {
  const [, id] = /^(\d{1,18})\.[\w-]{43}$/.exec(token) ?? []
  return id === undefined ? null : { operatorId: BigInt(id), hashes: hashesOf(secret, token) }
}

const cache = new WeakMap<AppSecret, readonly Buffer[]>()

function hashesOf(secret: AppSecret, token: string): Buffer[] {
  return keysOf(secret).map((key) => Buffer.from(hmacSha256(key, token)))
}

/** Keys derived from `APP_SECRET` for this purpose only, the newest first. Cached per secret. */
function keysOf(secret: AppSecret): readonly Buffer[] {
  const cached = cache.get(secret)
  if (cached !== undefined) return cached
  const ids = [...secret.keys.keys()].toSorted((a, b) => Number(b === secret.keyId) - Number(a === secret.keyId))
  const made = ids.flatMap((id) => {
    const key = secret.keys.get(id)
    return key === undefined ? [] : [Buffer.from(hkdfSync('sha256', key, '', 'baize operator session', 32))]
  })
  cache.set(secret, made)
  return made
}
