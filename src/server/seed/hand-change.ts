import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { inSignedTransaction } from '#server/db/act-signing.ts'

/**
 * Runs statements that no command covers, as the owner, in one signed transaction with the act `hand.change`, which holds
 * the reason and the SHA-256 of the text, never the text: it may name persons. Resolves with the rows that each statement
 * returned. Rejects, and changes nothing, when one fails, when the text ends the transaction itself, or when it changes a
 * setting of which the books take the history from the acts of a command.
 */
export async function changeByHand(
  owner: pg.Pool,
  secret: AppSecret,
  change: { text: string; reason: string },
): Promise<object[][]> {
  return inSignedTransaction(owner, secret, async (client) => {
    const before = await transactionId(client)
    const settings = await readCommandSettings(client)
    const results: unknown = await client.query(change.text)
    if ((await transactionId(client)) !== before) throw new Error('The statements may not end their transaction.')
    const after = new Map((await readCommandSettings(client)).map((one) => [`${one.command} ${one.id}`, one.value]))
    for (const { what, command, id, value } of settings)
      if (after.get(`${command} ${id}`) !== value)
        throw new Error(`Change ${what} with ${command}, which records from when they hold. Nothing was changed.`)
    const sha256 = createHash('sha256').update(change.text).digest('hex')
    await client.query(`INSERT INTO audit (actor_kind, act, detail) VALUES ('system', 'hand.change', $1)`, [
      JSON.stringify({ reason: change.reason, sha256 }),
    ])
    return (Array.isArray(results) ? results : [results]).map(({ rows }: pg.QueryResult<object>) => rows)
  })
}

type CommandSetting = { what: string; command: string; id: number; value: string }

async function readCommandSettings(client: pg.PoolClient): Promise<CommandSetting[]> {
  const { rows } = await client.query<CommandSetting>(
    `SELECT 'the amounts from which ' || code || ' takes two operators' AS what, 'npm run brand' AS command, id,
       concat_ws(' ', coalesce(deposit_second_from::text, 'none'), coalesce(second_approval_from::text, 'none')) AS value
     FROM public.brand
     UNION ALL SELECT 'the limits of table ' || id, 'npm run table', id, public.game_table_limits(t)::text FROM public.game_table t`,
  )
  return rows
}

async function transactionId(client: pg.PoolClient): Promise<string | undefined> {
  return (await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')).rows[0]?.id
}
