import { wholeUnits, type Amount } from '#domain/money.ts'
import { mostTransferred } from '#domain/transfer.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { writeOnce } from './write-once.ts'

/** The program's configuration, read from the environment once and only here. */
export type Config = {
  /** Play money. Real-money mode refuses to start, so there is no other value yet. */
  mode: 'play'
  /** The address all listeners bind to. */
  host: string
  ports: { member: number; office: number; provider: number }
  /** Absolute. Holds the embedded database, the secret, and the file that marks a running process. */
  dataDir: string
  database: { kind: 'embedded' } | { kind: 'external'; appUrl: string; ownerUrl: string | null }
  /** The most connections to the database of this process, all together. */
  connections: number
  /** The longest a statement of a call may take; a connection that is silent for longer is closed. */
  statementTimeoutMs: number
  /** How long a stopping process still answers calls, closing each connection; 0: not at all. */
  drainMs: number
  /** ISO 4217; fixed by the first migration. */
  currency: string
  /** The public origin of a listener behind a proxy, such as `https://office.example.com`; null: as called. */
  officeOrigin: string | null
  providerOrigin: string | null
  /** As Fastify's `trustProxy`: false, a number of hops, or comma-separated addresses and networks. */
  trustProxy: false | number | string
  secret: AppSecret
  /**
   * Where the embedded database keeps its log and backups, and the seconds of data a lost machine may cost; null: as
   * last set.
   */
  backup: { dir: string; seconds: number } | 'off' | null
  /** Where the newest head of the journal's seals is kept outside the database. Absolute. */
  anchorDir: string
  /** Whether an empty database is filled with the demo data. */
  demo: boolean
  /** `on`: the demo world's operators need a second factor too; all others always do. */
  factors: 'on' | 'not-in-demo'
  /** The interval of scheduled books checks in minutes; 0: only on request. */
  booksEveryMinutes: number
  /** How long a books check may take, in minutes. A longer check counts like one with a fault. */
  booksLimitMinutes: number
  /** How many rounds an hour are redrawn from their seeds; 0: none. */
  redrawsAnHour: number
  /** The most that a provider with a wallet of its own may report as a member's balance. */
  mostAtProvider: Amount
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** Keys of 32 bytes by their ids. New values are encrypted with the first; the others only decrypt older values. */
export type AppSecret = {
  keyId: string
  keys: ReadonlyMap<string, Buffer>
  /** Keys that are declared lost (`k1:lost`): what was made with them cannot be read or verified any more. */
  lost?: ReadonlySet<string>
}

/** The environment cannot be used. The message lists every invalid variable, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const port = (usual: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((value) => value <= 65_535, 'must be at most 65535')
    .default(usual)

const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(ql)?:\/\/[^@/]+@[^/]*\/[^/?]+/.test(text),
    'must look like postgres://role:password@host:5432/database',
  )

const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://example.com',
  )

const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')

const trustProxy = z.string().transform((text, context): false | number | string => {
  if (text === '0' || text === 'false') return false
  if (/^\d$/.test(text)) return Number(text)
  const networks = text.split(',').map((part) => part.trim())
  const pattern = /^(loopback|linklocal|uniquelocal|[\d.]+(\/\d{1,2})?|[\da-fA-F:]+(\/\d{1,3})?)$/
  if (networks.every((network) => pattern.test(network))) return networks.join(',')
  context.addIssue('must be 0, a number of proxies up to 9, or comma-separated addresses and networks')
  return z.NEVER
})

const secret = z.string().transform((text, context): AppSecret => {
  const keys = parseSecret(text)
  if (keys !== null) return keys
  context.addIssue('must be like key-id:base64 of 32 bytes (several: comma-separated, the newest first)')
  return z.NEVER
})

/** Five have purposes of their own (`src/server/platform.ts`); one is the office's, and one caller takes three of the site's. */
export const fewestConnections = 10

const environment = z
  .object({
    PORT: port(3000),
    OFFICE_PORT: port(3001),
    PROVIDER_PORT: port(3002),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_OWNER_URL: databaseUrl.optional(),
    DATABASE_CONNECTIONS: z
      .string()
      .regex(/^\d{1,3}$/, 'must be a number of connections')
      .transform(Number)
      .refine((value) => value >= fewestConnections && value <= 200, `must be from ${fewestConnections} to 200`)
      .default(16),
    DATABASE_TIMEOUT_MS: z
      .string()
      .regex(/^\d{3,5}$/, 'must be a number of milliseconds')
      .transform(Number)
      .refine((value) => value >= 500 && value <= 60_000, 'must be from 500 to 60000')
      .default(15_000),
    DRAIN_MS: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of milliseconds')
      .transform(Number)
      .refine((value) => value <= 5_000, 'must be at most 5000')
      .default(0),
    CURRENCY: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters such as KRW')
      .default('KRW'),
    OFFICE_ORIGIN: origin.optional(),
    PROVIDER_ORIGIN: origin.optional(),
    TRUST_PROXY: trustProxy.default(false),
    APP_SECRET: secret.optional(),
    ANCHOR_DIR: z.string().optional(),
    BACKUP_DIR: z.string().optional(),
    BACKUP_SECONDS: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of seconds')
      .transform(Number)
      .refine((value) => value >= 1 && value <= 3600, 'must be from 1 to 3600')
      .default(60),
    BAIZE_DEMO: flag.optional(),
    BAIZE_FACTORS: z.enum(['on'], 'must be on, or not set').optional(),
    BOOKS_EVERY_MINUTES: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of minutes')
      .transform(Number)
      .refine((value) => value <= 1_440, 'must be at most 1440, a day; 0 checks only on request')
      .default(60),
    BOOKS_LIMIT_MINUTES: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a number of minutes')
      .transform(Number)
      .refine((value) => value >= 1 && value <= 1_440, 'must be from 1 to 1440, a day')
      .default(60),
    REDRAWS_AN_HOUR: z
      .string()
      .regex(/^\d{1,6}$/, 'must be a number of rounds')
      .transform(Number)
      .default(100_000),
    MOST_AT_PROVIDER: z
      .string()
      .regex(/^\d{1,13}$/, 'must be a whole amount of the currency')
      .transform((text) => wholeUnits(Number(text)))
      .refine((value) => value <= mostTransferred, 'must be at most 10000000000000')
      .default(wholeUnits(10_000_000_000)),
    BAIZE_MODE: z.enum(['play', 'real'], 'must be play or real').default('play'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as info')
      .default('info'),
  })
  .superRefine((values, context) => {
    const refuse = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message })
    if (values.BAIZE_MODE === 'real') refuse('BAIZE_MODE', realModeRefusal)
    if (values.DATABASE_URL !== undefined && values.BACKUP_DIR !== undefined) {
      refuse('BACKUP_DIR', 'is for the embedded database: docs/operations.md describes backups of your own database')
    }
    if (values.DATABASE_URL === undefined) {
      if (values.BAIZE_MODE === 'real') refuse('DATABASE_URL', embeddedRefusal)
      if (values.DATABASE_OWNER_URL !== undefined) refuse('DATABASE_URL', 'is required with DATABASE_OWNER_URL')
    } else {
      if (values.APP_SECRET === undefined)
        refuse('APP_SECRET', 'is required with DATABASE_URL: key-id:base64 of 32 bytes')
      const owner = values.DATABASE_OWNER_URL
      if (owner !== undefined && roleOf(owner) === roleOf(values.DATABASE_URL)) {
        refuse('DATABASE_URL', 'must name another role than DATABASE_OWNER_URL: the application may not own the tables')
      }
    }
    const used = [values.PORT, values.OFFICE_PORT, values.PROVIDER_PORT].filter((value) => value !== 0)
    if (new Set(used).size < used.length)
      refuse('PORT', 'OFFICE_PORT and PROVIDER_PORT must differ from it and from each other')
  })

const realModeRefusal =
  'real-money mode does not start: it needs a licence number, regulator, permitted countries, minimum age and a named ' +
  'identity check, and stays closed until limits, exclusion and profiles are finished'

const embeddedRefusal =
  'is required in real-money mode: a superuser of the embedded database is the user that the program runs as, and reads APP_SECRET ' +
  '(docs/operations.md, "Against whom the key protects")'

/** The environment as it is: without `APP_SECRET` there is no secret yet. */
export type Settings = Omit<Config, 'secret'> & { secret: AppSecret | null }

/**
 * Reads the environment, as `readSettings`. Without `DATABASE_URL` and `APP_SECRET` the secret is generated once, before there
 * is a database, and stored in `DATA_DIR/secret`, mode 0600.
 */
export async function loadConfig(env: Readonly<Record<string, string | undefined>>): Promise<Config> {
  const settings = readSettings(env)
  return { ...settings, secret: settings.secret ?? (await storedSecret(settings.dataDir)) }
}

/**
 * Reads the environment and no file. An empty variable counts as not set. Throws a `ConfigError` that lists every
 * fault.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(present)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`)
    throw new ConfigError(`The program cannot start with these variables:\n${[...new Set(lines)].join('\n')}`)
  }
  const values = parsed.data
  const dataDir = resolve(values.DATA_DIR)
  const embedded = values.DATABASE_URL === undefined
  return {
    mode: 'play',
    host: values.HOST,
    ports: { member: values.PORT, office: values.OFFICE_PORT, provider: values.PROVIDER_PORT },
    dataDir,
    database:
      values.DATABASE_URL === undefined
        ? { kind: 'embedded' }
        : { kind: 'external', appUrl: values.DATABASE_URL, ownerUrl: values.DATABASE_OWNER_URL ?? null },
    connections: values.DATABASE_CONNECTIONS,
    statementTimeoutMs: values.DATABASE_TIMEOUT_MS,
    drainMs: values.DRAIN_MS,
    currency: values.CURRENCY,
    officeOrigin: values.OFFICE_ORIGIN ?? null,
    providerOrigin: values.PROVIDER_ORIGIN ?? null,
    trustProxy: values.TRUST_PROXY,
    secret: values.APP_SECRET ?? null,
    backup: backupOf(values.BACKUP_DIR, values.BACKUP_SECONDS),
    anchorDir: values.ANCHOR_DIR === undefined ? join(dataDir, 'anchor') : resolve(values.ANCHOR_DIR),
    demo: values.BAIZE_DEMO ?? embedded,
    factors: values.BAIZE_FACTORS ?? 'not-in-demo',
    booksEveryMinutes: values.BOOKS_EVERY_MINUTES,
    booksLimitMinutes: values.BOOKS_LIMIT_MINUTES,
    redrawsAnHour: values.REDRAWS_AN_HOUR,
    mostAtProvider: values.MOST_AT_PROVIDER,
    logLevel: values.LOG_LEVEL,
  }
}

function backupOf(dir: string | undefined, seconds: number): Config['backup'] {
  if (dir === undefined) return null
  return dir === 'off' ? 'off' : { dir: resolve(dir), seconds }
}

/** The role of a database URL. */
export function roleOf(url: string): string {
  return decodeURIComponent(/^[a-z]+:\/\/([^:@/]*)/.exec(url)?.[1] ?? '')
}

/** Parses `APP_SECRET`, or the content of the file that holds it; null when it is malformed. */
export function parseSecret(text: string): AppSecret | null {
  const keys = new Map<string, Buffer>()
  const lost = new Set<string>()
  for (const part of text.trim().split(',')) {
    const [, lostId] = /^\s*([A-Za-z0-9._-]{1,32}):lost\s*$/.exec(part) ?? []
    if (lostId !== undefined) {
      lost.add(lostId)
      continue
    }
    const [, id, body] = /^\s*([A-Za-z0-9._-]{1,32}):([A-Za-z0-9+/]{43}=)\s*$/.exec(part) ?? []
    if (id === undefined || body === undefined || keys.has(id)) return null
    keys.set(id, Buffer.from(body, 'base64'))
  }
  const [keyId] = keys.keys()
  if (keyId === undefined || [...lost].some((id) => keys.has(id))) return null
  return { keyId, keys, ...(lost.size > 0 && { lost }) }
}

async function storedSecret(dataDir: string): Promise<AppSecret> {
  const file = join(dataDir, 'secret')
  const stored = await readFile(file, 'utf8').catch(() => null)
  // A new key would decrypt nothing, and what it signed would be a fault of the books for good.
  if (stored === null && existsSync(join(dataDir, 'postgres')))
    throw new ConfigError(
      `${file} is missing, and the database beside it was made with a key: set APP_SECRET to it, or put the file back.`,
    )
  if (stored === null) await writeOnce(file, `k1:${randomBytes(32).toString('base64')}\n`)
  const parsed = parseSecret(stored ?? (await readFile(file, 'utf8')))
  if (parsed === null)
    throw new ConfigError(`The secret in ${file} is damaged. Values encrypted with it cannot be read without it.`)
  return parsed
}
