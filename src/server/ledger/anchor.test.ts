import { noHold } from '#server/ledger/book-runs.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type pg from 'pg'
import { wholeUnits } from '#domain/money.ts'
import { parseSecret, type AppSecret } from '#server/config.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { beginAnchor, readAnchor, writeAnchor, type Anchor, type AnchorStore } from '#server/ledger/anchor.ts'
import { acceptChain, countOverlap, followChain } from '#server/ledger/anchored-chain.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { createLedger, postForProvider } from '#server/ledger/ledger.ts'
import { sealAll, startJournalSealing, type JournalSealing } from '#server/ledger/sealer.ts'
import { createSealKeys, findUnsealed } from '#server/ledger/seals.ts'
import { chainAudit } from '#server/modules/audit/chain.ts'
import { createMetrics } from '#server/metrics.ts'
import { makeMember, makePlaySession, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { acceptHeads } from '#test/accept-heads.ts'
import { createTestApp, newRequestId, type TestApp } from '#test/test-app.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'

/** The newest head is kept outside the database: each test plays somebody with all rights on the database and no key. */

let app: TestApp
let thieves: pg.Pool
let store: AnchorStore
let player: MadeMember
let winner: MadeMember
let spin: () => Promise<void>

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  thieves = createPool(app.superUrl, { max: 1 })
  store = { dir: app.deps.config.anchorDir, secret: app.deps.config.secret }
  player = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  const session = await makeSession(app.deps, player)
  const window = (await makePlaySession(app.deps, player, session)).id
  spin = async () => {
    const body = { requestId: newRequestId(), stake: '200' }
    const { status } = (await app.play('spin', { token: session.token, window, body })).body
    if (status !== 'success') throw new Error(`the spin was answered ${String(status)}`)
  }
  await winAtProvider()
})
afterAll(async () => {
  await thieves.end()
  await app.close()
})

/** A provider's bet and win, whose times only the seals have. */
async function winAtProvider(): Promise<void> {
  winner = await makeMember(app.deps, app.brand, { cash: wholeUnits(1_000) })
  await app.ownerPool.query(`INSERT INTO journal_source VALUES (120, 'orient')`)
  await app.ownerPool.query(`INSERT INTO provider (id, code, wallet) VALUES (120, 'orient', 'seamless')`)
  const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'orient')
  const common = { memberId: winner.id, contraId }
  const stake = wholeUnits(10)
  await app.db
    .transaction()
    .execute((tx) =>
      postForProvider(
        tx,
        app.deps.config.secret,
        { providerId: 120, transaction: 'bet-1' },
        { ...common, kind: 'bet', request: ['bet'], stake, gameKind: 'casino' },
      ),
    )
  const { rows } = await app.ownerPool.query<{ ref: string }>('SELECT journal_key AS ref FROM provider_transaction')
  const pay = wholeUnits(25)
  await app.db
    .transaction()
    .execute((tx) =>
      postForProvider(
        tx,
        app.deps.config.secret,
        { providerId: 120, transaction: 'win-1' },
        { ...common, kind: 'win', request: ['win'], pay, ref: rows[0]?.ref ?? '' },
      ),
    )
}

const steal = (sql: string) => commitPastTriggers(thieves, sql)

/** What is counted by version follows from the seals that are left. */
const recount = `DELETE FROM version_count; INSERT INTO version_count
  SELECT r.game_version_id, count(*), sum(r.stake::numeric), sum(r.stake::numeric * r.stake), sum(r.pay::numeric)
  FROM round r JOIN (SELECT member_id, max(first_nonce + rounds) AS nonce FROM journal_seal GROUP BY 1) s ON s.member_id = r.member_id AND r.nonce < s.nonce
  GROUP BY 1`

const removeSeals = `TRUNCATE journal_seal, journal_sealed, version_count; DELETE FROM journal_head WHERE id > 0;
  UPDATE book_run SET head_id = NULL, head_hash = NULL`

/** Faults of the books, with the anchor of a store. */
const faultsWith = async (from: AnchorStore | null = store) => {
  await chainAudit(app.db, 1_000)
  const { faults } = await checkKnownBooks(app.pool, {
    secret: from?.secret ?? store.secret,
    ...(from === null ? {} : { anchor: from }),
  })
  return faults.map(({ check, subject, detail }) => `${check}: ${subject}: ${detail}`)
}

async function headCount(): Promise<number> {
  const { rows } = await app.pool.query<{ heads: number }>('SELECT max(id)::int AS heads FROM journal_head')
  return rows[0]?.heads ?? -1
}

async function keptAnchor(from: AnchorStore = store): Promise<Anchor> {
  const state = await readAnchor(from)
  if (state.status !== 'present') throw new Error(`the anchor is ${state.status}`)
  return state.anchor
}

type Running = JournalSealing & { figure: (name: string) => Promise<number>; lines: string[] }

/** The program starts, and looks once. */
async function start(dir = store.dir, secret = store.secret): Promise<Running> {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const metrics = createMetrics()
  const config = { ...app.deps.config, anchorDir: dir, secret }
  const job = startJournalSealing({ db: app.db, log, config, moneyOut: noHold() }, metrics, 600_000)
  await job.sealNow(AbortSignal.timeout(10_000))
  const figure = async (name: string) =>
    Number(new RegExp(`^baize_journal_${name} (.+)$`, 'm').exec(await metrics.text())?.[1])
  return { ...job, figure, lines }
}

/** Everything as an honest installation has it: sealed, and its newest head kept. */
beforeEach(async () => {
  await chainAudit(app.db, 1_000)
  await steal(removeSeals)
  await rm(store.dir, { recursive: true, force: true })
  await beginAnchor(store)
  await (await start()).stop()
  await spin()
  await (await start()).stop()
  const faults = await faultsWith()
  if (faults.length > 0) throw new Error(faults.join('\n'))
})

describe('the anchor', () => {
  test('is kept from the first start on, before there is a head, and follows each pass', async () => {
    await steal(removeSeals)
    await rm(store.dir, { recursive: true })
    await beginAnchor(store)
    expect(await keptAnchor()).toMatchObject({ id: 0n, began: '', database: null })
    expect(await faultsWith()).toEqual([])
    const chain = followChain(app.db, store)
    await chain.look()
    const begun = await keptAnchor()
    expect(begun).toMatchObject({ id: 0n, acceptedAt: '', database: expect.any(String) })
    expect(begun.began).toMatch(/^\d{4}-.+Z$/)
    await beginAnchor(store)
    expect(await keptAnchor()).toEqual(begun)
    expect(chain.known()).toBeNull()
    const job = await start()
    expect((await keptAnchor()).id).toBe(BigInt(await headCount()))
    await spin()
    await job.stop()
    expect((await keptAnchor()).id).toBe(BigInt(await headCount()))
    expect(await readdir(store.dir)).toEqual(['journal.json'])
    expect(await faultsWith()).toEqual([])
  })

  test('names seals that were removed with the heads and the recorded ends while nothing ran; nothing more is sealed', async () => {
    await steal(
      `UPDATE journal SET at = at + interval '1 second' WHERE member_id = ${winner.id} AND kind = 2; ${removeSeals}`,
    )
    // Nothing in the database shows it, even after everything is sealed anew.
    expect(await faultsWith(null)).toEqual([])
    const job = await start()
    expect(await job.figure('heads_altered')).toBe(1)
    expect(job.lines.join()).toContain('heads of the journal were altered: nothing more is sealed')
    await spin()
    await job.stop()
    expect(await headCount()).toBe(0)
    expect(await faultsWith()).toEqual([
      expect.stringMatching(/^journal-seals: kept head: head \d+ of the journal is missing/),
    ])
  })

  test('names heads that were written anew under the same numbers, and heads cut back to an earlier one', async () => {
    const kept = await keptAnchor()
    await steal(removeSeals)
    // Somebody with the key, too, on another process without the file.
    while ((await headCount()) < Number(kept.id))
      await sealAll(app.db, createSealKeys(store.secret), { eventsPerMember: 1 })
    expect(await faultsWith(null)).toEqual([])
    expect(await faultsWith()).toEqual([expect.stringContaining('journal-seals: kept head')])
  })

  test.each([
    ['the time from which sealing began', `at = at + interval '1 day'`],
    ['a key of the beginning', `key_id = 'test'`],
    ['a hash of the beginning', `hash = sha256('')`],
    ['an end of the audit at the beginning', `audit_seq = 0, audit_hash = ''`],
  ])('%s is a fault, before the first head too', async (_name, set) => {
    await steal(`UPDATE journal_head SET ${set} WHERE id = 0`)
    expect(await faultsWith()).toContainEqual(expect.stringContaining('journal-seals'))
    await steal(removeSeals)
    await writeAnchor(store, { ...(await keptAnchor()), id: 0n, hash: Buffer.alloc(0), keyId: '' })
    expect(await faultsWith()).toContainEqual(expect.stringContaining('journal-seals'))
    await steal(`UPDATE journal_head SET at = at - interval '1 day' WHERE id = 0 AND ${set.startsWith('at')};
      UPDATE journal_head SET key_id = '', hash = '', audit_seq = NULL, audit_hash = NULL WHERE id = 0`)
  })

  test('that is missing is an alarm and a fault until it is accepted; the program runs and seals, and does not make it again', async () => {
    await rm(store.dir, { recursive: true })
    const job = await start()
    expect(await job.figure('anchor_missing')).toBe(1)
    expect(await job.figure('heads_altered')).toBe(0)
    expect(job.lines.join()).toContain('books -- --accept-heads')
    await spin()
    await job.sealNow(AbortSignal.timeout(10_000))
    expect((await findUnsealed(app.db, 10)).members).toEqual([])
    expect(await readAnchor(store)).toEqual({ status: 'absent' })
    expect(await faultsWith()).toEqual([expect.stringContaining(`no head of the journal is kept in ${store.dir}`)])
    const { before } = await acceptChain(app.db, store)
    expect(before).toEqual({ status: 'absent' })
    expect(await faultsWith()).toEqual([])
    await job.sealNow(AbortSignal.timeout(10_000))
    expect(await job.figure('anchor_missing')).toBe(0)
    await job.stop()
    const { rows } = await app.pool.query(
      `SELECT actor_kind, subject, detail FROM audit WHERE act = 'books.accept-heads' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toEqual([
      {
        actor_kind: 'system',
        subject: expect.stringMatching(/^head \d+$/),
        detail: expect.objectContaining({ before: 'absent' }),
      },
    ])
  })

  test('that was lost is not made again at a start that finds all heads removed, too', async () => {
    await rm(store.dir, { recursive: true })
    await steal(removeSeals)
    expect(await faultsWith()).toEqual([expect.stringContaining(`no head of the journal is kept in ${store.dir}`)])
    const job = await start()
    expect(await job.figure('anchor_missing')).toBe(1)
    expect(job.lines.join()).toContain('books -- --accept-heads')
    await job.stop()
    expect(await readAnchor(store)).toEqual({ status: 'absent' })
    expect(await faultsWith()).toEqual([expect.stringContaining(`no head of the journal is kept in ${store.dir}`)])
    await acceptChain(app.db, store)
  })

  test('of a new installation fits a database without heads only', async () => {
    await rm(store.dir, { recursive: true })
    await beginAnchor(store)
    expect(await faultsWith()).toEqual([expect.stringContaining('and at no time by the head that is kept')])
    const job = await start()
    expect(await job.figure('heads_altered')).toBe(1)
    await job.stop()
    expect((await keptAnchor()).began).toBe('')
  })

  test('that goes away while the program runs, as a disk does, is not made in another place of that name', async () => {
    const job = await start()
    await rm(store.dir, { recursive: true })
    await spin()
    await job.sealNow(AbortSignal.timeout(10_000))
    expect(await job.figure('anchor_missing')).toBe(1)
    await job.stop()
    expect(await readAnchor(store)).toEqual({ status: 'absent' })
    await acceptChain(app.db, store)
  })

  test('can be neither forged nor altered without the key', async () => {
    const file = join(store.dir, 'journal.json')
    const text = await readFile(file, 'utf8')
    const forged = { ...(JSON.parse(text) as object), id: '0', hash: '', keyId: '' }
    const { database, ...without } = JSON.parse(text) as { database: string }
    expect(database).toMatch(/^\d+\/\d+$/)
    const other: AppSecret = { keyId: 'test', keys: new Map([['test', Buffer.alloc(32, 9)]]) }
    for (const altered of [
      JSON.stringify(forged),
      JSON.stringify({ ...without, database: `${database}1` }),
      JSON.stringify(without),
      '',
      '{}',
      'not json',
      `${' '.repeat(70_000)}${text}`,
      JSON.stringify({ ...(JSON.parse(text) as object), lost: [{ keyId: 'test', head: '99', pair: '99' }] }),
    ]) {
      await writeFile(file, altered)
      expect(await readAnchor(store)).toMatchObject({ status: 'unusable' })
      expect(await faultsWith()).toHaveLength(1)
    }
    await writeFile(file, text)
    expect(await readAnchor({ ...store, secret: other })).toMatchObject({ status: 'unusable' })
    expect(await faultsWith()).toEqual([])
  })

  test('from before it held the database gets it at the next look; with another database nothing more is sealed', async () => {
    const { database, ...anchor } = await keptAnchor()
    await writeAnchor(store, { ...anchor, database: null })
    expect(await faultsWith()).toEqual([])
    await (await start()).stop()
    expect(await keptAnchor()).toMatchObject({ database })
    await writeAnchor(store, { ...anchor, database: '1/1' })
    await spin()
    const job = await start()
    expect(await job.figure('heads_altered')).toBe(1)
    await job.stop()
    expect((await keptAnchor()).database).toBe('1/1')
    expect((await findUnsealed(app.db, 10)).members).toHaveLength(1)
  })

  test('may be shared by several processes, or each keeps its own', async () => {
    const own = join(store.dir, 'own')
    const [first, second] = [await start(), await start()]
    await acceptChain(app.db, { ...store, dir: own })
    const third = await start(own)
    for (const job of [first, third, second]) {
      await spin()
      await job.sealNow(AbortSignal.timeout(10_000))
    }
    await Promise.all([first.stop(), second.stop(), third.stop()])
    await (await start(own)).stop()
    const newest = BigInt(await headCount())
    expect((await keptAnchor()).id).toBe(newest)
    expect((await keptAnchor({ ...store, dir: own })).id).toBe(newest)
  })

  test('that is older and put back does not make a running process forget what it knows', async () => {
    const file = join(store.dir, 'journal.json')
    const [text, old] = [await readFile(file, 'utf8'), await keptAnchor()]
    await acceptChain(app.db, store)
    const job = await start()
    await spin()
    await job.sealNow(AbortSignal.timeout(10_000))
    await writeFile(file, text)
    await steal(`DELETE FROM journal_seal WHERE head_id > ${old.id}; DELETE FROM journal_head WHERE id > ${old.id};
      DELETE FROM journal_sealed; INSERT INTO journal_sealed SELECT member_id, max(last_seq), max(first_nonce + rounds) FROM journal_seal GROUP BY 1;
      ${recount}`)
    await job.sealNow(AbortSignal.timeout(10_000))
    expect(await job.figure('heads_altered')).toBe(1)
    await job.stop()
  })

  test('after a restore to an earlier moment the heads are accepted, and the running program goes on', async () => {
    const before = await keptAnchor()
    await app.pool.query('SELECT 1')
    await spin()
    const job = await start()
    const cut = `DELETE FROM journal_seal WHERE head_id > ${before.id}; DELETE FROM journal_head WHERE id > ${before.id};
      DELETE FROM journal_sealed; INSERT INTO journal_sealed SELECT member_id, max(last_seq), max(first_nonce + rounds) FROM journal_seal GROUP BY 1;
      ${recount}`
    await steal(cut)
    await job.sealNow(AbortSignal.timeout(10_000))
    expect(await job.figure('heads_altered')).toBe(1)
    expect(await faultsWith()).toHaveLength(1)
    await acceptChain(app.db, store)
    // What this process remembers is of the chain that was given up.
    await job.sealNow(AbortSignal.timeout(10_000))
    expect(await job.figure('heads_altered')).toBe(0)
    expect((await findUnsealed(app.db, 10)).members).toEqual([])
    await job.stop()
    expect(await faultsWith()).toEqual([])
  })
})

describe('an event that is added later', () => {
  /** Moves the heads into the past, and the beginning with them. */
  async function ageHeads(minutes: number): Promise<void> {
    await steal(`UPDATE journal_head SET at = at - interval '${minutes} minutes' WHERE id > 0;
      UPDATE journal_head SET at = at - interval '1 day' WHERE id = 0`)
  }
  const late = async (kept?: Anchor) => {
    const state = await readAnchor(store)
    if (state.status !== 'present') throw new Error('nothing is kept')
    await writeAnchor(store, kept ?? { ...state.anchor, acceptedId: 0n })
    return (await faultsWith()).filter((fault) => fault.includes('heads were made meanwhile'))
  }
  const restoreTimes = `UPDATE journal_head SET at = at + interval '1 day' WHERE id = 0`

  test.each([
    ['named when heads of that time do not cover it', 60, 55, 1],
    ['excused where no head was made in that time, as after a stop', 60, 40, 0],
    ['excused where the head of that time is from before it was due', 60, 59, 0],
  ])('is %s', async (_name, minutes, headMinutes, faults) => {
    await ageHeads(headMinutes)
    await spin()
    await steal(
      `UPDATE journal SET at = at - interval '${minutes} minutes' WHERE member_id = ${player.id} AND seq = (SELECT seq FROM wallet WHERE member_id = ${player.id})`,
    )
    await sealAll(app.db, createSealKeys(store.secret))
    expect(await late()).toHaveLength(faults)
    const { anchor: accepted, excused } = await acceptHeads(app.db, store)
    expect(excused.late).toHaveLength(faults)
    expect(await late(accepted)).toEqual([])
    await steal(`UPDATE journal SET at = at + interval '${minutes} minutes' WHERE member_id = ${player.id} AND seq = (SELECT seq FROM wallet WHERE member_id = ${player.id});
      ${restoreTimes}`)
  })
})

describe('a change of keys', () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  const newer = Buffer.alloc(32, 8).toString('base64')
  const secretOf = (text: string): AppSecret => {
    const secret = parseSecret(text)
    if (secret === null) throw new Error('not a secret')
    return secret
  }
  const both = secretOf(`new:${newer},test:${key}`)
  const lost = secretOf(`new:${newer},test:lost`)

  test('the file is written anew with the newest key, and is of no use when its key is lost', async () => {
    expect(await readAnchor({ ...store, secret: both })).toMatchObject({ status: 'present', isOfNewestKey: false })
    await (await start(store.dir, both)).stop()
    expect(await readAnchor({ ...store, secret: both })).toMatchObject({ status: 'present', isOfNewestKey: true })
    expect(await readAnchor(store)).toMatchObject({ status: 'unusable', why: expect.stringContaining('the key new') })
  })

  test('heads under a lost key are a fault until they are accepted, and newer ones stay one', async () => {
    const withLost = { ...store, secret: lost }
    expect(await readAnchor(withLost)).toMatchObject({ why: expect.stringContaining('the lost key test') })
    expect((await faultsWith(withLost)).join('\n')).toContain('kept head')
    const db = createDb(app.pool, lost)
    await acceptChain(db, withLost)
    expect(await faultsWith(withLost)).toEqual([])
    // The program proves spins with the newer key from now on.
    app.deps.ledger = createLedger({ pool: app.pool, secret: lost })
    await spin()
    await (await start(store.dir, lost)).stop()
    expect(await faultsWith(withLost)).toEqual([])
    const newest = await headCount()
    // What was made under the lost key is as it was accepted, which a digest shows.
    const seal = `(member_id, after_seq) = (SELECT member_id, after_seq FROM journal_seal WHERE head_id = 1 LIMIT 1)`
    await steal(`CREATE TABLE kept_seal AS SELECT * FROM journal_seal WHERE ${seal};
      CREATE TABLE kept_event AS SELECT j.* FROM journal j JOIN kept_seal USING (member_id) WHERE seq = after_seq + 1;
      UPDATE journal j SET request_hash = j.request_hash + 1 FROM kept_event k WHERE (j.member_id, j.seq) = (k.member_id, k.seq);
      UPDATE journal_seal s SET digest = (SELECT d FROM journal_seal_digest(s.member_id, s.after_seq, s.last_seq, s.first_nonce, s.rounds) d) WHERE ${seal}`)
    expect((await faultsWith(withLost)).join('\n')).toContain('lost key test: its heads, their seals or its seed pairs')
    await steal(`UPDATE journal j SET request_hash = k.request_hash FROM kept_event k WHERE (j.member_id, j.seq) = (k.member_id, k.seq);
      UPDATE journal_seal s SET digest = k.digest FROM kept_seal k WHERE (s.member_id, s.after_seq) = (k.member_id, k.after_seq);
      DROP TABLE kept_event, kept_seal`)
    expect(await faultsWith(withLost)).toEqual([])
    // A head of the newer key with altered rows takes the name of the lost one.
    const rename = `UPDATE journal_head SET key_id = 'test' WHERE id = ${newest};`
    await steal(rename)
    expect(await faultsWith(withLost)).toContainEqual(expect.stringContaining(`head ${newest}: has the lost key test`))
    // Accepting that, too, shows that it is not what a loss leaves.
    expect(await countOverlap(app.db, await keptAnchor(withLost))).toMatchObject({ heads: 0 })
    const other = { ...withLost, dir: join(store.dir, 'other') }
    await spin()
    await (await start(other.dir, lost)).stop()
    await steal(
      `UPDATE journal_head SET key_id = 'test' WHERE id = ${newest + 1}; UPDATE journal_head SET key_id = 'new' WHERE id = ${newest}`,
    )
    expect(await countOverlap(app.db, (await acceptChain(db, other)).anchor)).toMatchObject({ heads: 1 })
    await steal(`UPDATE journal_head SET key_id = 'new' WHERE id = ${newest + 1}`)
    // Without a kept file: none may follow a head of a known key.
    await spin()
    await (await start(store.dir, lost)).stop()
    expect(await faultsWith(withLost)).toEqual([])
    await steal(`UPDATE journal_head SET key_id = 'test' WHERE id = ${newest + 2}`)
    const { faults } = await checkKnownBooks(app.pool, { secret: lost })
    expect(faults).toContainEqual(
      expect.objectContaining({ detail: `has the lost key test, and head ${newest} before it has a known one` }),
    )
  })
})
