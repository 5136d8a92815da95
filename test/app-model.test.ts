import { wholeUnits } from '#domain/money.ts'
import { expect, test } from 'vitest'
import { claim, decide, fileDeposit, fileWithdrawal, release, startTransfer, type Decision } from '#test/app-model.ts'
import { createLedgerModel, openRequest, postToModel, type Model, type ModelRequest } from '#test/ledger-model.ts'

/** The model's own rules about two operators, with which the simulation compares the app. */

const [ann, ben] = [2n, 3n]

function withdrawalOf(units: number): { model: Model; request: ModelRequest } {
  const model = createLedgerModel([1n], 0)
  const request = ['issue']
  postToModel(model, {
    memberId: 1n,
    kind: 'issue',
    source: 'system',
    key: 'issue',
    request,
    cash: wholeUnits(1_000_000),
  })
  expect(fileWithdrawal(model, 1n, 'withdrawal', wholeUnits(units))).toBe('success')
  return { model, request: openRequestOf(model) }
}

function openRequestOf(model: Model): ModelRequest {
  const member = model.members.get(1n)
  const request = member && openRequest(member)
  if (request === undefined) throw new Error('the member has no open request')
  return request
}

type Act = Exclude<Decision['act'], 'approve' | 'propose' | 'reject'>

test('a large withdrawal is approved by one operator and paid by another', () => {
  const { model, request } = withdrawalOf(50_000)
  model.secondFrom.withdraw = wholeUnits(50_000)
  const act = (id: string, by: bigint, name: Act): string => decide(model, 1n, request, { id, by, act: name }, 0n)
  expect(claim(model, request, ann, false)).toBe('success')
  expect(act('a', ann, 'pay')).toBe('second')
  expect(act('b', ann, 'approve-first')).toBe('success')
  expect(request).toMatchObject({ state: 'awaiting_second', claimedBy: null, proposal: { by: ann } })
  expect([act('b', ann, 'approve-first'), act('b', ann, 'pay'), act('b', ben, 'approve-first')]).toEqual([
    'success',
    'conflict',
    'conflict',
  ])
  expect([claim(model, request, ann, true), act('c', ann, 'pay')]).toEqual(['self', 'self'])
  expect([claim(model, request, ben, false), release(model, request, ben, false)]).toEqual(['success', 'success'])
  expect(request.state).toBe('awaiting_second')
  expect(act('d', ben, 'pay')).toBe('unclaimed')
  expect(claim(model, request, ben, false)).toBe('success')
  expect(act('e', ben, 'approve-first')).toBe('single')
  expect(act('f', ben, 'pay')).toBe('success')
  expect(model.members.get(1n)?.wallet).toMatchObject({ cash: wholeUnits(950_000), held: 0n })
  expect([claim(model, request, ben, true), release(model, request, ben, true), act('g', ben, 'pay')]).toEqual([
    'late',
    'late',
    'late',
  ])
})

test('a withdrawal below the amount takes one operator, and the id of its decision is refused for another request', () => {
  const { model, request } = withdrawalOf(49_000)
  model.secondFrom.withdraw = wholeUnits(50_000)
  claim(model, request, ann, false)
  expect(decide(model, 1n, request, { id: 'a', by: ann, act: 'approve-first' }, 0n)).toBe('single')
  expect(decide(model, 1n, request, { id: 'a', by: ann, act: 'pay' }, 0n)).toBe('success')
  expect(fileWithdrawal(model, 1n, 'another', wholeUnits(20_000))).toBe('success')
  const another = openRequestOf(model)
  claim(model, another, ann, false)
  expect(decide(model, 1n, another, { id: 'a', by: ann, act: 'pay' }, 0n)).toBe('conflict')
})

test('while money-out is stopped, nothing is approved, paid or sent to a provider, and a rejection returns the money', () => {
  const { model, request } = withdrawalOf(50_000)
  model.isMoneyOutStopped = true
  claim(model, request, ann, false)
  expect(decide(model, 1n, request, { id: 'a', by: ann, act: 'pay' }, 0n)).toBe('stopped')
  model.secondFrom.withdraw = 1n
  expect(decide(model, 1n, request, { id: 'b', by: ann, act: 'approve-first' }, 0n)).toBe('stopped')
  const wanted = { key: 'c', provider: 100, direction: 'in', amount: wholeUnits(1) } as const
  expect(startTransfer(model, 1n, wanted)).toBe('stopped')
  expect(decide(model, 1n, request, { id: 'd', by: ann, act: 'reject', reason: 'no' }, 0n)).toBe('success')
  expect(model.members.get(1n)?.wallet).toMatchObject({ cash: wholeUnits(1_000_000), held: 0n })
})

test('a deposit above the requested amount is proposed by one operator and credited by another, who cannot be alone in paying it', () => {
  const { model } = withdrawalOf(50_000)
  expect(fileDeposit(model, 1n, 'deposit', wholeUnits(10_000))).toBe('success')
  const deposit = model.members.get(1n)?.requests.at(-1)
  if (deposit === undefined) throw new Error('no deposit was filed')
  const credit = (id: string, by: bigint, act: 'approve' | 'propose', units: number, reason = ''): string =>
    decide(model, 1n, deposit, { id, by, act, credited: wholeUnits(units), reason }, 0n)
  claim(model, deposit, ann, false)
  expect(credit('a', ann, 'approve', 20_000)).toBe('reason')
  expect(credit('a', ann, 'approve', 20_000, 'more')).toBe('second')
  expect(credit('a', ann, 'propose', 10_000)).toBe('single')
  expect(credit('a', ann, 'propose', 20_000, 'more')).toBe('success')
  model.now += 72 * 3_600_000
  expect(claim(model, deposit, ann, false)).toBe('success')
  expect(deposit).toMatchObject({ state: 'claimed', proposal: null })
  expect(credit('b', ann, 'propose', 20_000, 'more')).toBe('success')
  expect(claim(model, deposit, ben, false)).toBe('success')
  expect(credit('c', ben, 'approve', 20_000, 'other')).toBe('second')
  expect(credit('c', ben, 'approve', 20_000, 'more')).toBe('success')
  const payout = openRequestOf(model)
  for (const by of [ann, ben]) {
    claim(model, payout, by, true)
    expect(decide(model, 1n, payout, { id: `pay ${by}`, by, act: 'pay' }, 0n)).toBe('second')
  }
})
