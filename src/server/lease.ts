import type { Database } from './db/pool.ts'
import { sql } from 'kysely'

/**
 * Acquires or renews a named lease, so that periodic work has one runner across all processes: true when this holder
 * has it until `forMs` from now by the database's clock. The lease of a dead holder is free when it has expired.
 */
export async function holdLease(db: Database, name: string, holder: string, forMs: number): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO lease (name, holder, until) VALUES (${name}, ${holder}::uuid, clock_timestamp() + ${forMs}::int * interval '1 millisecond')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE lease.holder = excluded.holder OR lease.until < clock_timestamp()
        -- Longer than any holder takes it for: it was set by a clock that ran ahead and has been corrected.
        OR lease.until > clock_timestamp() + 4 * ${forMs}::int * interval '1 millisecond'
    RETURNING name`.execute(db)
  return rows.length === 1
}

/** Who has a lease, and until when; null: nobody. */
export async function readLease(db: Database, name: string): Promise<{ holder: string; until: Date } | null> {
  const found = await db.selectFrom('lease').select(['holder', 'until']).where('name', '=', name).executeTakeFirst()
  return found ?? null
}

/** Releases a lease early, so that another process need not wait for its expiry. */
export async function releaseLease(db: Database, name: string, holder: string): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
}
