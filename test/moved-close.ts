import { sql } from 'kysely'
import { createDb, createPool } from '#server/db/pool.ts'
import { createTableProofKeys, lockRoundFacts, openingOf } from '#server/ledger/table-proofs.ts'
import { entryOf } from '#server/modules/table/store.ts'
import type { TestApp } from '#test/test-app.ts'

/**
 * Moves the times of the rounds that are open, by the assignments of an UPDATE, past the triggers, and signs their openings anew: as if they had been
 * opened with these times.
 */
export async function moveClose(app: Pick<TestApp, 'superUrl' | 'deps'>, assignments: string): Promise<void> {
  const pool = createPool(app.superUrl, { max: 1, settings: { session_replication_role: 'replica' } })
  const keys = createTableProofKeys(app.deps.config.secret)
  try {
    await createDb(pool, null)
      .transaction()
      .execute(async (tx) => {
        const { rows } = await sql<{ id: string; gameCode: string }>`
          UPDATE table_round r SET ${sql.raw(assignments)} FROM game_table t WHERE r.state = 'open' AND t.id = r.table_id
          RETURNING r.id, t.game_code AS "gameCode"`.execute(tx)
        for (const { id, gameCode } of rows) {
          const facts = await lockRoundFacts(tx, entryOf({ gameCode }).game, id)
          if (facts === null) throw new Error(`round ${id} is gone`)
          await sql`UPDATE table_round SET opening = ${keys.sign(openingOf(facts))} WHERE id = ${id}::uuid`.execute(tx)
        }
      })
  } finally {
    await pool.end()
  }
}
