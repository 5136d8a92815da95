import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimDataDir } from '../running.ts'
import { startEmbedded, type EmbeddedDatabase } from './embedded.ts'
import { endOrphans, findPostmaster, isAlive, waitUntilEnded } from './embedded-process.ts'

const launcher = resolve('test/launch-postgres.ts')
const nobody = { uid: 65534, gid: 65534 }

/** Root can act as another user, unless other users cannot read the project's folder. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', `require('node:fs').readFileSync(${JSON.stringify(launcher)})`], nobody).status ===
    0

let folder = ''
let started: EmbeddedDatabase[] = []
let children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baize-embedded-'))
})
afterEach(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  for (const server of started) await server.stop()
  for (const place of ['postgres', 'data/postgres', 'home/data/postgres']) {
    const left = await findPostmaster(join(folder, place))
    if (left !== null) process.kill(left.pid, 'SIGINT')
    if (left !== null) await waitUntilEnded(left.pid, 10_000)
  }
  await rm(folder, { recursive: true, force: true })
  started = []
  children = []
})

async function start(dataDir: string): Promise<EmbeddedDatabase> {
  const server = await startEmbedded({ dataDir })
  started.push(server)
  return server
}

async function query<Row>(url: string, text: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows[0]
  } finally {
    await client.end()
  }
}

/** Runs the launcher as a separate program, as another user if one is given. */
async function launchApart(
  dataDir: string,
  user: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
  ...rest: string[]
): Promise<{ child: ChildProcess; pid: number; how: string; appUrl: string }> {
  const child = spawn(process.execPath, [launcher, dataDir, ...rest], { ...user, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let complaint = ''
  child.stderr.on('data', (data) => (complaint += String(data)))
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => {
      throw new Error(complaint)
    }),
  ])
  const launched: { pid: number; how: string; appUrl: string } = JSON.parse(String(line[0]))
  return { child, ...launched }
}

test('starts cold with the right roles, stops cleanly leaving nothing running, and starts warm with the data', async () => {
  const server = await start(folder)
  const facts = await query(
    server.superUrl,
    `SELECT current_setting('server_version_num')::int / 10000 AS major, current_setting('data_checksums') AS checksums,
            current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('full_page_writes') AS pages, current_setting('unix_socket_permissions') AS socket,
            current_setting('listen_addresses') AS listens, (SELECT count(*)::int FROM pg_authid WHERE rolpassword LIKE 'SCRAM%') AS scram`,
  )
  expect(facts).toEqual({
    major: 18,
    checksums: 'on',
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    socket: '0700',
    listens: '',
    scram: 3,
  })
  expect(await query(server.ownerUrl, 'SELECT current_user AS role, current_database() AS place')).toEqual({
    role: 'baize_owner',
    place: 'baize',
  })
  await query(server.ownerUrl, 'CREATE TABLE kept (id int)')
  await expect(query(server.appUrl, 'CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/)
  await expect(query(server.appUrl.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/)

  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'postgres.json'))).mode & 0o777).toBe(0o600)
  await server.stop()
  await server.stop()
  expect(await isAlive(server.pid)).toBe(false)
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
  expect(await readdir(join(folder, 'socket'))).toEqual([])

  const again = await start(folder)
  expect(again.adopted).toBe(false)
  expect(await query(again.ownerUrl, `SELECT to_regclass('kept')::text AS kept`)).toEqual({ kept: 'kept' })
})

test('adopts a server left by a killed program with its data, and stops it for good', async () => {
  const first = await launchApart(folder)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  expect(await isAlive(first.pid)).toBe(true)
  const server = await start(folder)
  expect(server).toMatchObject({ adopted: true, pid: first.pid, appUrl: first.appUrl })
  expect(await query(server.appUrl, 'SELECT current_user AS role')).toEqual({ role: 'baize_app' })
  await server.stop()
  expect(await isAlive(first.pid)).toBe(false)
})

test('a tool stops only a server that it started and that no program has taken over', async () => {
  const tool = await start(folder)
  const second = await start(folder)
  await second.release()
  expect(await isAlive(tool.pid)).toBe(true)
  const claim = await claimDataDir(folder)
  if (claim.status !== 'claimed') throw new Error('not claimed')
  await tool.release()
  expect(await isAlive(tool.pid)).toBe(true)
  await claim.release()
  await tool.release()
  expect(await isAlive(tool.pid)).toBe(false)
})

test('recovers a killed PostgreSQL with everything that was committed', async () => {
  const first = await start(folder)
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 1 AS id')
  process.kill(first.pid, 'SIGKILL')
  await waitUntilEnded(first.pid, 5_000)
  const second = await start(folder)
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second.ownerUrl, 'SELECT id FROM kept')).toEqual({ id: 1 })
})

test.runIf(process.platform === 'linux')(
  'PostgreSQL starts although children of a killed one are left over',
  async () => {
    const first = await start(folder)
    await query(first.ownerUrl, 'CREATE TABLE left_behind AS SELECT 1 AS id')
    const client = new pg.Client({ connectionString: first.ownerUrl })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const child = rows[0]?.pid ?? 0
    process.kill(child, 'SIGSTOP')
    process.kill(first.pid, 'SIGKILL')
    await waitUntilEnded(first.pid, 5_000)
    const second = await start(folder)
    expect(await isAlive(child)).toBe(false)
    expect(await query(second.ownerUrl, 'SELECT id FROM left_behind')).toEqual({ id: 1 })
    // The children of a running server are not orphans.
    expect(await endOrphans(second.pgData)).toBe(0)
    await client.end().catch(() => undefined)
  },
)

test('starts although the id in postmaster.pid belongs to another process now', async () => {
  const first = await start(folder)
  process.kill(first.pid, 'SIGKILL')
  await waitUntilEnded(first.pid, 5_000)
  for (const file of ['postgres/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const text = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), text.replace(/^\d+/, String(process.pid)))
  }
  expect(await findPostmaster(join(folder, 'postgres'))).toBeNull()
  await start(folder)
})

test.runIf(process.platform === 'linux')('starts although the killed server is still a zombie', async () => {
  const first = await start(folder)
  process.kill(first.pid, 'SIGKILL')
  await waitUntilEnded(first.pid, 5_000)
  // This shell becomes a program that never waits for its child, which ends afterwards and stays a zombie.
  const careless = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  children.push(careless)
  const [response] = (await once(careless.stdout, 'data')) as [Buffer]
  const ended = Number(response.toString().trim())
  await waitUntilEnded(ended, 5_000)
  expect(process.kill(ended, 0)).toBe(true)
  for (const file of ['postgres/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const text = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), text.replace(/^\d+/, String(ended)))
  }
  await start(folder)
})

test('several programs that start at once share one server', async () => {
  const all = await Promise.all([launchApart(folder), launchApart(folder), launchApart(folder)])
  expect(new Set(all.map((each) => each.pid)).size).toBe(1)
  await start(folder)
})

test('starts after a start that was killed while it created the database', async () => {
  const child = spawn(process.execPath, [launcher, folder], { stdio: 'ignore' })
  children.push(child)
  const half = join(folder, `postgres.new-${child.pid}`)
  while (!existsSync(join(half, 'data/PG_VERSION'))) await new Promise((wait) => setTimeout(wait, 5))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await start(folder)
  expect((await readdir(folder)).filter((name) => name.startsWith('postgres.new'))).toEqual([])
})

test('works in a path of over 120 characters with a space and non-ASCII letters; the socket is then under /tmp', async () => {
  const long = join(folder, 'a folder 데이터 '.padEnd(110, 'x'), 'data')
  expect(long.length).toBeGreaterThan(120)
  const server = await start(long)
  expect(decodeURIComponent(server.appUrl)).toContain('@/tmp/baize-')
  const socketDir = /@([^:]*):/.exec(server.appUrl)?.[1] ?? ''
  expect((await stat(decodeURIComponent(socketDir))).mode & 0o777).toBe(0o700)
  expect(await query(server.appUrl, 'SELECT 1 AS one')).toEqual({ one: 1 })
  await server.stop()
  expect(existsSync(decodeURIComponent(socketDir))).toBe(false)
})

test('works in a home of mode 0700', async () => {
  const home = join(folder, 'home')
  await mkdir(home, { mode: 0o700 })
  const server = await start(join(home, 'data'))
  expect((await stat(home)).mode & 0o777).toBe(0o700)
  expect(await query(server.appUrl, 'SELECT 1 AS one')).toEqual({ one: 1 })
})

test.runIf(canBeNobody)('runs as an ordinary user; root may then continue with the same data', async () => {
  await chmod(folder, 0o711)
  const home = join(folder, 'home')
  await mkdir(home, { mode: 0o700 })
  await chown(home, nobody.uid, nobody.gid)
  const apart = await launchApart(join(home, 'data'), nobody, 'stop')
  expect(apart.how).toBe('as this user')
  await once(apart.child, 'exit')
  expect(await isAlive(apart.pid)).toBe(false)
  const server = await start(join(home, 'data'))
  expect(await query(server.appUrl, 'SELECT 1 AS one')).toEqual({ one: 1 })
  expect((await stat(join(home, 'data/postgres/PG_VERSION'))).uid).toBe(nobody.uid)
})

test.runIf(canBeNobody)(
  'root continues with its data as another user where user namespaces are unavailable',
  async () => {
    const first = await launchApart(folder, {}, 'stop')
    await once(first.child, 'exit')
    // Without a PATH there is no unshare; the launcher names its own programs in full.
    const second = await launchApart(folder, { env: { ...process.env, PATH: folder } }, 'stop')
    await once(second.child, 'exit')
    expect(second.how).toMatch(/^as (postgres|nobody)/)
    expect(second.appUrl).toBe(first.appUrl)
    expect((await stat(join(folder, 'postgres.json'))).mode & 0o777).toBe(0o600)
  },
)

test.runIf(canBeNobody)('names the owner of the data to an ordinary user who does not own it', async () => {
  await (await start(join(folder, 'data'))).stop()
  await chmod(folder, 0o755)
  await chmod(join(folder, 'data'), 0o755)
  await chmod(join(folder, 'data/postgres.json'), 0o644)
  await expect(launchApart(join(folder, 'data'), nobody)).rejects.toThrow(
    /belongs to the user with the number 0, and this is 65534[\s\S]*DATABASE_URL=/,
  )
})

test('reports lost passwords and does not replace them', async () => {
  await (await start(folder)).stop()
  await rm(join(folder, 'postgres.json'))
  await expect(start(folder)).rejects.toThrow(/postgres\.json.*is missing[\s\S]*DATABASE_URL=/)
})
