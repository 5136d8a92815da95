import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  doubleClick,
  english,
  eventually,
  expectText,
  memberPage,
  openRequest,
  press,
  pressTwiceAtOnce,
  renderForMember,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { DepositForm } from './deposit-form.tsx'

const { form: cash, deposit } = english.moneyRequest
const server = useFakeServer()

async function openForm(): Promise<void> {
  server.reply('get-member', memberPage)
  renderForMember(<DepositForm />)
  await screen.findByLabelText(cash.amount)
}

test('names the least and the largest amount that the step allows', async () => {
  const side = { min: '15000', max: '994000', step: '10000' }
  server.reply('get-member', {
    ...memberPage,
    cash: { ...memberPage.cash, deposit: { ...memberPage.cash.deposit, ...side } },
  })
  renderForMember(<DepositForm />)
  const bounds = cash.limits.replace('{min}', '20,000').replace('{max}', '990,000').replace('{step}', '10,000')
  expect((await screen.findByText(bounds)).tagName).toBe('LI')
})

const sent = () => server.sent('apply-user-deposit')

test('sends amount and depositor under a request id, and clears the amount', async () => {
  server.reply('apply-user-deposit', { status: 'success', request: openRequest })
  await openForm()
  type(cash.amount, '20,000')
  type(deposit.depositor, ' Han Garam ')
  press(deposit.apply)
  await expectText(deposit.applied)
  expect(sent()).toEqual([
    { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), balance: '20000', depositor: 'Han Garam' },
  ])
  expect(screen.getByLabelText<HTMLInputElement>(cash.amount).value).toBe('')
})

test('keeps the request id after a lost response, and makes a new one after an answered request', async () => {
  server.reply('apply-user-deposit', 'lost', 503, { status: 'success', request: openRequest })
  await openForm()
  type(cash.amount, '30000')
  press(deposit.apply)
  await expectText(english.errors.network)
  press(deposit.apply)
  await eventually(() => expect(sent()).toHaveLength(2))
  await expectText(english.errors.maintenance)
  press(deposit.apply)
  await expectText(deposit.applied)
  type(cash.amount, '30000')
  press(deposit.apply)
  await eventually(() => expect(sent()).toHaveLength(4))
  const ids = sent().map(({ requestId }) => requestId)
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(ids[3]).not.toBe(ids[0])
})

test('uses a request id of its own for another amount while the first is unanswered', async () => {
  server.reply('apply-user-deposit', 'lost')
  await openForm()
  for (const amount of ['41000', '42000', '41000']) {
    type(cash.amount, amount)
    press(deposit.apply)
    await expectText(english.errors.network)
  }
  const [first, second, third] = sent().map(({ requestId }) => requestId)
  expect(second).not.toBe(first)
  expect(third).toBe(first)
})

test('sends nothing without an amount', async () => {
  await openForm()
  press(deposit.apply)
  await expectText(cash.enterAmount)
  type(cash.amount, 'abc')
  press(deposit.apply)
  expect(sent()).toEqual([])
})

test('sends once when the button is clicked twice', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  server.reply('apply-user-deposit', answer.promise)
  await openForm()
  type(cash.amount, '20000')
  await doubleClick(deposit.apply)
  expect(sent()).toHaveLength(1)
  answer.resolve({ status: 'success', request: openRequest })
  await expectText(deposit.applied)
  expect(sent()).toHaveLength(1)
})

test('two clicks in the same event loop iteration are one request', async () => {
  server.reply('apply-user-deposit', { status: 'success', request: openRequest })
  await openForm()
  type(cash.amount, '20000')
  await pressTwiceAtOnce(deposit.apply)
  await expectText(deposit.applied)
  expect(new Set(sent().map(({ requestId }) => requestId)).size).toBe(1)
})

test.each([
  [{ status: 'min' }, cash.refusedMin],
  [{ status: 'max' }, cash.refusedMax],
  [{ status: 'step' }, cash.refusedStep.replace('{step}', '1,000')],
  [{ status: 'wait' }, cash.refusedWait],
  [{ status: 'conflict' }, cash.refusedConflict],
  [{ status: 'limit', remaining: '5000' }, deposit.refusedLimit.replace('{remaining}', '5,000')],
  [{ status: 'excluded' }, deposit.refusedExcluded],
  [{ status: 'success', request: { ...openRequest, status: 'already' } }, cash.filedBefore],
])('shows the refusal $0.status and keeps the amount', async (answer, text) => {
  server.reply('apply-user-deposit', answer)
  await openForm()
  type(cash.amount, '20000')
  press(deposit.apply)
  await expectText(text)
  expect(screen.getByLabelText<HTMLInputElement>(cash.amount).value).toBe('20,000')
})
