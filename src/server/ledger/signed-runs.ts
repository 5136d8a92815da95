import { sql } from 'kysely'
import type { AppSecret } from '#server/config.ts'
import type { Database } from '#server/db/pool.ts'
import { groupOf, isSigned, type Group } from '#server/db/recorded-row.ts'

/**
 * Whether the program recorded a run of the books as it is now, and signed that: a row that somebody inserted, or altered, must not
 * decide when the next run is due. A run under a key that this process lacks does not count.
 */
export async function isSignedRun(db: Database, secret: AppSecret, id: string): Promise<boolean> {
  const { rows } = await sql<Group>`
    SELECT g.* FROM book_run r CROSS JOIN LATERAL book_run_state(r) p
    CROSS JOIN LATERAL (SELECT n.form, n.digest, n.act_group, n.ctid AS place FROM state_change n WHERE n.relation = 'book_run' AND n.row_key = p.row_key
      ORDER BY n.id DESC LIMIT 1) c
    CROSS JOIN LATERAL (${groupOf('change')}) g
    WHERE r.id = ${id}::uuid AND p.digests[c.form] = c.digest`.execute(db)
  const [found] = rows
  return found !== undefined && isSigned(secret, found)
}
