import type { Pool } from 'pg'
import { factorMac, type FactorFact } from '#server/auth/factor-fact.ts'
import { newSessionToken } from '#server/auth/session-token.ts'
import type { AppSecret } from '#server/config.ts'

/** Sessions of the office for tests, as the program would have made them. */

/** Tests move the clock and the ends of sessions: their tokens name a far end. */
const farEnd = new Date('2999-01-01T00:00:00Z')

/** A token of a session of a test, and the hash to store. */
export function testToken(
  secret: AppSecret,
  of: 'member' | 'operator',
  holder: bigint,
): { token: string; hash: Buffer } {
  return newSessionToken(secret, { of, holder, endsAt: farEnd })
}

type Proof = {
  /** When it was made; an expression of SQL. */
  at?: string
  /** For how many acts of its own it is good; null: for as many as before. */
  acts?: number | null
  fact?: FactorFact
}

/** Proves the second factor in the open sessions of an operator, for ever and for every act unless `proof` says less. */
export async function proveSessions(
  ownerPool: Pick<Pool, 'query'>,
  secret: AppSecret,
  operatorId: bigint,
  { at = `'infinity'::timestamptz`, acts = 1_000_000_000, fact = 'act' }: Proof = {},
): Promise<void> {
  const { rows } = await ownerPool.query<{ id: bigint; token_hash: Buffer; at: string }>(
    // Locked in one order first: two sessions that begin at once would deadlock.
    `WITH open AS (SELECT id FROM operator_session WHERE operator_id = $1 AND ended_at IS NULL ORDER BY id FOR UPDATE)
     UPDATE operator_session AS session SET factor_at = ${at}, factor_acts = coalesce($2, factor_acts)
     FROM open WHERE session.id = open.id
     RETURNING session.id, token_hash, extract(epoch FROM factor_at)::text AS at`,
    [operatorId, acts],
  )
  for (const row of rows) {
    const mac = factorMac(secret, fact, row.token_hash, row.at)
    await ownerPool.query('UPDATE operator_session SET factor_mac = $2 WHERE id = $1', [row.id, mac])
  }
}
