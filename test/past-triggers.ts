import type pg from 'pg'

/** Commits statements of a superuser that no trigger sees. `connection` is one session, or a pool, of which one is used. */
export async function commitPastTriggers(connection: Pick<pg.ClientBase, 'query'>, statements: string): Promise<void> {
  await connection.query(`BEGIN; SET LOCAL session_replication_role = replica; ${statements}; COMMIT`)
}
