/**
 * Which database a connection leads to. A superuser can exchange the database of that name for a copy, so each new connection
 * of the program is compared with the database that is kept outside of it (docs/decisions/037-the-database-itself.md).
 */
export type DatabaseIdentity = {
  /** Throws `ForeignDatabase` when a new connection leads to another database than that of this installation. */
  admit: (found: string) => Promise<void>
  /** Whether the newest connection was refused by that. */
  isForeign: () => boolean
}

/** A connection leads to another database than that of this installation; nothing was sent on it. */
export class ForeignDatabase extends Error {
  override name = 'ForeignDatabase'
  /** As PostgreSQL's own refusals of a connection: it had no effect, and callers may try again. */
  code = '08004'
}

/**
 * Reads the identity of a connection's database. The name is a value of the language, and the databases of the cluster are read
 * without an operator: the functions, operators and casts of an exchanged database are those of its author.
 */
export const identitySql = `SELECT oid, datname, CURRENT_CATALOG AS name, system_identifier AS system
  FROM pg_catalog.pg_database, pg_catalog.pg_control_system()`

/** The cluster's system identifier and the number (OID) of the database in it: `7512345678901234567/16389`. Throws `ForeignDatabase` when it was renamed meanwhile. */
export function identityOf(rows: readonly object[]): string {
  const databases = rows as { oid: number; datname: string; name: string; system: bigint | string }[]
  const own = databases.find(({ datname, name }) => datname === name)
  if (own === undefined) throw new ForeignDatabase('The database was renamed while its identity was read')
  return `${own.system}/${own.oid}`
}

/** Compares a new connection that no pool prepares. */
export async function admitClient(
  client: { query: (sql: string) => Promise<{ rows: object[] }> },
  identity: DatabaseIdentity,
): Promise<void> {
  await identity.admit(identityOf((await client.query(identitySql)).rows))
}
