import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, readPostmaster, waitUntilEnded } from '#server/db/embedded-process.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { openMemoryFolder, openRunFolder } from './run-folder.ts'
import { root } from './run-tool.ts'
import { scaledMs } from '#test/machine.ts'

/** A run that starts a PostgreSQL of its own, another one for a test, and a program, and does not end. */
const run = `
  const { openRunFolder } = await import(${JSON.stringify(new URL('./run-folder.ts', import.meta.url).href)})
  const { startEmbedded } = await import('#server/db/embedded.ts')
  const { mkdtemp } = await import('node:fs/promises')
  const { spawn } = await import('node:child_process')
  const { path } = await openRunFolder()
  const servers = [await startEmbedded({ dataDir: path + '/run' }), await startEmbedded({ dataDir: await mkdtemp(path + '/of-a-test-') + '/database' })]
  const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  console.log(JSON.stringify({ path, pids: servers.map(({ pid }) => pid), program: program.pid }))
  setInterval(() => {}, 1000)
`

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a run ended by %s leaves no PostgreSQL, no program and no folder behind',
  async (signal) => {
    const runner = spawn(process.execPath, ['--input-type=module', '-e', run], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(runner.stdout, 'data')) as [Buffer]
    const { path, pids, program } = JSON.parse(String(line)) as { path: string; pids: number[]; program: number }
    expect(await Promise.all(pids.map(isAlive))).toEqual([true, true])
    runner.kill(signal)
    // Only Linux shows the environment of a process.
    const ended = process.platform === 'linux' ? [...pids, program] : pids
    for (const pid of ended) expect(await waitUntilEnded(pid, scaledMs(10_000))).toBe(true)
    await expect.poll(() => existsSync(path), { timeout: scaledMs(10_000) }).toBe(false)
  },
)

test('a killed fault program leaves no PostgreSQL and no folder behind', async () => {
  const place = await mkdtemp(join(tmpdir(), 'baize-cut-off-'))
  // A PostgreSQL started by root runs as another user, who needs access to the folder.
  await chmod(place, 0o711)
  const env = { ...process.env, TMPDIR: place }
  const command = [join(root, 'scripts/faults.ts'), 'races', '--short']
  const runner = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  // While the cluster is made, the file names another process.
  const findReady = async (): Promise<number> => {
    const [file] = globSync('**/postmaster.pid', { cwd: place })
    const text = file === undefined ? '' : await readFile(join(place, file), 'utf8').catch(() => '')
    return text.includes('ready') ? Number(text.split('\n')[0]) : 0
  }
  await expect.poll(findReady, { timeout: scaledMs(20_000) }).toBeGreaterThan(0)
  const pid = await findReady()
  expect(await isAlive(pid)).toBe(true)
  runner.kill('SIGKILL')
  expect(await waitUntilEnded(pid, scaledMs(10_000))).toBe(true)
  await expect.poll(() => readdir(place), { timeout: scaledMs(10_000) }).toEqual([])
  await rm(place, { recursive: true })
})

test('signals do not end the guard, and a run that has finished waits for it', async () => {
  const before = process.env['TMPDIR']
  const folder = await openRunFolder()
  expect(process.env['TMPDIR']).toBe(folder.path)
  const server = await startEmbedded({ dataDir: join(folder.path, 'left-running') })
  process.kill(folder.guardPid, 'SIGINT')
  process.kill(folder.guardPid, 'SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await isAlive(folder.guardPid)).toBe(true)
  expect(await isAlive(server.pid)).toBe(true)
  await folder.close()
  expect(await isAlive(server.pid)).toBe(false)
  expect(await readPostmaster(server.pgData)).toBeNull()
  expect(existsSync(folder.path)).toBe(false)
  expect(process.env['TMPDIR']).toBe(before)
})

test('a folder in memory needs room, and is removed at its end', async () => {
  expect(await openMemoryFolder(2 ** 60)).toBeNull()
  const folder = await openMemoryFolder(1)
  expect(folder !== null).toBe(existsSync('/dev/shm'))
  await folder?.close()
  expect(existsSync(folder?.path ?? 'none')).toBe(false)
})
