import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { amountFromWire, wholeUnits } from '#domain/money.ts'
import { expectCleanBooks } from '#test/books.ts'
import { setExclusionEnd } from '#test/exclusions.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { changedBy } from '#test/changed-tables.ts'
import { openFakeProvider, type Misbehaviour, type FakeProvider } from '../../../../scripts/fake-transfer-provider.ts'
import { beginRun, endRun } from '#server/ledger/book-runs.ts'
import { checkBooks } from '#server/ledger/books.ts'
import { resolveDue } from './resolver.ts'
import { until } from '#test/until.ts'
import { makeMember, makeSession, type MadeMember } from '#server/seed/builders.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { appHandlers } from '#server/handlers.ts'

let app: TestApp
let provider: FakeProvider
let member: MadeMember
let token: string

/** The most there may be: a busy machine must not make a provider look silent. */
const timeoutMs = 12_000

/** The calls that wait for a provider. The test has the clock of a silent one: their time is over when it says so. */
const waiting = new Set<AbortController>()
let isTimeOver = true

function endTime(): void {
  for (const call of waiting) call.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  waiting.clear()
}

beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers })
  provider = await openFakeProvider(() => isTimeOver && endTime())
  await enter('lotus')
})
beforeEach(async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const call = new AbortController()
    waiting.add(call)
    return AbortSignal.any([timeout(ms), call.signal])
  })
  waiting.clear()
  provider.next()
  provider.always(null)
  provider.calls.length = 0
  member = await makeMember(app.deps, app.brand, { cash: wholeUnits(100_000) })
  token = (await makeSession(app.deps, member)).token
})
afterEach(async () => {
  await expectCleanBooks(app.ownerPool)
  const errors = app.errors.splice(0)
  if (errors.length > 0) throw new Error(`errors were logged: ${errors.join()}`)
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

async function enter(code: string, options: { active?: boolean; baseUrl?: string } = {}): Promise<void> {
  const entered = await enterTransferProvider(
    { ...app.deps, db: app.ownerDb },
    {
      code,
      names: { ko: '로터스', en: 'Lotus' },
      baseUrl: options.baseUrl ?? provider.baseUrl,
      key: provider.key,
      renewKey: true,
      timeoutMs,
      active: options.active ?? true,
      brandIds: [app.brand.id],
    },
  )
  expect(['made', 'changed']).toContain(entered.status)
}

const callMember = (call: string, body?: unknown): Promise<TestResponse> => app.member(call, { token, body })
const moveIn = (body: Record<string, unknown> = {}): Promise<TestResponse> =>
  callMember('user-transfer-in', { requestId: newRequestId(), company: 'lotus', ...body })
const bringBack = (body: Record<string, unknown> = {}): Promise<TestResponse> =>
  callMember('user-withdraw', { requestId: newRequestId(), company: 'lotus', ...body })

async function money(): Promise<{ cash: string; gameMoney: string }> {
  const { body } = await callMember('get-in-game-balance')
  return { cash: String(body['balance']), gameMoney: String(body['gameMoney']) }
}

async function wallets(): Promise<unknown> {
  return (await callMember('get-transfer-wallets')).body['wallets']
}

/** Makes open transfers due, and resolves them. */
async function resolveNow(): Promise<number> {
  await app.ownerPool.query(
    `UPDATE transfer SET next_try_at = now() - interval '1 s' WHERE state NOT IN ('done', 'refused')`,
  )
  return resolveDue(app.deps)
}

describe('while the books are wrong', () => {
  test('no money goes to a provider and none is called; money there can return; a clean run lifts the stop', async () => {
    const before = { requestId: newRequestId(), balance: '20000' }
    expect((await moveIn(before)).body.status).toBe('success')
    await endRun(app.db, await beginRun(app.db, 'tool'), { outcome: 'failed', problem: 'no' })
    provider.calls.length = 0
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await moveIn({ balance: '30000' })).body).toEqual({ status: 'fail' })
      expect((await moveIn()).body).toEqual({ status: 'fail' })
    })
    expect(changed).toEqual([])
    expect(provider.calls).toEqual([])
    expect((await moveIn(before)).body).toMatchObject({ status: 'success', moved: '20000' })
    expect((await bringBack({ balance: '5000' })).body).toMatchObject({ status: 'success', gameMoney: '15000' })
    const again = await beginRun(app.db, 'tool')
    expect(await endRun(app.db, again, { report: await checkBooks(app.pool) })).toBe(false)
    expect((await moveIn({ balance: '30000' })).body.status).toBe('success')
  })
})

describe('to a provider', () => {
  test('moves balance to the provider, where it is in play', async () => {
    let response: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => {
      response = await moveIn({ balance: '30000' })
    })
    expect(response?.body).toEqual({
      status: 'success',
      moved: '30000',
      balance: '70000',
      gameMoney: '30000',
      rolling: '0',
    })
    expect(changed.filter((table) => table !== 'account')).toEqual([
      'audit',
      'journal',
      'transfer',
      'transfer_balance',
      'wallet',
    ])
    expect(provider.balanceOf(member.publicId)).toBe(wholeUnits(30_000))
    expect(provider.calls).toMatchObject([{ call: 'credit', amount: '30000', signed: true, member: member.publicId }])
    expect(await wallets()).toEqual([
      { company: 'lotus', name: '로터스', amount: '30000', takesMoney: true, isHeld: false, underway: null },
    ])
  })

  test('moves all whole units when no amount is given', async () => {
    await moveIn({ balance: '0.5' })
    expect((await moveIn()).body).toMatchObject({ status: 'success', moved: '99999', balance: '0.5' })
    expect((await moveIn()).body).toEqual({ status: 'balance' })
  })

  test('an insufficient or zero amount and an unknown company are refused before the provider is called', async () => {
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await moveIn({ balance: '100000.0001' })).body).toEqual({ status: 'balance' })
      expect((await moveIn({ balance: '0' })).body).toEqual({ status: 'balance' })
      expect((await moveIn({ balance: Number.MAX_SAFE_INTEGER })).body).toEqual({ status: 'balance' })
      expect((await moveIn({ company: 'nobody' })).body).toEqual({ status: 'fail' })
      expect((await moveIn({ company: 'baize' })).body).toEqual({ status: 'fail' })
      expect((await bringBack({ company: 'nobody' })).body).toEqual({ status: 'fail' })
    })
    expect(changed).toEqual([])
    expect(provider.calls).toEqual([])
    expect((await moveIn({ balance: '-1' })).code).toBe(400)
    expect((await callMember('user-transfer-in', { company: 'lotus' })).code).toBe(400)
  })

  test('a limit on losses bounds the amount, because all could be lost there, and counts losses there', async () => {
    expect((await callMember('set-limit', { kind: 'loss', period: 'day', most: '5000' })).body.status).toBe('success')
    expect((await moveIn({ balance: '5001' })).body).toEqual({ status: 'limit', remaining: '5000' })
    expect((await moveIn({ balance: '4000' })).body).toMatchObject({ status: 'success', moved: '4000' })
    expect((await moveIn({ balance: '1001' })).body).toEqual({ status: 'limit', remaining: '1000' })
    provider.play(member.publicId, -wholeUnits(3_000))
    expect((await bringBack()).body).toMatchObject({ status: 'success', moved: '1000', gameMoney: '0' })
    expect((await moveIn({ balance: '2001' })).body).toEqual({ status: 'limit', remaining: '2000' })
    expect((await moveIn({ balance: '2000' })).body).toMatchObject({ status: 'success' })
  })

  test('a definite refusal returns the money at once', async () => {
    provider.next('refuse', 'refuse-short')
    expect((await moveIn({ balance: '500' })).body).toEqual({ status: 'fail' })
    expect((await moveIn({ balance: '500' })).body).toEqual({ status: 'balance' })
    expect(await money()).toEqual({ cash: '100000', gameMoney: '0' })
    expect(provider.balanceOf(member.publicId)).toBe(0n)
  })

  test('a refused connection sends nothing and moves nothing', async () => {
    const gone = await openFakeProvider()
    await gone.close()
    await enter('lotus', { baseUrl: gone.baseUrl })
    expect((await moveIn({ balance: '500' })).body).toEqual({ status: 'fail' })
    await enter('lotus')
    expect(await money()).toEqual({ cash: '100000', gameMoney: '0' })
  })

  test('a provider that takes no new money is not called, and returns what it has', async () => {
    await moveIn({ balance: '400' })
    await enter('lotus', { active: false })
    expect((await moveIn({ balance: '1' })).body).toEqual({ status: 'fail' })
    expect(await wallets()).toMatchObject([{ amount: '400', takesMoney: false }])
    expect((await bringBack()).body).toMatchObject({ status: 'success', moved: '400' })
    expect(await wallets()).toEqual([])
    await enter('lotus')
  })
})

/** Ways in which an answer is missing; `isDone` says whether the provider has moved the money. */
const silences: readonly { how: Misbehaviour; isDone: boolean }[] = [
  { how: 'hang', isDone: false },
  { how: 'cut-before', isDone: false },
  { how: 'redirect', isDone: false },
  { how: 'error-500', isDone: false },
  { how: 'garbage', isDone: false },
  { how: 'too-long', isDone: false },
  { how: 'pending', isDone: false },
  { how: 'cut-after', isDone: true },
  { how: 'hang-after', isDone: true },
  { how: 'other-transfer', isDone: true },
  { how: 'no-balance', isDone: true },
]

describe('without a certain answer of the provider', () => {
  test.each(silences)('in, $how: the money stays in play until the outcome is known', async ({ how, isDone }) => {
    provider.next(how)
    const requestId = newRequestId()
    expect((await moveIn({ requestId, balance: '700' })).body).toEqual({ status: 'unknown' })
    expect(await money()).toEqual({ cash: '99300', gameMoney: '700' })
    expect(await wallets()).toMatchObject([{ amount: '700', underway: { direction: 'in', amount: '700' } }])
    await expectCleanBooks(app.ownerPool)
    provider.next('hang')
    expect(await resolveNow()).toBe(0)
    expect((await moveIn({ requestId, balance: '700' })).body).toEqual({ status: 'unknown' })
    expect(await resolveNow()).toBe(1)
    expect(await money()).toEqual(isDone ? { cash: '99300', gameMoney: '700' } : { cash: '100000', gameMoney: '0' })
    expect(provider.balanceOf(member.publicId)).toBe(isDone ? wholeUnits(700) : 0n)
    expect((await moveIn({ requestId, balance: '700' })).body.status).toBe(isDone ? 'success' : 'fail')
    expect(await resolveNow()).toBe(0)
  })

  test.each(silences)('out, $how: nothing moves until the outcome is known', async ({ how, isDone }) => {
    await moveIn({ balance: '900' })
    provider.next(how)
    const requestId = newRequestId()
    expect((await bringBack({ requestId })).body).toEqual({ status: 'unknown' })
    expect(await money()).toEqual({ cash: '99100', gameMoney: '900' })
    expect(await wallets()).toMatchObject([{ amount: '900', underway: { direction: 'out', amount: null } }])
    await expectCleanBooks(app.ownerPool)
    expect(await resolveNow()).toBe(1)
    expect(await money()).toEqual(isDone ? { cash: '100000', gameMoney: '0' } : { cash: '99100', gameMoney: '900' })
    expect((await bringBack({ requestId })).body.status).toBe(isDone ? 'success' : 'fail')
    expect((await bringBack()).body.status).toBe(isDone ? 'balance' : 'success')
  })

  test('an answer with another amount is ignored, and a later right one accepted', async () => {
    provider.next('wrong-amount')
    expect((await moveIn({ balance: '700' })).body).toEqual({ status: 'unknown' })
    expect(app.errors.splice(0).join('')).toContain('provider contradicts its earlier answer')
    expect(await resolveNow()).toBe(1)
    expect(await money()).toEqual({ cash: '99300', gameMoney: '700' })
  })

  test('a transfer of everything moves whole units only, in both directions and by an inquiry too', async () => {
    for (const [call, after] of [
      [moveIn, { cash: '0', gameMoney: '100000' }],
      [bringBack, { cash: '100000', gameMoney: '0' }],
    ] as const) {
      const before = await money()
      provider.always('half-more')
      const requestId = newRequestId()
      expect((await call({ requestId })).body).toEqual({ status: 'unknown' })
      expect(await resolveNow()).toBe(0)
      expect(app.errors.splice(0).join('')).toContain('provider contradicts its earlier answer')
      expect(await money()).toEqual(call === moveIn ? after : before)
      provider.always(null)
      expect(await resolveNow()).toBe(1)
      expect((await call({ requestId })).body).toMatchObject({ status: 'success', moved: '100000' })
      expect(await money()).toEqual(after)
    }
  })

  test('a call that arrives after its id was closed does nothing', async () => {
    provider.next('hang')
    await moveIn({ balance: '700' })
    await resolveNow()
    const credit = provider.calls.find((call) => call.call === 'credit')
    const { callProvider } = await import('./client.ts')
    const response = await callProvider(
      { id: 100, code: 'lotus', baseUrl: provider.baseUrl, key: provider.key, timeoutMs, mostBalance: 0n },
      { call: 'credit', transferId: credit?.transfer ?? '', member: member.publicId, amount: wholeUnits(700) },
      'KRW',
      Date.now(),
    )
    expect(response).toEqual({ kind: 'refused', reason: 'unseen' })
    expect(provider.balanceOf(member.publicId)).toBe(0n)
  })

  test('a provider whose key cannot be decrypted is logged, and its transfers wait without holding up others', async () => {
    provider.next('hang')
    await moveIn({ balance: '700' })
    const keyOf = (id: string): Promise<unknown> =>
      app.ownerPool.query(`UPDATE provider SET key_id = $1 WHERE code = 'lotus'`, [id])
    await keyOf('gone')
    expect(await resolveNow()).toBe(0)
    expect((await bringBack()).body).toEqual({ status: 'fail' })
    expect(app.errors.splice(0).join('')).toContain('provider cannot be called')
    expect(await resolveDue(app.deps)).toBe(0)
    expect(app.errors).toEqual([])
    await keyOf('test')
    expect(await resolveNow()).toBe(1)
    expect(await money()).toEqual({ cash: '100000', gameMoney: '0' })
  })

  test('inquires at growing intervals', async () => {
    provider.always('hang')
    await moveIn({ balance: '700' })
    const waits: number[] = []
    for (let index = 0; index < 4; index += 1) {
      await resolveNow()
      const { rows } = await app.ownerPool.query<{ wait: number }>(
        `SELECT extract(epoch FROM next_try_at - changed_at)::float8 AS wait FROM transfer WHERE state = 'unknown'`,
      )
      waits.push(Math.round(rows[0]?.wait ?? 0))
    }
    expect(waits).toEqual([2, 4, 8, 16])
    expect(await resolveDue(app.deps)).toBe(0)
    expect(provider.calls.filter((call) => call.call === 'status')).toHaveLength(4)
    provider.always(null)
    await resolveNow()
  })
})

describe('idempotency', () => {
  test('the same request again gets the same answer; another amount, target or call is a conflict', async () => {
    const requestId = newRequestId()
    const first = await moveIn({ requestId, balance: '1000' })
    const changed = await changedBy(app.ownerPool, async () => {
      expect((await moveIn({ requestId, balance: '1000' })).body).toEqual(first.body)
      expect((await moveIn({ requestId: requestId.toUpperCase(), balance: 1000 })).body).toEqual(first.body)
      for (const other of [{ balance: '1001' }, {}, { balance: '1000', company: 'nobody' }]) {
        expect((await moveIn({ requestId, ...other })).body).toEqual({ status: 'conflict' })
      }
      expect((await bringBack({ requestId, balance: '1000' })).body).toEqual({ status: 'conflict' })
      const converted = await callMember('roll-to-balance', { requestId, point: '1' })
      expect(converted.body).toEqual({ status: 'conflict' })
    })
    expect(changed).toEqual([])
    const deposit = newRequestId()
    await callMember('apply-user-deposit', { requestId: deposit, balance: '10000' })
    for (const call of [moveIn, bringBack]) {
      expect((await call({ requestId: deposit, balance: '10000' })).body).toEqual({ status: 'conflict' })
    }
    const back = newRequestId()
    await bringBack({ requestId: back, balance: '1000' })
    expect((await callMember('apply-user-deposit', { requestId: back, balance: '10000' })).body.status).not.toBe(
      'success',
    )
    expect(provider.calls.map((call) => call.call)).toEqual(['credit', 'debit'])
  })

  test('concurrent requests with one key make one transfer and get one answer', async () => {
    const requestId = newRequestId()
    const responses = await Promise.all(Array.from({ length: 12 }, () => moveIn({ requestId, balance: '2500' })))
    expect(new Set(responses.map((one) => JSON.stringify(one.body)))).toHaveLength(1)
    expect(responses[0]?.body).toMatchObject({ status: 'success', moved: '2500' })
    expect(provider.balanceOf(member.publicId)).toBe(wholeUnits(2_500))
    const back = newRequestId()
    const returned = await Promise.all(Array.from({ length: 12 }, () => bringBack({ requestId: back })))
    expect(new Set(returned.map((one) => JSON.stringify(one.body)))).toHaveLength(1)
    expect(await money()).toEqual({ cash: '100000', gameMoney: '0' })
  })

  test('in a flood of repeats to a silent provider few requests wait; the others get unknown at once', async () => {
    isTimeOver = false
    provider.next('hang')
    const call = { requestId: newRequestId(), balance: '100' }
    const states: string[] = []
    const request = async (): Promise<string> => {
      const { body } = await moveIn(call)
      const known = await app.ownerPool.query(`SELECT state FROM transfer WHERE member_id = $1`, [String(member.id)])
      states.push(known.rows[0].state)
      return body.status
    }
    const responses = Promise.all(Array.from({ length: 40 }, request))
    // Sixteen requests wait with the first one; the others are answered before the provider's time is over.
    await until(() => states.length >= 40 - 17).finally(() => (isTimeOver = true))
    for (const state of states) expect(['asked', 'sent']).toContain(state)
    endTime()
    expect(new Set(await responses)).toEqual(new Set(['unknown']))
    await resolveNow()
    expect(await money()).toEqual({ cash: '100000', gameMoney: '0' })
  })

  test('of concurrent requests with many keys at most one is underway, and no more than the balance is moved', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => moveIn({ balance: '60000' })))
    const statuses = responses.map((one) => one.body.status)
    expect(statuses.filter((word) => word === 'success')).toHaveLength(1)
    expect(statuses.filter((word) => word === 'fail' || word === 'balance')).toHaveLength(9)
    expect(provider.balanceOf(member.publicId)).toBe(wholeUnits(60_000))
    await bringBack()
    provider.calls.length = 0
    provider.always('hang')
    const small = await Promise.all(Array.from({ length: 10 }, () => moveIn({ balance: '100' })))
    expect(small.map((one) => one.body.status).toSorted()).toEqual([...Array<string>(9).fill('fail'), 'unknown'])
    expect((await bringBack()).body).toEqual({ status: 'fail' })
    expect(provider.calls.map((call) => call.call)).toEqual(['credit'])
    provider.always(null)
    expect(await resolveNow()).toBe(1)
    expect(await money()).toEqual({ cash: '100000', gameMoney: '0' })
    await moveIn({ balance: '60000' })
    const both = await Promise.all([bringBack(), moveIn({ balance: '1' }), bringBack(), moveIn({ balance: '1' })])
    expect(both.filter((one) => one.body.status === 'success').length).toBeGreaterThan(0)
  })
})

describe('back from a provider', () => {
  test('returns a part of it, then the rest', async () => {
    await moveIn({ balance: '5000' })
    expect((await bringBack({ balance: '1500.5' })).body).toMatchObject({
      status: 'success',
      moved: '1500.5',
      balance: '96500.5',
      gameMoney: '3499.5',
    })
    expect((await bringBack()).body).toMatchObject({ status: 'success', moved: '3499', gameMoney: '0.5' })
    expect((await bringBack()).body).toEqual({ status: 'balance' })
    expect((await bringBack({ balance: '1' })).body).toEqual({ status: 'balance' })
  })

  test('returns winnings made there, less losses', async () => {
    await moveIn({ balance: '1000' })
    provider.play(member.publicId, wholeUnits(4_000))
    expect((await bringBack({ balance: '3000' })).body).toMatchObject({ status: 'success', gameMoney: '2000' })
    provider.play(member.publicId, -wholeUnits(1_999))
    expect((await bringBack()).body).toMatchObject({ status: 'success', moved: '1', gameMoney: '0', balance: '102001' })
    expect((await moveIn({ balance: '10' })).body).toMatchObject({ gameMoney: '10' })
    provider.play(member.publicId, wholeUnits(5))
    expect((await moveIn({ balance: '10' })).body).toMatchObject({ gameMoney: '25' })
    const { rows } = await app.ownerPool.query<{ kinds: string }>(
      `SELECT string_agg(k.name, ' ' ORDER BY j.seq) AS kinds FROM journal j JOIN journal_kind k ON k.id = j.kind WHERE member_id = $1`,
      [member.id],
    )
    expect(rows[0]?.kinds).toBe(
      'issue transfer_in transfer_asked provider_result transfer_out transfer_asked provider_result transfer_out ' +
        'transfer_in transfer_in provider_result',
    )
  })

  test('is refused by a provider that has no money of the member', async () => {
    expect((await bringBack()).body).toEqual({ status: 'balance' })
    expect((await bringBack({ balance: '5' })).body).toEqual({ status: 'balance' })
    expect(await money()).toEqual({ cash: '100000', gameMoney: '0' })
  })

  test('excluded and blocked members get their money back and may move none in', async () => {
    await moveIn({ balance: '8000' })
    await setExclusionEnd(app.ownerPool, member.id, `'infinity'`)
    expect((await moveIn({ balance: '1' })).code).toBe(403)
    expect(await wallets()).toMatchObject([{ amount: '8000' }])
    expect((await bringBack({ balance: '3000' })).body).toMatchObject({ status: 'success', balance: '95000' })
    await setExclusionEnd(app.ownerPool, member.id, 'NULL')
    await app.ownerPool.query(`UPDATE member SET status = 'blocked' WHERE id = $1`, [member.id])
    expect((await moveIn({ balance: '1' })).code).toBe(403)
    expect((await bringBack()).body).toMatchObject({ status: 'success', balance: '100000', gameMoney: '0' })
  })

  test('another member cannot move the money', async () => {
    await moveIn({ balance: '8000' })
    const other = await makeMember(app.deps, app.brand, { cash: wholeUnits(5) })
    const session = await makeSession(app.deps, other)
    const response = await app.member('user-withdraw', {
      token: session.token,
      body: { requestId: newRequestId(), company: 'lotus' },
    })
    expect(response.body).toEqual({ status: 'balance' })
    expect(provider.balanceOf(member.publicId)).toBe(amountFromWire('8000'))
  })
})
