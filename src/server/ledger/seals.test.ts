import { inSignedTransaction } from '#server/db/act-signing.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { nextDay } from '#domain/brand-time.ts'
import { wholeUnits } from '#domain/money.ts'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { acceptChain, followChain } from '#server/ledger/anchored-chain.ts'
import { archiveOldRows } from '#server/ledger/archive.ts'
import { bookChecks, createCheckScope, runCheck } from '#server/ledger/books.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import type { CheckFault, NotRun } from '#server/ledger/checks/check.ts'
import { rechainedCorruptions, sealCorruptions } from '#server/ledger/corruptions/seals.ts'
import { compareHeads, daysOfHeads, headsText, readDayHeads, readKeptHeads } from '#server/ledger/day-heads.ts'
import { sealAll, startJournalSealing } from '#server/ledger/sealer.ts'
import { createSealKeys, findUnsealed, isRestUnsealed, sealPass, type KnownHead } from '#server/ledger/seals.ts'
import { holdLease } from '#server/lease.ts'
import { startBookkeeper } from '#server/modules/books/bookkeeper.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { createMetrics } from '#server/metrics.ts'
import { makeMember, makePlaySession, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { ageRows, daysAgo } from '#test/age-rows.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { until } from '#test/until.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'

let app: TestApp
/** A superuser's connection, whose changes each test rolls back. */
let thief: pg.PoolClient
let thieves: pg.Pool
let keys: ReturnType<typeof createSealKeys>
let player: MadeMember
let token: string
let window: string

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  keys = createSealKeys(app.deps.config.secret)
  // The first look of a process keeps the beginning outside the database.
  await followChain(app.db, anchors()).look()
  thieves = createPool(app.superUrl, { max: 2 })
  thief = await thieves.connect()
  player = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  await makeMember(app.deps, app.brand, { cash: wholeUnits(5) })
  const session = await makeSession(app.deps, player)
  token = session.token
  window = (await makePlaySession(app.deps, player, session)).id
  for (let turn = 0; turn < 3; turn += 1) {
    await spin(3)
    await recordActs(2)
    await sealAll(app.db, keys)
  }
})
afterAll(async () => {
  thief.release()
  await thieves.end()
  await app.close()
})

const anchors = () => ({ dir: app.deps.config.anchorDir, secret: app.deps.config.secret })

async function spin(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const spun = await app.play('spin', { token, window, body: { requestId: newRequestId(), stake: '200' } })
    expect(spun.body.status).toBe('success')
  }
}

/** Acts of an operator, chained. */
async function recordActs(times: number): Promise<void> {
  await app.pool.query(
    `INSERT INTO audit (actor_kind, actor_id, act, detail) SELECT 'operator', 1, 'test', '{"amount": "10000"}' FROM generate_series(1, $1)`,
    [times],
  )
  await chainAudit(app.db, 1_000)
}

const logTo = (lines: string[]) => pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })

function must<T>(value: T | null): T {
  if (value === null) throw new Error('a value is missing')
  return value
}

const named = (name: string) => {
  const check = bookChecks.find((one) => one.name === name)
  if (check === undefined) throw new Error(`there is no check ${name}`)
  return check
}

type Look = { secret?: AppSecret | null; knownHead?: KnownHead; check?: string; expectsChain?: boolean }

/** What the check finds after a superuser has run `sql` with the triggers off; the change is undone. */
async function after(sql: string, look: Look = {}): Promise<readonly CheckFault[] | NotRun> {
  const { secret = app.deps.config.secret, knownHead = null, check = 'journal-seals', expectsChain = false } = look
  await thief.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  try {
    await thief.query(`SET LOCAL session_replication_role = replica`)
    await thief.query(sql)
    await thief.query(`SELECT set_config('baize.chaining', $1, true)`, [expectsChain ? 'expected' : ''])
    const scope = createCheckScope(thief, {
      ...(secret === null ? {} : { secret }),
      knownHead,
      endsAt: performance.now() + 60_000,
    })
    return await runCheck(named(check), scope)
  } finally {
    await thief.query('ROLLBACK')
  }
}

const ofPlayer = (): string => `member_id = ${player.id}`

describe('sealing', () => {
  test('seals every event once, in one chain; the books are clean with and without the key', async () => {
    expect((await findUnsealed(app.db, 10)).members).toEqual([])
    expect(await sealAll(app.db, keys)).toBe(0)
    const { rows } = await app.pool.query(
      `SELECT (SELECT sum(last_seq - after_seq) FROM journal_seal) = (SELECT count(*) FROM journal) AS events,
         (SELECT sum(rounds) FROM journal_seal) = (SELECT count(*) FROM round) AS rounds,
         (SELECT events FROM journal_head ORDER BY id DESC LIMIT 1) = (SELECT count(*) FROM journal) AS counted,
         (SELECT count(*) FROM journal_head WHERE id > 0) AS heads`,
    )
    expect(rows).toEqual([{ events: true, rounds: true, counted: true, heads: 3n }])
    const { secret } = app.deps.config
    const report = await checkKnownBooks(app.pool, { secret })
    expect(report).toMatchObject({ faults: [], notRun: [], journalEnd: { id: 3n } })
    const { notRun } = await checkKnownBooks(app.pool)
    expect(notRun.find(({ check }) => check === 'journal-seals')?.reason).toContain('heads 1-3 need APP_SECRET')
  })

  test('the hash of a head covers each of its fields, the head before among them', () => {
    const head = { id: 2n, at: '2026-11-21T01:02:03.000004Z', keyId: 'test', seals: 1, events: 3n }
    const bytes = { previous: Buffer.alloc(32, 1), digest: Buffer.alloc(32, 2) }
    const changes = [
      { id: 3n },
      { at: '2026-11-21T01:02:03.000005Z' },
      { seals: 2 },
      { events: 4n },
      { previous: bytes.digest },
      { audit: { seq: 4n, hash: bytes.digest } },
      { audit: { seq: 5n, hash: bytes.digest } },
      { audit: { seq: 4n, hash: bytes.previous } },
      { audit: { seq: 0n, hash: Buffer.alloc(0) } },
    ]
    const hashes = [{}, ...changes, { digest: bytes.previous }].map((change) =>
      keys.hashOf({ ...head, ...bytes, audit: null, ...change })?.toString('hex'),
    )
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(keys.hashOf({ ...head, ...bytes, audit: null, keyId: 'other' })).toBeNull()
  })

  test('the application can neither write seals nor heads, and not even the owner can change them', async () => {
    for (const sql of [
      `INSERT INTO journal_head (id, at, key_id, seals, events, hash) VALUES (9, now(), '', 0, 0, '')`,
      'UPDATE journal_sealed SET seq = 0',
      'DELETE FROM journal_seal',
    ])
      await expect(app.pool.query(sql)).rejects.toThrow(/permission denied/)
    for (const sql of [
      'UPDATE journal_seal SET rounds = 0',
      'DELETE FROM journal_head',
      'UPDATE journal_head SET events = 0',
      'TRUNCATE journal_seal',
      'TRUNCATE journal_head',
    ])
      await expect(app.ownerPool.query(sql)).rejects.toThrow(/written once/)
  })
})

describe('the check of the seals', () => {
  test('finds nothing where nothing is altered, nor where only what may change did', async () => {
    expect(await after('SELECT 1')).toEqual([])
    expect(await after(`UPDATE round SET shown = shown + 1; UPDATE member_seed SET key_id = 'k0'`)).toEqual([])
  })

  test.each(sealCorruptions.map(({ name, sql }) => [name, sql]))('names %s', async (_name, sql) => {
    const found = await after(sql)
    expect(found).not.toEqual([])
    expect(found).not.toHaveProperty('notRun')
  })

  test.each(rechainedCorruptions.map(({ name, sql }) => [name, sql]))(
    'names what the audit’s own chain does not show: %s',
    async (_name, sql) => {
      const run = `INSERT INTO book_run (why, began_at, ended_at, outcome, audit_seq, audit_hash)
        SELECT 'tool', now(), now(), 'clean', seq, hash FROM audit_head;`
      expect(await after(run + sql, { check: 'audit-chain' })).toEqual([])
      expect(await after(run + sql, { check: 'journal-seals' })).toEqual([])
      // The rows behind the end that the first head covers, up to the end of the second.
      const { rows } = await app.pool.query<{ seq: bigint }>(
        'SELECT audit_seq AS seq FROM journal_head WHERE id IN (1, 2) ORDER BY id',
      )
      const subject = `${(rows[0]?.seq ?? 0n) + 1n}-${rows[1]?.seq}`
      expect(await after(run + sql, { check: 'audit-seals', secret: null })).toMatchObject([{ subject }])
    },
  )

  test('names the newest heads that are gone with their seals: a run of the books or the program saw them', async () => {
    const cut = `DELETE FROM journal_seal WHERE head_id = 3; DELETE FROM journal_head WHERE id = 3;
      DELETE FROM journal_sealed; INSERT INTO journal_sealed SELECT member_id, max(last_seq), max(first_nonce + rounds) FROM journal_seal GROUP BY 1`
    // Nothing else in the database tells that there was a third head.
    expect(await after(cut)).toEqual([])
    const { rows } = await app.pool.query<KnownHead>('SELECT id, hash FROM journal_head WHERE id = 3')
    expect(await after(cut, rows[0] && { knownHead: rows[0] })).toMatchObject([{ subject: 'head 3' }])
    const run = `INSERT INTO book_run (why, began_at, ended_at, outcome, head_id, head_hash)
      SELECT 'tool', now(), now(), 'clean', id, hash FROM journal_head WHERE id = 3;`
    expect(await after(run)).toEqual([])
    expect(await after(run + cut)).toMatchObject([{ subject: 'head 3' }])
  })

  test('after a change of keys both verify; a missing key is a fault unless it is declared lost', async () => {
    const key = Buffer.alloc(32, 7).toString('base64')
    const other = Buffer.alloc(32, 8).toString('base64')
    const secretOf = (text: string): AppSecret => must(parseSecret(text))
    expect(await after('SELECT 1', { secret: secretOf(`new:${other},test:${key}`) })).toEqual([])
    expect(await after('SELECT 1', { secret: secretOf(`new:${other}`) })).toEqual([
      { subject: 'heads 1-3', detail: expect.stringContaining('APP_SECRET lacks their key test') },
    ])
    const lost = { secret: secretOf(`new:${other},test:lost`) }
    expect(await after('SELECT 1', lost)).toEqual({
      notRun: expect.stringContaining('heads 1-3 have the lost key test'),
    })
    // What needs no key is still compared.
    expect(await after(`UPDATE journal SET source = 3 WHERE ${ofPlayer()} AND seq = 4`, lost)).toHaveLength(1)
    expect(await after('SELECT 1', { secret: secretOf(`test:${other}`) })).toHaveLength(3)
    expect(parseSecret(`test:${key},test:lost`)).toBeNull()
    expect(parseSecret('test:lost')).toBeNull()
  })

  test('names an event that waits for more than a minute while the program runs', async () => {
    const waits = `UPDATE journal_head SET at = at - interval '1 hour' WHERE id = 0; DELETE FROM journal_sealed WHERE ${ofPlayer()}`
    const look = { check: 'journal-sealed', expectsChain: true }
    const old = `UPDATE journal SET at = at - interval '61 seconds' WHERE ${ofPlayer()} AND seq = 1;`
    // The events of this file are older on a busy machine.
    const young = `UPDATE journal SET at = clock_timestamp() WHERE ${ofPlayer()};`
    expect(await after(young + waits, look)).toEqual([])
    expect(await after(old + waits, look)).toMatchObject([{ subject: `${player.id}/1` }])
    expect(await after(old + waits, { ...look, expectsChain: false })).toEqual([])
    // Events from before sealing began are sealed when there is time.
    expect(
      await after(
        `${old}DELETE FROM journal_sealed WHERE ${ofPlayer()}; UPDATE journal_head SET at = now() WHERE id = 0`,
        look,
      ),
    ).toEqual([])
  })
})

const commitAsThief = (sql: string) => commitPastTriggers(thief, sql)

/** Faults of all checks, but without those that members aged by hand cause, and that triggers were off meanwhile. */
const booksNow = async () =>
  (await checkKnownBooks(app.pool, { secret: app.deps.config.secret })).faults.filter(
    ({ check }) => check !== 'round-state' && check !== 'guards',
  )

describe('passes', () => {
  test('a connection that ends between the two statements of a pass leaves no seal; the next pass seals', async () => {
    await spin(2)
    const client = await thieves.connect()
    client.on('error', () => {})
    await client.query('BEGIN')
    const next = await client.query('SELECT * FROM journal_seal_next($1::bigint[], 500)', [[String(player.id)]])
    expect(next.rows).toMatchObject([{ seals: 1 }])
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await thief.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    client.release(true)
    expect(await booksNow()).toEqual([])
    expect(await sealAll(app.db, keys)).toBe(2)
    expect(await booksNow()).toEqual([])
  })

  test('two processes seal beside play, each event once', async () => {
    const jobs = [1, 2].map(() => startJournalSealing(app.deps, createMetrics(), 5))
    await spin(10)
    const passes = [1, 2, 3].map(() => sealAll(app.db, keys))
    await Promise.all([spin(5), ...passes])
    await until(async () => (await findUnsealed(app.db, 10)).members.length === 0)
    await Promise.all(jobs.map((job) => job.stop()))
    expect(await booksNow()).toEqual([])
    expect(jobs.some((job) => job.lastHead() !== null)).toBe(true)
  })

  test('a head is added where only the audit moved, one at each run', async () => {
    expect(await isRestUnsealed(app.db)).toBe(false)
    await recordActs(3)
    expect(await isRestUnsealed(app.db)).toBe(true)
    const heads = () =>
      app.pool.query(
        `SELECT h.seals, h.audit_seq = a.seq AND h.audit_hash = a.hash AS covered, h.id FROM journal_head h, audit_head a ORDER BY h.id DESC LIMIT 1`,
      )
    const before = (await heads()).rows[0] as { id: bigint }
    const job = startJournalSealing(app.deps, createMetrics(), 5)
    await until(async () => !(await isRestUnsealed(app.db)))
    await pause(50)
    await job.stop()
    expect((await heads()).rows).toEqual([{ seals: 0, covered: true, id: before.id + 1n }])
    expect(await sealAll(app.db, keys)).toBe(0)
    expect((await heads()).rows).toMatchObject([{ id: before.id + 1n }])
    expect(await booksNow()).toEqual([])
  })

  test('heads from before they covered the audit verify as they were', async () => {
    const { rows } = await app.pool.query<{ id: bigint; hash: Buffer; events: bigint }>(
      'SELECT id, hash, events FROM journal_head ORDER BY id DESC LIMIT 1',
    )
    const last = must(rows[0] ?? null)
    const at = '2026-11-21T01:02:03.000004Z'
    const digest = createHash('sha256').digest()
    const head = { id: last.id + 1n, at, keyId: keys.keyId, seals: 0, events: last.events, previous: last.hash, digest }
    const hash = must(keys.hashOf({ ...head, audit: null })).toString('hex')
    const add = `INSERT INTO journal_head (id, at, key_id, seals, events, hash)
      VALUES (${head.id}, '${at}', '${keys.keyId}', 0, ${head.events}, '\\x${hash}')`
    expect(await after(add)).toEqual([])
    expect(await after(add, { check: 'audit-seals' })).toEqual([])
    expect(await after(`${add}; UPDATE journal_head SET audit_seq = 1, audit_hash = '' WHERE id = ${head.id}`)).toEqual(
      [{ subject: `head ${head.id}`, detail: expect.stringContaining('its hash is not') }],
    )
  })

  test('stopping seals what is left', async () => {
    const job = startJournalSealing(app.deps, createMetrics(), 600_000)
    await pause(50)
    await spin(2)
    await job.stop()
    expect((await findUnsealed(app.db, 10)).members).toEqual([])
  })

  test.each([
    ['where the member is sealed', `UPDATE journal_sealed SET seq = 1000000`],
    [
      'the number in the wallet',
      `UPDATE wallet SET seq = (SELECT seq FROM journal_sealed s WHERE s.member_id = wallet.member_id)`,
    ],
  ])('events are sealed although somebody altered %s', async (_what, sql) => {
    const job = startJournalSealing(app.deps, createMetrics(), 20)
    await pause(200)
    await app.db.deleteFrom('lease').where('name', '=', 'journal-sealer').execute()
    await holdLease(app.db, 'journal-sealer', randomUUID(), 60_000)
    await spin(2)
    const wallet = await app.db
      .selectFrom('wallet')
      .select('seq')
      .where('member_id', '=', player.id)
      .executeTakeFirstOrThrow()
    await commitAsThief(`${sql} WHERE ${ofPlayer()}`)
    await app.db.deleteFrom('lease').where('name', '=', 'journal-sealer').execute()
    const ends = () =>
      app.db
        .selectFrom('journal_seal')
        .select(({ fn }) => fn.max('last_seq').as('seq'))
        .where('member_id', '=', player.id)
        .executeTakeFirstOrThrow()
    expect((await ends()).seq).toBe(wallet.seq - 2n)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
    await until(async () => (await ends()).seq === wallet.seq)
    vi.restoreAllMocks()
    await job.stop()
    await commitAsThief(`UPDATE wallet SET seq = ${wallet.seq} WHERE ${ofPlayer()}`)
    expect(await booksNow()).toEqual([])
  })

  test('a member with many events is sealed in passes of bounded size', async () => {
    await spin(5)
    const members = [player.id]
    const seals = [2, 2, 2, 2].map((mostEvents) => () => sealPass(app.db, keys, { members, mostEvents }))
    const found = []
    for (const seal of seals) found.push((await seal())?.seals ?? null)
    expect(found).toEqual([1, 1, 1, null])
    expect(await booksNow()).toEqual([])
  })

  test('archived events and rounds keep their seals, whether sealed before or after; altered there they are named', async () => {
    const old = [await oldMember(), await oldMember()]
    await sealPass(app.db, keys, { members: old.slice(0, 1).map(({ id }) => id), mostEvents: 500 })
    const moved = await archiveOldRows(app.ownerPool, { before: daysAgo(400) })
    expect(moved).toMatchObject({ members: 2, rounds: 4 })
    expect(await sealAll(app.db, keys)).toBeGreaterThan(0)
    expect(await after('SELECT 1')).toEqual([])
    for (const { id } of old) {
      for (const sql of ['UPDATE journal_archive SET source = 3', `UPDATE round_archive SET events = '[]'`])
        expect(await after(`${sql} WHERE member_id = ${id}`)).toMatchObject([{ subject: `${id}/1-4` }])
    }
  })

  test('what waits for more than a minute is an alarm; after five it is sealed without the lease, once', async () => {
    await commitAsThief(`UPDATE journal_head SET at = at - interval '2 days' WHERE id = 0`)
    await acceptChain(app.db, anchors())
    // From before settings were dated, so that the brand's rates of now do not apply.
    await oldMember(1)
    // Another process holds the lease and does nothing.
    const holder = randomUUID()
    const hold = () => holdLease(app.db, 'journal-sealer', holder, 60_000)
    expect(await hold()).toBe(true)
    const metrics = createMetrics()
    const lines: string[] = []
    const now = performance.now.bind(performance)
    const job = startJournalSealing({ ...app.deps, log: logTo(lines) }, metrics, 20)
    const figure = async () => Number(/^baize_journal_unsealed_seconds (.+)$/m.exec(await metrics.text())?.[1])
    await until(async () => (await figure()) > 60)
    expect(lines).toEqual([])
    const advance = (ms: number) => vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
    advance(61_000)
    await until(async () => lines.length > 0)
    vi.restoreAllMocks()
    expect(lines).toEqual([expect.stringContaining('sealing the journal is behind')])
    // A run of the books seals first, so that it never stops money-out for what only waits for its turn.
    const books = startBookkeeper({
      deps: app.deps,
      url: app.appUrl,
      metrics: createMetrics(),
      sealing: job,
      firstAfterMs: 0,
    })
    const run = () =>
      app.pool.query<{ faults: { check: string }[] }>('SELECT faults FROM book_run WHERE outcome IS NOT NULL')
    await until(async () => (await run()).rows.length > 0)
    await books.stop()
    expect((await run()).rows[0]?.faults.filter(({ check }) => check === 'journal-sealed')).toEqual([])
    expect(await hold()).toBe(true)
    await oldMember(1)
    const { events } = await findUnsealed(app.db, 10)
    // The holder begins to work at the moment in which the other process does so without the lease.
    await thief.query('BEGIN; SELECT 1 FROM journal_head WHERE id = 0 FOR UPDATE')
    advance(301_000)
    await until(async () => lines.some((line) => line.includes('this process does it without the lease')))
    const byHolder = sealAll(app.db, keys)
    await until(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      return (await thieves.query(waiting)).rowCount === 2
    })
    const countSealed = async () => {
      const count = 'SELECT sum(last_seq - after_seq)::int AS events FROM journal_seal'
      return (await app.pool.query<{ events: number }>(count)).rows[0]?.events ?? 0
    }
    const before = await countSealed()
    await thief.query('ROLLBACK')
    await byHolder
    await job.stop()
    vi.restoreAllMocks()
    expect((await countSealed()) - before).toBe(events)
    await app.db.deleteFrom('lease').where('name', '=', 'journal-sealer').execute()
    expect((await findUnsealed(app.db, 10)).members).toEqual([])
    await commitAsThief(`UPDATE journal_head SET at = at + interval '2 days' WHERE id = 0`)
    await acceptChain(app.db, anchors())
    expect(await booksNow()).toEqual([])
  })
})

/** A member with three rounds of three years ago, none of them sealed. */
async function oldMember(days = 1_100): Promise<MadeMember> {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000) })
  const session = await makeSession(app.deps, member)
  const play = (await makePlaySession(app.deps, member, session)).id
  for (let turn = 0; turn < 3; turn += 1)
    await app.play('spin', { token: session.token, window: play, body: { requestId: newRequestId(), stake: '200' } })
  if (days > 0) await ageRows(app.ownerPool, [member.id], { days })
  return member
}

describe('a thief with the whole database', () => {
  test('the running program notices that its heads are gone, seals nothing more and raises the alarm', async () => {
    const metrics = createMetrics()
    const lines: string[] = []
    const job = startJournalSealing({ ...app.deps, log: logTo(lines) }, metrics, 10)
    await spin(1)
    await until(async () => (await findUnsealed(app.db, 10)).members.length === 0 && job.lastHead() !== null)
    await pause(50)
    const { rows } = await thief.query<{ id: bigint }>('SELECT max(id) AS id FROM journal_head')
    const last = rows[0]?.id ?? 0n
    await commitAsThief(`CREATE TABLE kept_head AS SELECT * FROM journal_head WHERE id = ${last};
      CREATE TABLE kept_seal AS SELECT * FROM journal_seal WHERE head_id = ${last};
      DELETE FROM journal_head WHERE id = ${last}; DELETE FROM journal_seal WHERE head_id = ${last};
      UPDATE journal_sealed s SET seq = k.after_seq, nonce = k.first_nonce FROM kept_seal k WHERE k.member_id = s.member_id`)
    await until(async () => /^baize_journal_heads_altered 1$/m.test(await metrics.text()))
    expect(lines.join()).toContain('heads of the journal were altered')
    await job.stop()
    expect((await findUnsealed(app.db, 10)).members).toHaveLength(1)
    await commitAsThief(`INSERT INTO journal_head SELECT * FROM kept_head; INSERT INTO journal_seal SELECT * FROM kept_seal;
      UPDATE journal_sealed s SET seq = k.last_seq, nonce = k.first_nonce + k.rounds FROM kept_seal k WHERE k.member_id = s.member_id;
      DROP TABLE kept_head, kept_seal`)
    expect(await booksNow()).toEqual([])
  })

  test('who has the key as well can seal everything anew, and a kept file of heads names the first day that differs', async () => {
    await app.pool.query(`INSERT INTO audit (actor_kind, act) VALUES ('system', 'test')`)
    await chainAudit(app.db, 1_000)
    const days = must(await daysOfHeads(app.db))
    const heads = (await readDayHeads(app.db, { ...days, until: nextDay(nextDay(days.until)) })) ?? []
    const kept = readKeptHeads(headsText(heads))
    expect(kept.map(({ kind }) => kind).toSorted()).toEqual(['audit', 'journal'])
    expect(await compareHeads(app.db, kept)).toEqual([])
    const before = await app.pool.query('SELECT count(*) FROM journal_head')
    // The time of a spin, which its proof does not cover.
    await commitAsThief(`UPDATE round SET at = at + interval '1 microsecond' WHERE id = (SELECT ref FROM journal WHERE ${ofPlayer()} AND seq = 4);
      UPDATE journal SET at = at + interval '1 microsecond' WHERE ${ofPlayer()} AND seq = 4;
      DELETE FROM journal_head WHERE id > 0; DELETE FROM journal_seal; DELETE FROM journal_sealed; DELETE FROM version_count`)
    // With the key the thief signs the change of the runs as well.
    await inSignedTransaction(thieves, app.deps.config.secret, (client) =>
      client.query(`ALTER TABLE book_run DISABLE TRIGGER book_run_is_final; UPDATE book_run SET head_id = NULL, head_hash = NULL;
        ALTER TABLE book_run ENABLE TRIGGER book_run_is_final`),
    )
    // One event a pass, so that the new chain has a head of every kept number.
    const all = (await findUnsealed(app.db, 1_000)).members.map(({ memberId }) => memberId)
    while ((await sealPass(app.db, keys, { members: all, mostEvents: 1 })) !== null);
    const later = await app.pool.query('SELECT count(*) FROM journal_head')
    expect(Number(later.rows[0]?.count)).toBeGreaterThan(Number(before.rows[0]?.count))
    expect(await booksNow()).toEqual([])
    const [journal] = kept.filter(({ kind }) => kind === 'journal')
    expect(await compareHeads(app.db, kept)).toEqual([{ ...journal, today: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    const ahead = { ...must(journal ?? null), day: '2020-01-01', number: 999_999n }
    expect(await compareHeads(app.db, [...kept, ahead])).toMatchObject([{ day: '2020-01-01', today: null }, {}])
  })

  test.each([
    ['', 'contains no heads'],
    ['{"day":"2026-11-21"}', 'line 1 is not the head of a day'],
    ['\nnot json', 'line 2 is not JSON'],
  ])('a file that is no file of heads is refused: %j', (text, message) => {
    expect(() => readKeptHeads(text)).toThrow(message)
  })
})
