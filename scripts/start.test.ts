import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findPostmaster, isAlive, waitUntilEnded } from '#server/db/embedded-process.ts'
import { root } from './run-tool.ts'
import { scaledMs } from '#test/machine.ts'
import { until } from '#test/until.ts'

/** The data folder of a program that was started once and stopped: a copy of it starts in a second. */
let startedOnce = ''
let dataDir = ''
let programs: Program[] = []
/** What the first start printed. */
let firstOutput = ''

type Program = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

beforeAll(async () => {
  dataDir = startedOnce = await mkdtemp(join(tmpdir(), 'baize-started-'))
  const program = start()
  await ready(program)
  firstOutput = program.output()
  program.child.kill('SIGTERM')
  await program.ended
  programs = []
})
afterAll(() => rm(startedOnce, { recursive: true, force: true }))

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baize-start-'))
})

async function copyStartedOnce(to: string = dataDir): Promise<void> {
  await cp(startedOnce, to, { recursive: true })
}

afterEach(async () => {
  for (const { child, ended } of programs) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  const left = await findPostmaster(join(dataDir, 'postgres'))
  if (left !== null) process.kill(left.pid, 'SIGINT')
  if (left !== null) await waitUntilEnded(left.pid, scaledMs(10_000))
  programs = []
  await rm(dataDir, { recursive: true, force: true })
})

function launch(file: string, args: readonly string[], env: Record<string, string> = {}): Program {
  const child = spawn(file, args, {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      OFFICE_PORT: '0',
      PROVIDER_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (data) => (text += String(data)))
  child.stderr.on('data', (data) => (text += String(data)))
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  const program = { child, output: () => text, ended }
  programs.push(program)
  return program
}

const start = (env: Record<string, string> = {}): Program =>
  launch(process.execPath, [join(root, 'scripts/start.ts'), '--no-build'], env)

/** Waits for the ready message; returns the site's URL. */
async function ready(program: Program): Promise<string> {
  const until = Date.now() + scaledMs(25_000)
  // The lines may arrive in parts.
  for (;;) {
    const site = /is ready[\s\S]*Site +(http\S+)\s/.exec(program.output())?.[1]
    if (site !== undefined) return site
    if (program.child.exitCode !== null || Date.now() > until) throw new Error(program.output())
    await new Promise((wait) => setTimeout(wait, 20))
  }
}

const postgres = async (): Promise<number> => (await findPostmaster(join(dataDir, 'postgres')))?.pid ?? 0

test('starts on an empty folder, prints accounts and addresses, and stops on SIGTERM', async () => {
  const program = start()
  const site = await ready(program)
  expect(program.output()).toMatch(/demo-play-1 +\(withdrawal PIN 1234\)[\s\S]*cashier-office-1/)
  expect(await (await fetch(`${site}/readyz`)).json()).toEqual({ status: 'ok' })
  const database = await postgres()
  expect(database).toBeGreaterThan(0)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(await isAlive(database)).toBe(false)
  await expect(fetch(`${site}/readyz`)).rejects.toThrow('fetch failed')
})

test('a first start prints what README shows, and no line for each file', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const shown = /```text\n(Creating[\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const plain = (text: string): string[] =>
    text
      .replaceAll(/localhost:\d+/g, 'localhost:port')
      .replace(/after [\d.]+ s/, 'after some s')
      .replace(/Data {5}.+/, 'Data     folder')
      .replace(/\(\d+ files\)/, '(some files)')
      .trimEnd()
      .split('\n')
  // The tests build no pages.
  expect(plain(firstOutput)).toEqual(plain(shown).filter((line) => !line.startsWith('Building')))
  expect(firstOutput).toContain(`Data     ${startedOnce}\n`)
})

test('answers a call in flight before it ends', async () => {
  await copyStartedOnce()
  const program = start()
  const site = new URL(await ready(program))
  const socket = connect(Number(site.port), '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.on('data', (data) => (answer += String(data)))
  const body = '{}'
  const head = `POST /api/routes/get-jackpots HTTP/1.1\r\nhost: ${site.host}\r\norigin: ${site.origin}\r\n`
  socket.write(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n{`)
  await new Promise((wait) => setTimeout(wait, scaledMs(200)))
  program.child.kill('SIGINT')
  await new Promise((wait) => setTimeout(wait, scaledMs(500)))
  expect(program.child.exitCode).toBeNull()
  socket.write('}')
  expect(await program.ended).toBe(0)
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"success"/)
})

test('refuses a second start on the same data and names the running process', async () => {
  await copyStartedOnce()
  const first = start()
  const site = await ready(first)
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`process ${first.child.pid}`)
  expect(second.output()).toContain(site)
  // A busy machine may not answer the first question in time.
  await until(async () => (await fetch(`${site}/readyz`)).ok, scaledMs(10_000))
  expect(first.output()).not.toContain('has ended')
})

test('takes over the running database after kill -9', async () => {
  await copyStartedOnce()
  const first = start()
  await ready(first)
  const database = await postgres()
  first.child.kill('SIGKILL')
  await first.ended
  expect(await isAlive(database)).toBe(true)
  const second = start()
  await ready(second)
  expect(await postgres()).toBe(database)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  expect(await isAlive(database)).toBe(false)
})

test('starts PostgreSQL again when it has ended', async () => {
  await copyStartedOnce()
  const program = start()
  const site = await ready(program)
  const database = await postgres()
  process.kill(database, 'SIGKILL')
  await waitUntilEnded(database, scaledMs(5_000))
  const isReady = (): Promise<boolean> => fetch(`${site}/readyz`).then(({ ok }) => ok)
  await until(async () => ![0, database].includes(await postgres()) && (await isReady()), scaledMs(30_000))
  expect(program.output()).toContain(`PostgreSQL (pid ${database}) has ended and is started again`)
  expect(program.output()).toContain(`PostgreSQL runs again (pid ${await postgres()}).`)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(await postgres()).toBe(0)
})

test('stops during the start and leaves no database behind', async () => {
  const program = start()
  while (!program.output().includes('Creating the database')) await new Promise((wait) => setTimeout(wait, 10))
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(await postgres()).toBe(0)
  expect(program.output()).toContain('Stopped.')
  // Also nothing of the cluster that was being created.
  expect((await readdir(dataDir)).filter((name) => /^postgres(\.new.*)?$/.test(name))).toEqual([])
})

test('stops at once on a second Ctrl-C and leaves no database behind', async () => {
  await copyStartedOnce()
  const program = start()
  const site = new URL(await ready(program))
  const database = await postgres()
  const socket = connect(Number(site.port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(`POST /api/routes/get-jackpots HTTP/1.1\r\nhost: ${site.host}\r\ncontent-length: 9\r\n\r\n`)
  await new Promise((wait) => setTimeout(wait, scaledMs(100)))
  program.child.kill('SIGINT')
  // Not scaled: signals further apart than a second are two key presses.
  await new Promise((wait) => setTimeout(wait, 50))
  // The signals of the terminal and of npm for one key press.
  program.child.kill('SIGINT')
  await new Promise((wait) => setTimeout(wait, 900))
  expect(program.child.exitCode).toBeNull()
  program.child.kill('SIGINT')
  expect(await program.ended).toBe(1)
  expect(await waitUntilEnded(database, scaledMs(5_000))).toBe(true)
})

test('reports bad variables and a used port in one message and leaves nothing running', async () => {
  const bad = start({ PORT: 'http', BAIZE_MODE: 'real' })
  expect(await bad.ended).toBe(1)
  expect(bad.output()).toMatch(/PORT must be a port number\n +BAIZE_MODE real-money mode does not start/)
  await copyStartedOnce(join(dataDir, 'first'))
  await copyStartedOnce(join(dataDir, 'second'))
  const first = start({ DATA_DIR: join(dataDir, 'first') })
  const port = new URL(await ready(first)).port
  const fresh = start({ DATA_DIR: join(dataDir, 'fresh'), OFFICE_PORT: port })
  expect(await fresh.ended).toBe(1)
  expect(fresh.output()).toBe(`Port ${port} is used by another program. Set OFFICE_PORT to a free one.\n`)
  expect(existsSync(join(dataDir, 'fresh'))).toBe(false)
  const second = start({ DATA_DIR: join(dataDir, 'second'), PORT: port })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`Port ${port} is used by another program. Set PORT`)
  expect(second.output()).not.toContain('Creating the database')
  expect(await findPostmaster(join(dataDir, 'second/postgres'))).toBeNull()
})

test.skipIf(process.platform === 'win32')('the shell that npm starts passes signals on', async () => {
  await copyStartedOnce()
  const about: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const line = /"start":"([^"]*)"/.exec(JSON.stringify(about))?.[1] ?? ''
  const [quick] = line.split(' || ')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const program = launch('sh', ['-c', `${quick} --no-build || exit 9`], { npm_lifecycle_event: 'start' })
    await ready(program)
    program.child.kill(signal)
    expect(await program.ended).toBe(0)
    expect(await postgres()).toBe(0)
  }
})

test.skipIf(process.platform === 'win32')('when npm dies without a signal, the program ends', async () => {
  await copyStartedOnce()
  const line = `${process.execPath} scripts/start.ts --no-build & wait`
  const program = launch('sh', ['-c', line], { npm_lifecycle_event: 'start' })
  await ready(program)
  const database = await postgres()
  program.child.kill('SIGKILL')
  await program.ended
  expect(program.output()).toContain('npm ended')
  expect(await isAlive(database)).toBe(false)
})
