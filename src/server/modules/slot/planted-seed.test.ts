import { createHash } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/db/pool.ts'
import { appHandlers } from '#server/handlers.ts'
import { checkKnownBooks } from '#test/known-books.ts'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { acceptAllStates } from '#test/accept-states.ts'
import { holdBooking } from '#test/held-booking.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, type TestApp, type TestResponse } from '#test/test-app.ts'
import { untilWaiting } from '#test/until.ts'

/**
 * A superuser without `APP_SECRET` who reads a server seed, encrypted, from the file of its table before its row is committed, and
 * plants it as that of a revealed pair, so that the program decrypts it (docs/decisions/034-bound-values.md, Server seeds).
 */

let app: TestApp
let pool: pg.Pool
let thief: pg.PoolClient

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  pool = createPool(app.superUrl, { max: 4, name: 'thief' })
  thief = await pool.connect()
})
afterAll(async () => {
  thief.release()
  await pool.end()
  await app.close()
})

type Pair = { pair: number; serverSeed: string | null }
type Player = {
  memberId: bigint
  call: (name: string, body: object) => Promise<TestResponse>
  pairs: () => Promise<Pair[]>
}

/** A member with a game window and a pair in use. */
async function openWindow(): Promise<Player> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const { id, token } = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, { id })).id
  const call = (name: string, body: object) => app.play(name, { token, window, body })
  const pairs = async () => {
    const { body } = await call('get-seeds', { skip: 0, take: 10 })
    return (body as unknown as { pairs: Pair[] }).pairs
  }
  return { memberId: member.id, call, pairs }
}

/** The encrypted server seed of the row that a transaction inserted into `member_seed`, from its file: it need not be committed. */
async function stealSeed(xid: string): Promise<Buffer> {
  await pool.query('CHECKPOINT')
  const { rows } = await pool.query<{ file: Buffer }>(
    `SELECT pg_read_binary_file(pg_relation_filepath('member_seed')) AS file`,
  )
  const file = rows[0]?.file ?? Buffer.alloc(0)
  const pageBytes = 8_192
  const found: { id: bigint; sealed: Buffer }[] = []
  for (let page = 0; page < file.length; page += pageBytes) {
    // Line pointers of 4 bytes: the offset of the row in 15 bits, 2 flags, its length in 15 bits.
    for (let pointer = page + 24; pointer < page + file.readUInt16LE(page + 12); pointer += 4) {
      const item = file.readUInt32LE(pointer)
      const row = file.subarray(page + (item & 0x7fff), page + (item & 0x7fff) + (item >>> 17))
      if (row.length < 60 || String(row.readUInt32LE(0)) !== xid) continue
      const columns = row.subarray(row[22])
      // The encrypted seed has 60 bytes behind a header of one byte.
      const start = columns.indexOf((61 << 1) | 1, 16) + 1
      found.push({ id: columns.readBigInt64LE(0), sealed: columns.subarray(start, start + 60) })
    }
  }
  // The transaction also began a pair and revealed one.
  const newest = found.toSorted((one, other) => Number(other.id - one.id))[0]
  if (newest === undefined) throw new Error('the row is not in the file')
  return newest.sealed
}

/**
 * Ends a pair of the player, while the superuser holds the statement that inserts the seed to come; `meanwhile` gets that seed, encrypted.
 * Resolves with the ordinal of the seed.
 */
async function stepHeld(player: Player, meanwhile: (sealed: Buffer) => Promise<void>): Promise<number> {
  const member = String(player.memberId)
  const { rows } = await pool.query<{ next: number }>(
    'SELECT max(ordinal) + 1 AS next FROM member_seed WHERE member_id = $1',
    [member],
  )
  const next = rows[0]?.next ?? 0
  await thief.query('BEGIN; SET LOCAL session_replication_role = replica')
  // A row under the same unique key that is not committed.
  await thief.query(
    `INSERT INTO member_seed (id, member_id, ordinal, server_seed_sealed, key_id, server_seed_hash, client_seed, begun_at, first_nonce)
     OVERRIDING SYSTEM VALUE VALUES (-1, $1, $2, '', '', '', 'held', now(), 0)`,
    [member, next],
  )
  const step = player.call('set-client-seed', { clientSeed: `step-${next}` })
  await untilWaiting(app.ownerPool, 1)
  const waiting = await pool.query<{ xid: string }>(
    `SELECT backend_xid::text AS xid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  )
  await meanwhile(await stealSeed(waiting.rows[0]?.xid ?? ''))
  await thief.query('ROLLBACK')
  expect((await step).body).toMatchObject({ status: 'success' })
  return next
}

/** Plants a revealed pair with that seed for a member, as row -7. */
const plantedPair = ({ memberId }: Player, sealed: Buffer): string =>
  `INSERT INTO member_seed (id, member_id, ordinal, server_seed_sealed, key_id, server_seed_hash, client_seed, begun_at, first_nonce, revealed_at)
   OVERRIDING SYSTEM VALUE VALUES (-7, ${memberId}, 1000, '\\x${sealed.toString('hex')}', '${app.deps.config.secret.keyId}', '\\x00', 'planted', now(), 0, now())`
/** Plants a record of row -7 as well, which nothing signed. */
const plantedRecord = `INSERT INTO state_change (id, act_group, relation, row_key, form, digest, before) OVERRIDING SYSTEM VALUE
  SELECT -7, gen_random_uuid(), 'member_seed', r.row_key, cardinality(r.digests), r.digests[cardinality(r.digests)], '{}'
    FROM member_seed s, member_seed_state(s) r WHERE s.id = -7`
const removed = `DELETE FROM member_seed WHERE id = -7; DELETE FROM state_change WHERE id = -7`

const faults = async (): Promise<string[]> => {
  const report = await checkKnownBooks(app.ownerPool, { secret: app.deps.config.secret })
  expect(report.notRun).toEqual([])
  return report.faults.map(({ check, subject }) => `${check}: ${subject}`)
}

/** The server seed of a pair, by its member, once the pair has ended. */
async function seedOf(player: Player, ordinal: number): Promise<string | null | undefined> {
  for (const clientSeed of ['last', 'after']) await player.call('set-client-seed', { clientSeed })
  return (await player.pairs()).find(({ pair }) => pair === ordinal)?.serverSeed
}

test('a server seed of which no row is committed yet is not shown by a planted pair', async () => {
  const [player, accomplice] = [await openWindow(), await openWindow()]
  let shown: Pair[] = []
  const ordinal = await stepHeld(player, async (sealed) => {
    await commitPastTriggers(pool, plantedPair(accomplice, sealed))
    shown = await accomplice.pairs()
    await commitPastTriggers(pool, removed)
  })
  const planted = shown.find(({ pair }) => pair === 1_000)
  expect(planted).toMatchObject({ serverSeed: null })
  expect(app.errors.splice(0)).toEqual([expect.stringContaining('its row is not as the program recorded it')])
  // It is the seed of a pair that the member plays later.
  expect(await seedOf(player, ordinal)).toMatch(/^[0-9a-f]{64}$/)
  expect(await faults()).toEqual([])
})

test('nor by a pair that was planted with its record, which the program did not sign', async () => {
  const [player, accomplice] = [await openWindow(), await openWindow()]
  let shown: Pair[] = []
  await stepHeld(player, async (sealed) => {
    await commitPastTriggers(pool, `${plantedPair(accomplice, sealed)}; ${plantedRecord}`)
    shown = await accomplice.pairs()
    await commitPastTriggers(pool, removed)
  })
  expect(shown.find(({ pair }) => pair === 1_000)).toMatchObject({ serverSeed: null })
  expect(app.errors.splice(0)).toEqual([expect.stringContaining('its row is not as the program recorded it')])
  expect(await faults()).toEqual([])
})

test('a showing that is ended before its record is committed shows nothing, and leaves no keyed hash to be read', async () => {
  const player = await openWindow()
  await player.call('set-client-seed', { clientSeed: 'ended' })
  await commitPastTriggers(pool, `UPDATE member_seed SET reveal_mac = NULL WHERE member_id = ${player.memberId}`)
  await acceptAllStates(app.ownerPool)
  const held = await holdBooking(pool, 'audit')
  const ended = player.call('get-seeds', { skip: 0, take: 10 })
  await untilWaiting(app.ownerPool, 1)
  // The program waits with its record, and has not made the keyed hash.
  expect(await statementsThatWait()).toEqual([expect.stringContaining('act_pending')])
  await held.end('terminate')
  expect((await ended).body).not.toHaveProperty('pairs')
  await held.release()
  expect(await macOf(player)).toBe(null)
  app.errors.splice(0)
  expect((await player.pairs()).map(({ serverSeed }) => serverSeed !== null)).toEqual([false, true])
  expect(await macOf(player)).toHaveLength(32)
  expect(await faults()).toEqual([])
})

async function statementsThatWait(): Promise<string[]> {
  const { rows } = await pool.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  )
  return rows.map(({ query }) => query)
}

/** The keyed hash of the player's first pair. */
async function macOf({ memberId }: Player): Promise<Buffer | null | undefined> {
  const { rows } = await app.ownerPool.query<{ mac: Buffer | null }>(
    'SELECT reveal_mac AS mac FROM member_seed WHERE member_id = $1 AND ordinal = 1',
    [String(memberId)],
  )
  return rows[0]?.mac
}

test('a keyed hash of another pair or seed shows nothing', async () => {
  const [player, other] = [await openWindow(), await openWindow()]
  for (const { call } of [player, other]) await call('set-client-seed', { clientSeed: 'two' })
  const first = (of: Player): string => `(SELECT id FROM member_seed WHERE member_id = ${of.memberId} AND ordinal = 1)`
  const shown = async (): Promise<string | null> => (await player.pairs()).at(-1)?.serverSeed ?? null
  const before = await shown()
  expect(before).not.toBe(null)
  const { rows } = await pool.query<{ row: object }>(
    `SELECT to_jsonb(s) AS row FROM member_seed s WHERE id = ${first(player)}`,
  )
  for (const copied of ['reveal_mac', 'server_seed_sealed', 'reveal_mac, server_seed_sealed, server_seed_hash']) {
    const columns = copied.split(', ')
    const set = columns.map((column) => `${column} = o.${column}`).join(', ')
    await commitPastTriggers(
      pool,
      `UPDATE member_seed s SET ${set} FROM member_seed o WHERE s.id = ${first(player)} AND o.id = ${first(other)}`,
    )
    expect(await shown()).toBe(null)
    expect(app.errors.splice(0)).toEqual([expect.stringContaining('its keyed hash is of something else')])
    await commitPastTriggers(
      pool,
      `UPDATE member_seed s SET (reveal_mac, server_seed_sealed, server_seed_hash) = (SELECT r.reveal_mac, r.server_seed_sealed, r.server_seed_hash
        FROM jsonb_populate_record(NULL::member_seed, '${JSON.stringify(rows[0]?.row)}') r) WHERE s.id = ${first(player)}`,
    )
  }
  // Removed, it is not made anew for a row that is not as it was recorded.
  await commitPastTriggers(pool, `UPDATE member_seed SET reveal_mac = NULL WHERE id = ${first(player)}`)
  expect(await shown()).toBe(null)
  expect(app.errors.splice(0)).toEqual([expect.stringContaining('its row is not as the program recorded it')])
  await acceptAllStates(app.ownerPool)
  expect(await shown()).toBe(before)
  expect(await faults()).toEqual([])
})

test('a pair that was revealed before seeds were shown with a keyed hash is recorded once and then shown', async () => {
  const player = await openWindow()
  for (const clientSeed of ['two', 'three']) await player.call('set-client-seed', { clientSeed })
  const of = `member_id = ${player.memberId} AND revealed_at IS NOT NULL`
  await commitPastTriggers(pool, `UPDATE member_seed SET reveal_mac = NULL WHERE ${of}`)
  // As the release before recorded them.
  await app.ownerPool.query(
    `WITH changed AS (INSERT INTO state_change (act_group, relation, row_key, form, digest, before, row_xid)
       SELECT current_act_group(), 'member_seed', r.row_key, 1, r.digests[1], r.digests[1:1], s.xmin
         FROM member_seed s, member_seed_state(s) r WHERE s.${of} RETURNING id)
     INSERT INTO audit (actor_kind, act, detail)
       SELECT 'system', 'states.accept', jsonb_build_object('reason', 'of the test', 'upTo', max(id)::text) FROM changed`,
  )
  const records = async (): Promise<number> => {
    const { rows } = await app.ownerPool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM state_change c JOIN member_seed s ON c.relation = 'member_seed' AND c.row_key = s.id::text WHERE s.${of}`,
    )
    return rows[0]?.count ?? 0
  }
  const before = await records()
  const both = await Promise.all([player.pairs(), player.pairs(), player.pairs()])
  for (const pairs of both) {
    expect(pairs.map(({ serverSeed }) => serverSeed !== null)).toEqual([false, true, true])
    const [, two, one] = pairs
    expect(two?.serverSeed).not.toBe(one?.serverSeed)
  }
  const after = await records()
  expect(after).toBeGreaterThanOrEqual(before + 4)
  await player.pairs()
  expect(await records()).toBe(after)
  const { rows } = await app.ownerPool.query<{ hash: Buffer }>(
    `SELECT server_seed_hash AS hash FROM member_seed WHERE ${of} ORDER BY ordinal DESC`,
  )
  const digests = both[0]?.slice(1).map(({ serverSeed }) =>
    createHash('sha256')
      .update(serverSeed ?? '', 'hex')
      .digest(),
  )
  expect(digests).toEqual(rows.map(({ hash }) => hash))
  expect(await faults()).toEqual([])
})

test('a seed under a key that is missing or lost is not shown; a log line names the row unless the key is declared lost', async () => {
  const player = await openWindow()
  await player.call('set-client-seed', { clientSeed: 'two' })
  const first = `member_id = ${player.memberId} AND ordinal = 1`
  const before = await player.pairs()
  await commitPastTriggers(pool, `UPDATE member_seed SET key_id = 'gone' WHERE ${first}`)
  const { secret } = app.deps.config
  for (const lost of [[], ['gone']]) {
    app.deps.config.secret = { ...secret, lost: new Set(lost) }
    expect((await player.pairs()).map(({ serverSeed }) => serverSeed)).toEqual([null, null])
    expect(app.errors.splice(0).map((line) => line.includes('cannot be read'))).toEqual(lost.length > 0 ? [] : [true])
  }
  app.deps.config.secret = secret
  await commitPastTriggers(pool, `UPDATE member_seed SET key_id = '${secret.keyId}' WHERE ${first}`)
  await acceptAllStates(app.ownerPool)
  expect(await player.pairs()).toEqual(before)
})
