import type { ReadRows } from './read-rows.ts'
import { connectionSettings } from './pool.ts'

/**
 * Compares the settings of the server, of the database and of the program's roles: whatever changes what a statement
 * means, or loads code, is a fault unless it is listed here. A setting of the other groups only costs or gains time,
 * memory or lines in the log.
 */

type Fault = { subject: string; detail: string }

/** Groups of settings (`pg_settings.category`) that do not change what a statement does. */
const harmlessGroups =
  /^(Connections and Authentication|Error Handling|File Locations|Lock Management|Preset Options|Process Title|Query Tuning|Replication|Reporting and Logging|Resource Usage|Statistics|Vacuuming|Write-Ahead Log)/

/** Settings of other groups that change no meaning: limits of time, places of files, languages of messages, aids of developers. */
const harmless =
  /^(application_name|client_encoding|client_min_messages|default_tablespace|default_text_search_config|default_toast_compression|extension_control_path|gin_pending_list_limit|icu_validation_level|lc_\w+|temp_tablespaces|timezone_abbreviations|\w+_timeout|allow_alter_system|allow_in_place_tablespaces|backtrace_functions|remove_temp_files_after_crash|wal_consistency_checking|(debug|jit|trace|send_abort|pre_auth|post_auth)_\w+|plpgsql\.(extra_errors|extra_warnings|print_strict_params))$/

/**
 * Libraries that observe statements or guard sign-ins and change no result (docs/operations.md), and of an index method that
 * PostgreSQL loads to plan any statement.
 */
const harmlessLibraries = [
  'auth_delay',
  'auto_explain',
  'bloom',
  'libpqwalreceiver',
  'llvmjit',
  'passwordcheck',
  'pg_cron',
  'pg_prewarm',
  'pg_qualstats',
  'pg_stat_kcache',
  'pg_stat_statements',
  'pg_wait_sampling',
  'pgaudit',
  'pgoutput',
  'plpgsql',
]

/** Settings that some values of are weaker than what the start of the program demands, in groups that are harmless otherwise. */
const demanded: Readonly<Record<string, readonly string[]>> = {
  synchronous_commit: ['on', 'remote_apply'],
  fsync: ['on'],
  full_page_writes: ['on'],
}

/** Settings whose values the program sets on each of its connections, so that the server's own do not matter. */
const pinned = new Map(Object.entries(connectionSettings).map(([name, value]) => [name.toLowerCase(), plain(value)]))

type Setting = { name: string; value: string; category: string | null; where: string }

/** Faults of settings. `roles` are those of the program; read with a search path of `pg_catalog` alone. */
export async function findSettingFaults(read: ReadRows, roles: readonly string[]): Promise<Fault[]> {
  const ofRoles = await read<Setting>(ofRolesQuery, [roles])
  const inForce = await read<Setting>(inForceQuery)
  const libraries = await read<{ name: string }>(
    // PostgreSQL's own functions use some, such as those that convert texts.
    `SELECT DISTINCT m.name FROM (SELECT regexp_replace(file_name, '^.*/|\\.[a-z0-9.]*$', '', 'g') AS name FROM pg_get_loaded_modules()) m
     WHERE '$libdir/' || m.name NOT IN (SELECT p.probin FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.probin IS NOT NULL)`,
  )
  return [
    ...ofRoles
      .filter((setting) => isFault(setting) && pinned.get(setting.name.toLowerCase()) !== plain(setting.value))
      .map(({ name, value, where }) => ({
        subject: `setting ${name}`,
        detail: `is ${value.slice(0, 100)} for ${where}`,
      })),
    ...inForce
      .filter((setting) => isFault(setting) && !pinned.has(setting.name.toLowerCase()))
      .map(({ name, value }) => ({ subject: `setting ${name}`, detail: `is ${value.slice(0, 100)}` })),
    ...libraries
      .filter(({ name }) => !harmlessLibraries.includes(name))
      .map(({ name }) => ({ subject: `library ${name}`, detail: 'is loaded, and unknown to the program' })),
  ]
}

function isFault({ name, value, category }: Setting): boolean {
  const expected = demanded[name]
  if (expected !== undefined) return !expected.includes(value)
  if (harmless.test(name) || (category !== null && harmlessGroups.test(category))) return false
  if (name.endsWith('_preload_libraries')) return !value.split(',').every((one) => isHarmlessLibrary(one))
  const [prefix = '', rest] = name.split('.')
  return rest === undefined || prefix === 'plpgsql' || !harmlessLibraries.includes(prefix)
}

function isHarmlessLibrary(text: string): boolean {
  const name = plain(text).replace(/^\$libdir\//, '')
  return name === '' || harmlessLibraries.includes(name)
}

/** A value without quotes and spaces, in small letters. */
function plain(value: string): string {
  return value.replaceAll(/[\s'"]/g, '').toLowerCase()
}

/** What `ALTER ROLE` and `ALTER DATABASE` set for new sessions of the program. */
const ofRolesQuery = `
  SELECT split_part(c, '=', 1) AS name, substr(c, strpos(c, '=') + 1) AS value, p.category,
    concat_ws(' in ', coalesce(r.rolname, 'every role'), CASE WHEN s.setdatabase <> 0 THEN 'this database' END) AS where
  FROM pg_db_role_setting s CROSS JOIN LATERAL unnest(s.setconfig) c
  LEFT JOIN pg_roles r ON r.oid = s.setrole
  LEFT JOIN pg_settings p ON p.name = split_part(c, '=', 1)
  WHERE (s.setrole = 0 OR r.rolname = ANY ($1::text[])) AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`

/** What a session has from the server's configuration (also \`ALTER SYSTEM\`), its role and its database, where it is not the default. */
const inForceQuery = `
  SELECT name, reset_val AS value, category, '' AS where FROM pg_settings
  WHERE reset_val IS DISTINCT FROM boot_val AND name !~ '^(transaction_.*|dynamic_library_path)$'
  UNION ALL
  -- Those of libraries are not listed before they are loaded.
  SELECT name, current_setting(name, true), NULL, '' FROM (VALUES ('plpgsql.variable_conflict', 'error'), ('plpgsql.check_asserts', 'on')) own (name, usual) WHERE current_setting(name, true) NOT IN ('', usual)`
