import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { asSuperuser, type BenchDatabase } from './database.ts'
import { run } from './measure.ts'

/**
 * Debian's `pgbench` on a database of its own on the bench's server: TPC-B, and single-row inserts as the lower bound.
 */
export type Pgbench = {
  /** TPC-B transactions per second: five statements, one of them on a hot row. */
  tpcb: (callers: number, seconds: number) => Promise<number>
  /** Rows per second, each a prepared INSERT in a transaction of its own. */
  rawInsert: (callers: number, seconds: number) => Promise<number>
}

const database = 'pgbench'

/** Null without `pgbench` on this machine (Debian: `postgresql-contrib` or any `postgresql-<version>`). */
export async function openPgbench(bench: BenchDatabase): Promise<Pgbench | null> {
  const program = await findPgbench()
  if (program === null) return null
  await asSuperuser(bench, (client) => client.query(`CREATE DATABASE ${database}`))
  await asSuperuser(
    bench,
    (client) =>
      client.query(
        'CREATE TABLE raw (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz, member bigint, amount bigint, key uuid)',
      ),
    database,
  )
  const insert = join(bench.dataDir, 'insert.sql')
  await writeFile(
    insert,
    '\\set member random(1, 2000)\nINSERT INTO raw (at, member, amount, key) VALUES (now(), :member, 10000, gen_random_uuid());\n',
  )
  const { args, env } = connection(bench)
  await run(program, ['-i', '-q', '-s', '10', ...args, database], { env })
  const perSecond = async (callers: number, seconds: number, script: readonly string[]): Promise<number> => {
    // More than 64 clients exceed the server's connections, so 64 is pgbench's best case.
    const clients = Math.min(callers, 64)
    const load = ['-c', String(clients), '-j', String(Math.min(2, clients)), '-T', String(seconds)]
    const printed = await run(program, ['-n', '-M', 'prepared', ...load, ...script, ...args, database], { env })
    return Number(/tps = ([\d.]+)/.exec(printed)?.[1] ?? 0)
  }
  return {
    tpcb: (callers, seconds) => perSecond(callers, seconds, ['-b', 'tpcb-like']),
    rawInsert: (callers, seconds) => perSecond(callers, seconds, ['-f', insert]),
  }
}

/** `pgbench` from the PATH, or the newest of Debian's packages. */
async function findPgbench(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const debian = '/usr/lib/postgresql'
  if (existsSync(debian)) {
    const versions = (await readdir(debian)).sort((a, b) => Number(b) - Number(a))
    folders.push(...versions.map((version) => join(debian, version, 'bin')))
  }
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null
}

function connection(bench: BenchDatabase): { args: string[]; env: Record<string, string> } {
  const url = new URL(bench.database.superUrl)
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  return {
    args: ['-h', host, '-p', url.searchParams.get('port') ?? url.port, '-U', decodeURIComponent(url.username)],
    env: { PGPASSWORD: decodeURIComponent(url.password) },
  }
}
