import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, loadConfig, roleOf } from './config.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baize-config-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const key = Buffer.alloc(32, 7).toString('base64')

test('has defaults for everything, and generates a secret once', async () => {
  const first = await loadConfig({ DATA_DIR: folder, PORT: '' })
  expect(first).toMatchObject({
    mode: 'play',
    host: '127.0.0.1',
    ports: { member: 3000, office: 3001, provider: 3002 },
    database: { kind: 'embedded' },
    currency: 'KRW',
    trustProxy: false,
    demo: true,
    booksEveryMinutes: 60,
  })
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
  const again = await loadConfig({ DATA_DIR: folder })
  expect(again.secret.keys.get('k1')).toEqual(first.secret.keys.get('k1'))
  expect(first.secret.keys.get('k1')).toHaveLength(32)
})

test('two concurrent first starts use the same secret', async () => {
  const both = await Promise.all([loadConfig({ DATA_DIR: folder }), loadConfig({ DATA_DIR: folder })])
  expect(both[0].secret.keys.get('k1')).toEqual(both[1].secret.keys.get('k1'))
})

test('archives the log where configured, unchanged when nothing is set, and only for the embedded database', async () => {
  expect(await loadConfig({ DATA_DIR: folder })).toMatchObject({ backup: null })
  expect(await loadConfig({ DATA_DIR: folder, BACKUP_DIR: folder })).toMatchObject({
    backup: { dir: folder, seconds: 60 },
  })
  expect(await loadConfig({ DATA_DIR: folder, BACKUP_DIR: 'off', BACKUP_SECONDS: '5' })).toMatchObject({
    backup: 'off',
  })
  const own = { DATABASE_URL: 'postgres://app:x@host:5432/baize', APP_SECRET: `k1:${key}`, BACKUP_DIR: folder }
  await expect(loadConfig(own)).rejects.toThrow('BACKUP_DIR is for the embedded database')
  await expect(loadConfig({ DATA_DIR: folder, BACKUP_SECONDS: '0' })).rejects.toThrow('BACKUP_SECONDS must be from 1')
})

test('lists every invalid variable in one message', async () => {
  const failure = await loadConfig({
    DATA_DIR: folder,
    PORT: 'http',
    OFFICE_PORT: '70000',
    DATABASE_URL: 'mysql://here',
    OFFICE_ORIGIN: 'https://office.example.com/path',
    TRUST_PROXY: 'yes please',
    APP_SECRET: 'short',
    BAIZE_DEMO: 'maybe',
    BOOKS_EVERY_MINUTES: '1441',
    CURRENCY: 'won',
  }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConfigError)
  const names = [
    'PORT',
    'OFFICE_PORT',
    'DATABASE_URL',
    'OFFICE_ORIGIN',
    'TRUST_PROXY',
    'APP_SECRET',
    'BAIZE_DEMO',
    'BOOKS_EVERY_MINUTES',
    'CURRENCY',
  ]
  for (const name of names) expect(String(failure)).toMatch(new RegExp(`^ {2}${name} `, 'm'))
})

test('an external database needs a secret and two different roles', async () => {
  const appUrl = 'postgres://app:pw@db.example:5432/casino'
  const ownerUrl = 'postgres://owner:pw@db.example:5432/casino'
  await expect(loadConfig({ DATA_DIR: folder, DATABASE_URL: appUrl })).rejects.toThrow(/APP_SECRET is required/)
  await expect(
    loadConfig({ DATA_DIR: folder, DATABASE_URL: appUrl, DATABASE_OWNER_URL: appUrl, APP_SECRET: `a:${key}` }),
  ).rejects.toThrow(/another role/)
  await expect(loadConfig({ DATA_DIR: folder, DATABASE_OWNER_URL: ownerUrl })).rejects.toThrow(
    /DATABASE_URL is required/,
  )
  const config = await loadConfig({
    DATA_DIR: folder,
    DATABASE_URL: appUrl,
    DATABASE_OWNER_URL: ownerUrl,
    APP_SECRET: `b:${key},a:${Buffer.alloc(32, 1).toString('base64')}`,
    TRUST_PROXY: '10.0.0.0/8, ::1',
  })
  expect(config.database).toEqual({ kind: 'external', appUrl, ownerUrl })
  expect(config.demo).toBe(false)
  expect(config.secret.keyId).toBe('b')
  expect([...config.secret.keys.keys()]).toEqual(['b', 'a'])
  expect(config.trustProxy).toBe('10.0.0.0/8,::1')
})

test('real-money mode refuses to start with a reason', async () => {
  await expect(loadConfig({ DATA_DIR: folder, BAIZE_MODE: 'real' })).rejects.toThrow(/BAIZE_MODE real-money.*licence/)
})

test('real-money mode also refuses the embedded database, whose superuser reads the secret', async () => {
  const embedded = /DATABASE_URL is required in real-money mode/
  await expect(loadConfig({ DATA_DIR: folder, BAIZE_MODE: 'real' })).rejects.toThrow(embedded)
  const own = { DATABASE_URL: 'postgres://app:x@h/d', APP_SECRET: `k1:${Buffer.alloc(32).toString('base64')}` }
  await expect(loadConfig({ DATA_DIR: folder, BAIZE_MODE: 'real', ...own })).rejects.not.toThrow(embedded)
})

test('never makes a secret beside a database that was made with one', async () => {
  await mkdir(join(folder, 'postgres'))
  await expect(loadConfig({ DATA_DIR: folder })).rejects.toThrow(/secret is missing/)
  expect(await readdir(folder)).toEqual(['postgres'])
})

test('never replaces a damaged secret', async () => {
  await writeFile(join(folder, 'secret'), 'k1:gone')
  await expect(loadConfig({ DATA_DIR: folder })).rejects.toThrow(/damaged/)
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('k1:gone')
})

test('ports must differ, but 0 (any free port) may repeat', async () => {
  await expect(loadConfig({ DATA_DIR: folder, PORT: '3001' })).rejects.toThrow(/must differ/)
  await loadConfig({ DATA_DIR: folder, PORT: '0', OFFICE_PORT: '0', PROVIDER_PORT: '0' })
})

test('reads the role of a URL with its escapes', () => {
  expect(roleOf('postgres://my%20app:x@h/d')).toBe('my app')
})
