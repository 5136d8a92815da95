import { createPool } from '#server/db/pool.ts'
import { installClock } from '../scripts/faults/simulation/clock.ts'
import type { World } from './world.ts'

/** Gives a database a clock of its own that runs, and that `shiftClock` sets forward or back. Connections need the search path of the simulation. */
export async function installShiftedClock({ ownerUrl }: Pick<World, 'ownerUrl'>): Promise<void> {
  const pool = createPool(ownerUrl, { max: 1 })
  try {
    await installClock(pool, Date.now())
    await pool.query(`
      CREATE TABLE sim.shift (by interval NOT NULL);
      INSERT INTO sim.shift VALUES ('0');
      GRANT SELECT ON sim.shift TO PUBLIC;
      CREATE OR REPLACE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT pg_catalog.now() + by FROM sim.shift';
      CREATE OR REPLACE FUNCTION sim.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE
        AS 'SELECT pg_catalog.clock_timestamp() + by FROM sim.shift'`)
  } finally {
    await pool.end()
  }
}

/** Sets the clock: this many seconds from the right time. */
export async function shiftClock({ ownerUrl }: Pick<World, 'ownerUrl'>, seconds: number): Promise<void> {
  const pool = createPool(ownerUrl, { max: 1 })
  await pool.query(`UPDATE sim.shift SET by = $1 * interval '1 second'`, [seconds]).finally(() => pool.end())
}
