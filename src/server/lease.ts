import type { Database } from './db/pool.ts'
import { sql } from 'kysely'

/**
 * Takes or keeps a named lease, so that periodic work has one runner across all processes: true when this holder has it
 * until `forMs` from now by the database's clock. A holder that dies is followed when its time has run out.
 */
export async function holdLease(db: Database, name: string, holder: string, forMs: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO lease (name, holder, until) VALUES (${name}, ${holder}::uuid, clock_timestamp() + ${forMs}::int * interval '1 millisecond')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE lease.holder = excluded.holder OR lease.until < clock_timestamp()
        -- Longer than anybody takes it for: it was taken by a clock that was ahead and has been put right.
        OR lease.until > clock_timestamp() + 4 * ${forMs}::int * interval '1 millisecond'
    RETURNING name`.execute(db)
  return rows.length === 1
}

/** Gives a lease back early, so that another process need not wait for its end. */
export async function releaseLease(db: Database, name: string, holder: string): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
}
