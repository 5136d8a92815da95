import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LimitRule } from '#contract/limit.ts'
import type { OperatorRole } from '#contract/route.ts'
import { momentAt, wallClock } from '#domain/brand-time.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
import { archiveOldRows } from '#server/ledger/archive.ts'
import { daysAgo, lastRoundToWallet } from '#test/age-rows.ts'
import { expectCleanBooks } from '#test/books.ts'
import { setExclusionEnd } from '#test/exclusions.ts'
import { createTestApp, makeOperatorSession, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import {
  makeMember,
  makeOperator,
  makePlaySession,
  makeSession,
  someMoney,
  type MadeMember,
} from '#server/seed/builders.ts'
import { appHandlers } from '#server/handlers.ts'
import { scaledMs } from '#test/machine.ts'
import { openAnySlot } from '#test/any-slot.ts'

let app: TestApp
let member: MadeMember
let session: { id: bigint; token: string }

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
beforeEach(async () => {
  member = await makeMember(app.deps, app.brand, { cash: someMoney })
  session = await makeSession(app.deps, member)
})
afterEach(() => expectNoErrorsAndCleanBooks())
afterAll(() => app.close())

/** After each test: no handler failed, and the books balance. */
async function expectNoErrorsAndCleanBooks(): Promise<void> {
  expect(app.errors.splice(0)).toEqual([])
  await expectCleanBooks(app.ownerPool)
}

const callMember = (call: string, body: object = {}): Promise<TestResponse> =>
  app.member(call, { token: session.token, body })
const setLimit = (body: Record<string, unknown>): Promise<TestResponse> =>
  callMember('set-limit', { kind: 'wager', period: 'day', most: '1000', ...body })
const rulesOf = (response: TestResponse): LimitRule[] => (response.body['limits'] as { rules: LimitRule[] }).rules
async function rule(kind: string, period: string): Promise<LimitRule | undefined> {
  return rulesOf(await callMember('get-limits')).find((one) => one.kind === kind && one.period === period)
}
/** Moves a raise past its waiting day. */
const waitADay = (): Promise<unknown> =>
  app.ownerPool.query(
    `UPDATE limit_raise SET effective_from = effective_from - interval '24 hours' WHERE member_id = $1`,
    [String(member.id)],
  )
async function acts(): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ act: string }>(
    `SELECT act FROM audit WHERE actor_id = $1 AND act LIKE 'limit.%' ORDER BY id`,
    [String(member.id)],
  )
  return rows.map((row) => row.act)
}
async function player(): Promise<(stake: string) => Promise<TestResponse>> {
  const window = (await makePlaySession(app.deps, member, session)).id
  return (stake) => app.play('spin', { token: session.token, window, body: { requestId: newRequestId(), stake } })
}

describe('get-limits', () => {
  test('shows every kind and period, with null where no limit is set', async () => {
    const response = await callMember('get-limits')
    const changed = await changedBy(app.ownerPool, () => callMember('get-limits'))
    expect(changed).toEqual([])
    expect(response.body).toMatchObject({ status: 'success', limits: { exclusion: null } })
    expect(rulesOf(response).map((one) => `${one.kind} ${one.period}`)).toHaveLength(12)
    expect(rulesOf(response)[0]).toEqual({
      kind: 'deposit',
      period: 'day',
      most: null,
      used: null,
      remaining: null,
      resetsAt: null,
      pending: null,
    })
  })

  test('shows no limit of another member', async () => {
    await setLimit({})
    const other = await makeSession(app.deps, await makeMember(app.deps, app.brand))
    const response = await app.member('get-limits', { token: other.token })
    expect(rulesOf(response).filter((one) => one.most !== null)).toEqual([])
    expect((await app.member('get-limits')).code).toBe(401)
  })
})

describe('get-time-played', () => {
  const seoul = 'Asia/Seoul'
  /** A moment on a day before today, at minutes and seconds after midnight in Seoul. */
  const at = (day: number, minutes: number, seconds = 0): Date => {
    const today = wallClock(new Date(), seoul).day
    return new Date(momentAt(today, minutes - day * 24 * 60, seoul).getTime() + seconds * 1_000)
  }

  /** Plays one round at each moment, oldest first; the member's earlier events move to just before the first. */
  async function playAt(...moments: Date[]): Promise<void> {
    const spin = await player()
    const seqBefore = `(SELECT seq FROM wallet WHERE member_id = $1) - cardinality($2::timestamptz[])`
    for (let index = 0; index < moments.length; index += 1) expect((await spin('200')).body.status).toBe('success')
    const client = await app.ownerPool.connect()
    try {
      await client.query('BEGIN')
      for (const table of ['journal', 'round']) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      await client.query(
        `UPDATE ONLY journal SET at = ($2::timestamptz[])[greatest(seq - (${seqBefore}), 1)]
          WHERE member_id = $1 AND at > now() - interval '1 hour'`,
        [String(member.id), moments],
      )
      await client.query(
        `UPDATE ONLY round r SET at = j.at FROM journal j WHERE j.ref = r.id AND j.member_id = r.member_id AND r.member_id = $1`,
        [String(member.id)],
      )
      for (const table of ['journal', 'round']) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
      await client.query(lastRoundToWallet)
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  }
  const days = async (): Promise<{ day: string; minutes: number }[]> =>
    (await callMember('get-time-played')).body['days'] as { day: string; minutes: number }[]
  const minutes = async (): Promise<number[]> => (await days()).map((one) => one.minutes)

  test('lists 7 days, today last, with 0 where nothing was played, and changes nothing', async () => {
    const changed = await changedBy(app.ownerPool, days)
    expect(changed).toEqual([])
    expect(await days()).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((day) => ({ day: wallClock(at(day, 720), seoul).day, minutes: 0 })),
    )
    expect((await app.member('get-time-played')).code).toBe(401)
  })

  test('counts a minute once, on the day of the brand’s time zone', async () => {
    await playAt(
      at(7, 1439, 59), // the day before the first
      at(6, 0),
      at(6, 0, 59),
      at(6, 1),
      at(2, 1439, 59),
      at(1, 0),
      at(1, 600, 1),
      at(1, 600, 2),
    )
    expect(await minutes()).toEqual([2, 0, 0, 0, 1, 2, 0])
  })

  test('counts neither other members’ rounds nor events that are no rounds', async () => {
    const spin = await player()
    expect((await spin('200')).body.status).toBe('success')
    const contraId = await app.deps.ledger.accountId(app.brand.id, 'gaming', 'baize')
    const stranger = await makeMember(app.deps, app.brand, { cash: someMoney })
    const bet = { kind: 'bet', source: 'system', request: ['bet'], stake: 1n, contraId } as const
    const posted = await app.deps.ledger.post({ ...bet, memberId: stranger.id, key: newRequestId() })
    expect(posted.outcome).toBe('done')
    const other = await makeSession(app.deps, stranger)
    const response = await app.member('get-time-played', { token: other.token })
    expect((response.body['days'] as unknown[]).at(-1)).toMatchObject({ minutes: 0 })
    expect((await minutes()).reduce((sum, one) => sum + one)).toBe(1)
  })

  test('finds the days behind archived rounds, and answers an excluded member', async () => {
    await playAt(at(700, 1), at(700, 2), at(700, 3))
    await playAt(at(3, 100), at(3, 101))
    const moved = await archiveOldRows(app.ownerPool, { before: daysAgo(400) })
    expect(moved.rounds).toBe(3)
    await callMember('take-a-break', { lasts: '24h' })
    expect(await minutes()).toEqual([0, 0, 0, 2, 0, 0, 0])
  })
})

describe('set-limit', () => {
  test('applies at once when it is the first or lower, and changes only the limit', async () => {
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await setLimit({ most: '1000' })
    })
    expect(changed).toEqual(['audit', 'limit_counter', 'member_limit', 'wallet'])
    expect(response?.body.status).toBe('success')
    expect(await rule('wager', 'day')).toMatchObject({ most: '1000', used: '0', remaining: '1000', pending: null })
    expect((await setLimit({ most: '800' })).body.status).toBe('success')
    expect(await rule('wager', 'day')).toMatchObject({ most: '800' })
    expect(await acts()).toEqual(['limit.set', 'limit.set'])
  })

  test('changes nothing more when it is repeated, also eight times concurrently', async () => {
    await setLimit({ most: '1000' })
    expect(await changedBy(app.ownerPool, () => setLimit({ most: '1000' }))).toEqual([])
    const many = await Promise.all(Array.from({ length: 8 }, () => setLimit({ most: '700' })))
    expect(many.map((one) => one.body.status)).toEqual(Array.from({ length: 8 }, () => 'success'))
    expect(await acts()).toEqual(['limit.set', 'limit.set'])
    const raises = await Promise.all(Array.from({ length: 8 }, () => setLimit({ most: '900' })))
    expect(new Set(raises.map((one) => `${one.body.status} ${String(one.body['effectiveFrom'])}`)).size).toBe(1)
    expect(await acts()).toEqual(['limit.set', 'limit.set', 'limit.raise-asked'])
  })

  test.each([
    ['higher', '2000'],
    ['none', null],
  ])('%s waits a day and for a confirmation', async (_what, most) => {
    await setLimit({ most: '1000' })
    const filed = await setLimit({ most, confirm: true })
    expect(filed.body.status).toBe('pending')
    const wait = Date.parse(String(filed.body['effectiveFrom'])) - Date.now()
    expect(wait).toBeGreaterThan(23.9 * 3_600_000)
    expect(wait).toBeLessThan(24.1 * 3_600_000)
    expect(await rule('wager', 'day')).toMatchObject({ most: '1000', pending: { most } })
    // Before its day is over a confirmation has no effect.
    expect((await setLimit({ most, confirm: true })).body).toMatchObject({
      status: 'pending',
      effectiveFrom: filed.body['effectiveFrom'],
    })
    await waitADay()
    // It does not apply without a confirmation.
    expect(await rule('wager', 'day')).toMatchObject({ most: '1000', pending: { most } })
    expect((await setLimit({ most })).body.status).toBe('confirm')
    expect(await rule('wager', 'day')).toMatchObject({ most: '1000' })
    expect((await setLimit({ most, confirm: true })).body.status).toBe('success')
    expect(await rule('wager', 'day')).toMatchObject({ most, pending: null })
    expect(await acts()).toEqual(['limit.set', 'limit.raise-asked', 'limit.set'])
  })

  test('a raise is withdrawn by setting the limit in force, and lapses after a week without confirmation', async () => {
    await setLimit({ most: '1000' })
    await setLimit({ most: '2000' })
    expect((await setLimit({ most: '1000' })).body.status).toBe('success')
    expect(await rule('wager', 'day')).toMatchObject({ most: '1000', pending: null })
    expect(await acts()).toEqual(['limit.set', 'limit.raise-asked', 'limit.raise-withdrawn'])
    await setLimit({ most: '2000' })
    for (let days = 0; days < 8; days += 1) await waitADay()
    expect(await rule('wager', 'day')).toMatchObject({ most: '1000', pending: null })
    expect((await setLimit({ most: '2000', confirm: true })).body.status).toBe('pending')
    // Another raise starts a new waiting time.
    await waitADay()
    expect((await setLimit({ most: '1500', confirm: true })).body.status).toBe('pending')
  })

  test('takes a limit of signed-in time in whole minutes', async () => {
    expect((await setLimit({ kind: 'session_time', most: '90' })).body.status).toBe('success')
    expect(await rule('session_time', 'day')).toMatchObject({ most: '90', used: '0', remaining: '90' })
    expect((await setLimit({ kind: 'session_time', most: '90.5' })).body).toEqual({ status: 'invalid' })
    expect((await setLimit({ kind: 'session_time', most: '44641' })).body).toEqual({ status: 'invalid' })
    expect((await setLimit({ kind: 'loss', most: '1000000000001' })).body).toEqual({ status: 'invalid' })
  })

  test.each([
    { kind: 'win' },
    { period: 'year' },
    { most: '-1' },
    { most: '1e3' },
    { most: undefined },
    { confirm: 'yes' },
  ])('of %j is invalid', async (body) => {
    expect((await setLimit(body)).code).toBe(400)
  })
})

describe('a spin', () => {
  test('beyond a limit is refused before it is drawn, with the limit, its period and what is left of it', async () => {
    const spin = await player()
    await setLimit({ kind: 'wager', period: 'week', most: '2500' })
    expect((await spin('1000')).body.status).toBe('success')
    expect((await spin('1000')).body.status).toBe('success')
    const nonce = await nonceOf()
    expect((await spin('1000')).body).toEqual({ status: 'limit', which: 'wager', period: 'week', remaining: '500' })
    expect((await spin('400')).body.status).toBe('success')
    expect(await nonceOf()).toBe(nonce + 1n)
    expect(await rule('wager', 'week')).toMatchObject({ used: '2400', remaining: '100' })
  })

  test('counts under a limit on losses with what it won', async () => {
    const spin = await player()
    await setLimit({ kind: 'loss', period: 'month', most: '5000' })
    let spins = 0
    let response = await spin('1000')
    // Not more: of rounds that no window has shown, the last hundred are hidden.
    while (response.body.status === 'success') {
      spins += 1
      if (spins === 100) break
      response = await spin('1000')
    }
    const { rows } = await app.ownerPool.query<{ worst: bigint; last: bigint }>(
      `SELECT max(lost) AS worst, (array_agg(lost ORDER BY seq DESC))[1] AS last FROM (
         SELECT seq, sum(stake - pay) OVER (ORDER BY seq) AS lost FROM journal WHERE member_id = $1 AND kind = 3) step`,
      [String(member.id)],
    )
    expect(BigInt(rows[0]?.worst ?? 0)).toBeLessThanOrEqual(wholeUnits(5_000))
    // The window has shown none of the rounds, and nobody sees their wins yet.
    expect(await rule('loss', 'month')).toMatchObject({ used: amountToWire(wholeUnits(1_000) * BigInt(spins)) })
    await app.ownerPool.query(`UPDATE wallet SET unseen_until = now() WHERE member_id = $1`, [String(member.id)])
    expect(await rule('loss', 'month')).toMatchObject({ used: amountToWire(BigInt(rows[0]?.last ?? 0)) })
    expect(['success', 'limit']).toContain(response.body.status)
  })

  test('is refused, and no game opens, when the signed-in time is used up', async () => {
    const spin = await player()
    await setLimit({ kind: 'session_time', most: '60' })
    expect((await spin('1000')).body.status).toBe('success')
    await setLimit({ kind: 'session_time', most: '0' })
    expect((await spin('1000')).body).toEqual({ status: 'limit', which: 'session_time', period: 'day', remaining: '0' })
    expect((await openGame()).body).toEqual({ status: 'limit' })
    expect((await callMember('get-member')).code).toBe(200)
  })

  test('a game without a possible stake does not open', async () => {
    await setLimit({ kind: 'wager', most: '199' })
    expect(await changedBy(app.ownerPool, openGame)).toEqual([])
    expect((await openGame()).body).toEqual({ status: 'limit' })
    await setLimit({ kind: 'loss', period: 'day', most: '200' })
    expect((await openGame()).body).toEqual({ status: 'limit' })
  })
})

const openGame = (): Promise<TestResponse> => callMember('open-game', openAnySlot('1763650000000'))
async function nonceOf(): Promise<bigint> {
  const row = await app.db.selectFrom('wallet').select('nonce').where('member_id', '=', member.id).executeTakeFirst()
  return row?.nonce ?? -1n
}

describe('deposits', () => {
  const operatorOf = async (roles: readonly OperatorRole[]) => {
    const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles }))
    return (name: string, body: object): Promise<TestResponse> => app.office(name, { token, body })
  }

  test(
    '500 filed and credited concurrently never exceed the limit, not even by one unit',
    { timeout: scaledMs(120_000) },
    async () => {
      const cashier = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['cashier'] }))
      await setLimit({ kind: 'deposit', period: 'day', most: '200000' })
      let filedCount = 0
      for (let round = 0; round < 25; round += 1) {
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            callMember('apply-user-deposit', {
              requestId: newRequestId(),
              balance: String(10_000 + (index % 4) * 1_000),
            }),
          ),
        )
        filedCount += responses.length
        const statuses = responses.map((one) => one.body.status)
        const filed = responses.find((one) => one.body.status === 'success')
        expect(statuses.filter((word) => word === 'success').length).toBeLessThanOrEqual(1)
        expect(statuses.filter((word) => !['success', 'wait', 'limit'].includes(word))).toEqual([])
        if (filed === undefined) continue
        const id = (filed.body['request'] as { id: string }).id
        const claimed = await app.office('claim-request', { token: cashier, body: { id } })
        expect(claimed.body.status).toBe('success')
        await app.office('approve-deposit', {
          token: cashier,
          body: { requestId: newRequestId(), id, credited: (filed.body['request'] as { balance: string }).balance },
        })
      }
      expect(filedCount).toBe(500)
      const { rows } = await app.ownerPool.query<{ credited: bigint; left: bigint }>(
        `SELECT sum(credited) AS credited FROM money_request WHERE member_id = $1 AND state = 'paid'`,
        [String(member.id)],
      )
      const credited = BigInt(rows[0]?.credited ?? 0)
      expect(credited).toBeLessThanOrEqual(wholeUnits(200_000))
      expect(credited).toBeGreaterThan(wholeUnits(180_000))
      expect((await rule('deposit', 'day'))?.remaining).toBe(String((wholeUnits(200_000) - credited) / wholeUnits(1)))
    },
  )

  const restrictions = {
    'a lower limit': {
      restrict: () => setLimit({ kind: 'deposit', period: 'month', most: '50000' }),
      refused: { status: 'limit', remaining: '50000' },
      exclusion: null,
    },
    'a break': {
      restrict: () => callMember('take-a-break', { lasts: '24h' }),
      refused: { status: 'excluded' },
      exclusion: { kind: 'break', until: expect.any(String) as string },
    },
    'an exclusion': {
      restrict: () => callMember('exclude-me', { lasts: 'ever', pw: member.password }),
      refused: { status: 'excluded' },
      exclusion: { kind: 'exclusion', until: null },
    },
  }
  test.each(Object.entries(restrictions))(
    'that were filed before %s are credited up to the amount filed, and no more',
    async (_, made) => {
      const { restrict, refused, exclusion } = made
      const filed = await callMember('apply-user-deposit', { requestId: newRequestId(), balance: '60000' })
      const id = (filed.body['request'] as { id: string }).id
      const [one, two] = await Promise.all([operatorOf(['manager']), operatorOf(['manager'])])
      const more = { id, credited: '60001', reason: 'sent more' }
      await one('claim-request', { id })
      expect((await one('propose-deposit', { ...more, requestId: newRequestId() })).body.status).toBe('success')
      expect((await restrict()).body.status).toBe('success')
      await two('claim-request', { id })
      const requestId = newRequestId()
      expect((await two('approve-deposit', { ...more, requestId })).body).toEqual(refused)
      expect((await two('propose-deposit', { ...more, credited: '60002', requestId })).body).toEqual(refused)
      const shown = (await two('get-request', { id })).body['request']
      expect(shown).toMatchObject({ state: 'claimed', exclusion })
      const queue = (await two('get-requests', { show: 'mine' })).body['requests'] as object[]
      expect(queue).toEqual([shown])
      expect((await two('approve-deposit', { id, credited: '60000', requestId })).body.status).toBe('success')
      const { rows } = await app.ownerPool.query('SELECT credited FROM money_request WHERE id = $1', [id])
      expect(rows).toEqual([{ credited: wholeUnits(60_000) }])
    },
  )

  test('that arrive larger than requested are credited up to the limit', async () => {
    await setLimit({ kind: 'deposit', period: 'month', most: '60000' })
    const filed = await callMember('apply-user-deposit', { requestId: newRequestId(), balance: '50000' })
    const id = (filed.body['request'] as { id: string }).id
    const [one, two] = await Promise.all([operatorOf(['manager']), operatorOf(['manager'])])
    await one('claim-request', { id })
    const beyond = { requestId: newRequestId(), id, credited: '60000.0001', reason: 'sent more' }
    expect((await one('propose-deposit', beyond)).body).toEqual({ status: 'limit', remaining: '60000' })
    await one('release-request', { id })
    // More than requested takes two operators.
    for (const [name, call] of [['propose-deposit', one] as const, ['approve-deposit', two] as const]) {
      await call('claim-request', { id })
      const body = { requestId: newRequestId(), id, credited: '60000', reason: 'sent more' }
      expect((await call(name, body)).body.status).toBe('success')
    }
    expect(await rule('deposit', 'month')).toMatchObject({ used: '60000', remaining: '0' })
    expect((await callMember('apply-user-deposit', { balance: '10000' })).body).toEqual({
      status: 'limit',
      remaining: '0',
    })
    // A withdrawal is never refused by a limit.
    const withdrawn = await callMember('apply-user-withdraw', {
      requestId: newRequestId(),
      balance: '50000',
      pass: member.pin,
    })
    expect(withdrawn.body.status).toBe('success')
  })
})

describe('a break', () => {
  test('refuses the next bet, also in open windows; the rest of the site remains usable', async () => {
    const spin = await player()
    expect((await spin('1000')).body.status).toBe('success')
    const response = await callMember('take-a-break', { lasts: '7d' })
    const days = (Date.parse(String(response.body['until'])) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
    expect((await spin('1000')).body).toEqual({ status: 'excluded' })
    expect((await openGame()).body).toEqual({ status: 'excluded' })
    expect((await callMember('apply-user-deposit', { balance: '50000' })).body).toEqual({ status: 'excluded' })
    expect((await setLimit({})).body).toEqual({ status: 'excluded' })
    for (const call of ['get-member', 'get-help-list', 'get-user-note', 'get-money-requests', 'get-slot-bets-list']) {
      expect([call, (await callMember(call)).code]).toEqual([call, 200])
    }
    const withdrawn = await callMember('apply-user-withdraw', {
      requestId: newRequestId(),
      balance: '50000',
      pass: member.pin,
    })
    expect(withdrawn.body.status).toBe('success')
    expect((await callMember('get-limits')).body).toMatchObject({
      limits: { exclusion: { kind: 'break', since: expect.any(String), until: response.body['until'] } },
    })
    expect(await acts()).toEqual(['limit.break'])
  })

  test('hides popups, banners and promotion, in calls and by the cookie for pages; others see them', async () => {
    const { db } = app
    const popup = { id: newRequestId(), brand_id: app.brand.id, title: '이벤트', contents: '<p>지금</p>' }
    await db.insertInto('popup').values(popup).execute()
    const banner = {
      id: newRequestId(),
      brand_id: app.brand.id,
      texts: JSON.stringify({ ko: { title: '', text: '', action: '' } }),
      image: 'banner/tiger',
    }
    await app.ownerDb.insertInto('banner').values(banner).execute()
    const note = { id: newRequestId(), brand_id: app.brand.id, member_id: member.id, title: '선물', contents: '' }
    await db
      .insertInto('note')
      .values({ ...note, promotional: true })
      .execute()
    const seen = async () => ({
      popups: ((await callMember('get-notice-popup')).body['note'] as unknown[]).length,
      banners: ((await callMember('get-banners')).body['banners'] as unknown[]).length,
      notes: (await callMember('get-user-note')).body['maxCount'],
    })
    expect(await seen()).toEqual({ popups: 1, banners: 1, notes: 1 })
    const taken = await callMember('take-a-break', { lasts: '24h' })
    expect(String(taken.headers['set-cookie'])).toMatch(/^away=1;.*HttpOnly/)
    expect(await seen()).toEqual({ popups: 0, banners: 0, notes: 0 })
    expect(((await app.member('get-notice-popup')).body['note'] as unknown[]).length).toBe(1)
    const signIn = { id: member.loginId, pw: member.password }
    const again = await app.member('user-do-login', { body: signIn })
    expect(String(again.headers['set-cookie'])).toContain('away=1')
    await app.ownerPool.query(`UPDATE member SET excluded_until = now() WHERE id = $1`, [String(member.id)])
    const back = await app.member('user-do-login', { body: signIn, headers: { cookie: 'away=1' } })
    expect(String(back.headers['set-cookie'])).toContain('away=;')
    await setExclusionEnd(app.ownerPool, member.id, 'as-taken')
  })

  test('is taken once when repeated; a shorter one changes nothing, a longer one applies', async () => {
    const presses = await Promise.all(Array.from({ length: 6 }, () => callMember('take-a-break', { lasts: '24h' })))
    expect(new Set(presses.map((one) => one.body['until'])).size).toBe(1)
    const until = presses[0]?.body['until']
    expect((await callMember('take-a-break', { lasts: '24h' })).body).toEqual({ status: 'success', until })
    const longer = await callMember('take-a-break', { lasts: '30d' })
    expect(Date.parse(String(longer.body['until']))).toBeGreaterThan(Date.parse(String(until)))
    expect((await callMember('take-a-break', { lasts: '7d' })).body).toEqual(longer.body)
    expect(await acts()).toEqual(['limit.break', 'limit.break'])
    expect((await callMember('take-a-break', { lasts: '1h' })).code).toBe(400)
  })

  test('that has passed has no effect', async () => {
    await callMember('take-a-break', { lasts: '24h' })
    await app.ownerPool.query(`UPDATE member SET excluded_until = now() WHERE id = $1`, [String(member.id)])
    expect((await callMember('get-limits')).body).toMatchObject({ limits: { exclusion: null } })
    const spin = await player()
    expect((await spin('1000')).body.status).toBe('success')
    expect((await callMember('apply-user-deposit', { balance: '50000' })).body.status).toBe('success')
    await setExclusionEnd(app.ownerPool, member.id, 'as-taken')
  })
})

describe('self-exclusion', () => {
  test('needs the password, and lasts for ever if chosen so', async () => {
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await callMember('exclude-me', { lasts: 'ever', pw: 'not-my-password' })).body).toEqual({
        status: 'fail',
      })
    })
    expect(changed).toEqual(['login_throttle'])
    expect((await callMember('exclude-me', { lasts: 'ever', pw: member.password })).body).toEqual({
      status: 'success',
      until: null,
    })
    const { exclusion } = (await callMember('get-limits')).body['limits'] as { exclusion: { since: string } }
    expect(exclusion).toEqual({ kind: 'exclusion', since: expect.any(String), until: null })
    expect(Math.abs(Date.parse(exclusion.since) - Date.now())).toBeLessThan(60_000)
    // A later break does not shorten it.
    expect((await callMember('take-a-break', { lasts: '24h' })).body).toEqual({ status: 'success', until: null })
    const again = await app.member('user-do-login', { body: { id: member.loginId, pw: member.password } })
    expect(again.body).toMatchObject({ status: 'success', restricted: { why: 'excluded', until: null } })
    expect(await acts()).toEqual(['limit.exclusion'])
  })

  test('bounds wrong passwords', async () => {
    const wrong = { lasts: '6m', pw: 'not-my-password' }
    const statuses: string[] = []
    for (let attempts = 0; attempts < 11; attempts += 1)
      statuses.push((await callMember('exclude-me', wrong)).body.status)
    expect(statuses.at(-1)).toBe('throttled')
    expect(statuses.filter((word) => word === 'fail')).toHaveLength(10)
    const response = await callMember('exclude-me', wrong)
    expect(response.body['retryAfter']).toBeGreaterThan(60)
  })

  test('months are calendar months', async () => {
    const response = await callMember('exclude-me', { lasts: '6m', pw: member.password })
    const { rows } = await app.ownerPool.query<{ right: boolean }>(
      `SELECT abs(extract(epoch FROM $1::timestamptz - (now() + interval '6 months'))) < 60 AS right`,
      [response.body['until']],
    )
    expect(rows[0]?.right).toBe(true)
  })
})

describe('exclusion during rounds', () => {
  test('refuses the next bet within a second, and pays what was posted', { timeout: scaledMs(120_000) }, async () => {
    for (let index = 0; index < 25; index += 1) {
      member = await makeMember(app.deps, app.brand, { cash: someMoney })
      session = await makeSession(app.deps, member)
      const spin = await player()
      const responses: TestResponse[] = []
      let over = false
      const playing = (async () => {
        while (!over) responses.push(await spin('1000'))
      })()
      while (responses.length < 3) await new Promise((resolve) => setTimeout(resolve, 1))
      await callMember('take-a-break', { lasts: '24h' })
      const heldFrom = responses.length
      // One spin may have been sent before; every later one is refused.
      const later = await Promise.all(Array.from({ length: 3 }, () => spin('1000')))
      over = true
      await playing
      expect(later.map((one) => one.body.status)).toEqual(['excluded', 'excluded', 'excluded'])
      expect(responses.slice(heldFrom + 1).filter((one) => one.body.status === 'success')).toEqual([])
      const spins = responses.filter((one) => one.body.status === 'success')
      const { rows } = await app.ownerPool.query<{ booked: number; cash: bigint; owed: bigint }>(
        `SELECT (SELECT count(*)::int FROM journal WHERE member_id = w.member_id AND kind = 3) AS booked, w.cash,
           $2::bigint + (SELECT coalesce(sum(pay - stake), 0) FROM journal WHERE member_id = w.member_id AND kind = 3)::bigint AS owed
         FROM wallet w WHERE w.member_id = $1`,
        [String(member.id), String(someMoney)],
      )
      expect(rows[0]).toEqual({ booked: spins.length, cash: rows[0]?.owed, owed: rows[0]?.owed })
    }
  })
})
