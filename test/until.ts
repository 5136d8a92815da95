import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { scaledMs } from './machine.ts'

/** Waits until something is so. Throws when it takes longer than `withinMs`, which is for an idle machine. */
export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<void> {
  const endsAt = performance.now() + scaledMs(withinMs)
  while (!(await isSo())) {
    if (performance.now() > endsAt) throw new Error(`it did not happen in time: ${isSo.toString()}`)
    await pause(10)
  }
}

/** Waits until so many connections of the pool's database wait for a lock, so that what they do has come that far. */
export async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  await until(async () => {
    // Everybody may read these columns, of every role.
    const { rows } = await pool.query<{ waiting: number }>(
      `SELECT count(DISTINCT l.pid)::int AS waiting FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE NOT l.granted AND a.datname = current_database()`,
    )
    return rows[0]?.waiting === count
  })
}
