import type pg from 'pg'
import { inSignedTransaction } from '#server/db/act-signing.ts'
import { testSecret } from '#test/test-secret.ts'

/** The search path of the simulation's connections: its clock comes before the system's. */
export const clockSearchPath = 'sim, pg_catalog, public'

/**
 * Replaces the clock of a database. `now()` and `clock_timestamp()` of the schema `sim` come before the system's on
 * `clockSearchPath`, so the program's statements use them unchanged. Functions with a search path of
 * their own get the schema prepended; functions that name the system's clock with its schema, and column defaults, which
 * were bound when their table was created, are defined again. Connections with another search path keep the system's
 * clock. Throws when something would still read the system's clock.
 */
export async function installClock(owner: pg.Pool, at: number): Promise<void> {
  await owner.query(`
    CREATE SCHEMA sim;
    CREATE TABLE sim.clock (at timestamptz NOT NULL) WITH (fillfactor = 10);
    INSERT INTO sim.clock VALUES (to_timestamp(0));
    CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT at FROM sim.clock';
    CREATE FUNCTION sim.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS 'SELECT at FROM sim.clock';
    GRANT USAGE ON SCHEMA sim TO PUBLIC;
    GRANT SELECT ON sim.clock TO PUBLIC`)
  await owner.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), 'UTC');
    END $$`)
  await owner.query(`DO $$ DECLARE f record; d record; BEGIN
    FOR f IN SELECT p.oid::regprocedure AS name, c.setting FROM pg_proc p, unnest(p.proconfig) c (setting)
        WHERE p.pronamespace = 'public'::regnamespace AND c.setting LIKE 'search_path=%' LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = sim, pg_catalog, %s', f.name, substr(f.setting, 13));
    END LOOP;
    FOR f IN SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND p.prosrc ~ 'pg_catalog\\.(now|clock_timestamp)\\(\\)' LOOP
      EXECUTE regexp_replace(f.definition, 'pg_catalog\\.(now|clock_timestamp)\\(\\)', 'sim.\\1()', 'g');
    END LOOP;
    FOR d IN SELECT a.attrelid::regclass AS relation, a.attname AS name, pg_get_expr(b.adbin, b.adrelid) AS expression
        FROM pg_attrdef b JOIN pg_attribute a ON a.attrelid = b.adrelid AND a.attnum = b.adnum
        WHERE pg_get_expr(b.adbin, b.adrelid) ~ '\\m(now|clock_timestamp)\\(\\)' LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', d.relation, d.name,
        regexp_replace(d.expression, '\\m(now|clock_timestamp)\\(\\)', 'sim.\\1()', 'g'));
    END LOOP;
  END $$`)
  const { rows: unaffected } = await owner.query<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND (p.prosqlbody IS NOT NULL OR p.prosrc ~* 'current_timestamp|current_date|localtime|pg_catalog\\.(now|clock)')
      AND p.prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c')`)
  if (unaffected.length > 0)
    throw new Error(`these functions do not follow the clock: ${unaffected.map((one) => one.name).join(', ')}`)
  await setClock(owner, at)
  // The books read since when settings are dated.
  await inSignedTransaction(owner, testSecret, (client) => client.query('UPDATE migration SET applied_at = sim.now()'))
}

/** Sets the clock, in epoch milliseconds; it does not move until it is set again. */
export async function setClock(owner: pg.Pool, at: number): Promise<void> {
  await owner.query('UPDATE sim.clock SET at = to_timestamp($1::float8 / 1000)', [at])
}
