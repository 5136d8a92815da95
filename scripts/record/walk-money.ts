import { setTimeout as sleep } from 'node:timers/promises'
import { newMember, payIn, textAt, unknownId, type Caller, type World } from './world.ts'
import type { RequestType } from '#domain/money-request.ts'

/** Deposits, withdrawals, and operators' decisions on them. */

async function file(world: World, caller: Caller, kind: RequestType, balance: string): Promise<string> {
  const filed = await caller.call(`routes/apply-user-${kind}`, {
    requestId: world.requestId(),
    balance,
    ...(kind === 'withdraw' && { pass: caller.pin }),
  })
  return textAt(filed, 'request.id')
}

export async function walkDeposits(world: World): Promise<void> {
  world.recorder.section('deposits')
  const { member, second } = world.member
  const { cashier, manager, auditor, support } = world.office
  for (const balance of ['0', '-1', '9000', '10001', '999999999999', 'ten', '1.23456', 20000.5]) {
    await member.call('routes/apply-user-deposit', { requestId: world.requestId(), balance })
  }
  const first = { requestId: world.requestId(), balance: '150000', depositor: '김연습' }
  const filed = await member.call('routes/apply-user-deposit', first)
  const id = textAt(filed, 'request.id')
  await member.call('routes/apply-user-deposit', first)
  await member.call('routes/apply-user-deposit', { ...first, balance: '160000' })
  await member.call('routes/apply-user-deposit', { ...first, requestId: world.requestId() })
  const pay = {
    id,
    requestId: world.requestId(),
    credited: '140000',
    reason: '은행 수수료를 뺐습니다.',
    note: '수수료를 뺀 금액',
  }
  await cashier.call('office/get-requests')
  await cashier.call('office/approve-deposit', pay)
  await cashier.call('office/claim-request', { id })
  await cashier.call('office/claim-request', { id })
  await manager.call('office/claim-request', { id })
  await manager.call('office/approve-deposit', { ...pay, requestId: world.requestId() })
  await support.call('office/claim-request', { id })
  await member.call('routes/cancel-money-request', { id })
  await manager.call('office/claim-request', { id, takeOver: true })
  await cashier.call('office/release-request', { id })
  await manager.call('office/release-request', { id })
  await cashier.call('office/claim-request', { id })
  await cashier.call('office/get-requests', { show: 'mine', type: 'deposit' })
  await cashier.call('office/approve-deposit', { ...pay, credited: '0' })
  await cashier.call('office/approve-deposit', pay)
  await cashier.call('office/approve-deposit', pay)
  await cashier.call('office/approve-deposit', { ...pay, credited: '1' })
  await cashier.call('office/approve-deposit', { ...pay, requestId: world.requestId() })
  await cashier.call('office/reject-request', { id, requestId: world.requestId(), reason: '늦음' })
  await auditor.call('office/get-request', { id })
  const taken = await file(world, second, 'deposit', '70000')
  await member.call('routes/cancel-money-request', { id: taken })
  await second.call('routes/cancel-money-request', { id: taken })
  await second.call('routes/cancel-money-request', { id: taken })
  const refused = await file(world, second, 'deposit', '50000')
  await cashier.call('office/claim-request', { id: refused })
  await cashier.call('office/reject-request', { id: refused, requestId: world.requestId(), reason: ' ' })
  await cashier.call('office/reject-request', {
    id: refused,
    requestId: world.requestId(),
    reason: '입금자명이 다릅니다.',
  })
  world.ids['decided'] = id
  await payIn(world, second, '250000')
  await member.call('routes/get-money-requests')
  await second.call('routes/get-money-requests', { type: 'deposit', take: 2 })
  await manager.call('office/get-requests', { show: 'decided', search: 'haneul' })
  await manager.call('office/get-request', { id: unknownId })
}

export async function walkWithdrawals(world: World): Promise<void> {
  world.recorder.section('withdrawals')
  const { member, second } = world.member
  const { cashier, manager } = world.office
  const withdrawal = { requestId: world.requestId(), balance: '100000', pass: member.pin }
  for (const wrong of [
    { balance: '0' },
    { balance: '5000' },
    { balance: '10001' },
    { balance: '9000000' },
    { pass: '9999' },
    { pass: undefined },
  ]) {
    await member.call('routes/apply-user-withdraw', { ...withdrawal, requestId: world.requestId(), ...wrong })
  }
  const filed = await member.call('routes/apply-user-withdraw', withdrawal)
  const id = textAt(filed, 'request.id')
  await member.call('routes/apply-user-withdraw', withdrawal)
  await member.call('routes/apply-user-withdraw', { ...withdrawal, balance: '110000' })
  await member.call('routes/apply-user-withdraw', { ...withdrawal, requestId: world.requestId() })
  await member.call('routes/cancel-money-request', { id })
  await member.call('routes/get-member')
  const pay = { id, requestId: world.requestId() }
  await cashier.call('office/pay-withdrawal', pay)
  await cashier.call('office/claim-request', { id })
  await cashier.call('office/get-request', { id })
  await manager.call('office/get-request', { id })
  await cashier.call('office/approve-withdrawal', { id, requestId: world.requestId() })
  await manager.call('office/pay-withdrawal', { ...pay, requestId: world.requestId() })
  await cashier.call('office/pay-withdrawal', pay)
  await cashier.call('office/pay-withdrawal', pay)
  await cashier.call('office/pay-withdrawal', { ...pay, requestId: world.requestId() })
  await cashier.call('office/approve-deposit', { ...pay, requestId: world.requestId(), credited: '1' })
  // The cashier credited the member, so another operator pays.
  await cashier.call('office/release-request', { id })
  await manager.call('office/claim-request', { id })
  await manager.call('office/pay-withdrawal', { id, requestId: world.requestId() })
  const refused = await file(world, member, 'withdraw', '30000')
  await manager.call('office/claim-request', { id: refused })
  await manager.call('office/reject-request', {
    id: refused,
    requestId: world.requestId(),
    reason: '계좌를 확인해 주세요.',
  })
  await member.call('routes/get-money-requests', { type: 'withdraw' })
  await walkLargeWithdrawal(world, second)
  await member.call('routes/get-in-game-balance')
  const locked = await newMember(world, { name: 'pin lock', id: 'pinlock', nick: '자물쇠', cash: '50000' })
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const wrong = { requestId: world.requestId(), balance: '10000', pass: attempt === 5 ? locked.pin : '9999' }
    await locked.call('routes/apply-user-withdraw', wrong)
  }
  await locked.call('routes/user-ask-account', { pass: locked.pin })
}

/** From the brand's amount on two operators decide. */
async function walkLargeWithdrawal(world: World, caller: Caller): Promise<void> {
  const { cashier, manager, auditor } = world.office
  const id = await file(world, caller, 'withdraw', '500000')
  const act = (office: Caller, name: string) => office.call(`office/${name}`, { id, requestId: world.requestId() })
  await act(cashier, 'approve-withdrawal')
  await cashier.call('office/claim-request', { id })
  await act(cashier, 'pay-withdrawal')
  const approval = { id, requestId: world.requestId(), note: '확인함' }
  await cashier.call('office/approve-withdrawal', approval)
  await cashier.call('office/approve-withdrawal', approval)
  await act(cashier, 'approve-withdrawal')
  await cashier.call('office/claim-request', { id })
  await act(cashier, 'pay-withdrawal')
  await caller.call('routes/get-money-requests', { type: 'withdraw' })
  await manager.call('office/get-requests', { type: 'withdraw' })
  await act(manager, 'pay-withdrawal')
  await manager.call('office/claim-request', { id })
  await act(manager, 'approve-withdrawal')
  await act(manager, 'pay-withdrawal')
  await auditor.call('office/get-request', { id })
  const again = await file(world, caller, 'withdraw', '500000')
  await manager.call('office/claim-request', { id: again })
  await manager.call('office/approve-withdrawal', { id: again, requestId: world.requestId() })
  await cashier.call('office/claim-request', { id: again })
  await cashier.call('office/reject-request', { id: again, requestId: world.requestId(), reason: '본인 요청' })
}

export async function walkTransfers(world: World): Promise<void> {
  world.recorder.section('transfers')
  // The writing calls of the sections before have emptied the member's bucket.
  await sleep(40_000)
  const { member, restricted } = world.member
  const into = (balance: string | undefined, company = 'lotus') =>
    member.call('routes/user-transfer-in', {
      requestId: world.requestId(),
      company,
      ...(balance !== undefined && { balance }),
    })
  await member.call('routes/get-transfer-wallets')
  await into('1000', 'none')
  await into('99999999')
  await into('0')
  await into('40000')
  const again = { requestId: world.requestId(), company: 'lotus', balance: '2000' }
  await member.call('routes/user-transfer-in', again)
  await member.call('routes/user-transfer-in', again)
  await member.call('routes/user-transfer-in', { ...again, balance: '3000' })
  await member.call('routes/get-transfer-wallets')
  await member.call('routes/get-in-game-balance')
  await member.call('routes/user-withdraw', { requestId: world.requestId(), company: 'lotus', balance: '99000' })
  await member.call('routes/user-withdraw', { requestId: world.requestId(), company: 'lotus', balance: '12000' })
  await member.call('routes/user-withdraw', { requestId: world.requestId(), company: 'lotus' })
  await member.call('routes/user-withdraw', { requestId: world.requestId(), company: 'none' })
  await member.call('routes/get-transfer-wallets')
  await restricted.call('routes/user-withdraw', { requestId: world.requestId(), company: 'lotus' })
}

export async function walkStatements({ recorder, member: { member, second } }: World): Promise<void> {
  recorder.section('statements')
  const today = Date.now()
  const dayOf = (offset: number) => new Date(today + offset * 86_400_000).toISOString().slice(0, 10)
  const period = { from: dayOf(-2), to: dayOf(2) }
  for (const caller of [member, second]) {
    await caller.call('routes/get-statement', period)
    await caller.call('routes/get-statement-file', { ...period, format: 'csv' })
    await caller.call('routes/get-statement-file', { ...period, format: 'pdf' })
  }
  await member.call('routes/get-statement', { ...period, take: 2, skip: 1 })
  await member.call('routes/get-statement', { from: period.to, to: period.from })
  await member.call('routes/get-statement', { from: '2020-01-01', to: '2024-01-01' })
  await member.call('routes/get-statement', { from: '2026-02-30', to: period.to })
  await member.call('routes/get-statement-file', { from: period.to, to: period.from, format: 'csv' })
  for (const locale of ['en', 'jp', 'vn', 'cn']) {
    await member.call('routes/get-statement-file', { ...period, format: 'csv' }, { headers: { 'x-locale': locale } })
  }
}
