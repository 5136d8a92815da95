import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  english,
  eventually,
  expectText,
  healthCheck,
  memberPage,
  openRequest,
  press,
  renderForMember,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

const { form: cash, withdraw } = english.moneyRequest
const server = useFakeServer()
const accepted = { status: 'success', request: { ...openRequest, type: 'withdraw' } }

async function openForm(): Promise<void> {
  server.reply('get-member', memberPage)
  server.reply('user-health-check', healthCheck)
  renderForMember(<WithdrawForm />)
  await screen.findByLabelText(cash.amount)
}

const sent = () => server.sent('apply-user-withdraw')

/** Fills the form and submits it; the confirm dialog is answered separately. */
async function request(amount: string, pin = '2580'): Promise<void> {
  type(cash.amount, amount)
  type(cash.pin, pin)
  press(withdraw.apply)
  await screen.findByRole('dialog')
}

const dialogButton = (name: string): HTMLElement => {
  const buttons = screen.getAllByRole('button', { name })
  const found = buttons.find((button) => button.closest('dialog') !== null)
  if (found === undefined) throw new Error(`no dialog has a button "${name}"`)
  return found
}

test('sends after the confirmation only, and clears amount and PIN', async () => {
  server.reply('apply-user-withdraw', accepted)
  await openForm()
  await request('20000')
  expect(sent()).toEqual([])
  dialogButton(withdraw.apply).click()
  await expectText(withdraw.applied)
  expect(sent()).toEqual([{ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), balance: '20000', pass: '2580' }])
  expect(screen.getByLabelText<HTMLInputElement>(cash.amount).value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>(cash.pin).value).toBe('')
})

test('sends nothing when the confirmation is cancelled', async () => {
  await openForm()
  await request('20000')
  dialogButton(english.common.cancel).click()
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([])
})

test('a second click on the confirmation sends nothing more', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  server.reply('apply-user-withdraw', answer.promise)
  await openForm()
  await request('20000')
  const confirm = dialogButton(withdraw.apply)
  confirm.click()
  confirm.click()
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  press(withdraw.apply)
  answer.resolve(accepted)
  await expectText(withdraw.applied)
  expect(sent()).toHaveLength(1)
})

test('keeps the request id after a lost response, also with another PIN, and makes a new one once answered', async () => {
  server.reply('apply-user-withdraw', 'lost', { status: 'pass' }, accepted)
  await openForm()
  await request('50000')
  dialogButton(withdraw.apply).click()
  await expectText(english.errors.network)
  await request('50000', '1111')
  dialogButton(withdraw.apply).click()
  await expectText(cash.refusedPass)
  await request('50000')
  dialogButton(withdraw.apply).click()
  await expectText(withdraw.applied)
  const [first, second, third] = sent().map(({ requestId }) => requestId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test.each([
  ['', '2580', cash.enterAmount],
  ['20000', '', cash.enterPin],
  ['9000', '2580', cash.refusedMin],
  ['2000000', '2580', cash.refusedMax],
  ['20500', '2580', cash.refusedStep.replace('{step}', '1,000')],
])('requires a valid amount and PIN before the confirmation: %s %s', async (amount, pin, text) => {
  await openForm()
  type(cash.amount, amount)
  type(cash.pin, pin)
  press(withdraw.apply)
  await expectText(text)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent()).toEqual([])
})

test('offers the whole balance in whole steps, at most the maximum', async () => {
  await openForm()
  press(cash.all)
  expect(screen.getByLabelText<HTMLInputElement>(cash.amount).value).toBe('500,000')
})

test.each([
  [{ status: 'balance' }, withdraw.refusedBalance],
  [{ status: 'turnover', remaining: '7000' }, withdraw.refusedTurnover.replace('{remaining}', '7,000')],
  [{ status: 'wait', until: null }, cash.refusedWait],
  [{ status: 'conflict' }, cash.refusedConflict],
  [{ status: 'pass' }, cash.refusedPass],
  [{ status: 'locked' }, cash.refusedLocked],
  [{ status: 'success', request: { ...openRequest, status: 'already' } }, cash.filedBefore],
])('shows the refusal $0.status, keeps the amount and clears the PIN', async (answer, text) => {
  server.reply('apply-user-withdraw', answer)
  await openForm()
  await request('20000')
  dialogButton(withdraw.apply).click()
  await expectText(text)
  expect(screen.getByLabelText<HTMLInputElement>(cash.amount).value).toBe('20,000')
  expect(screen.getByLabelText<HTMLInputElement>(cash.pin).value).toBe('')
})

test('offers no quick amount of more than the balance', async () => {
  server.reply('get-member', memberPage)
  renderForMember(<WithdrawForm />, undefined, { balance: '99999' })
  await screen.findByLabelText(cash.amount)
  const disabled = ['+10,000', '+50,000', '+100,000', '+500,000'].map(
    (name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled,
  )
  expect(disabled).toEqual([false, false, true, true])
})
