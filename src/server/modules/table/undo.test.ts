import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { wholeUnits } from '#domain/money.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createTableApp, startUnits, type TableApp } from '#test/table-app.ts'
import { makeOperatorSession, newRequestId } from '#test/test-app.ts'

/** What a stake gives before its round is over can be used, and then the stake stays. */

let app: TableApp
beforeAll(async () => {
  app = await createTableApp({ brand: { purpose: 'bench', turnoverPpm: 1_000_000 } })
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

test('a stake whose comp was converted stays; one whose comp is still there is undone', async () => {
  const player = await app.sit()
  const { id: roundId } = await app.dealUntil('open')
  await player.bet({ banker: 500_000 })
  const { comp } = await player.wallet()
  expect(comp).toBeGreaterThanOrEqual(wholeUnits(100))
  const convert = await app.member('roll-to-balance', { token: player.token })
  expect(convert.body.status).toBe('success')
  expect((await player.call('undo-bets', { roundId })).body).toEqual({ status: 'spent' })
  expect(await player.wallet()).toMatchObject({ in_play: wholeUnits(500_000) })
  // A later stake has its comp.
  const other = await app.sit()
  await other.bet({ player: 500_000 })
  expect((await other.call('undo-bets', { roundId })).body.status).toBe('success')
  expect(await other.wallet()).toMatchObject({ cash: wholeUnits(startUnits), in_play: 0n, comp: 0n })
  await app.endBetting()
  await app.dealUntil('settled')
})

test('a stake that made a withdrawal possible stays, also once it is paid', async () => {
  const player = await app.sit()
  const call = async (name: string, body: object) =>
    (await app.member(name, { token: player.token, body: { requestId: newRequestId(), ...body } })).body
  const filed = await call('apply-user-deposit', { balance: '50000', depositor: '홍길동' })
  const { id } = filed['request'] as { id: string }
  const cashier = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['cashier'] }))
  for (const [name, more] of [
    ['claim-request', {}],
    ['approve-deposit', { requestId: newRequestId(), credited: '50000' }],
  ] as const)
    await app.office(name, { token: cashier, body: { id, ...more } })
  const withdraw = () => call('apply-user-withdraw', { balance: '10000', pass: player.member.pin })
  expect((await withdraw()).status).toBe('turnover')
  const { id: roundId } = await app.dealUntil('open')
  await player.bet({ banker: 50_000 })
  const withdrawal = await withdraw()
  expect(withdrawal.status).toBe('success')
  expect((await player.call('undo-bets', { roundId })).body).toEqual({ status: 'spent' })
  await pay(withdrawal['request'])
  expect((await player.call('undo-bets', { roundId })).body).toEqual({ status: 'spent' })
  expect(await player.wallet()).toMatchObject({ in_play: wholeUnits(50_000), turnover_due: 0n })
  await app.endBetting()
  await app.dealUntil('settled')
})

test('a stake stays when a withdrawal from before was paid since: the payment counted it', async () => {
  const player = await app.sit()
  const filed = await app.member('apply-user-withdraw', {
    token: player.token,
    body: { requestId: newRequestId(), balance: '10000', pass: player.member.pin },
  })
  expect(filed.body.status).toBe('success')
  const { id: roundId } = await app.dealUntil('open')
  await player.bet({ banker: 50_000 })
  await pay(filed.body['request'])
  expect((await player.call('undo-bets', { roundId })).body).toEqual({ status: 'spent' })
  // What is staked after the payment is no part of it.
  const later = (await player.bet({ player: 10_000 })).body['own'] as { placements: { requestId: string }[] }
  const placement = later.placements.at(-1)?.requestId
  expect((await player.call('undo-bets', { roundId, placement })).body.status).toBe('success')
  await app.endBetting()
  await app.dealUntil('settled')
})

/** Pays a withdrawal, by one operator alone. */
async function pay(request: unknown): Promise<void> {
  const { id } = request as { id: string }
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['cashier'] }))
  await app.office('claim-request', { token, body: { id } })
  const paid = await app.office('pay-withdrawal', { token, body: { id, requestId: newRequestId() } })
  expect(paid.body.status).toBe('success')
}
