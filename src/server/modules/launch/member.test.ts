import { callerBounds } from '#server/http/caller-turns.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { tokenHashes } from '#server/auth/session.ts'
import { makeMember, makeSession, someMoney, type MadeMember } from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { redeemLaunch } from './member.ts'
import { anySlot, openAnySlot } from '#test/any-slot.ts'

let app: TestApp
let member: MadeMember
let session: { id: bigint; token: string }

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand)
  session = await makeSession(app.deps, member)
})
afterAll(() => app.close())

const launch = openAnySlot('1763650000000')
const open = (body: Record<string, unknown> = {}): Promise<TestResponse> =>
  app.member('open-game', { token: session.token, body: { ...launch, ...body } })
const tokenOf = (response: TestResponse): string => String(response.body['gameUrl']).replace('/play/launch/', '')

test('opens a game by an address that works once, in this session only', async () => {
  let response: TestResponse | undefined
  const changed = await changedBy(app.ownerPool, async () => {
    response = await open()
  })
  expect(changed).toEqual(['play_session'])
  expect(response?.body).toEqual({ status: 'success', gameUrl: expect.stringMatching(/^\/play\/launch\/[\w-]{43}$/) })
  const token = tokenOf(response as TestResponse)
  const stranger = await makeSession(app.deps, await makeMember(app.deps, app.brand))
  expect(await redeemLaunch(app.deps, token, stranger.id)).toEqual({ outcome: 'unknown' })
  const redeemed = await Promise.all(Array.from({ length: 5 }, () => redeemLaunch(app.deps, token, session.id)))
  expect(redeemed.filter((one) => one.outcome === 'open')).toEqual([
    { outcome: 'open', playSessionId: expect.any(String), gameCode: anySlot.code },
  ])
  expect(redeemed.filter((one) => one.outcome === 'used')).toHaveLength(4)
  expect(await redeemLaunch(app.deps, 'nothing', session.id)).toEqual({ outcome: 'unknown' })
})

test('redirects the browser to the game window once, then to a page with the reason', async () => {
  const url = String((await open()).body['gameUrl'])
  const get = async (token: string | null, method: 'GET' | 'HEAD' = 'GET') =>
    app.listeners.member.inject({
      method,
      url,
      headers: { host: 'localhost:4500', ...(token !== null && { cookie: `session=${token}` }) },
    })
  const stranger = await makeSession(app.deps, await makeMember(app.deps, app.brand))
  expect((await get(null)).headers.location).toBe('/play/closed?why=signed-out')
  expect((await get(stranger.token)).headers.location).toBe('/play/closed?why=unknown')
  await get(session.token, 'HEAD')
  const first = await get(session.token)
  expect(first.statusCode).toBe(302)
  expect(first.headers['cache-control']).toBe('no-store')
  expect(first.headers.location).toMatch(new RegExp(`^/play/${anySlot.code}\\?s=[0-9a-f-]{36}$`))
  expect((await get(session.token)).headers.location).toBe('/play/closed?why=used')
  const window = String(first.headers.location).split('s=')[1] ?? ''
  const response = await app.play('get-session', { token: session.token, window })
  expect(response.body).toMatchObject({ status: 'success', game: { code: anySlot.code } })
})

test('the window has the language of the page that opened it, and a busy server can be asked again', async () => {
  const player = await makeSession(app.deps, await makeMember(app.deps, app.brand, { cash: someMoney }))
  const path = String((await app.member('open-game', { token: player.token, body: launch })).body['gameUrl'])
  const get = async (url: string): Promise<string> => {
    const headers = { host: 'localhost:4500', cookie: `session=${player.token}` }
    return String((await app.listeners.member.inject({ method: 'GET', url, headers })).headers.location)
  }
  const held = await app.ownerPool.connect()
  await held.query('BEGIN')
  await held.query('LOCK TABLE member_session IN ACCESS EXCLUSIVE MODE')
  const calls = Array.from({ length: callerBounds.member.inFlight + 1 }, () => get(`${path}?l=vn`))
  expect(await Promise.race(calls)).toBe(`/play/closed?why=busy&again=${encodeURIComponent(`${path}?l=vn`)}`)
  await held.query('ROLLBACK')
  held.release()
  const opened = (await Promise.all(calls)).filter((to) => !to.startsWith('/play/closed'))
  expect(opened).toEqual([expect.stringMatching(new RegExp(`^/play/${anySlot.code}\\?s=[0-9a-f-]{36}&l=vn$`))])
})

test('opening a window ends the member’s others between rounds, and it can be taken back', async () => {
  const player = await makeMember(app.deps, app.brand, { cash: someMoney })
  const { token, id } = await makeSession(app.deps, player)
  const other = await makeSession(app.deps, player)
  const openWindow = async (session: { token: string; id: bigint }): Promise<string> => {
    await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 second'`)
    const opened = await app.member('open-game', { token: session.token, body: launch })
    const redeemed = await redeemLaunch(app.deps, tokenOf(opened), session.id)
    if (redeemed.outcome !== 'open') throw new Error('the window did not open')
    return redeemed.playSessionId
  }
  const spin = (window: string, requestId = newRequestId(), by = token): Promise<TestResponse> =>
    app.play('spin', { token: by, window, body: { requestId, stake: '1000' } })
  const first = await openWindow({ token, id })
  await app.play('get-session', { token, window: first })
  await app.play('set-client-seed', { token, window: first, body: { clientSeed: 'mine' } })
  const taken = newRequestId()
  const spun = await spin(first, taken)
  expect(spun.body).toMatchObject({ status: 'success', pair: 1 })
  const second = await openWindow({ token, id })
  const before = await changedBy(app.ownerPool, async () => {
    expect((await spin(first)).body).toEqual({ status: 'elsewhere' })
  })
  // It is checked before it is drawn, so no act of a round that is not booked as drawn is left.
  expect(before).toEqual([])
  // A repetition gets its answer, the round is shown to its end here, and the new window resumes it.
  expect((await spin(first, taken)).body).toEqual(spun.body)
  const round = (spun.body['round'] as { roundId: string }).roundId
  expect((await app.play('set-client-seed', { token, window: first, body: { clientSeed: 'late' } })).body).toEqual({
    status: 'elsewhere',
  })
  expect((await app.play('get-session', { token, window: second })).body).toMatchObject({
    openRound: { roundId: round },
  })
  await app.play('close-window', { token, window: first })
  expect((await app.play('ack', { token, window: first, body: { roundId: round, index: 0 } })).body.status).toBe(
    'success',
  )
  expect((await app.play('get-session', { token, window: first })).body).toEqual({
    status: 'elsewhere',
    code: launch.code,
    company: launch.company,
  })
  expect((await spin(second)).body.status).toBe('success')
  const third = await openWindow(other)
  expect((await spin(second)).body).toEqual({ status: 'elsewhere' })
  expect((await spin(third, newRequestId(), other.token)).body.status).toBe('success')
  const back = await openWindow({ token, id })
  expect((await spin(third, newRequestId(), other.token)).body).toEqual({ status: 'elsewhere' })
  expect((await spin(back)).body.status).toBe('success')
  const windows = await app.ownerPool.query(
    'SELECT id, ended_at IS NULL AS open FROM play_session WHERE member_id = $1 ORDER BY created_at',
    [String(player.id)],
  )
  expect(windows.rows.map((row) => row.open)).toEqual([false, false, false, true])
})

test('a window of a table ends the earlier one of the same table, and none of a slot; one of a slot ends none of a table', async () => {
  const player = await makeMember(app.deps, app.brand)
  const { token, id } = await makeSession(app.deps, player)
  const openWindow = async (body: object): Promise<string> => {
    await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 second'`)
    const opened = await app.member('open-game', { token, body })
    const redeemed = await redeemLaunch(app.deps, tokenOf(opened), id)
    if (redeemed.outcome !== 'open') throw new Error('the window did not open')
    return redeemed.playSessionId
  }
  const table = { ...launch, code: 'baccarat', company: 'baize-live' }
  const first = await openWindow(table)
  expect((await app.play('get-table-session', { token, window: first })).body).toMatchObject({
    status: 'success',
    game: { code: 'baccarat' },
  })
  const slot = await openWindow(launch)
  const second = await openWindow(table)
  const sessionIn = async (window: string, call: string) => (await app.play(call, { token, window })).body.status
  expect(await sessionIn(first, 'get-table-session')).toBe('elsewhere')
  expect(await sessionIn(second, 'get-table-session')).toBe('success')
  expect(await sessionIn(slot, 'get-session')).toBe('success')
  // A window has the calls of its own game only.
  expect(await sessionIn(second, 'get-session')).toBe('elsewhere')
  expect(await sessionIn(slot, 'get-table-session')).toBe('elsewhere')
})

test('of launches that are redeemed at once one window stays', async () => {
  const player = await makeMember(app.deps, app.brand)
  const sessions = await Promise.all([1, 2, 3].map(() => makeSession(app.deps, player)))
  const tokens: string[] = []
  for (const one of sessions) {
    tokens.push(tokenOf(await app.member('open-game', { token: one.token, body: launch })))
    await app.ownerPool.query(`UPDATE play_session SET created_at = created_at - interval '1 second'`)
  }
  await Promise.all(sessions.map((one, index) => redeemLaunch(app.deps, tokens[index] ?? '', one.id)))
  const open = await app.ownerPool.query(
    'SELECT id FROM play_session WHERE member_id = $1 AND opened_at IS NOT NULL AND ended_at IS NULL',
    [String(player.id)],
  )
  expect(open.rows).toHaveLength(1)
})

test('an address expires after a minute', async () => {
  const token = tokenOf(await open())
  const [hash] = tokenHashes(app.deps.config.secret, { of: 'launch', holder: session.id }, token)
  const age = (seconds: number): Promise<unknown> =>
    app.ownerPool.query(
      `UPDATE play_session SET created_at = now() - make_interval(secs => $2) WHERE launch_hash = $1`,
      [hash, seconds],
    )
  await age(60)
  expect(await redeemLaunch(app.deps, token, session.id)).toEqual({ outcome: 'late' })
  await age(58)
  expect(await redeemLaunch(app.deps, token, session.id)).toMatchObject({ outcome: 'open' })
})

test('a second launch is refused at once and allowed a second later', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => open()))
  expect(responses.map((one) => one.body.status).sort()).toEqual(['success', 'time', 'time', 'time', 'time'])
  await app.ownerPool.query(`UPDATE play_session SET created_at = now() - interval '1 second'`)
  expect((await open()).body.status).toBe('success')
})

/** A game that the brand does not offer. */
const closed = { code: 'sic-bo', company: 'baize-live' }

test.each([
  [closed, 'used'],
  [{ code: anySlot.code, company: 'baize-live' }, 'fail'],
  [{ code: 'nobody', company: 'baize' }, 'fail'],
])('%j answers %s', async (body, status) => {
  await app.ownerDb
    .transaction()
    .execute((tx) => tx.updateTable('brand_game').set({ used: false }).where('game_code', '=', closed.code).execute())
  const changed = await changedBy(app.ownerPool, async () => {
    expect((await open(body)).body).toEqual({ status })
  })
  expect(changed).toEqual([])
})

test('restricted members get the reason', async () => {
  const set = (values: Record<string, unknown>): Promise<unknown> =>
    app.db.updateTable('member').set(values).where('id', '=', member.id).execute()
  const stayUntil = (until: Date | null): Promise<unknown> =>
    app.ownerPool.query(`UPDATE member SET excluded_until = $1 WHERE id = $2`, [until, String(member.id)])
  await set({ play_type: 'casino' })
  expect((await open()).body).toEqual({ status: 'used' })
  await set({ play_type: 'slot' })
  await stayUntil(new Date(Date.now() + 60_000))
  expect((await open()).body).toEqual({ status: 'excluded' })
  await set({ status: 'blocked' })
  expect((await open()).body).toEqual({ status: 'blocked' })
  await set({ status: 'active' })
  await stayUntil(null)
  expect((await open()).body.status).toBe('success')
  expect((await app.member('open-game', { body: launch })).code).toBe(401)
})

test.each([{ timeStemp: 'soon' }, { timeStemp: -1 }, { timeStemp: undefined }, { code: 5 }])(
  '%j is rejected as a body',
  async (body) => {
    expect((await open(body)).code).toBe(400)
    expect(app.errors).toEqual([])
  },
)
