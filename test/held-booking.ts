import type pg from 'pg'
import { until } from './until.ts'

/** Statements that are held at a lock, by somebody with all rights on the database. */
export type HeldBooking = {
  untilHeld: () => Promise<void>
  /** Waits until one is held, and ends it: by its connection, or alone. `then`: SQL that is run before the program can begin it again. */
  end: (how: 'terminate' | 'cancel', then?: string) => Promise<void>
  release: () => Promise<void>
}

/** Holds every statement that writes to `table`. `superPool` is a superuser's, with two connections. */
export async function holdBooking(
  superPool: pg.Pool,
  table: 'round' | 'game_version' | 'audit' | 'jackpot_hit',
): Promise<HeldBooking> {
  const client = await superPool.connect()
  await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)
  // Not those that wait for a row of a statement which is held.
  const held = `FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND wait_event = 'relation' AND datname = current_database()`
  const untilHeld = () => until(async () => (await superPool.query(`SELECT ${held}`)).rows.length > 0)
  return {
    untilHeld,
    end: async (how, then = '') => {
      await untilHeld()
      await superPool.query(`SELECT pg_${how}_backend(pid) ${held}; ${then}`)
    },
    release: async () => {
      await client.query('ROLLBACK')
      client.release()
    },
  }
}
