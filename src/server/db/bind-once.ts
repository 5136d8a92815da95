import type pg from 'pg'
import type { AppSecret } from '#server/config.ts'
import { createActKeys, signActs } from './act-signing.ts'

/** The subject of the act that bound what was stored before it was bound. */
export const neverBound = 'none'

/**
 * Binds what is stored to its owners, as the owner of the database, in one signed transaction with an act for each reason for
 * which rows are taken as they are, each once: they are from before rows were bound, or of a key that is declared lost. `bind` gets the
 * reasons that are new.
 */
export async function bindOnce(
  client: pg.ClientBase,
  secret: AppSecret,
  act: 'hashes.bind' | 'factors.bind',
  bind: (reasons: ReadonlySet<string>) => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ subject: string }>(`SELECT subject FROM audit WHERE act = $1`, [act])
  const done = new Set(rows.map(({ subject }) => subject))
  const reasons = new Set([neverBound, ...(secret.lost ?? [])].filter((reason) => !done.has(reason)))
  await client.query('BEGIN')
  try {
    for (const reason of reasons)
      await client.query(`INSERT INTO audit (actor_kind, act, subject) VALUES ('system', $1, $2)`, [act, reason])
    await bind(reasons)
    await signActs((sql, values) => client.query(sql, [...values]), createActKeys(secret))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
