import type pg from 'pg'

/** Every catalogue that the guards or the indexes are read from, and the program's own tables that they read. */
const tables =
  `pg_aggregate pg_am pg_amop pg_amproc pg_attrdef pg_attribute pg_auth_members pg_cast pg_class pg_collation pg_constraint
  pg_conversion pg_db_role_setting pg_default_acl pg_depend pg_event_trigger pg_extension pg_index pg_inherits pg_language
  pg_namespace pg_opclass pg_operator pg_opfamily pg_parameter_acl pg_policy pg_proc pg_range pg_rewrite pg_sequence
  pg_statistic_ext pg_trigger pg_ts_config pg_ts_dict pg_ts_parser pg_ts_template pg_type
  public.function_file public.installed_object public.journal_kind public.journal_source public.migration`.split(/\s+/)

/**
 * A text that changes with every change of the catalogue: of each table the number of rows and the sum of the transactions that
 * wrote them. A row that is written again has a later transaction, so the sum grows as long as the number stays. Of what the databases
 * of a cluster share, the values that the guards read.
 */
export async function readCatalogueVersion(db: pg.Pool | pg.ClientBase): Promise<string> {
  const versions = tables.map((name) => `(SELECT concat(count(*), '/', sum(xmin::text::bigint)) FROM ${name})`)
  const { rows } = await db.query<{ version: string }>(
    `SELECT concat_ws(' ', ${versions.join(', ')},
       (SELECT md5(string_agg(r::text, ' ' ORDER BY oid)) FROM pg_roles r),
       (SELECT datacl::text FROM pg_database WHERE datname = current_database()),
       (SELECT string_agg(subname, ' ' ORDER BY subname) FROM pg_subscription),
       (SELECT md5(string_agg(concat(name, reset_val), ' ' ORDER BY name)) FROM pg_settings WHERE reset_val IS DISTINCT FROM boot_val)) AS version`,
  )
  return rows[0]?.version ?? ''
}
