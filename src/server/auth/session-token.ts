import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './derived-key.ts'
import type { AppSecret } from '#server/config.ts'
import { hmacSha256 } from './keyed-hash.ts'

/**
 * Tokens of the sessions of members and operators. A token names its member or operator and the session's end, encrypted,
 * and the database holds its keyed hash only: rights on the database alone can neither add a session, nor turn one into
 * another person's, nor lengthen one (docs/decisions/028-signed-acts.md).
 */

/** Whose session it is: `holder` is the number of the member or of the operator. */
export type SessionOwner = { of: 'member' | 'operator'; holder: bigint; endsAt: Date }

/** What a token says, and the hash by which its session is found. */
export type ReadToken = { hash: Buffer; holder: bigint; endsBy: Date }

// The parts of a token, in bytes. Their sum is divisible by 3: the text has one form.
const keyMarkBytes = 3
const randomLength = 32
const holderBytes = 8
const endBytes = 5
const namedBytes = holderBytes + endBytes
const tokenBytes = keyMarkBytes + randomLength + namedBytes

/** A new token and the hash to store. `random` is for programs that derive tokens, such as benchmarks. */
export function newSessionToken(
  secret: AppSecret,
  { of, holder, endsAt }: SessionOwner,
  random: Buffer = randomBytes(randomLength),
): { token: string; hash: Buffer } {
  const [keys] = keysOf(secret, of)
  if (keys === undefined) throw new Error('the newest key of APP_SECRET is missing')
  const named = Buffer.alloc(namedBytes)
  named.writeBigUInt64BE(holder)
  named.writeUIntBE(Math.ceil(endsAt.getTime() / 1_000), holderBytes, endBytes)
  const token = Buffer.concat([keys.mark, random, xor(named, maskOf(keys, random))]).toString('base64url')
  return { token, hash: Buffer.from(hmacSha256(keys.hash, token)) }
}

/** What a token names. Null when it has another form, is of an earlier release, or of a key that `APP_SECRET` lacks. */
export function readSessionToken(secret: AppSecret, of: SessionOwner['of'], token: string): ReadToken | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== tokenBytes) return null
  const mark = bytes.subarray(0, keyMarkBytes)
  const keys = keysOf(secret, of).find((one) => timingSafeEqual(one.mark, mark))
  if (keys === undefined) return null
  const random = bytes.subarray(keyMarkBytes, keyMarkBytes + randomLength)
  const named = xor(bytes.subarray(keyMarkBytes + randomLength), maskOf(keys, random))
  return {
    hash: Buffer.from(hmacSha256(keys.hash, token)),
    holder: named.readBigUInt64BE(),
    endsBy: new Date(named.readUIntBE(holderBytes, endBytes) * 1_000),
  }
}

/** Whether a stored session is the one that its token names: of the same person, and not longer. */
export function isNamed(token: ReadToken, session: { holder: bigint; endsAt: Date | number }): boolean {
  return session.holder === token.holder && Number(session.endsAt) <= token.endsBy.getTime()
}

type TokenKeys = { mark: Buffer; hash: Buffer; mask: Buffer }

/** Numbers of rows leave the server only encrypted: each mask is used once, because it follows from the random part. */
function maskOf({ mask }: TokenKeys, random: Buffer): Buffer {
  return Buffer.from(hmacSha256(mask, random.toString('base64url'))).subarray(0, namedBytes)
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, at) => byte ^ (other[at] ?? 0)))
}

const cache = new WeakMap<AppSecret, Record<SessionOwner['of'], readonly TokenKeys[]>>()

/** Keys derived from `APP_SECRET` for this purpose only, the newest first. Cached per secret. */
function keysOf(secret: AppSecret, of: SessionOwner['of']): readonly TokenKeys[] {
  const cached = cache.get(secret)
  if (cached !== undefined) return cached[of]
  const made = { member: tokenKeysFor(secret, 'member'), operator: tokenKeysFor(secret, 'operator') }
  cache.set(secret, made)
  return made[of]
}

function tokenKeysFor(secret: AppSecret, of: SessionOwner['of']): TokenKeys[] {
  const newestFirst = [...secret.keys].toSorted(
    ([one], [other]) => Number(other === secret.keyId) - Number(one === secret.keyId),
  )
  return newestFirst.map(([, key]) => {
    const derive = (part: string, length: number): Buffer => deriveKey(key, `baize ${of} token ${part}`, length)
    return { mark: derive('mark', keyMarkBytes), hash: derive('hash', 32), mask: derive('mask', 32) }
  })
}
