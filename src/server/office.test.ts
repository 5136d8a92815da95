import { officeRoutes } from '#contract/office-api.ts'
import { operatorRoles } from '#contract/route.ts'
import { findKnownBrowser } from '#server/modules/factor/store.ts'
import { makeMember, makeOperator, makeSession } from '#server/seed/builders.ts'
import { auditLimits } from '#test/audited-limits.ts'
import { newRequestId, type TestResponse } from '#test/test-app.ts'
import {
  createOfficeTestApp,
  expectNoErrorsAndCleanBooks,
  type OfficeTestApp,
  type Operator,
} from '#test/office-test-app.ts'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let app: OfficeTestApp
let sora: Operator
let mina: Operator
let editor: Operator

beforeAll(async () => {
  app = await createOfficeTestApp({ depositAccount: '녹턴은행 000-11-222222 (예금주 연습용)' })
  sora = await app.createOperator('sora', ['support'])
  mina = await app.createOperator('mina', ['support'])
  editor = await app.createOperator('eden', ['editor'])
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

const site = () => ({ db: app.db, ownerDb: app.ownerDb, config: app.deps.config })

/** A valid body for each route that names objects which do not exist. */
function strangeBody(name: string): object {
  const id = v7()
  const bodies: Record<string, object> = {
    'change-own-password': { pw: 'not-this-one', newPw: 'nor-this-one' },
    'approve-deposit': { id, requestId: v7(), credited: '1' },
    'propose-deposit': { id, requestId: v7(), credited: '1' },
    'reject-request': { id, requestId: v7(), reason: 'x' },
    'approve-withdrawal': { id, requestId: v7() },
    'pay-withdrawal': { id, requestId: v7() },
    'propose-correction': { id, requestId: v7(), account: 'cash', amount: '1', reason: 'x' },
    'approve-correction': { id, requestId: v7() },
    'refuse-correction': { id, requestId: v7(), reason: 'x' },
    'propose-round-void': { id, requestId: v7(), reason: 'x' },
    'approve-round-void': { id, requestId: v7() },
    'refuse-round-void': { id, requestId: v7(), reason: 'x' },
    'answer-help': { id, contents: 'x' },
    'reject-registration': { id, reason: 'x' },
    'send-note': { userId: 'nobody', title: 'x', contents: 'x' },
    'create-notice': { brand: 'nowhere', title: 'x', contents: 'x' },
    'create-popup': { brand: 'nowhere', title: 'x', contents: 'x' },
    'refuse-password-reset': { id, reason: 'x' },
    'set-maintenance': { brand: 'nowhere', on: false },
    'block-member': { id, reason: 'x' },
    'unblock-member': { id, reason: 'x' },
    'end-member-sessions': { id, reason: 'x' },
    'end-operator-sessions': { id, reason: 'x' },
    'propose-operator-reset': { id, requestId: v7(), reason: 'x' },
    'approve-operator-reset': { id, requestId: v7() },
    'refuse-operator-reset': { id, requestId: v7(), reason: 'x' },
    'prove-totp': { code: 'x' },
    'prove-recovery-code': { code: 'x' },
    'prove-passkey': { response: {} },
    'enrol-totp': { name: 'x', code: 'x' },
    'enrol-passkey': { name: 'x', response: {} },
    'get-found-rounds': { text: 'x' },
  }
  const taking = ['get-request', 'claim-request', 'release-request', 'open-help', 'approve-registration', 'get-member']
  const others = [
    'hide-notice',
    'hide-popup',
    'open-password-reset',
    'propose-reset-code',
    'issue-reset-code',
    'get-round',
    'get-shared-round',
    'get-seat-round',
    'get-book-run',
    'show-account-number',
    'remove-factor',
  ]
  return bodies[name] ?? ([...taking, ...others].includes(name) ? { id } : {})
}

describe('access', () => {
  test('each role has exactly the access of the contract; every other call is refused and changes nothing', async () => {
    const before = await app.snapshotMoney()
    const responses: Record<string, string[]> = {}
    const wanted: Record<string, string[]> = {}
    for (const role of operatorRoles) {
      const one = await app.createOperator(`only-${role}`, [role])
      for (const [name, route] of Object.entries(officeRoutes)) {
        // These always write a row: their own tests and the access table cover them.
        if (route.access === 'anyone' || ['sign-out', 'check-books', 'renew-recovery-codes'].includes(name)) continue
        const may = route.access.some((able) => able === role)
        const { code } = await one.call(name, strangeBody(name))
        ;(wanted[name] ??= []).push(`${role} ${may ? 200 : 403}`)
        ;(responses[name] ??= []).push(`${role} ${code}`)
      }
    }
    expect(responses).toEqual(wanted)
    expect(await app.snapshotMoney()).toEqual(before)
  })

  test('needs an operator’s session; a member’s does not count', async () => {
    const member = await app.createFundedMember()
    const { token } = await makeSession(site(), member)
    for (const [name, route] of Object.entries(officeRoutes)) {
      if (route.access === 'anyone') continue
      expect((await app.office(name, { body: strangeBody(name) })).code).toBe(401)
      expect((await app.office(name, { token, body: strangeBody(name) })).code).toBe(401)
    }
  })
})

describe('signing in', () => {
  const cookieOf = (headers: Readonly<Record<string, unknown>>): string =>
    /^office=([^;]*)/m.exec([headers['set-cookie']].flat().join('\n'))?.[1] ?? ''

  test('the right password opens a session; signing out ends it', async () => {
    const operator = await makeOperator(site(), { login: 'Haru', name: '하루', roles: ['cashier'], demo: true })
    const wrong = await app.office('sign-in', { body: { login: 'haru', pw: 'not-this-one' } })
    expect(wrong.body).toEqual({ status: 'fail' })
    expect(cookieOf(wrong.headers)).toBe('')
    const right = await app.office('sign-in', { body: { login: ' ＨＡＲＵ ', pw: operator.password } })
    expect(right.body).toMatchObject({
      status: 'success',
      operator: {
        login: 'haru',
        name: '하루',
        roles: ['cashier'],
        brands: [{ code: 'nocturne', timeZone: 'Asia/Seoul' }],
      },
    })
    const token = cookieOf(right.headers)
    expect(token).toMatch(/^[\w-]{64}$/)
    expect(String(right.headers['set-cookie'])).toMatch(/HttpOnly/i)
    const me = await app.office('me', { token })
    expect(me.body).toMatchObject({ status: 'success', mode: 'play', currency: 'KRW', operator: { name: '하루' } })
    // Signing in again with the old session ends the old one.
    const again = await app.office('sign-in', { token, body: { login: 'haru', pw: operator.password } })
    expect((await app.office('me', { token })).code).toBe(401)
    const next = cookieOf(again.headers)
    expect((await app.office('sign-out', { token: next })).body).toEqual({ status: 'success' })
    expect((await app.office('me', { token: next })).code).toBe(401)
  })

  test('an unknown login and an inactive operator get the same answer', async () => {
    const gone = await makeOperator(site(), { login: 'gone' })
    await app.ownerPool.query('UPDATE operator SET active = false WHERE id = $1', [String(gone.id)])
    for (const login of ['gone', 'nobody-here']) {
      const response = await app.office('sign-in', { body: { login, pw: gone.password } })
      expect(response.body).toEqual({ status: 'fail' })
    }
  })

  const deviceOf = (headers: Readonly<Record<string, unknown>>): string =>
    /^office-browser=([^;]*)/m.exec([headers['set-cookie']].flat().join('\n'))?.[1] ?? ''

  test('a flood of sign-ins, with forged browsers too, leaves the known browser of an operator its place', async () => {
    const { login, password } = await makeOperator(site(), { demo: true })
    const signIn = (device: string, pw = password): Promise<TestResponse> =>
      app.office('sign-in', { body: { login, pw }, headers: { cookie: `office-browser=${device}` } })
    const chosen = 'F'.repeat(43)
    const device = deviceOf((await signIn(chosen)).headers)
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(device).not.toBe(chosen)
    const flood = Array.from({ length: 80 }, (_, index) =>
      app.office('sign-in', {
        body: { login: `crowd${String(index)}`, pw: 'guess' },
        headers: { cookie: `office-browser=${chosen}` },
      }),
    )
    const own = await Promise.all([1, 2].map(() => signIn(device)))
    expect(own.map((one) => one.body.status)).toEqual(['success', 'success'])
    expect((await Promise.all(flood)).filter((one) => one.code === 429).length).toBeGreaterThan(20)
    // Strangers' wrong passwords do not keep the browser out; it keeps its token.
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn(chosen, 'guess')
    expect((await signIn(chosen)).body.status).toBe('throttled')
    const again = await signIn(device)
    expect([again.body.status, deviceOf(again.headers)]).toEqual(['success', device])
  })

  test('an operator has five known browsers at most, by the hash of the token', async () => {
    const { id, login, password } = await makeOperator(site(), { demo: true })
    const tokens: string[] = []
    for (let browser = 0; browser < 6; browser += 1) {
      tokens.push(deviceOf((await app.office('sign-in', { body: { login, pw: password } })).headers))
    }
    const { rows } = await app.ownerPool.query<{ token_hash: Buffer }>(
      'SELECT token_hash FROM operator_browser WHERE operator_id = $1',
      [String(id)],
    )
    expect(rows).toHaveLength(5)
    const known = (): Promise<boolean[]> =>
      Promise.all(
        tokens.map(async (token) => (await findKnownBrowser(app.db, app.deps.config.secret, login, token)) !== null),
      )
    expect(await known()).toEqual([false, true, true, true, true, true])
    expect(await findKnownBrowser(app.db, app.deps.config.secret, 'sora', tokens[5] ?? '')).toBeNull()
  })

  test('attempts count per network, of IPv6 too', async () => {
    for (const [from, elsewhere] of [
      ['203.0.113.', '203.0.114.1'],
      ['2001:db8:1:2::', '2001:db8:2::1'],
    ] as const) {
      const { login, password } = await makeOperator(site(), {})
      const statuses: string[] = []
      for (let address = 1; address <= 7; address += 1) {
        const response = await app.office('sign-in', {
          body: { login, pw: 'guess' },
          remoteAddress: `${from}${String(address)}`,
        })
        statuses.push(response.body.status)
      }
      expect(statuses).toEqual(['fail', 'fail', 'fail', 'fail', 'fail', 'throttled', 'throttled'])
      const response = await app.office('sign-in', { body: { login, pw: password }, remoteAddress: elsewhere })
      expect(response.body.status).toBe('success')
    }
  })

  test('too many attempts from one network wait; another login is not affected', async () => {
    const operator = await makeOperator(site(), { login: 'target' })
    for (let attempts = 0; attempts < 5; attempts += 1) {
      expect((await app.office('sign-in', { body: { login: 'target', pw: 'guess' } })).body.status).toBe('fail')
    }
    const held = await app.office('sign-in', { body: { login: 'target', pw: operator.password } })
    expect(held.body.status).toBe('throttled')
    expect(held.body['retryAfter']).toBeGreaterThan(0)
    const other = await makeOperator(site(), { login: 'bystander' })
    const response = await app.office('sign-in', { body: { login: 'bystander', pw: other.password } })
    expect(response.body.status).toBe('success')
  })

  test('a session ends when idle for 30 minutes and after 8 hours', async () => {
    const one = await app.createOperator('sleepy')
    await app.ownerPool.query(
      `UPDATE operator_session SET last_act_at = now() - interval '31 minutes' WHERE operator_id = $1`,
      [String(one.id)],
    )
    expect((await one.call('me')).code).toBe(401)
    const two = await app.createOperator('tireless')
    await app.ownerPool.query(`UPDATE operator_session SET ends_at = now() WHERE operator_id = $1`, [String(two.id)])
    expect((await two.call('me')).code).toBe(401)
  })
})

describe('inquiries', () => {
  async function inquire(kind: string, contents = '언제 되나요?'): Promise<{ id: string; memberId: bigint }> {
    const member = await makeMember(site(), app.brand, { referenceCode: v7().slice(-6).toUpperCase() })
    const id = v7()
    await app.ownerPool.query(
      `INSERT INTO help_item (id, brand_id, member_id, kind, title, contents, hidden_at) VALUES ($1, $2, $3, $4, '문의', $5, now())`,
      [id, app.brand.id, String(member.id), kind, contents],
    )
    return { id, memberId: member.id }
  }

  test('opened, answered once, unread and back in the member’s list', async () => {
    const { id } = await inquire('general')
    const published: string[] = []
    const stop = app.deps.events.listen((event) => void published.push(event.kind))
    expect((await sora.call('open-help', { id })).body).toMatchObject({
      status: 'success',
      suggestion: null,
      help: { state: 'opened', openedBy: 'sora' },
    })
    expect((await mina.call('open-help', { id })).body).toMatchObject({ help: { openedBy: 'sora' } })
    expect((await sora.call('answer-help', { id, contents: '   ' })).body.status).toBe('contents')
    expect((await sora.call('answer-help', { id })).body.status).toBe('contents')
    const answered = await sora.call('answer-help', { id, contents: '곧 됩니다.' })
    expect(answered.body).toMatchObject({ help: { state: 'answered', reply: '곧 됩니다.', repliedBy: 'sora' } })
    expect((await mina.call('answer-help', { id, contents: '다른 답' })).body).toEqual({ status: 'late', by: 'sora' })
    const { rows } = await app.ownerPool.query('SELECT reply, read_at, hidden_at FROM help_item WHERE id = $1', [id])
    expect(rows).toEqual([{ reply: '곧 됩니다.', read_at: null, hidden_at: null }])
    expect(published).toEqual(['help', 'help'])
    stop()
  })

  test('the server fills in the deposit account', async () => {
    const { id, memberId } = await inquire('account')
    const opened = await sora.call('open-help', { id })
    const suggestion = String(opened.body['suggestion'])
    const { rows } = await app.ownerPool.query('SELECT reference_code FROM member WHERE id = $1', [String(memberId)])
    expect(suggestion).toContain('녹턴은행 000-11-222222')
    expect(suggestion).toContain(rows[0].reference_code)
    expect(suggestion).toContain('실제 돈을 송금하지 마세요')
    const answered = await sora.call('answer-help', { id, contents: '감사합니다.' })
    expect(answered.body).toMatchObject({ help: { reply: `${suggestion}\n\n감사합니다.` } })
  })

  test('of two concurrent answers one is stored, in each of twenty tries', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await inquire('general')
      const responses = await Promise.all([
        sora.call('answer-help', { id, contents: 'sora' }),
        mina.call('answer-help', { id, contents: 'mina' }),
      ])
      expect(responses.map((one) => one.body.status).toSorted()).toEqual(['late', 'success'])
      const winner = responses[0].body.status === 'success' ? 'sora' : 'mina'
      expect(responses.find((one) => one.body.status === 'late')?.body['by']).toBe(winner)
      const { rows } = await app.ownerPool.query('SELECT reply FROM help_item WHERE id = $1', [id])
      expect(rows[0].reply).toBe(winner)
    }
  })
})

describe('registrations', () => {
  test('of two concurrent decisions one succeeds and the other gets the name of the first, in each of twenty tries', async () => {
    for (let round = 0; round < 20; round += 1) {
      const member = await makeMember(site(), app.brand, { status: 'pending' })
      const [approved, rejected] = await Promise.all([
        sora.call('approve-registration', { id: member.publicId }),
        mina.call('reject-registration', { id: member.publicId, reason: '확인 불가' }),
      ])
      expect([approved.body.status, rejected.body.status].toSorted()).toEqual(['late', 'success'])
      const isIn = approved.body.status === 'success'
      expect((isIn ? rejected : approved).body['by']).toBe(isIn ? 'sora' : 'mina')
      const { rows } = await app.ownerPool.query('SELECT status, status_reason FROM member WHERE id = $1', [
        String(member.id),
      ])
      expect(rows[0]).toEqual(
        isIn ? { status: 'active', status_reason: '' } : { status: 'rejected', status_reason: '확인 불가' },
      )
    }
  })

  test('lists waiting ones, masked', async () => {
    const member = await makeMember(site(), app.brand, { status: 'pending' })
    const response = await sora.call('get-registrations', { take: 100 })
    const mine = (response.body['registrations'] as Record<string, unknown>[]).find(
      (row) => row['id'] === member.publicId,
    )
    expect(mine).toMatchObject({ userId: member.loginId, brand: 'nocturne' })
    expect(String(mine?.['phone'])).toMatch(/^••••\d{2,4}$/)
    await sora.call('approve-registration', { id: member.publicId })
    expect((await sora.call('approve-registration', { id: v7() })).body.status).toBe('none')
  })
})

describe('members', () => {
  test('found by id, nick and code; shown with balances, requests and journal, numbers masked', async () => {
    const member = await app.createFundedMember()
    await member.withdraw(10_000)
    await app.ownerPool.query(`SELECT ledger_limit(id, 'wager', 'day', 5000000) FROM member WHERE public_id = $1`, [
      member.publicId,
    ])
    await auditLimits(app.ownerPool)
    const found = await sora.call('get-members', { search: member.loginId.slice(1) })
    expect(found.body).toMatchObject({
      maxCount: 1,
      members: [{ userId: member.loginId, balance: '990000', held: '10000' }],
    })
    const read = await sora.call('get-member', { id: member.publicId })
    expect(read.body).toMatchObject({
      status: 'success',
      member: { userId: member.loginId },
      requests: [{ type: 'withdraw', state: 'held', amount: '10000' }],
      journal: [{ kind: 'withdraw_filed', cash: '-10000', held: '10000', balanceAfter: '990000' }, { kind: 'issue' }],
      limits: [{ kind: 'wager', period: 'day', most: '500', used: '0', remaining: '500', pending: null }],
    })
    expect(String(read.body['phone'])).toMatch(/^••••/)
    expect((read.body['bank'] as { banknum: string }).banknum).toMatch(/^••••/)
  })
})

describe('texts', () => {
  test('a note reaches its member, sanitised', async () => {
    const member = await app.createFundedMember()
    const published: unknown[] = []
    const stop = app.deps.events.listen((event) => void published.push(event))
    const sent = await editor.call('send-note', {
      userId: member.loginId.toUpperCase(),
      title: '안내',
      titleColor: '#e8c177',
      contents: '<p onclick="x()">안녕하세요<script>alert(1)</script></p>',
    })
    expect(sent.body.status).toBe('success')
    const { rows } = await app.ownerPool.query('SELECT member_id, title, contents, sent_by FROM note WHERE id = $1', [
      sent.body['id'],
    ])
    expect(rows).toEqual([{ member_id: member.id, title: '안내', contents: '<p>안녕하세요</p>', sent_by: editor.id }])
    expect(published).toEqual([{ kind: 'note', memberId: member.id }])
    expect((await editor.call('send-note', { userId: 'nobody9', title: 'x', contents: 'x' })).body.status).toBe('none')
    stop()
  })

  test('notices and popups are published, listed and taken down once', async () => {
    for (const [noun, plural] of [
      ['notice', 'notices'],
      ['popup', 'popups'],
    ] as const) {
      const made = await editor.call(`create-${noun}`, {
        title: '점검 안내',
        domain: 'Nocturne.example|localhost',
        contents: '<b>밤</b><iframe src="https://x"></iframe>',
      })
      const { id } = made.body as unknown as { id: string }
      const listed = async (): Promise<Record<string, unknown> | undefined> => {
        const response = await editor.call(`get-${plural}`, {})
        return (response.body[plural] as Record<string, unknown>[]).find((row) => row['id'] === id)
      }
      expect(await listed()).toMatchObject({
        contents: '<b>밤</b>',
        domain: 'nocturne.example, localhost',
        hidden: false,
      })
      expect((await editor.call(`hide-${noun}`, { id })).body.status).toBe('success')
      expect((await editor.call(`hide-${noun}`, { id })).body.status).toBe('success')
      expect(await listed()).toMatchObject({ hidden: true })
      expect((await editor.call(`hide-${noun}`, { id: newRequestId() })).body.status).toBe('none')
      const { rows } = await app.ownerPool.query('SELECT act FROM audit WHERE subject = $1 ORDER BY id', [id])
      expect(rows.map((row) => row.act)).toEqual([`${noun}.create`, `${noun}.hide`])
    }
  })
})
