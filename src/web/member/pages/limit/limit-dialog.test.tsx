import type { LimitRule } from '#contract/limit.ts'
import { act } from '@testing-library/react'
import { expect, test, vi, type Mock } from 'vitest'
import {
  doubleClick,
  english,
  eventually,
  expectText,
  press,
  renderForMember,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { LimitDialog } from './limit-dialog.tsx'

const { dialog } = english.limit
const server = useFakeServer()
const rule: LimitRule = {
  kind: 'deposit',
  period: 'day',
  most: '100000',
  used: '0',
  remaining: '100000',
  resetsAt: '2026-01-02T00:00:00Z',
  pending: null,
}

function openDialog(changed: Partial<LimitRule> = {}): Mock<() => void> {
  const onClose = vi.fn<() => void>()
  const opened = { ...rule, ...changed }
  const week: LimitRule = { ...opened, period: 'week', most: '60000' }
  renderForMember(<LimitDialog rule={opened} ofKind={[opened, week]} onClose={onClose} />)
  return onClose
}

const sent = () => server.sent('set-limit')

test('lowers a limit at once and closes', async () => {
  server.reply('set-limit', { status: 'success', limits: [] })
  const onClose = openDialog()
  type(dialog.amount, '50,000')
  await expectText(dialog.lower)
  press(dialog.save)
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toEqual([{ kind: 'deposit', period: 'day', most: '50000', confirm: false }])
})

test('shows before sending that a higher limit takes effect later', async () => {
  server.reply('set-limit', { status: 'pending', effectiveFrom: '2026-01-02T00:00:00Z', limits: [] })
  const onClose = openDialog()
  type(dialog.amount, '200000')
  await expectText(dialog.higher)
  press(dialog.request)
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toEqual([{ kind: 'deposit', period: 'day', most: '200000', confirm: false }])
})

test('shows before sending that the limit of a longer period is lower', async () => {
  server.reply('set-limit', { status: 'success', limits: [] })
  const onClose = openDialog()
  type(dialog.amount, '70000')
  await expectText('Your other limit (Week: ₩60,000) is lower. Both apply, and the lower one takes effect first.')
  type(dialog.amount, '60000')
  await eventually(() => expect(document.body.textContent).not.toContain('Both apply'))
  press(dialog.save)
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
})

test('sends nothing without a value', async () => {
  openDialog()
  press(dialog.save)
  await expectText(dialog.required)
  expect(sent()).toEqual([])
})

test('sends once when the button is clicked twice', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  server.reply('set-limit', answer.promise)
  const onClose = openDialog()
  type(dialog.amount, '50000')
  await doubleClick(dialog.save)
  await act(async () => answer.resolve({ status: 'success', limits: [] }))
  await eventually(() => expect(onClose).toHaveBeenCalled())
  expect(sent()).toHaveLength(1)
})

test('removes a limit by sending none', async () => {
  server.reply('set-limit', { status: 'pending', effectiveFrom: '2026-01-02T00:00:00Z', limits: [] })
  openDialog()
  press(dialog.remove)
  await eventually(() => expect(sent()).toEqual([{ kind: 'deposit', period: 'day', most: null, confirm: false }]))
})

test('takes minutes for a limit of time', async () => {
  server.reply('set-limit', { status: 'success', limits: [] })
  openDialog({ kind: 'session_time', most: '60' })
  type(dialog.minutes, '45 min')
  press(dialog.save)
  await eventually(() => expect(sent()[0]).toMatchObject({ kind: 'session_time', most: '45' }))
})

test.each([
  [{ status: 'invalid' }, dialog.invalid],
  [{ status: 'excluded' }, dialog.excluded],
  [503, english.errors.maintenance],
  ['lost', english.errors.network],
] as const)('stays open and shows the reason after %j', async (answer, text) => {
  server.reply('set-limit', answer)
  const onClose = openDialog()
  type(dialog.amount, '50000')
  press(dialog.save)
  await expectText(text)
  expect(onClose).not.toHaveBeenCalled()
})
