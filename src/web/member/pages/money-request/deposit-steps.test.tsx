import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { english, eventually, expectText, memberPage, press, renderForMember, useFakeServer } from '#test/forms.tsx'
import { queryClient } from '#web/member/kit/query-client.ts'
import { DepositSteps } from './deposit-steps.tsx'

const { form: cash, deposit } = english.moneyRequest
const { steps } = deposit
const server = useFakeServer()

const nothing = { status: 'success', account: null, withdrawn: false, waitingSince: null }
/** The number of an account, which is never broken. */
const accountNumber = '110-123-456789'
const account = {
  helpId: 'h1',
  contents: `Deposit account: ${accountNumber}`,
  date: '2026-01-01T00:00:00Z',
  read: true,
}

const limits = { rules: [], exclusion: null }

beforeEach(() => {
  server.reply('get-member', memberPage)
  server.reply('get-limits', { status: 'success', limits })
})

function show(...answers: Record<string, unknown>[]): void {
  server.reply('get-deposit-account', ...answers)
  renderForMember(<DepositSteps />)
}

const currentStep = (): string | null | undefined =>
  document.querySelector('[aria-current=step]')?.querySelector('h3')?.textContent

test('locks transfer and filing until there is an account', async () => {
  show(nothing)
  await expectText(deposit.accountText)
  expect(currentStep()).toBe(`1. ${steps.account}`)
  await expectText(steps.transferLocked)
  await expectText(steps.fileLocked)
  expect(screen.queryByLabelText(cash.amount)).toBeNull()
  expect(screen.queryByRole('button', { name: english.common.next })).toBeNull()
})

test('shows an account that was answered before, and files after the transfer step', async () => {
  show({ ...nothing, account })
  await expectText(accountNumber)
  expect(currentStep()).toBe(`2. ${steps.transfer}`)
  expect(screen.queryByLabelText(cash.amount)).toBeNull()
  press(english.common.next)
  await screen.findByLabelText(cash.amount)
  expect(currentStep()).toBe(`3. ${steps.file}`)
  // The pressed button is gone; the next step has the focus.
  expect(document.activeElement?.textContent).toBe(`3. ${steps.file}`)
})

test('begins again with an account that the brand has withdrawn', async () => {
  show({ ...nothing, withdrawn: true })
  await expectText(deposit.withdrawn)
  expect(currentStep()).toBe(`1. ${steps.account}`)
  expect(screen.getByRole('button', { name: deposit.requestAccount })).not.toBeNull()
})

test('a request that waits is shown, and an earlier account stays usable', async () => {
  show({ ...nothing, account, waitingSince: '2026-01-02T00:00:00Z' })
  await expectText(deposit.accountRequested)
  expect(screen.queryByRole('button', { name: deposit.requestAgain })).toBeNull()
  expect(screen.getByRole('button', { name: english.common.next })).not.toBeNull()
})

test('requests the account, and shows the reply as read once', async () => {
  server.reply('user-ask-account', { status: 'success', helpId: 'h1' })
  server.reply('read-help-message', 503)
  show(nothing, { ...nothing, waitingSince: '2026-01-02T00:00:00Z' })
  fireEvent.click(await screen.findByRole('button', { name: deposit.requestAccount }))
  await expectText(deposit.accountRequested)
  expect(server.sent('read-help-message')).toEqual([])
  server.reply('get-deposit-account', { ...nothing, account: { ...account, read: false } })
  // As the live event of a reply does; the page would ask again only after 5 s.
  await queryClient.invalidateQueries({ queryKey: ['get-deposit-account'] })
  await eventually(() => expect(server.sent('read-help-message')).toEqual([{ id: 'h1' }]))
})

test('a blocked or excluded member is told why there is no deposit, and is offered no step', async () => {
  const restrictions = [
    () => server.reply('get-member', { ...memberPage, block: { until: null } }),
    () =>
      server.reply('get-limits', {
        status: 'success',
        limits: { ...limits, exclusion: { kind: 'break', since: null, until: '2026-01-03T00:00:00Z' } },
      }),
  ]
  for (const restrict of restrictions) {
    restrict()
    show({ ...nothing, account })
    await expectText(deposit.restricted)
    expect(screen.queryByText(accountNumber)).toBeNull()
    expect(screen.queryAllByRole('button')).toEqual([])
    cleanup()
    queryClient.clear()
  }
})

test('offers a retry when the account cannot be loaded', async () => {
  server.reply('get-deposit-account', 500, { ...nothing, account })
  renderForMember(<DepositSteps />)
  fireEvent.click(await screen.findByRole('button', { name: english.common.retry }))
  expect(await screen.findByText(accountNumber)).not.toBeNull()
})

test('says before the first step that requests are closed', async () => {
  server.reply('get-member', { ...memberPage, cash: { ...memberPage.cash, opens: '2026-01-01T09:00:00Z' } })
  show(nothing)
  expect(await screen.findByText(cash.closedNow.replace('{opens}', '2026-01-01 18:00'))).not.toBeNull()
})
