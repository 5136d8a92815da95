import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { officeRoutes } from '#contract/office-api.ts'
import { factorOf, type OfficeRoute } from '#contract/route.ts'
import { stepOfCode } from './totp.ts'
import { anyNote, createFactorApp, type FactorApp } from '#test/factor-app.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { newRequestId } from '#test/test-app.ts'
import { totpCode, untilStepLasts } from '#test/totp.ts'

/** What proves a factor, and for which acts a proof serves. */

let app: FactorApp
beforeAll(async () => {
  app = await createFactorApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

describe('a code of the authenticator app', () => {
  test('is accepted one step early or late, and no further', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const at = Date.UTC(2026, 0, 31, 4, 5, 15)
    const step = Math.floor(at / 30_000)
    for (const [offset, expected] of [
      [-2, null],
      [-1, BigInt(step - 1)],
      [0, BigInt(step)],
      [1, BigInt(step + 1)],
      [2, null],
    ] as const) {
      expect(stepOfCode(secret, totpCode(secret, offset, at), new Date(at))).toBe(expected)
    }
    // RFC 6238, appendix B, the last six digits.
    expect(stepOfCode(secret, '287 082', new Date(59_000))).toBe(1n)
    expect(stepOfCode(secret, '', new Date(at))).toBeNull()
  })

  test('is good once: twice at once one is accepted; an earlier one afterwards is not, also after a restart', async () => {
    const person = await app.enrolled()
    // With the two below four wrong ones, in whatever order: the fifth would lock codes.
    const sessions = await Promise.all(Array.from({ length: 3 }, () => person.signIn()))
    // A process with a memory of its own, as after a restart; opened first, because a busy machine outlasts a step.
    const restarted = await app.openProcess()
    await untilStepLasts(10_000)
    await app.forgetSteps(person.id)
    const code = totpCode(person.secret)
    const answers = await Promise.all(sessions.map((call) => call('prove-totp', { code })))
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['success', 'used', 'used'])
    expect((await person.call('prove-totp', { code: totpCode(person.secret, -1) })).body.status).toBe('used')
    expect((await restarted.call(person, 'prove-totp', { code })).body.status).toBe('used')
    expect((await restarted.call(person, 'prove-totp', { code: totpCode(person.secret, 1) })).body.status).toBe(
      'success',
    )
    await restarted.close()
  })

  test('five wrong ones of strangers lock codes in unknown browsers for 15 minutes, in every session of their network', async () => {
    const person = await app.enrolled()
    const others = await Promise.all(Array.from({ length: 8 }, () => person.signIn()))
    const tries = await Promise.all(others.map((call) => call('prove-totp', { code: '000000' })))
    expect(tries.map(({ body }) => body.status).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'fail'),
      ...Array.from({ length: 3 }, () => 'throttled'),
    ])
    await app.forgetSteps(person.id)
    const session = await person.signIn()
    const held = (await session('prove-totp', { code: totpCode(person.secret) })).body
    expect(held.status).toBe('throttled')
    expect(held['retryAfter']).toBeGreaterThan(14 * 60)
    expect(held['retryAfter']).toBeLessThanOrEqual(15 * 60)
    await app.ownerPool.query(`UPDATE login_throttle SET since = now() - interval '16 minutes' WHERE scope = 'factor'`)
    expect((await session('prove-totp', { code: totpCode(person.secret) })).body.status).toBe('success')
  })

  test('a thief of the password, from any number of networks, does not lock the owner’s browser, passkey or recovery code', async () => {
    const person = await app.enrolled()
    const thief = await person.signIn()
    const answers: string[] = []
    for (let network = 0; network < 8; network += 1) {
      for (let index = 0; index < 5; index += 1) {
        const response = await thief('prove-totp', { code: '000000' }, { remoteAddress: `203.0.${network}.9` })
        answers.push(response.body.status)
      }
    }
    // Over all networks together 30 in 24 hours.
    expect(answers.filter((status) => status === 'fail')).toHaveLength(30)
    expect(answers.slice(30)).toEqual(Array.from({ length: 10 }, () => 'throttled'))
    await app.forgetSteps(person.id)
    const fresh = await person.signIn()
    const code = { code: totpCode(person.secret) }
    expect((await fresh('prove-totp', code, { remoteAddress: '198.51.100.1' })).body.status).toBe('throttled')
    const known = await person.signIn()
    expect((await known('prove-totp', code, { cookie: person.browser })).body.status).toBe('success')
    expect((await fresh('prove-recovery-code', { code: person.codes[0] })).body.status).toBe('success')
    // The owner's own wrong codes in that browser are bounded as well.
    const own = []
    for (let index = 0; index < 6; index += 1) {
      own.push((await known('prove-totp', { code: '000000' }, { cookie: person.browser })).body.status)
    }
    expect(own).toEqual(['fail', 'fail', 'fail', 'fail', 'fail', 'throttled'])
  })
})

describe('a proof', () => {
  test('is good for 10 minutes of acts; reading goes on', async () => {
    const person = await app.enrolled({ roles: ['support'] })
    expect((await person.call('send-note', anyNote)).body.status).toBe('none')
    await app.ageProof(person, 9)
    expect((await person.call('send-note', anyNote)).body.status).toBe('none')
    await app.ageProof(person, 1)
    expect((await person.call('send-note', anyNote)).body).toEqual({ status: 'factor', needs: 'recent' })
    expect((await person.call('get-members')).body.status).toBe('success')
    expect((await person.prove()).body.status).toBe('success')
    expect((await person.call('send-note', anyNote)).body.status).toBe('none')
  })

  test('serves no act of its own unless asked for one after the sign-in', async () => {
    const person = await app.enrolled({ roles: ['manager'] })
    const act = { status: 'factor', needs: 'act' }
    const fresh = await app.newcomer({ roles: ['manager'] })
    const begun = (await fresh.call('begin-totp')).body
    await fresh.call('enrol-totp', { name: 'Phone', code: totpCode(String(begun['secret'])) })
    await fresh.call('confirm-recovery-codes')
    expect((await fresh.call('set-maintenance', { on: false })).body).toEqual(act)
    expect((await fresh.call('begin-totp')).body).toEqual(act)

    const call = await person.signIn()
    const prove = async (body: object = {}): Promise<void> => {
      await app.forgetSteps(person.id)
      const answer = await call('prove-totp', { code: totpCode(person.secret), ...body })
      expect(answer.body.status).toBe('success')
    }
    // Asked for at the sign-in too: a thief of the session would have it for 10 minutes.
    await prove({ forAct: true })
    expect((await call('set-maintenance', { on: false })).body).toEqual(act)
    await prove()
    expect((await call('set-maintenance', { on: false })).body).toEqual(act)
    expect((await call('send-note', anyNote)).body.status).toBe('none')
    await prove({ forAct: true })
    expect((await call('set-maintenance', { on: false })).body.status).toBe('success')
  })

  test('serves one act of its own, of two at once too; a refusal returns it', async () => {
    const person = await app.enrolled({ roles: ['manager'] })
    const unknown = { brand: 'nowhere', on: false }
    expect((await person.call('set-maintenance', unknown)).body.status).toBe('none')
    const both = await Promise.all([1, 2, 3, 4].map(() => person.call('set-maintenance', { on: false })))
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['factor', 'factor', 'factor', 'success'])
    expect(both.find(({ body }) => body.status === 'factor')?.body['needs']).toBe('act')
    // The same proof still serves acts without one of their own.
    expect((await person.call('send-note', anyNote)).body.status).toBe('none')
    await person.prove()
    await app.ageProof(person, 10)
    expect((await person.call('set-maintenance', { on: false })).body).toEqual({ status: 'factor', needs: 'act' })
  })

  test('is used up by an act of the brand’s amount or more, in the act’s own transaction', async () => {
    const [first, second] = [await app.enrolled({ roles: ['cashier'] }), await app.enrolled({ roles: ['cashier'] })]
    const small = await app.createFundedMember()
    const id = await small.deposit(30_000)
    await first.call('claim-request', { id })
    const below = { id, requestId: newRequestId(), credited: '30000' }
    expect((await first.call('approve-deposit', below)).body.status).toBe('success')
    const { rows } = await app.ownerPool.query(
      `SELECT factor_acts FROM operator_session WHERE operator_id = $1 AND ended_at IS NULL`,
      [first.id],
    )
    expect(rows).toEqual([{ factor_acts: 1 }])

    // Two large acts at once with one proof: one takes effect.
    const members = [await app.createFundedMember(), await app.createFundedMember()]
    const ids = await Promise.all(members.map((member) => member.deposit(500_000)))
    for (const one of ids) await first.call('claim-request', { id: one })
    const bodies = ids.map((one) => ({ id: one, requestId: newRequestId(), credited: '500000' }))
    const both = await Promise.all(bodies.map((body) => first.call('propose-deposit', body)))
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['factor', 'success'])
    const refused = bodies[both.findIndex(({ body }) => body.status === 'factor')]
    const before = await app.snapshotMoney()
    expect((await first.call('propose-deposit', refused)).body).toEqual({ status: 'factor', needs: 'act' })
    expect(await app.snapshotMoney()).toEqual(before)
    await first.prove()
    // The act goes on with the same request id; its repetition needs no proof.
    expect((await first.call('propose-deposit', refused)).body.status).toBe('success')
    expect((await first.call('propose-deposit', refused)).body.status).toBe('success')

    // The second operator needs a proof as well, and the money waits for it.
    await second.call('renew-recovery-codes')
    await second.call('confirm-recovery-codes')
    const [decided] = ids
    await second.call('claim-request', { id: decided })
    const wallets = await app.snapshotMoney()
    const approval = { id: decided, requestId: newRequestId(), credited: '500000' }
    expect((await second.call('approve-deposit', approval)).body).toEqual({ status: 'factor', needs: 'act' })
    expect(await app.snapshotMoney()).toEqual(wallets)
    await second.prove()
    expect((await second.call('approve-deposit', approval)).body.status).toBe('success')
  })

  test('is needed for each showing of personal data', async () => {
    const cashier = await app.enrolled({ roles: ['cashier'] })
    const member = await app.createFundedMember()
    const id = await member.withdraw(20_000)
    expect((await cashier.call('show-account-number', { id })).body.status).toBe('unclaimed')
    await cashier.call('claim-request', { id })
    const shown = (await cashier.call('get-request', { id })).body['request'] as { bank: { banknum: string } }
    expect(shown.bank.banknum).not.toContain('0000000')
    expect((await cashier.call('show-account-number', { id })).body).toEqual({
      status: 'success',
      banknum: '000000000000',
    })
    expect((await cashier.call('show-account-number', { id })).body).toEqual({ status: 'factor', needs: 'act' })
    expect((await app.audits(cashier)).filter((act) => act === 'request.see-account-number')).toHaveLength(1)
    const levels = Object.entries<OfficeRoute>(officeRoutes).filter(([, route]) => factorOf(route) === 'each')
    expect(levels.map(([name]) => name).toSorted()).toEqual(
      'approve-operator-reset change-own-password issue-reset-code open-password-reset propose-operator-reset propose-reset-code remove-factor set-maintenance show-account-number'.split(
        ' ',
      ),
    )
  })

  test('holds in each of three processes, and in this session only', async () => {
    const person = await app.enrolled({ roles: ['manager'] })
    const processes = await Promise.all([app.openProcess(), app.openProcess(), app.openProcess()])
    await person.prove()
    const answers = await Promise.all(processes.map((one) => one.call(person, 'set-maintenance', { on: false })))
    expect(answers.map(({ body }) => body.status).toSorted()).toEqual(['factor', 'factor', 'success'])
    const other = await person.signIn()
    expect((await other('me')).body).toEqual({ status: 'factor', needs: 'sign-in' })
    await Promise.all(processes.map((one) => one.close()))
  })
})
