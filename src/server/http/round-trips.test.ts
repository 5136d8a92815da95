import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeMember, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { appHandlers } from '#server/handlers.ts'

/**
 * Database round trips of the most frequent calls, counted by connections taken: one for a statement or a transaction.
 */

let app: TestApp
let token: string
let window: string
let taken = 0

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  token = session.token
  window = (await makePlaySession(app.deps, member, session)).id
  // The process reads its brands every 5 s, also during a call that is counted here.
  app.listeners.brands.stop()
  app.pool.on('acquire', () => {
    taken += 1
  })
})
afterAll(() => app.close())

async function takenBy(call: () => Promise<{ body: { status: string } }>): Promise<number> {
  taken = 0
  const response = await call()
  expect(response.body.status).toBe('success')
  return taken
}

it('a health check takes one statement', async () => {
  const check = () => app.member('user-health-check', { token })
  await check()
  expect(await takenBy(check)).toBe(1)
})

it('concurrent health checks are combined: at most one statement each, and far fewer', async () => {
  const checks = Array.from({ length: 60 }, () => app.member('user-health-check', { token }))
  taken = 0
  for (const response of await Promise.all(checks)) expect(response.body.status).toBe('success')
  expect(taken).toBeLessThan(30)
})

it('a health check reads only through indexes, however many members there are', async () => {
  await app.ownerPool.query(
    `WITH crowd AS (
       INSERT INTO member (public_id, brand_id, login_id, login_id_key, nick, nick_key, password_hash, pin_hash, status, reference_code)
       SELECT gen_random_uuid(), $1, 'crowd' || n, 'crowd' || n, 'c' || n, 'c' || n, '-', '-', 'active', 'crowd' || n
         FROM generate_series(1, 3000) n RETURNING id),
     people AS (INSERT INTO member_person (member_id, key_id) SELECT id, 'k' FROM crowd),
     sessions AS (INSERT INTO member_session (token_hash, member_id) SELECT sha256(id::text::bytea), id FROM crowd)
     SELECT ledger_open(id, $1) FROM crowd`,
    [app.brand.id],
  )
  const readInFull = async (): Promise<bigint> => {
    // The statistics of a connection are flushed only on request, and by that connection.
    const clients = await Promise.all(Array.from({ length: app.pool.options.max ?? 0 }, () => app.pool.connect()))
    for (const client of clients) await client.query('SELECT pg_stat_force_next_flush()')
    for (const client of clients) client.release()
    await app.ownerPool.query('SELECT pg_stat_force_next_flush()')
    const { rows } = await app.ownerPool.query<{ scans: bigint }>(
      `SELECT sum(seq_scan)::bigint AS scans FROM pg_stat_user_tables
        WHERE relname IN ('member', 'member_person', 'member_session', 'wallet', 'note', 'help_item')`,
    )
    return rows[0]?.scans ?? -1n
  }
  const before = await readInFull()
  for (let check = 0; check < 10; check += 1) await app.member('user-health-check', { token })
  expect(await readInFull()).toBe(before)
  // A whole row is in no index, whereas `count(*)` takes one after an autovacuum.
  await app.pool.query('SELECT count(s::text) FROM member_session s')
  expect(await readInFull()).toBe(before + 1n)
})

it('a spin makes only the ledger’s statement, once the window is cached', async () => {
  const spin = () => app.play('spin', { token, window, body: { requestId: randomUUID(), stake: '1000' } })
  await spin()
  expect(await takenBy(spin)).toBe(0)
})

it('a guest’s call with a session makes no query', async () => {
  taken = 0
  expect((await app.member('user-health-check')).code).toBe(401)
  expect((await app.member('get-member', { headers: { origin: 'https://evil.example' }, token })).code).toBe(403)
  expect((await app.member('get-member', { token, body: '{' })).code).toBe(400)
  expect(taken).toBe(0)
})

it('an ended session cannot spin, although the window is cached', async () => {
  const spin = () => app.play('spin', { token, window, body: { requestId: randomUUID(), stake: '1000' } })
  expect((await spin()).body.status).toBe('success')
  await app.ownerPool.query('UPDATE member_session SET ended_at = now()')
  expect((await spin()).code).toBe(401)
  expect((await app.member('user-health-check', { token })).code).toBe(401)
})
