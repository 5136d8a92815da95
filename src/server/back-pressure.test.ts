import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type pg from 'pg'
import { makeMember, makeOperator, makePlaySession, makeSession, someMoney } from '#server/seed/builders.ts'
import { expectCleanBooks, type Acknowledged } from '#test/books.ts'
import { createTestApp, type TestApp, type TestAppOptions, type TestResponse } from '#test/test-app.ts'
import { appHandlers } from './handlers.ts'
import { mostWaitingToHash, verifySecret, waitingToHash } from './auth/hashing.ts'
import { callerBounds } from './http/caller-turns.ts'
import { scaledMs } from '#test/machine.ts'

/** Every queue of calls is bounded: a rejected call gets a time to retry, and has no effect. */

let app: TestApp

afterEach(() => app.close())

async function open(options: Partial<TestAppOptions>): Promise<void> {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' }, ...options })
}

type Player = { memberId: bigint; token: string; window: string; loginId: string; password: string; pin: string }

async function player(): Promise<Player> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  return { ...member, memberId: member.id, token: session.token, window }
}

function spin({ token, window }: Player, requestId: string = randomUUID()): Promise<TestResponse> {
  return app.play('spin', { token, window, body: { requestId, stake: '1000' } })
}

/** Takes every connection of the application; returns a function that releases them. */
async function takeConnections(): Promise<() => void> {
  const held: pg.PoolClient[] = []
  while (held.length < (app.pool.options.max ?? 0)) held.push(await app.pool.connect())
  return () => held.forEach((client) => client.release())
}

/** More than any page requests when it loads: what the tabs of my page request together. */
const callsOfLargestPage = [
  ['user-health-check', {}],
  ['get-member', {}],
  ['get-statement', { from: '2026-01-01', to: '2026-12-31' }],
  ['get-slot-setting', {}],
  ['get-slot-bets-list', {}],
  ['get-limits', {}],
  ['get-transfer-wallets', {}],
] as const

/** Locks a member's wallet in a separate transaction; returns a function that releases it. */
async function holdWallet(memberId: bigint): Promise<() => Promise<void>> {
  const client = await app.ownerPool.connect()
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM wallet WHERE member_id = $1 FOR UPDATE', [memberId])
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

function expectBusy(response: TestResponse): void {
  expect([response.code, response.body.status]).toEqual([503, 'busy'])
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
}

test('serves bets under overload while polls and other calls are rejected', async () => {
  await open({ mostInFlight: 10, pool: { max: 2 } })
  const [one, two] = [await player(), await player()]
  await spin(one)
  const releaseConnections = await takeConnections()
  const call = (name: string) => app.member(name, { token: one.token })
  const polls = Array.from({ length: 5 }, () => call('user-health-check'))
  const rejected = [call('user-health-check'), call('user-health-check')]
  // More of one member's calls than two would wait for each other instead.
  const acts = [call('get-member'), call('get-member'), app.member('get-member', { token: two.token })]
  rejected.push(app.member('get-member', { token: two.token }))
  for (const response of await Promise.all(rejected)) expectBusy(response)
  const bets = await Promise.all([spin(one), spin(one)])
  expect(bets.map((response) => response.body.status)).toEqual(['success', 'success'])
  releaseConnections()
  for (const response of await Promise.all([...polls, ...acts])) expect(response.code).toBe(200)
  await expectCleanBooks(app.pool)
})

test('a full ledger queue rejects bets without posting them', async () => {
  await open({ ledgerMostWaiting: 3 })
  const players = []
  for (let index = 0; index < 8; index += 1) players.push(await player())
  for (const one of players) expect((await spin(one)).body.status).toBe('success')
  const [first] = players
  if (first === undefined) throw new Error('there is no player')
  const letGo = await holdWallet(first.memberId)
  const requests = players.map((one) => ({ one, key: randomUUID() }))
  const responses: Promise<TestResponse>[] = []
  for (const { one, key } of requests) {
    responses.push(spin(one, key))
    await expect.poll(() => app.deps.ledger.pending() >= Math.min(4, responses.length)).toBe(true)
  }
  const refused = await Promise.all(responses.slice(4))
  for (const answer of refused) expectBusy(answer)
  await letGo()
  const done = await Promise.all(responses.slice(0, 4))
  expect(done.map((answer) => answer.body.status)).toEqual(['success', 'success', 'success', 'success'])
  const acknowledged = requests.map(({ one, key }, index): Acknowledged => {
    return { memberId: one.memberId, key, outcome: index < 4 ? 'effect' : 'refused' }
  })
  await expectCleanBooks(app.pool, acknowledged)
})

test('a call that waits too long for a connection gets a time to retry', async () => {
  await open({ pool: { max: 2, connectionTimeoutMs: 300 } })
  const one = await player()
  const releaseConnections = await takeConnections()
  const waited = await Promise.all([
    app.member('get-member', { token: one.token }),
    app.member('user-health-check', { token: one.token }),
    app.member('apply-user-deposit', { token: one.token, body: { requestId: randomUUID(), balance: '20000' } }),
  ])
  for (const response of waited) expectBusy(response)
  releaseConnections()
  expect((await app.member('user-health-check', { token: one.token })).code).toBe(200)
  const { rows } = await app.pool.query('SELECT 1 FROM money_request')
  expect(rows).toEqual([])
})

test('one member with 300 calls in flight gets 429, and nobody else waits for them', async () => {
  await open({})
  const [one, other] = [await player(), await player()]
  for (const each of [one, other]) expect((await app.member('get-member', { token: each.token })).code).toBe(200)
  const letGo = await holdWallet(one.memberId)
  const most = app.pool.options.max ?? 0
  const flood = Array.from({ length: 300 }, (_, index) =>
    app.member('set-limit', {
      token: one.token,
      body: { kind: 'deposit', period: 'day', most: String(5_000_000 + index) },
    }),
  )
  const refused = (await Promise.all(flood.slice(callerBounds.member.inFlight))).map(({ code, body, headers }) => [
    code,
    body.status,
    Number(headers['retry-after']) > 0,
  ])
  expect(refused).toEqual(Array(300 - callerBounds.member.inFlight).fill([429, 'too_many', true]))
  expect(app.pool.idleCount).toBeGreaterThan(0)
  expect(app.pool.totalCount - app.pool.idleCount).toBeLessThanOrEqual(callerBounds.member.working)
  expect(callerBounds.member.working).toBeLessThan(most)
  const begun = performance.now()
  const body = { requestId: randomUUID(), balance: '20000', pass: other.pin }
  expect((await app.member('apply-user-withdraw', { token: other.token, body })).body.status).toBe('success')
  expect((await spin(other)).body.status).toBe('success')
  expect(performance.now() - begun).toBeLessThan(scaledMs(3_000))
  await letGo()
  // A call that waited too long for its turn is refused as well.
  for (const { code } of await Promise.all(flood.slice(0, callerBounds.member.inFlight))) {
    expect([200, 429]).toContain(code)
  }
  expect((await app.member('get-member', { token: one.token })).code).toBe(200)
  expect((await spin(one)).body.status).toBe('success')
  await expectCleanBooks(app.pool)
}, 60_000)

test('five pages of a member that load at the same time meet no refusal, also in a new process', async () => {
  await open({})
  const one = await player()
  for (let loads = 0; loads < 3; loads += 1) {
    const pages = Array.from({ length: 5 }, () =>
      callsOfLargestPage.map(([name, body]) => app.member(name, { token: one.token, body })),
    )
    const answers = await Promise.all(pages.flat())
    expect(answers.map(({ code }) => code)).toEqual(Array(5 * callsOfLargestPage.length).fill(200))
  }
})

test('a guest with 400 calls in flight gets 429, and delays nobody from another address', async () => {
  await open({})
  const one = await player()
  const calls = Array.from({ length: 400 }, (_, index) =>
    app.member('get-user-notices', { body: { skip: index, take: 100 }, remoteAddress: '203.0.113.9' }),
  )
  const others = [
    app.member('get-user-notices', { remoteAddress: '203.0.113.10' }),
    app.member('get-member', { token: one.token, remoteAddress: '203.0.113.10' }),
  ]
  for (const { code } of await Promise.all(others)) expect(code).toBe(200)
  const codes = (await Promise.all(calls)).map(({ code }) => code)
  expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(400 - callerBounds.address.inFlight)
  expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0)
})

test('during a flood of sign-ins at the office members sign in, from a new browser too', async () => {
  await open({})
  const one = await player()
  const visitors = connectVisitors('office')
  let answer = await app.office('sign-in', { body: { login: 'nobody', pw: 'guess' } })
  for (let attempts = 0; attempts < 20 && answer.code === 200; attempts += 1) {
    answer = await app.office('sign-in', { body: { login: `nobody${attempts}`, pw: 'guess' } })
  }
  expect([answer.code, answer.body.status]).toEqual([429, 'too_many'])
  const signIn = (cookie: string) =>
    app.member('user-do-login', { headers: { cookie }, body: { id: one.loginId, pw: one.password } })
  const first = await signIn('')
  expect(first.body.status).toBe('success')
  const cookies = [first.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0])
  expect((await signIn(cookies.join('; '))).body.status).toBe('success')
  expect(waitingToHash()).toBeGreaterThan(mostWaitingToHash / 2)
  await visitors.leave()
})

test('during a flood of sign-ins members reach their money and operators the office', async () => {
  await open({})
  const one = await player()
  const visitors = connectVisitors()
  // Now and then a place in the queue is free, and a sign-in of the flood is verified.
  let answer = await app.member('user-do-login', { body: { id: 'nobody888', pw: 'guess' } })
  for (let attempts = 0; attempts < 20 && answer.code === 200; attempts += 1) {
    answer = await app.member('user-do-login', { body: { id: `nobody${attempts}`, pw: 'guess' } })
  }
  expect([answer.code, answer.body.status]).toEqual([429, 'too_many'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(1)
  const body = { requestId: randomUUID(), balance: '20000', pass: one.pin }
  const withdrawn = await app.member('apply-user-withdraw', { token: one.token, body })
  expect(withdrawn.body.status).toBe('success')
  expect((await spin(one)).body.status).toBe('success')
  const office = await app.office('sign-in', { body: { login: 'nobody', pw: 'guess' } })
  expect([office.code, office.body.status]).toEqual([200, 'fail'])
  expect(waitingToHash()).toBeGreaterThan(mostWaitingToHash / 2)
  await visitors.leave()
  expect((await app.member('user-do-login', { body: { id: one.loginId, pw: one.password } })).body.status).toBe(
    'success',
  )
  await expectCleanBooks(app.pool)
})

test.each([
  ['sign-ins', 'user-do-login', { pw: 'guess' }],
  ['password resets', 'reset-password', { code: '00000000', newPw: 'harbour-lights-9' }],
] as const)('only a bounded number of a flood of %s reaches the database', async (_calls, name, guess) => {
  await open({})
  let taken = 0
  app.pool.on('acquire', () => (taken += 1))
  const ids = Array.from({ length: 3 * mostWaitingToHash }, (_, index) => `nobody${index}`)
  const responses = await Promise.all(ids.map((id) => app.member(name, { body: { id, ...guess } })))
  const codes = responses.map(({ code }) => code)
  // On a slow machine some of the admitted calls wait too long as well.
  expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(2 * mostWaitingToHash)
  const { rows } = await app.ownerPool.query<{ tried: bigint }>(
    `SELECT count(*) AS tried FROM login_throttle WHERE scope IN ('id', 'reset-code')`,
  )
  expect(rows[0]?.tried).toBe(BigInt(mostWaitingToHash))
  expect(taken).toBeLessThanOrEqual(5 * mostWaitingToHash)
})

test.each(['site', 'office'] as const)(
  'during a flood of sign-ins at the %s from many networks a person from another one gets in at once',
  async (place) => {
    await open({})
    const one = await player()
    const operator = await makeOperator({ ...app.deps, ownerDb: app.ownerDb })
    const signIn = (id: string, pw: string, remoteAddress: string) =>
      place === 'site'
        ? app.member('user-do-login', { remoteAddress, body: { id, pw } })
        : app.office('sign-in', { remoteAddress, body: { login: id, pw } })
    let isOver = false
    const answered = new Set<number>()
    const attack = Array.from({ length: 3 * mostWaitingToHash }, async (_, network) => {
      for (let turn = 0; !isOver; turn += 1) {
        await signIn(`nobody${network}x${turn}`, 'guess', `10.${network}.0.1`)
        answered.add(network)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    try {
      // Until then the networks of the attack are new as well.
      await expect.poll(() => answered.size, { timeout: 20_000 }).toBe(attack.length)
      const [id, pw] = place === 'site' ? [one.loginId, one.password] : [operator.login, operator.password]
      const answers = []
      for (const network of [1, 2, 3]) answers.push(await signIn(id, pw, `192.168.${network}.9`))
      expect(answers.map(({ code, body }) => [code, body.status])).toEqual(Array(3).fill([200, 'success']))
    } finally {
      isOver = true
      await Promise.all(attack)
    }
  },
  60_000,
)

/** Visitors who take every place in their queue as soon as it is free, until `leave` is called. */
function connectVisitors(queue: 'stranger' | 'office' = 'stranger'): { leave: () => Promise<unknown> } {
  let isHere = true
  const push = async (): Promise<void> => {
    // Repeats a verified sign-in at once, before other calls take the place.
    while (isHere) await verifySecret(null, 'guess', queue).catch(() => new Promise((resolve) => setImmediate(resolve)))
  }
  const pushing = Promise.all(Array.from({ length: mostWaitingToHash + 1 }, push))
  return {
    leave: () => {
      isHere = false
      return pushing
    },
  }
}
