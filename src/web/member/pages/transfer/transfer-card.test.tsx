import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  doubleClick,
  english,
  eventually,
  expectText,
  healthCheck,
  press,
  renderForMember,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { TransferCard } from './transfer-card.tsx'

const { transfer } = english
const server = useFakeServer()
const lotus = { company: 'lotus', name: 'Lotus', amount: '5000', takesMoney: true, isHeld: false, underway: null }

async function openCard(wallet: Record<string, unknown> = lotus): Promise<void> {
  server.reply('get-transfer-wallets', { status: 'success', wallets: [wallet] })
  server.reply('user-health-check', healthCheck)
  renderForMember(<TransferCard />)
  await screen.findByText('Lotus')
}

const moveInOf = transfer.inOf.replace('{name}', 'Lotus')
const bringBackOf = transfer.backOf.replace('{name}', 'Lotus')

/** Submits the dialog; its button has the same name as the one that opens the dialog. */
function submit(): void {
  act(() => document.querySelector<HTMLButtonElement>('dialog button[type="submit"]')?.click())
}

test('transfers money in under a request id that is kept until the response', async () => {
  server.reply('user-transfer-in', 'lost', { status: 'success', moved: '2000' }, { status: 'success', moved: '2000' })
  await openCard()
  press(moveInOf)
  type(transfer.amount, '2,000')
  submit()
  await expectText(english.errors.network)
  submit()
  await expectText(transfer.movedIn.replace('{amount}', '₩2,000'))
  expect(screen.queryByRole('dialog')).toBeNull()
  press(moveInOf)
  type(transfer.amount, '2000')
  submit()
  await eventually(() => expect(server.sent('user-transfer-in')).toHaveLength(3))
  const [first, second, third] = server.sent('user-transfer-in')
  expect(first).toEqual({ requestId: first?.['requestId'], company: 'lotus', balance: '2000' })
  expect(second).toEqual(first)
  expect(third?.['requestId']).not.toBe(first?.['requestId'])
})

test('sends nothing without an amount, and one request when clicked twice', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  server.reply('user-transfer-in', answer.promise)
  await openCard()
  press(moveInOf)
  submit()
  await expectText(transfer.required)
  expect(server.sent('user-transfer-in')).toEqual([])
  type(transfer.amount, '2000')
  submit()
  await eventually(() => expect(server.sent('user-transfer-in')).toHaveLength(1))
  submit()
  answer.resolve({ status: 'success', moved: '2000' })
  await expectText(transfer.movedIn.replace('{amount}', '₩2,000'))
  expect(server.sent('user-transfer-in')).toHaveLength(1)
})

test('transfers everything out, with one request when clicked twice', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  server.reply('user-withdraw', answer.promise)
  await openCard()
  await doubleClick(bringBackOf)
  answer.resolve({ status: 'success', moved: '5000' })
  await expectText(transfer.broughtBack.replace('{amount}', '₩5,000'))
  expect(server.sent('user-withdraw')).toHaveLength(1)
})

test('repeats a transfer out under the same request id after a lost response', async () => {
  server.reply('user-withdraw', 'lost', { status: 'success', moved: '5000' })
  await openCard()
  press(bringBackOf)
  await expectText(english.errors.network)
  press(bringBackOf)
  await expectText(transfer.broughtBack.replace('{amount}', '₩5,000'))
  const [first, second] = server.sent('user-withdraw')
  expect(second).toEqual(first)
})

test.each([
  [{ status: 'balance' }, transfer.short],
  [{ status: 'fail' }, transfer.fail],
  [{ status: 'conflict' }, english.moneyRequest.form.refusedConflict],
  [{ status: 'limit', remaining: '100' }, english.moneyRequest.deposit.refusedLimit.replace('{remaining}', '100')],
])('shows the refusal $0.status in the dialog', async (answer, text) => {
  server.reply('user-transfer-in', answer)
  await openCard()
  press(moveInOf)
  type(transfer.amount, '2000')
  submit()
  await expectText(text)
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

test('offers no transfer while the outcome of one is open', async () => {
  const underway = { direction: 'out', amount: null, since: '2026-01-01T00:00:00Z' }
  await openCard({ ...lotus, underway })
  await expectText(transfer.underwayOut)
  expect(screen.queryByRole('button', { name: bringBackOf })).toBeNull()
  expect(screen.queryByRole('button', { name: moveInOf })).toBeNull()
})

test('offers no transfer while those of the provider are held after a restore', async () => {
  await openCard({ ...lotus, isHeld: true })
  await expectText(transfer.held)
  expect(screen.queryByText(transfer.closed)).toBeNull()
  expect(screen.queryByRole('button', { name: bringBackOf })).toBeNull()
  expect(screen.queryByRole('button', { name: moveInOf })).toBeNull()
})
