import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  english,
  expectText,
  healthCheck,
  memberPage,
  openRequest,
  press,
  renderForMember,
  useFakeServer,
} from '#test/forms.tsx'
import { queryClient } from '#web/member/kit/query-client.ts'
import { CurrentRequest } from './request-tracker.tsx'

const { progress, list } = english.moneyRequest
const server = useFakeServer()

const listOf = (...requests: object[]) => ({ status: 'success', balances: requests, maxCount: requests.length })

function show(type: 'deposit' | 'withdraw', ...lists: (object | number)[]): void {
  server.reply('get-member', memberPage)
  server.reply('user-health-check', healthCheck)
  server.reply('get-money-requests', ...(lists as Record<string, unknown>[]))
  renderForMember(
    <CurrentRequest type={type}>
      <button type="button">the form</button>
    </CurrentRequest>,
  )
}

const form = () => screen.queryByRole('button', { name: 'the form' })
const stages = () => [...document.querySelectorAll('ol li')].map((one) => one.getAttribute('data-stage'))
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

test('shows the form while every request is decided', async () => {
  show('deposit', listOf({ ...openRequest, status: 'already' }, { ...openRequest, id: 'r2', status: 'cansel' }))
  await screen.findByRole('button', { name: 'the form' })
  expect(stages()).toEqual([])
})

test('replaces the form by the progress of a deposit that is filed, which can be cancelled', async () => {
  const regdate = minutesAgo(2)
  show('deposit', listOf({ ...openRequest, status: 'reg', regdate, history: [{ status: 'reg', at: regdate }] }))
  await expectText(progress.deposit)
  expect(form()).toBeNull()
  expect(stages()).toEqual(['done', 'next', 'next'])
  // One word for the state.
  expect(screen.getAllByText(list.reg)).toHaveLength(1)
  await expectText(/^Usually 10 minutes · Expected around \d\d:\d\d$/)
  expect(screen.getByRole('button', { name: list.cancel })).not.toBeNull()
})

test('shows that a withdrawal is checked, and that it takes longer than usual', async () => {
  const regdate = minutesAgo(11)
  show('withdraw', listOf({ ...openRequest, type: 'withdraw', regdate, history: [{ status: 'wait', at: regdate }] }))
  await expectText(progress.withdraw)
  expect(stages()).toEqual(['done', 'now', 'next'])
  await expectText(progress.late)
  await expectText(progress.held)
  expect(screen.queryByRole('button', { name: list.cancel })).toBeNull()
})

test('takes the focus where it replaces the form, and gives the form back after the decision', async () => {
  show('deposit', listOf({ ...openRequest, status: 'already' }))
  const button = await screen.findByRole('button', { name: 'the form' })
  button.focus()
  server.reply('get-money-requests', listOf({ ...openRequest, status: 'reg' }))
  await act(() => queryClient.invalidateQueries({ queryKey: ['get-money-requests'] }))
  await expectText(progress.deposit)
  expect(document.activeElement?.textContent).toBe(progress.deposit)
  server.reply('get-money-requests', listOf({ ...openRequest, status: 'already' }))
  await act(() => queryClient.invalidateQueries({ queryKey: ['get-money-requests'] }))
  expect(await screen.findByRole('button', { name: 'the form' })).not.toBeNull()
})

test('shows above the form what became of a request that was open', async () => {
  const open = { ...openRequest, type: 'withdraw', status: 'reg' }
  show('withdraw', listOf(open), listOf({ ...open, status: 'already', credited: '30000' }))
  await expectText(progress.withdraw)
  expect(screen.queryByText(progress.withdrawPaid)).toBeNull()
  const refetch = () => act(() => queryClient.invalidateQueries({ queryKey: ['get-money-requests'] }))
  await refetch()
  await expectText(progress.withdrawPaid)
  await expectText('₩30,000')
  expect(form()).not.toBeNull()
  server.reply('get-money-requests', listOf({ ...open, id: 'r2' }))
  await refetch()
  await expectText(progress.withdraw)
  expect(screen.queryByText(progress.withdrawPaid)).toBeNull()
  server.reply('get-money-requests', listOf({ ...open, id: 'r2', status: 'cansel', reason: 'wrong account' }))
  await refetch()
  await expectText(progress.withdrawDeclined)
  await expectText(list.reason.replace('{reason}', 'wrong account'))
})

test('shows nothing of a deposit that the member cancelled', async () => {
  show('deposit', listOf({ ...openRequest, status: 'reg' }), listOf({ ...openRequest, status: 'cansel' }))
  await expectText(progress.deposit)
  await act(() => queryClient.invalidateQueries({ queryKey: ['get-money-requests'] }))
  expect(await screen.findByRole('button', { name: 'the form' })).not.toBeNull()
  expect(screen.queryByText(progress.depositDeclined)).toBeNull()
})

test('offers a retry when the requests cannot be loaded', async () => {
  show('deposit', 500, listOf())
  await screen.findByRole('button', { name: english.common.retry })
  press(english.common.retry)
  expect(await screen.findByRole('button', { name: 'the form' })).not.toBeNull()
})
