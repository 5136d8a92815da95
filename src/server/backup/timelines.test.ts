import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signArchive } from '../db/embedded-backup.ts'
import { startEmbedded, type EmbeddedDatabase } from '../db/embedded.ts'
import { findFolderFault } from './log-watch.ts'
import { restore, RestoreRefused } from './restore.ts'
import { checkBackups, takeBackup } from './take-backup.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'

/** Copies of one database that go on in one folder, one after the other: each begins a timeline there. */

type Copy = { dataDir: string; database: EmbeddedDatabase; client: pg.Client }

let folder = ''
let backups = ''
let copy: Copy
/** When a row had been written, by its number. */
const after = new Map<number, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baize-timelines-'))
  backups = join(folder, 'backups')
  copy = await open('first')
  await copy.client.query('CREATE TABLE written (n int)')
  await write(1)
  await takeBackup({ ...copy.database, dataDir: copy.dataDir, secret: testSecret })
  for (const n of [2, 3, 4]) await write(n)
  await close(copy)
  await restoreAll('second', after.get(2) ?? null)
  copy = await open('second')
}, scaledMs(240_000))

afterAll(async () => {
  await close(copy)
  await rm(folder, { recursive: true, force: true })
})

/** Starts a data folder with the archive of all. */
async function open(name: string): Promise<Copy> {
  const dataDir = join(folder, name)
  const database = await startEmbedded({ dataDir, backup: { dir: backups, seconds: 60 } })
  await signArchive(dataDir, testSecret)
  const client = new pg.Client({ connectionString: database.superUrl })
  client.on('error', () => {})
  await client.connect()
  return { dataDir, database, client }
}

async function close({ client, database }: Copy): Promise<void> {
  await client.end()
  await database.stop()
}

/** Writes a row and waits until its segment is in the archive. */
async function write(n: number): Promise<void> {
  const { client } = copy
  await client.query('INSERT INTO written VALUES ($1)', [n])
  const { rows } = await client.query<{ at: string; wal: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, pg_walfile_name(pg_switch_wal()) AS wal`,
  )
  const [row] = rows
  after.set(n, row?.at ?? '')
  for (const end = Date.now() + scaledMs(30_000); Date.now() < end;) {
    if ((await readdir(join(backups, 'wal'))).includes(`${row?.wal}.gz`)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${row?.wal} was not archived in time`)
}

async function readRows({ superUrl }: EmbeddedDatabase): Promise<{ rows: number[] }> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>('SELECT n FROM written ORDER BY n')
    return { rows: rows.map(({ n }) => n) }
  } finally {
    await client.end()
  }
}

/** Restores into a folder of its own; the rows that are there then. */
async function restoreAll(name: string, at: string | null, timeline: number | null = null): Promise<number[]> {
  const options = { from: backups, to: join(folder, name), at, timeline, secret: testSecret, acceptsUnsigned: false }
  return (await restore({ ...options, inspect: readRows })).inspected.rows
}

/** The same with the copy removed, or the reason of the refusal. */
async function restored(n: number | null, timeline: number | null = null): Promise<number[] | string> {
  try {
    return await restoreAll('tried', n === null ? null : (after.get(n) ?? ''), timeline)
  } catch (error) {
    if (error instanceof RestoreRefused) return error.message
    throw error
  } finally {
    await rm(join(folder, 'tried'), { recursive: true, force: true })
  }
}

test(
  'refuses a moment that the newest timeline left behind, and restores it with that timeline',
  { timeout: scaledMs(240_000) },
  async () => {
    // Nothing of the copy's own is in the archive yet, and then two rows.
    expect(String(await restored(3))).toContain('--timeline 1')
    await write(102)
    await write(103)
    expect(String(await restored(3))).toMatch(
      /lies in what timeline 1 wrote from .* on and timeline 2 left behind\. To restore it, add --timeline 1; .* --timeline 2\./,
    )
    expect(await restored(3, 1)).toEqual([1, 2, 3])
    expect(await restored(3, 2)).toEqual([1, 2])
    expect(await restored(102)).toEqual([1, 2, 102])
    expect(await restored(3, 7)).toContain('There is no timeline 7')
  },
)

test(
  'a database whose timeline another copy left behind raises the alarm and makes no base backup',
  { timeout: scaledMs(240_000) },
  async () => {
    const first = await open('first')
    try {
      const fault = `timeline 2 has begun in ${backups}: another copy archives there, and no restore follows timeline 1 of this database`
      expect(await findFolderFault(first.dataDir)).toBe(fault)
      await expect(takeBackup({ ...first.database, dataDir: first.dataDir, secret: testSecret })).rejects.toThrow(fault)
      expect((await checkBackups(backups, testSecret, first.database.pgData)).faults).toEqual([fault])
    } finally {
      await close(first)
    }
    expect(await findFolderFault(copy.dataDir)).toBeNull()
    expect((await checkBackups(backups, testSecret, copy.database.pgData)).faults).toEqual([])
  },
)

async function writeLog(superUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  try {
    await client.query(`SELECT pg_logical_emit_message(false, 'log', repeat('x', 20000000))`)
    await client.query('CHECKPOINT')
  } finally {
    await client.end()
  }
}

test(
  'the first start with the archive also archives what the restore and commands wrote on the new timeline',
  { timeout: scaledMs(240_000) },
  async () => {
    await close(copy)
    const dataDir = join(folder, 'third')
    const inspect = async ({ superUrl }: EmbeddedDatabase): Promise<object> => {
      await writeLog(superUrl)
      return {}
    }
    await restore({ from: backups, to: dataDir, at: null, secret: testSecret, acceptsUnsigned: false, inspect })
    const command = await startEmbedded({ dataDir })
    await writeLog(command.superUrl)
    await command.release()
    copy = await open('third')
    await write(201)
    expect(await restored(null)).toEqual([1, 2, 102, 103, 201])
    expect(await checkBackups(backups, testSecret, copy.database.pgData)).toEqual({
      faults: [],
      unsigned: [],
      left: [],
    })
  },
)
