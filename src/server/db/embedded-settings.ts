import { totalmem } from 'node:os'

/**
 * The settings of the embedded PostgreSQL: for two cores and little memory, with full durability. `fsync`,
 * `full_page_writes` and `synchronous_commit` are set here so that no configuration file can disable them.
 */
export function serverSettings(socketDir: string | null, port: number): Record<string, string> {
  return {
    ...(socketDir === null
      ? { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : { listen_addresses: '', unix_socket_directories: socketDir, unix_socket_permissions: '0700' }),
    port: String(port),
    max_connections: '100',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${sharedBuffersMb()}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // The operating system caches at least as much again.
    effective_cache_size: `${sharedBuffersMb() * 3}MB`,
    random_page_cost: '1.1',
    wal_buffers: '16MB',
    min_wal_size: '128MB',
    // The first change of a page after a checkpoint writes the whole page to the log. In a journal of ten million rows
    // that is 600 MB per checkpoint: with a smaller limit, checkpoints would follow each other and every bet would
    // write a page.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    // Reads are few and mostly cached, so worker processes for them are not needed.
    io_method: 'sync',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    autovacuum_naptime: '15s',
    password_encryption: 'scram-sha-256',
    // A client that vanished must not hold its locks for long.
    tcp_keepalives_idle: '60',
    client_connection_check_interval: '10s',
    idle_in_transaction_session_timeout: '60s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %u@%d ',
    log_checkpoints: 'off',
    log_min_duration_statement: '2s',
    // A slow statement's parameters may hold personal data.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  }
}

/**
 * The configuration files of a restored cluster, by their names: what `initdb` would write here and `serverSettings`
 * does not set, and a password from everybody.
 */
export const configurationFiles: Readonly<Record<string, string>> = {
  'postgresql.conf':
    "# Settings that the program does not give.\ndefault_text_search_config = 'pg_catalog.english'\nlc_messages = 'C'\n",
  'postgresql.auto.conf': '',
  'pg_hba.conf':
    'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\nhost all all ::1/128 scram-sha-256\n',
  'pg_ident.conf': '',
}

/**
 * An eighth of the memory the program may use, from 128 MB to 2 GB. The key of a new bet lies anywhere in its index: if
 * the index of a large journal is not cached, every bet reads a page and writes another one back before.
 */
function sharedBuffersMb(): number {
  const mayUse = process.constrainedMemory()
  const memory = mayUse > 0 ? Math.min(mayUse, totalmem()) : totalmem()
  return Math.min(2_048, Math.max(128, Math.floor(memory / 8 / 2 ** 20)))
}
