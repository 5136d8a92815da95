import { setHashes } from '../../set-hashes.ts'
import { signEach } from '../../signed-pool.ts'
import { testSecret, testSecretText } from '#test/test-secret.ts'
import { createApp, type App } from '#server/app.ts'
import { loadConfig, type Config } from '#server/config.ts'
import { createDatabaseIdentity } from '#server/ledger/kept-database.ts'
import { createDb, createPool, inTransaction } from '#server/db/pool.ts'
import type { Deps } from '#server/deps.ts'
import { throttleRules, type ThrottleRules } from '#server/http/rate-limits.ts'
import { anySlot } from '#test/any-slot.ts'
import { proveSessions, testToken } from '#test/proven-session.ts'
import { createEvents } from '#server/live/events.ts'
import { appHandlers } from '#server/handlers.ts'
import { noHold } from '#server/ledger/book-runs.ts'
import { createLedger, ledgerSettings } from '#server/ledger/ledger.ts'
import { makeBrand, makeOperator, makePerson, type MadeBrand, type Site } from '#server/seed/builders.ts'
import { createEncryption, nobody } from '#server/auth/encryption.ts'
import { hash } from '@node-rs/argon2'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { pino } from 'pino'
import type { DatabasePair } from '../program.ts'
import { play } from '#domain/games/slot/play.ts'
import { clockSearchPath, installClock } from './clock.ts'
import type { TablePace } from '#domain/games/table/dealing.ts'
import { createDealer, type Dealer } from '#server/modules/table/dealer.ts'

/** The pools, the ledger and the listeners of one process of the app. */
export type SimProcess = {
  name: string
  deps: Deps
  /** The owner's, for issues; its connections are never broken. */
  ownerDb: Site['db']
  listeners: App
  /** Deals at the table when it is called. */
  dealer: Dealer
  /** Finishes the calls in flight, then closes. */
  close: () => Promise<void>
  /** Breaks all its database connections, including those with calls in flight. */
  cut: () => Promise<void>
}

export type SimOperator = { id: bigint; token: string; isManager: boolean }

export type SimApp = {
  brand: MadeBrand
  brandId: number
  gameVersionId: number
  providers: number[]
  /** `at`: the accounts of the providers' games, by source. */
  accounts: { gaming: number; at: ReadonlyMap<number, number>; issue: number; adjustment: number; cashier: number }
  operators: SimOperator[]
  /** The times of all dealers. */
  pace: Partial<TablePace>
  site: Site
  /** Its connections are never broken. */
  ownerPool: pg.Pool
  config: Config
  openProcess: () => Promise<SimProcess>
  close: () => Promise<void>
}

export const turnoverPpm = 300_000
export const pin = '2580'
export const password = 'moonlit-hall-7'

const endless = { most: 1e9, perSecond: 1e9 }
const noThrottles = Object.fromEntries(
  Object.keys(throttleRules).map((name) => [name, { address: endless, account: endless }]),
) as ThrottleRules

/** Sets up the app on a migrated, empty database of its own, whose clock begins at `startsAt`. */
export async function openSimApp(urls: DatabasePair, startsAt: number): Promise<SimApp> {
  const early = createPool(urls.ownerUrl, { max: 1 })
  await installClock(early, startsAt).finally(() => early.end())
  const ownerPool = signEach(
    createPool(urls.ownerUrl, { ...patient, max: 8, statementTimeoutMs: 0, name: 'sim-owner' }),
    testSecret,
  )
  const config = await loadConfig({
    DATABASE_URL: urls.appUrl,
    DATABASE_OWNER_URL: urls.ownerUrl,
    APP_SECRET: testSecretText,
  })
  const site: Site = { db: createDb(ownerPool, config.secret), config }
  const brand = await makeBrand(site, {
    depositSecondFrom: null,
    code: 'sim',
    purpose: 'bench',
    isDefault: true,
    domains: ['sim.example'],
    turnoverPpm,
    slotCompPpm: Array.from({ length: 10 }, (_, index) => 3_001 + index * 777),
  })
  await ownerPool.query(`UPDATE game SET jackpot_linked = true`)
  const version = await ownerPool.query<{ id: number }>('SELECT max(id) AS id FROM game_version WHERE game_code = $1', [
    anySlot.code,
  ])
  const operators: SimOperator[] = []
  for (const [index, role] of (['manager', 'cashier', 'cashier'] as const).entries()) {
    const { id } = await makeOperator(site, { login: `sim${index}`, roles: [role], passwordHash: '-' })
    operators.push({ id, token: '', isManager: role === 'manager' })
  }
  for (const login of ['signs-first', 'signs-second'])
    await makeOperator(site, { login, roles: ['cashier'], passwordHash: '-' })
  await ownerPool.query(`INSERT INTO journal_source VALUES (100, 'north'), (101, 'south')`)
  await ownerPool.query(
    `INSERT INTO provider (id, code, wallet) VALUES (100, 'north', 'transfer'), (101, 'south', 'transfer')`,
  )
  const accountOf = async (name: string, reference = ''): Promise<number> => {
    const { rows } = await ownerPool.query<{ id: number }>('SELECT ledger_account($1, $2, $3) AS id', [
      brand.id,
      name,
      reference,
    ])
    return rows[0]?.id ?? 0
  }
  const accounts = {
    gaming: await accountOf('gaming', 'baize'),
    at: new Map([
      [100, await accountOf('gaming', 'north')],
      [101, await accountOf('gaming', 'south')],
    ]),
    issue: await accountOf('play_money_issue'),
    adjustment: await accountOf('adjustment'),
    cashier: await accountOf('cashier_clearing'),
  }
  let processes = 0
  const pace: Partial<TablePace> = {}
  return {
    brand,
    brandId: brand.id,
    gameVersionId: version.rows[0]?.id ?? 0,
    providers: [100, 101],
    accounts,
    operators,
    pace,
    site,
    ownerPool,
    config,
    openProcess: () => openProcess(urls, { site, config, pace }, `sim-${process.pid}-${(processes += 1)}`),
    close: () => ownerPool.end(),
  }
}

/** Long, because a response that times out on a busy machine would not time out again from the same seed. */
const patient = {
  connectionTimeoutMs: 120_000,
  statementTimeoutMs: 120_000,
  idleInTransactionMs: 120_000,
  searchPath: clockSearchPath,
}

async function openProcess(
  urls: DatabasePair,
  { site, config, pace }: Pick<SimApp, 'site' | 'config' | 'pace'>,
  name: string,
): Promise<SimProcess> {
  const pool = createPool(urls.appUrl, { ...patient, max: 6, name })
  const ledgerPool = createPool(urls.appUrl, { ...patient, max: 2, name, settings: ledgerSettings })
  const db = createDb(pool, config.secret)
  const stopping = new AbortController()
  const deps: Deps = {
    config,
    pool,
    db,
    office: { pool, db },
    probe: pool,
    ledger: createLedger({ pool: ledgerPool, secret: config.secret, lanes: 2, mostWaiting: 20_000 }),
    engine: play,
    moneyOut: noHold(),
    identity: createDatabaseIdentity({ dir: config.anchorDir, secret: config.secret }),
    log: pino({ level: 'silent' }),
    art: (picture) => `/art/${picture}.webp`,
    events: createEvents(),
    processes: () => 1,
    stopping: stopping.signal,
  }
  const app = await createApp(deps, { handlers: appHandlers, throttles: noThrottles, mostInFlight: 10_000 })
  await Promise.all([app.member.ready(), app.office.ready()])
  return {
    name,
    deps,
    ownerDb: site.db,
    listeners: app,
    dealer: createDealer(deps, { pace }),
    close: async () => {
      await app.close()
      stopping.abort()
      await deps.ledger.drain()
      await Promise.all([pool.end(), ledgerPool.end()])
    },
    cut: async () => {
      // The application's own role may end its backends.
      const cutter = createPool(urls.appUrl, { ...patient, max: 1 })
      const backends = 'FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()'
      await cutter.query(`SELECT pg_terminate_backend(pid) ${backends}`, [name])
      // Waits until the last backend is gone, so that none of them ends during a step without crashes.
      await cutter.query(`SELECT pg_terminate_backend(pid, 60000) ${backends}`, [name])
      await cutter.end()
    },
  }
}

/** Cheap hashes of the PIN and the password: the real ones take a tenth of a second each, by design. */
export async function cheapHashes(): Promise<{ pinHash: string; passwordHash: string }> {
  const cheap = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }
  return { pinHash: await hash(pin, cheap), passwordHash: await hash(password, cheap) }
}

export type SimMember = { id: bigint; level: number; serverSeed: Buffer; clientSeed: string; seedId: bigint }

/** Adds members with wallets, and with seeds that follow from the simulation's seed. */
export async function addSimMembers(app: SimApp, count: number, seed: number): Promise<SimMember[]> {
  const { pinHash, passwordHash } = await cheapHashes()
  const made = await app.ownerPool.query<{ id: bigint; public_id: string; level: number }>(
    `WITH made AS (
       INSERT INTO member (public_id, brand_id, login_id, login_id_key, nick, nick_key, password_hash, pin_hash, status, level, reference_code)
       SELECT gen_random_uuid(), $1, 'sim' || n, 'sim' || n, 'sim' || n, 'sim' || n, $3, $4, 'active', 1 + n % 10, 'S' || n
       FROM generate_series(1, $2) n ORDER BY n RETURNING id, public_id, level
     ), opened AS (INSERT INTO wallet (member_id, brand_id) SELECT id, $1 FROM made)
     SELECT id, public_id, level FROM made ORDER BY id`,
    [app.brandId, count, '', ''],
  )
  const ids = made.rows.map(({ id }) => id)
  await setHashes(app.ownerPool, testSecret, 'password', { hash: passwordHash, members: ids })
  await setHashes(app.ownerPool, testSecret, 'pin', { hash: pinHash, members: ids })
  await inTransaction(app.site.db, async (tx) => {
    for (const { id, public_id: publicId } of made.rows) {
      const own = { phone: `0101${id}`, bankNumber: `1101${id}`, bankOwner: `sim ${id}` }
      await makePerson({ ...app.site, db: tx }, { id, publicId }, own)
    }
  })
  const encryption = createEncryption(app.config)
  const members = made.rows.map(({ id, level }, index): SimMember => {
    const serverSeed = createHash('sha256').update(`simulation ${seed} ${index}`).digest()
    return { id, level, serverSeed, clientSeed: `sim${index}`, seedId: 0n }
  })
  const encrypted = members.map((member) => encryption.encrypt(nobody, member.serverSeed))
  await app.ownerPool.query(
    'SELECT seed_commit(m, s, k, h) FROM unnest($1::bigint[], $2::bytea[], $3::text[], $4::bytea[]) t (m, s, k, h)',
    [
      members.map((member) => String(member.id)),
      encrypted.map((one) => one.encrypted),
      encrypted.map((one) => one.keyId),
      members.map((member) => createHash('sha256').update(member.serverSeed).digest()),
    ],
  )
  // The commitment of the second pair is never used; its seed need not follow from the simulation's.
  const { rows } = await app.ownerPool.query<{ member_id: bigint; begun: bigint }>(
    `SELECT m AS member_id, (seed_begin(m, c, NULL, sha256(convert_to(c, 'UTF8')), $3, sha256(convert_to(c, 'UTF8')))).begun
     FROM unnest($1::bigint[], $2::text[]) t (m, c)`,
    [members.map((member) => String(member.id)), members.map((member) => member.clientSeed), encrypted[0]?.keyId ?? ''],
  )
  const byMember = new Map(rows.map((row) => [row.member_id, row.begun]))
  for (const member of members) member.seedId = byMember.get(member.id) ?? 0n
  return members
}

export type Signed = { memberId: bigint; token: string; sessionId: bigint; windowId: string }

/** Signs members in now, each with an open game window. */
export async function signIn(app: SimApp, memberIds: readonly bigint[], windows: readonly string[]): Promise<Signed[]> {
  const tokens = memberIds.map((id) => testToken(testSecret, 'member', id))
  const made = await app.ownerPool.query<{ id: bigint; member_id: bigint }>(
    `INSERT INTO member_session (token_hash, member_id) SELECT * FROM unnest($1::bytea[], $2::bigint[]) RETURNING id, member_id`,
    [tokens.map((one) => one.hash), memberIds.map(String)],
  )
  const byMember = new Map(made.rows.map((row) => [row.member_id, row.id]))
  const signed = memberIds.map((memberId, index): Signed => {
    return {
      memberId,
      token: tokens[index]?.token ?? '',
      sessionId: byMember.get(memberId) ?? 0n,
      windowId: windows[index] ?? '',
    }
  })
  await openWindows(app, signed)
  return signed
}

/**
 * Opens a game window for each of these. An excluded member cannot open one, so theirs is dated to the last moment without an
 * exclusion: one that runs may have begun during another that has ended since.
 */
export async function openWindows(
  app: SimApp,
  signed: readonly (Omit<Signed, 'token'> & { gameVersionId?: number })[],
): Promise<void> {
  await app.ownerPool.query(
    `INSERT INTO play_session (id, member_id, session_id, game_version_id, launch_hash, opened_at, created_at)
     SELECT id, member, session, version, sha256(id::text::bytea), now(),
       (SELECT max(c.at) FROM (SELECT now() AS at UNION ALL SELECT x.taken_at FROM member_exclusion x WHERE x.member_id = t.member) c
        WHERE NOT EXISTS (SELECT 1 FROM member_exclusion x WHERE x.member_id = t.member AND c.at > x.taken_at AND c.at < x.until))
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::int[]) t (id, member, session, version)`,
    [
      signed.map((one) => one.windowId),
      signed.map((one) => String(one.memberId)),
      signed.map((one) => String(one.sessionId)),
      signed.map((one) => one.gameVersionId ?? app.gameVersionId),
    ],
  )
}

/** Signs the operators in; `keepOperatorsSignedIn` renews their sessions. */
export async function signOperatorsIn(app: SimApp): Promise<void> {
  for (const operator of app.operators) {
    const { token, hash: tokenHash } = testToken(testSecret, 'operator', operator.id)
    await app.ownerPool.query(
      `INSERT INTO operator_session (token_hash, operator_id, ends_at) VALUES ($1, $2, now() + interval '8 hours')`,
      [tokenHash, String(operator.id)],
    )
    await proveSessions(app.ownerPool, testSecret, operator.id)
    operator.token = token
  }
}

/** Renews the operators' sessions after the clock has moved. */
export async function keepOperatorsSignedIn(app: SimApp): Promise<void> {
  await app.ownerPool.query(`UPDATE operator_session SET last_act_at = now(), ends_at = now() + interval '8 hours'`)
}
