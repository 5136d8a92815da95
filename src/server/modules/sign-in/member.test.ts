import { createActKeys, signActs } from '#server/db/act-signing.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { createTestApp, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { makeMember, makeSession, type MadeMember, type MemberOptions } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { untilWaiting } from '#test/until.ts'

let app: TestApp
let member: MadeMember
const make = (options?: MemberOptions): Promise<MadeMember> => makeMember(app.deps, app.brand, options)

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
})
beforeEach(async () => {
  member = await make({ cash: wholeUnits(1_000) })
})
afterAll(() => app.close())

const signIn = (id: string, pw: string, device?: string): Promise<TestResponse> =>
  app.member('user-do-login', {
    body: { id, pw },
    ...(device === undefined ? {} : { headers: { cookie: `device=${device}` } }),
  })

function cookie(response: TestResponse, name: string): string | undefined {
  const all = [response.headers['set-cookie']].flat().map(String)
  return all.map((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1]).find((value) => value !== undefined)
}

describe('signing in', () => {
  test.each(['%00', '%', 'short', 'x'.repeat(4_000), '%0d%0aset-cookie:a=b'])(
    'a browser with %j as its own token gets a new one',
    async (device) => {
      const response = await signIn(member.loginId, member.password, device)
      expect(response.body.status).toBe('success')
      expect(cookie(response, 'device')).toMatch(/^[\w-]{43}$/)
    },
  )

  test('opens no session with a password that is being changed', async () => {
    const changing = await app.ownerPool.connect()
    try {
      await changing.query('BEGIN')
      await changing.query(`UPDATE member SET password_hash = 'another' WHERE id = $1`, [String(member.id)])
      const pending = signIn(member.loginId, member.password)
      // The sign-in has verified the password, which is valid until the commit, and waits for the member's row.
      await untilWaiting(app.ownerPool, 1)
      await signActs((sql, values) => changing.query(sql, [...values]), createActKeys(app.deps.config.secret))
      await changing.query('COMMIT')
      expect((await pending).body).toEqual({ status: 'fail', message: 'msg2030' })
    } finally {
      changing.release()
    }
    const open = await app.db.selectFrom('member_session').select('id').where('member_id', '=', member.id).execute()
    expect(open).toEqual([])
  })

  test('opens a session and remembers the browser; nothing else changes', async () => {
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await signIn(` ${member.loginId.toUpperCase()} `, member.password)
    })
    expect(changed).toEqual(['audit', 'login_throttle', 'member_device', 'member_session', 'person_mark'])
    expect(response).toMatchObject({
      code: 200,
      body: { status: 'success', user: { userId: member.loginId, balance: '1000', phone: '••••0000', level: 1 } },
    })
    expect(response?.body).not.toHaveProperty('token')
    expect(String(response?.headers['set-cookie'])).toMatch(/session=.*HttpOnly.*SameSite=Lax/)
    const token = cookie(response as TestResponse, 'session')
    expect(await app.member('user-health-check', { token })).toMatchObject({ body: { status: 'success' } })
    const stored = await app.db.selectFrom('member_session').select('token_hash').execute()
    expect(stored.some((row) => row.token_hash.toString('base64url') === token)).toBe(false)
  })

  test('returns a token once to a program that requests one, and sets no cookie', async () => {
    const response = await app.member('user-do-login', {
      body: { id: member.loginId, pw: member.password, token: true },
    })
    expect(response.headers['set-cookie']).toBeUndefined()
    const headers = { authorization: `Bearer ${String(response.body['token'])}` }
    expect(await app.member('user-health-check', { headers })).toMatchObject({ code: 200 })
  })

  test('ends the previous session', async () => {
    const first = cookie(await signIn(member.loginId, member.password), 'session')
    await app.member('user-do-login', { token: first, body: { id: member.loginId, pw: member.password } })
    expect(await app.member('user-health-check', { token: first })).toMatchObject({ code: 401 })
  })

  test('a wrong password, an unknown id and a rejected registration get the same answer', async () => {
    const rejected = await make({ status: 'rejected' })
    const answers = await Promise.all([
      signIn(member.loginId, 'wrong-password'),
      signIn('nobody777', 'wrong-password'),
      signIn('<script>', 'wrong-password'),
      signIn(rejected.loginId, rejected.password),
    ])
    for (const response of answers) expect(response.body).toEqual({ status: 'fail', message: 'msg2030' })
    for (const response of answers) expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('an unknown id takes as long as a wrong password', async () => {
    const members = await Promise.all(Array.from({ length: 15 }, () => make()))
    const took = async (id: string): Promise<number> => {
      const begun = performance.now()
      expect((await signIn(id, 'wrong-password')).body.status).toBe('fail')
      return performance.now() - begun
    }
    const known: number[] = []
    const unknown: number[] = []
    for (const [index, { loginId }] of members.entries()) {
      known.push(await took(loginId))
      unknown.push(await took(`nobody${index}`))
    }
    // The fastest of each: a busy machine slows some answers and makes none faster. Without a hash an answer would take
    // a fifth of the time.
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.6)
  })

  test('a member who is not approved yet gets that answer with the right password only', async () => {
    const pending = await make({ status: 'pending' })
    expect((await signIn(pending.loginId, pending.password)).body).toEqual({ status: 'pending' })
    expect((await signIn(pending.loginId, 'wrong-password')).body).toMatchObject({ status: 'fail' })
  })

  test('blocked and excluded members may sign in with restrictions', async () => {
    const until = new Date(Date.now() + 86_400_000)
    const blocked = await make({ status: 'blocked' })
    const excluded = await make({ excludedUntil: until })
    expect((await signIn(blocked.loginId, blocked.password)).body).toMatchObject({
      status: 'success',
      restricted: { why: 'blocked', until: null },
    })
    expect((await signIn(excluded.loginId, excluded.password)).body).toMatchObject({
      restricted: { why: 'excluded', until: until.toISOString() },
    })
  })
})

describe('attempts', () => {
  test('that were rejected under load are not counted', async () => {
    const ids = Array.from({ length: 80 }, (_, index) => `crowd${String(index)}x`)
    const responses = await Promise.all(ids.map((id) => signIn(id, 'whatever-1')))
    const rejected = ids.filter((_, index) => responses[index]?.code === 429)
    expect(rejected.length).toBeGreaterThan(0)
    const counted = await app.db
      .selectFrom('login_throttle')
      .select('key')
      .where('failures', '>', 0)
      .where(
        'key',
        'in',
        rejected.flatMap((id) => [`${app.brand.id} ${id}`, `${app.brand.id} ${id} 127.0.0.0/24`]),
      )
      .execute()
    expect(counted).toEqual([])
  })

  test('five from unknown browsers make the right password wait too; unknown ids are counted alike', async () => {
    for (const id of [member.loginId, 'nobody888']) {
      const count = (word: string): number => statuses.filter((one) => one === word).length
      const statuses: unknown[] = []
      // What is rejected under load is not counted, and is tried again.
      for (let round = 0; round < 10 && count('fail') < 5; round++) {
        const responses = await Promise.all(Array.from({ length: 8 }, () => signIn(id, 'guess')))
        statuses.push(...responses.map((one) => one.body.status))
      }
      expect(count('fail')).toBe(5)
      expect(count('throttled')).toBeGreaterThanOrEqual(3)
    }
    const last = await signIn(member.loginId, member.password)
    expect(last.body.status).toBe('throttled')
    expect(last.body['retryAfter']).toBeGreaterThan(800)
    expect(last.body['retryAfter']).toBeLessThanOrEqual(900)
  })

  test('with an empty password are refused and not counted', async () => {
    for (let round = 0; round < 8; round++) expect((await signIn(member.loginId, '')).body.status).toBe('fail')
    expect((await signIn(member.loginId, member.password)).body.status).toBe('success')
  })

  test('the owner can sign in from their own browser regardless of strangers’ attempts', async () => {
    const device = cookie(await signIn(member.loginId, member.password), 'device')
    for (let round = 0; round < 10; round++) {
      await signIn(member.loginId, 'guess')
      await signIn(member.loginId, 'guess', 'a-browser-nobody-has-seen')
      expect((await signIn(member.loginId, member.password, device)).body.status).toBe('success')
    }
  })

  test('a flood of strangers, with forged browsers too, leaves a known browser its place', async () => {
    const device = cookie(await signIn(member.loginId, member.password), 'device')
    const flood = Array.from({ length: 80 }, (_, index) =>
      signIn(`crowd${String(index)}y`, 'guess', index % 2 === 0 ? undefined : 'F'.repeat(43)),
    )
    const own = await Promise.all([1, 2].map(() => signIn(member.loginId, member.password, device)))
    expect(own.map((one) => one.body.status)).toEqual(['success', 'success'])
    const refused = (await Promise.all(flood)).filter((one) => one.code === 429)
    expect(refused.length).toBeGreaterThan(20)
    // One browser cannot take every known place either.
    const many = await Promise.all(Array.from({ length: 12 }, () => signIn(member.loginId, member.password, device)))
    expect(many.filter((one) => one.code === 429).length).toBeGreaterThan(4)
  })

  test('a browser gets a fresh token with its first sign-in, and keeps it', async () => {
    const chosen = 'D'.repeat(43)
    const given = cookie(await signIn(member.loginId, member.password, chosen), 'device')
    expect(given).toMatch(/^[\w-]{43}$/)
    expect(given).not.toBe(chosen)
    expect(cookie(await signIn(member.loginId, member.password, given), 'device')).toBe(given)
    expect(cookie(await signIn((await make()).loginId, member.password, given), 'device')).not.toBe(given)
  })

  test('a known browser has its own bound, and another member’s browser counts as unknown', async () => {
    const device = cookie(await signIn(member.loginId, member.password), 'device')
    const other = await make()
    const strange = []
    for (let round = 0; round < 7; round++) strange.push((await signIn(other.loginId, 'guess', device)).body.status)
    expect(strange.slice(4)).toEqual(['fail', 'throttled', 'throttled'])
    const own = []
    for (let round = 0; round < 12; round++) own.push((await signIn(member.loginId, 'guess', device)).body.status)
    expect(own.filter((word) => word === 'fail')).toHaveLength(10)
    expect(own.slice(-2)).toEqual(['throttled', 'throttled'])
  })

  test('the count starts again after a quarter of an hour', async () => {
    for (let round = 0; round < 6; round++) await signIn(member.loginId, 'guess')
    await app.db
      .updateTable('login_throttle')
      .set({ since: new Date(Date.now() - 16 * 60_000) })
      .where('key', 'like', `% ${member.loginId} %`)
      .execute()
    expect((await signIn(member.loginId, member.password)).body.status).toBe('success')
  })
})

describe('the health check', () => {
  test('returns user, counts and time, and changes nothing', async () => {
    const { token } = await makeSession(app.deps, member)
    await app.db
      .insertInto('note')
      .values({ id: crypto.randomUUID(), brand_id: app.brand.id, member_id: member.id, title: 'a', contents: 'b' })
      .execute()
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await app.member('user-health-check', { token })
    })
    expect(changed).toEqual([])
    expect(response?.body).toMatchObject({ status: 'success', noteCount: 1, helpCount: 0, user: { noteCount: 1 } })
    expect(Math.abs(Date.parse(String(response?.body['serverTime'])) - Date.now())).toBeLessThan(60_000)
  })

  test('does not reveal a win before it is shown', async () => {
    const { token } = await makeSession(app.deps, member)
    const set = (unseen: bigint, seconds: number): Promise<unknown> =>
      app.ownerPool.query(
        `UPDATE wallet SET unseen = $2, unseen_until = now() + make_interval(secs => $3) WHERE member_id = $1`,
        [String(member.id), String(unseen), seconds],
      )
    const balance = async (): Promise<unknown> =>
      ((await app.member('user-health-check', { token })).body['user'] as { balance: string }).balance
    await set(wholeUnits(300), 60)
    expect(await balance()).toBe('700')
    await set(wholeUnits(300), -1)
    expect(await balance()).toBe('1000')
    await set(wholeUnits(3_000), 60)
    expect(await balance()).toBe('0')
  })

  test.each([
    ['after 31 idle minutes', { last_act_at: 31 * 60 }],
    ['after eight hours', { ends_at: 1 }],
    ['when ended', { ended_at: 1 }],
  ])('answers 401 %s', async (_when, ago) => {
    const session = await makeSession(app.deps, member)
    const values = Object.fromEntries(
      Object.entries(ago).map(([column, seconds]) => [column, new Date(Date.now() - seconds * 1_000)]),
    )
    await app.db.updateTable('member_session').set(values).where('id', '=', session.id).execute()
    expect(await app.member('user-health-check', { token: session.token })).toMatchObject({
      code: 401,
      body: { message: 'msg2001' },
    })
    expect((await app.member('get-member', { token: session.token })).code).toBe(401)
  })

  test('leaves its cookie to the browser for longer, for a round with decisions that is open at its end', async () => {
    const cookies = [(await signIn(member.loginId, member.password)).headers['set-cookie']].flat().map(String)
    expect(cookies.find((line) => line.startsWith('session='))).toMatch(/Max-Age=32400(;|$)/)
  })

  test('lasts two hours while the member waits for the office', async () => {
    const session = await makeSession(app.deps, member)
    await app.member('user-ask-account', { token: session.token })
    const idle = (minutes: number): Promise<unknown> =>
      app.db
        .updateTable('member_session')
        .set({ last_act_at: new Date(Date.now() - minutes * 60_000) })
        .where('id', '=', session.id)
        .execute()
    await idle(119)
    expect((await app.member('user-health-check', { token: session.token })).code).toBe(200)
    await idle(121)
    expect((await app.member('user-health-check', { token: session.token })).code).toBe(401)
  })

  test('reports when the session ends: eight hours after signing in, half an hour or two after the last activity', async () => {
    const waiting = await make()
    const mine = await makeSession(app.deps, member)
    const theirs = await makeSession(app.deps, waiting)
    await app.member('user-write-help', { token: theirs.token, body: { title: 'x', contents: 'x' } })
    const endsAfter = async (session: { id: bigint; token: string }, idleMinutes: number) => {
      await app.ownerPool.query(
        `UPDATE member_session SET created_at = now() - interval '1 hour', ends_at = now() + interval '7 hours',
           last_act_at = now() - $2 * interval '1 minute' WHERE id = $1`,
        [String(session.id), idleMinutes],
      )
      const { serverTime, endsAt, idleEndsAt } = (await app.member('user-health-check', { token: session.token })).body
      const minutes = (moment: unknown) => (Date.parse(String(moment)) - Date.parse(String(serverTime))) / 60_000
      return [Math.round(minutes(endsAt)), Math.round(minutes(idleEndsAt))]
    }
    expect(await endsAfter(mine, 5)).toEqual([420, 25])
    expect(await endsAfter(mine, 29)).toEqual([420, 1])
    // A member who waits for the office gets the later end when the half hour is near.
    expect(await endsAfter(theirs, 29)).toEqual([420, 91])
    expect(await endsAfter(theirs, 119)).toEqual([420, 1])
  })

  test('accepts sessions of this brand only, and none of members who may not sign in', async () => {
    const rejected = await make({ status: 'rejected' })
    const { token } = await makeSession(app.deps, rejected)
    expect((await app.member('user-health-check', { token })).code).toBe(401)
    expect((await app.member('user-health-check')).code).toBe(401)
  })
})

test('logging out ends this session and no other', async () => {
  const [one, other] = [await makeSession(app.deps, member), await makeSession(app.deps, member)]
  const response = await app.member('user-logout', { token: one.token })
  expect(response.body).toEqual({ status: 'success' })
  expect(String(response.headers['set-cookie'])).toMatch(/session=;.*Max-Age=0/)
  expect((await app.member('user-health-check', { token: one.token })).code).toBe(401)
  expect((await app.member('user-health-check', { token: other.token })).code).toBe(200)
  expect(app.errors).toEqual([])
})
