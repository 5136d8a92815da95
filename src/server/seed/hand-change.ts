import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { inSignedTransaction } from '#server/db/act-signing.ts'

/**
 * Runs statements that no command covers, as the owner, in one signed transaction with the act `hand.change`, which holds
 * the reason and the SHA-256 of the text, never the text: it may name persons. Resolves with the rows that each statement
 * returned. Rejects, and changes nothing, when one fails or when the text ends the transaction itself.
 */
export async function changeByHand(
  owner: pg.Pool,
  secret: AppSecret,
  change: { text: string; reason: string },
): Promise<object[][]> {
  return inSignedTransaction(owner, secret, async (client) => {
    const before = await transactionId(client)
    const results: unknown = await client.query(change.text)
    if ((await transactionId(client)) !== before) throw new Error('The statements may not end their transaction.')
    const sha256 = createHash('sha256').update(change.text).digest('hex')
    await client.query(`INSERT INTO audit (actor_kind, act, detail) VALUES ('system', 'hand.change', $1)`, [
      JSON.stringify({ reason: change.reason, sha256 }),
    ])
    return (Array.isArray(results) ? results : [results]).map(({ rows }: pg.QueryResult<object>) => rows)
  })
}

async function transactionId(client: pg.PoolClient): Promise<string | undefined> {
  return (await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')).rows[0]?.id
}
