import { timingSafeEqual } from 'node:crypto'
import { deriveKey } from './derived-key.ts'
import { sql } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Tx } from '#server/ledger/ledger.ts'
import { hmacSha256 } from './keyed-hash.ts'

/**
 * What the row of an operator's session states of its second factor counts only with a keyed hash of it: rights on the
 * database alone cannot make a session a proven one (docs/decisions/028-signed-acts.md).
 */

/** `proof`: of the sign-in or the last minutes. `act`: also for an act of its own. `recovered`: came by a recovery code. */
export type FactorFact = 'proof' | 'act' | 'recovered'

/** The columns of `operator_session s` that `provenFact` reads. */
export const factorColumns = `s.token_hash, s.factor_mac, extract(epoch FROM s.factor_at)::text AS proven_at,
  extract(epoch FROM s.recovered_at)::text AS recovered_at`

export type FactorRow = {
  token_hash: Buffer
  factor_mac: Buffer | null
  proven_at: string | null
  recovered_at: string | null
}

/** What the session has proven; null where the row has no keyed hash of what it states. */
export function provenFact(secret: AppSecret, row: FactorRow): FactorFact | null {
  const { factor_mac: stored, token_hash: tokenHash, proven_at: provenAt, recovered_at: recoveredAt } = row
  if (stored === null) return null
  const isOf = (fact: FactorFact, at: string | null): boolean =>
    at !== null && keysOf(secret).some((key) => isSame(macOf(key, fact, tokenHash, at), stored))
  if (isOf('act', provenAt)) return 'act'
  if (isOf('proof', provenAt)) return 'proof'
  return isOf('recovered', recoveredAt) ? 'recovered' : null
}

/** Stores what a session has proven now, in place of what it had. False when it has ended meanwhile. */
export async function storeFact(tx: Tx, secret: AppSecret, sessionId: bigint, fact: FactorFact): Promise<boolean> {
  const { rows } = await sql<{ token_hash: Buffer; at: string }>`
    UPDATE operator_session SET factor_at = CASE WHEN ${fact !== 'recovered'} THEN now() END,
           recovered_at = CASE WHEN ${fact === 'recovered'} THEN now() END, factor_acts = ${fact === 'act' ? 1 : 0}
     WHERE id = ${sessionId} AND ended_at IS NULL
    RETURNING token_hash, extract(epoch FROM now())::text AS at`.execute(tx)
  const [row] = rows
  if (row === undefined) return false
  const mac = factorMac(secret, fact, row.token_hash, row.at)
  await sql`UPDATE operator_session SET factor_mac = ${mac} WHERE id = ${sessionId}`.execute(tx)
  return true
}

/** The keyed hash to store; `at` in seconds since 1970, as PostgreSQL writes them. */
export function factorMac(secret: AppSecret, fact: FactorFact, tokenHash: Buffer, at: string): Buffer {
  const [key] = keysOf(secret)
  if (key === undefined) throw new Error('the newest key of APP_SECRET is missing')
  return macOf(key, fact, tokenHash, at)
}

function macOf(key: Buffer, fact: FactorFact, tokenHash: Buffer, at: string): Buffer {
  // The hash of the token names the session, and so its operator. No field contains a line break.
  return Buffer.from(hmacSha256(key, [fact, tokenHash.toString('base64'), at].join('\n')))
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

const cache = new WeakMap<AppSecret, readonly Buffer[]>()

/** Keys derived from `APP_SECRET` for this purpose only, the newest first. Cached per secret. */
function keysOf(secret: AppSecret): readonly Buffer[] {
  const cached = cache.get(secret)
  if (cached !== undefined) return cached
  const newestFirst = [...secret.keys].toSorted(
    ([one], [other]) => Number(other === secret.keyId) - Number(one === secret.keyId),
  )
  const made = newestFirst.map(([, key]) => deriveKey(key, 'baize operator factor'))
  cache.set(secret, made)
  return made
}
