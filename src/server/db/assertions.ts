import pg, { type Pool } from 'pg'
import type { AppSecret } from '../config.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import { findMigrationGap } from './migrate.ts'
import { assertSigningKey } from './signing-key.ts'
import { linkName } from '#server/live/event-link.ts'
import { longestIdleInTransactionMs } from './pool.ts'

/** The database is unsafe for money. The message lists the reasons, one per line. */
export class DatabaseUnfit extends Error {
  override name = 'DatabaseUnfit'
}

const knownVersion = 18
const connectLimitMs = 5_000

/**
 * Checks, before anything is migrated, that the server behind each of these addresses answers, accepts the role and is
 * PostgreSQL 18: a migration applied to another version would stop half-way. Throws `DatabaseUnfit` otherwise.
 */
export async function assertServerFit(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectLimitMs })
    // A connection that breaks while it is being closed must not end the process.
    client.on('error', () => {})
    const place = client.host.startsWith('/') ? client.host : `${client.host}:${client.port}`
    try {
      await client.connect()
    } catch (error) {
      throw new DatabaseUnfit(whyNoConnection(place, client.user ?? '', error), { cause: error })
    }
    try {
      // No cast and no operator, which somebody may have planted: `npm run books` names these only once it is connected.
      const { rows } = await client.query<{ version: string }>(
        `SELECT current_setting('server_version_num') AS version`,
      )
      const version = Math.floor(Number(rows[0]?.version) / 10_000)
      if (version !== knownVersion) {
        throw new DatabaseUnfit(
          `The database at ${place} is PostgreSQL ${version}; this program needs ${knownVersion}. Nothing was changed.`,
        )
      }
    } finally {
      await client.end()
    }
  }
}

/** PostgreSQL's own refusals have a code of five characters and a message that says what is wrong. */
function whyNoConnection(place: string, role: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^[0-9A-Z]{5}$/.test(code) && error instanceof Error && 'severity' in error)
    return `The database at ${place} refuses ${role}: ${error.message}.`
  const reason = code === '' && error instanceof Error ? error.message : code
  return `The database at ${place} does not answer (${reason}).`
}

type Facts = {
  version: number
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  idle_in_transaction_ms: number
  statement_ms: number
  role: string
  superuser: boolean
  owns: boolean
  creates: string[]
}

/**
 * Checks, as the application's role, that the database is safe: PostgreSQL 18, durable commits, a role that can neither
 * rewrite the journal nor create objects, every migration applied, encrypted values bound, the configured currency. Throws `DatabaseUnfit`
 * otherwise.
 */
export async function assertDatabaseFit(pool: Pool, currency: string): Promise<void> {
  const faults = [...(await settingFaults(pool))]
  const gap = await findMigrationGap(pool)
  if (gap !== null) faults.push(`${gap} Set DATABASE_OWNER_URL and the program applies them at the start.`)
  else faults.push(...(await bookFaults(pool, currency)))
  if (faults.length > 0)
    throw new DatabaseUnfit(`The database cannot be used:\n${faults.map((f) => `  ${f}`).join('\n')}`)
}

async function settingFaults(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<Facts>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('fsync') AS fsync,
       current_setting('full_page_writes') AS full_page_writes,
       current_setting('synchronous_commit') AS synchronous_commit, current_user::text AS role,
       (SELECT setting::int FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout') AS idle_in_transaction_ms,
       (SELECT setting::int FROM pg_settings WHERE name = 'statement_timeout') AS statement_ms,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
       (SELECT pg_has_role(datdba, 'MEMBER') FROM pg_database WHERE datname = current_database()) AS owns,
       ARRAY(SELECT 'temporary tables' WHERE has_database_privilege(current_database(), 'TEMPORARY')
         UNION ALL SELECT 'schemas' WHERE has_database_privilege(current_database(), 'CREATE')
         UNION ALL SELECT format('objects in the schema %s', nspname) FROM pg_namespace
           WHERE has_schema_privilege(oid, 'CREATE')) AS creates`,
  )
  const facts = rows[0]
  if (facts === undefined) return ['The database does not answer.']
  const faults: string[] = []
  if (facts.version !== knownVersion)
    faults.push(`It is PostgreSQL ${facts.version}; this program needs ${knownVersion}.`)
  for (const name of ['fsync', 'full_page_writes'] as const) {
    if (facts[name] !== 'on') faults.push(`${name} is ${facts[name]}: a power cut could lose money. It must be on.`)
  }
  // `remote_apply` is stricter than `on`; `local`, `remote_write` and `off` are weaker.
  if (!['on', 'remote_apply'].includes(facts.synchronous_commit)) {
    faults.push(`synchronous_commit is ${facts.synchronous_commit}: acknowledged bets could be lost. It must be on.`)
  }
  faults.push(...timeoutFaults(facts))
  if (facts.superuser) faults.push(`${facts.role} is a superuser: the application's role may not be one.`)
  else if (facts.owns) faults.push(`${facts.role} owns the database: the application needs a role of its own.`)
  // A function with the owner's rights must never find an object of the application's role under a name it uses.
  else if (facts.creates.length > 0) {
    faults.push(
      `${facts.role} may create ${facts.creates.join(', ')}: revoke that right (docs/operations.md, A PostgreSQL of your own).`,
    )
  }
  return faults
}

/** Each connection requests both timeouts when it opens; a pooler in front may drop such parameters. */
function timeoutFaults(facts: Facts): string[] {
  const inForce = {
    idle_in_transaction_session_timeout:
      facts.idle_in_transaction_ms > 0 && facts.idle_in_transaction_ms <= longestIdleInTransactionMs,
    statement_timeout: facts.statement_ms > 0,
  }
  return Object.entries(inForce)
    .filter(([, isInForce]) => !isInForce)
    .map(
      ([name]) =>
        `${name} is not in force: the locks of a process that has stopped would stay. Something between drops the ` +
        'parameters of a connection; docs/operations.md describes the settings of a pooler.',
    )
}

type Sessions = {
  server: number
  role: number
  database: number
  processes: number
  others: number
  othersOfRole: number
  othersHere: number
}

/**
 * Checks that the database has room for the connections of this process and of those that run already, each with the
 * same number, besides the sessions of others. Throws `DatabaseUnfit` otherwise: a process too many would take the
 * connections that the others need under load. Processes that start in the same second do not see each other.
 */
export async function assertConnectionsFit(pool: Pool, connections: number): Promise<void> {
  const { rows } = await pool.query<Sessions>(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - current_setting('reserved_connections')::int AS server,
       (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role,
       (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database, s.*
     FROM (SELECT count(*) FILTER (WHERE own AND application_name = $1)::int AS processes,
         count(*) FILTER (WHERE NOT own)::int AS others,
         count(*) FILTER (WHERE NOT own AND usename = current_user)::int AS "othersOfRole",
         count(*) FILTER (WHERE NOT own AND datname = current_database())::int AS "othersHere"
       FROM (SELECT *, datname = current_database() AND usename = current_user AND application_name LIKE 'baize%' AS own
             FROM pg_stat_activity WHERE usename IS NOT NULL AND datname IS NOT NULL) a) s`,
    [linkName],
  )
  const found = rows[0]
  if (found === undefined) throw new DatabaseUnfit('The database does not answer.')
  const ours = (found.processes + 1) * connections
  const limits = [
    { name: 'max_connections, without those reserved', limit: found.server, others: found.others },
    { name: 'the CONNECTION LIMIT of the role', limit: found.role, others: found.othersOfRole },
    { name: 'the CONNECTION LIMIT of the database', limit: found.database, others: found.othersHere },
  ]
  const exceeded = limits.filter(({ limit, others }) => limit >= 0 && ours + others > limit)
  if (exceeded.length === 0) return
  const lines = exceeded.map(({ name, limit, others }) => `  ${name} is ${limit}; ${ours + others} are needed`)
  throw new DatabaseUnfit(
    `The database has too few connections for ${found.processes + 1} processes of ${connections} connections beside the ` +
      `sessions of others:\n${lines.join('\n')}\nRaise the limit, or lower DATABASE_CONNECTIONS of every process.`,
  )
}

async function bookFaults(pool: Pool, currency: string): Promise<string[]> {
  const { rows } = await pool.query<{ currency: string; bound: boolean; rewrites: boolean }>(
    `SELECT currency, EXISTS (SELECT FROM audit WHERE act = 'values.bind') AS bound, (SELECT bool_or(has_table_privilege(name, 'INSERT, UPDATE, DELETE, TRUNCATE'))
       FROM unnest(ARRAY['journal', 'journal_archive', 'round', 'round_archive']) name) AS rewrites FROM installation`,
  )
  const found = rows[0]
  const faults: string[] = []
  if (found?.currency !== currency) {
    faults.push(`Its currency is ${found?.currency}, fixed by its first migration; CURRENCY is ${currency}.`)
  }
  // A process that reads values while another start binds them would file requests that nobody can read.
  if (found?.bound !== true) {
    faults.push(
      'Its encrypted values are not bound to their owners yet. Set DATABASE_OWNER_URL and the program binds them at the start; ' +
        'if another process does so now, start again when it has.',
    )
  }
  if (found?.rewrites === true) faults.push('The application could change the journal: revoke that right.')
  return faults
}

/**
 * Checks that the secret signed the newest acts (`assertSigningKey`) and decrypts a member's seed, if there is any. Throws
 * otherwise: values would be signed and encrypted under two different secrets.
 */
export async function assertSecretFits(pool: Pool, secret: AppSecret): Promise<void> {
  await assertSigningKey(pool, secret)
  const { rows } = await pool.query<{ key_id: string; encrypted: Buffer }>(
    `SELECT s.key_id, s.server_seed_sealed AS encrypted
     FROM (SELECT seed_id FROM wallet WHERE seed_id IS NOT NULL LIMIT 1) w JOIN member_seed s ON s.id = w.seed_id`,
  )
  const [found] = rows
  if (found === undefined) return
  try {
    createEncryption({ secret }).decrypt(nobody, found.key_id, found.encrypted)
  } catch (error) {
    throw new DatabaseUnfit(
      `APP_SECRET does not decrypt the values of this database with the key ${found.key_id}: it belongs to another installation. ` +
        'docs/operations.md describes what to do when it is lost.',
      { cause: error },
    )
  }
}
