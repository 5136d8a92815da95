import type { OfficeRequest } from '#contract/money-request.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  doubleClick,
  english,
  eventually,
  expectText,
  makeOfficeRequest,
  press,
  renderForOperator,
  someProposal,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { Credits } from './credits.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'

const { moneyRequest, errors } = english.office
const server = useFakeServer()
const onClose = vi.fn<() => void>()
beforeEach(() => onClose.mockReset())
afterEach(() => vi.useRealTimers())

const deposit = makeOfficeRequest()
const withdrawal = makeOfficeRequest({
  type: 'withdraw',
  bank: { bankname: 'Kookmin', bankOwner: 'Han Garam', banknum: '123-456', unreadable: false },
})

/** The three dialogs: each with its call, the name of its button and the input it needs. */
const dialogs = [
  {
    name: 'approve',
    call: 'approve-deposit',
    button: moneyRequest.approveSubmit.replace('{amount}', '20,000'),
    open: (request: OfficeRequest = deposit) =>
      renderForOperator(<ApproveDialog history={[]} request={request} onClose={onClose} />),
    fill: () => {},
    change: () => type(moneyRequest.internalNote, 'checked'),
    body: { id: deposit.id, credited: '20000' },
  },
  {
    name: 'pay',
    call: 'pay-withdrawal',
    button: moneyRequest.paySubmit.replace('{amount}', '20,000'),
    open: (request: OfficeRequest = withdrawal) =>
      renderForOperator(<PayDialog kind="pay" history={[]} request={request} onClose={onClose} />),
    fill: () => {},
    change: () => type(moneyRequest.internalNote, 'checked'),
    body: { id: withdrawal.id },
  },
  {
    name: 'first approval',
    call: 'approve-withdrawal',
    button: moneyRequest.approveFirstSubmit.replace('{amount}', '20,000'),
    open: (request: OfficeRequest = withdrawal) =>
      renderForOperator(<PayDialog kind="approveFirst" history={[]} request={request} onClose={onClose} />),
    fill: () => {},
    change: () => type(moneyRequest.internalNote, 'checked'),
    body: { id: withdrawal.id },
  },
  {
    name: 'first approval of a deposit',
    call: 'propose-deposit',
    button: moneyRequest.approveFirstSubmit.replace('{amount}', '20,000'),
    open: (request: OfficeRequest = makeOfficeRequest({ day: '980000' })) =>
      renderForOperator(<ApproveDialog history={[]} request={request} onClose={onClose} />),
    fill: () => {},
    change: () => type(moneyRequest.internalNote, 'checked'),
    body: { id: deposit.id, credited: '20000' },
  },
  {
    name: 'reject',
    call: 'reject-request',
    button: moneyRequest.rejectSubmit,
    open: (request: OfficeRequest = deposit) => renderForOperator(<RejectDialog request={request} onClose={onClose} />),
    fill: () => type(new RegExp(`^${moneyRequest.reason}`), 'not found '),
    change: () => type(new RegExp(`^${moneyRequest.reason}`), 'another reason'),
    body: { id: deposit.id, reason: 'not found' },
  },
] as const

/** The pause before a lost call is repeated. */
const retryMs = 700
const success = { status: 'success', request: { ...deposit, credited: '20000', decidedBy: null } }
const idsOf = (call: string): unknown[] => server.sent(call).map(({ requestId }) => requestId)

test.each(dialogs)('$name: sends the decision under a request id and closes', async (dialog) => {
  server.reply(dialog.call, success)
  dialog.open()
  dialog.fill()
  press(dialog.button)
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.sent(dialog.call)).toEqual([{ ...dialog.body, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
})

test.each(dialogs)('$name: repeats a lost call automatically under the same request id', async (dialog) => {
  server.reply(dialog.call, 'lost', 504, success)
  dialog.open()
  dialog.fill()
  vi.useFakeTimers()
  press(dialog.button)
  for (const sent of [1, 2, 3]) {
    await act(() => vi.advanceTimersByTimeAsync(retryMs - 1))
    expect(idsOf(dialog.call)).toHaveLength(sent)
    await act(() => vi.advanceTimersByTimeAsync(1))
  }
  expect(onClose).toHaveBeenCalledOnce()
  expect(idsOf(dialog.call)).toHaveLength(3)
  expect(new Set(idsOf(dialog.call)).size).toBe(1)
})

test.each(dialogs)(
  '$name: keeps the request id for the same content and makes a new one for another',
  async (dialog) => {
    server.reply(dialog.call, 503)
    dialog.open()
    dialog.fill()
    press(dialog.button)
    await eventually(() => expect(idsOf(dialog.call)).toHaveLength(1))
    await expectText(errors.busy)
    press(dialog.button)
    await eventually(() => expect(idsOf(dialog.call)).toHaveLength(2))
    dialog.change()
    press(dialog.button)
    await eventually(() => expect(idsOf(dialog.call)).toHaveLength(3))
    const [first, second, third] = idsOf(dialog.call)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(onClose).not.toHaveBeenCalled()
  },
)

test.each(dialogs)('$name: sends once when clicked twice', async (dialog) => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  server.reply(dialog.call, answer.promise)
  dialog.open()
  dialog.fill()
  await doubleClick(dialog.button)
  await act(async () => answer.resolve(success))
  await eventually(() => expect(onClose).toHaveBeenCalled())
  expect(idsOf(dialog.call)).toHaveLength(1)
})

const refusals = [
  [{ status: 'unclaimed' }, moneyRequest.unclaimed],
  [{ status: 'conflict' }, errors.conflict],
  [{ status: 'none' }, moneyRequest.gone],
  [{ status: 'taken', by: 'other-1' }, moneyRequest.taken.replace('{by}', 'other-1')],
] as const

test.each(dialogs.flatMap((dialog) => refusals.map(([answer, text]) => ({ ...dialog, answer, text }))))(
  '$name: shows the reason of a refusal ($answer.status) and closes',
  async (dialog) => {
    server.reply(dialog.call, dialog.answer)
    dialog.open()
    dialog.fill()
    press(dialog.button)
    await expectText(new RegExp(dialog.text.replaceAll(/[.()?]/g, String.raw`\$&`)))
    expect(onClose).toHaveBeenCalledOnce()
  },
)

test('paying to an account that cannot be read shows what to do', async () => {
  server.reply('pay-withdrawal', { status: 'unreadable' })
  dialogs[1].open()
  press(dialogs[1].button)
  await expectText(`${moneyRequest.unreadableAccount} ${moneyRequest.ifTransferred}`)
  expect(onClose).toHaveBeenCalledOnce()
})

test('paying shows what to do when the money has been transferred already', async () => {
  server.reply('pay-withdrawal', { status: 'unclaimed' })
  dialogs[1].open()
  press(dialogs[1].button)
  await expectText(`${moneyRequest.unclaimed} ${moneyRequest.ifTransferred}`)
  expect(onClose).toHaveBeenCalledOnce()
})

const received = new RegExp(`^${moneyRequest.received}`)

test('approving another amount than requested warns and takes a reason for the member', async () => {
  server.reply('approve-deposit', { status: 'amount' })
  dialogs[0].open()
  type(received, '15000')
  await expectText(moneyRequest.differs.replace('{requested}', '20,000'))
  press(moneyRequest.approveSubmit.replace('{amount}', '15,000'))
  await expectText(moneyRequest.reasonRequired)
  expect(server.sent('approve-deposit')).toEqual([])
  type(moneyRequest.reasonForMember, ' bank fee ')
  press(moneyRequest.approveSubmit.replace('{amount}', '15,000'))
  await expectText(moneyRequest.badAmount)
  expect(server.sent('approve-deposit')).toMatchObject([{ credited: '15000', reason: 'bank fee' }])
  expect(onClose).not.toHaveBeenCalled()
  type(received, '0')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Credit/ }).disabled).toBe(true)
})

test('an amount that takes two operators changes the button to a first approval before it is pressed', async () => {
  server.reply('propose-deposit', { status: 'success', request: deposit })
  dialogs[0].open(makeOfficeRequest({ day: '979999' }))
  screen.getByRole('button', { name: moneyRequest.approveSubmit.replace('{amount}', '20,000') })
  type(received, '20001')
  await expectText(`${moneyRequest.twoOperators.replace('{from}', '1,000,000')} ${moneyRequest.proposeText}`)
  type(moneyRequest.reasonForMember, 'sent more')
  press(moneyRequest.approveFirstSubmit.replace('{amount}', '20,001'))
  await expectText(moneyRequest.proposedToast)
  expect(server.sent('propose-deposit')).toMatchObject([{ credited: '20001', reason: 'sent more' }])
})

test('a proposal of another operator is filled in and credited; another amount is a proposal again', async () => {
  server.reply('approve-deposit', { status: 'success', request: { ...deposit, credited: '25000' } })
  dialogs[0].open(makeOfficeRequest({ proposal: someProposal }))
  type(received, '25001')
  screen.getByRole('button', { name: moneyRequest.approveFirstSubmit.replace('{amount}', '25,001') })
  type(received, '25000')
  press(moneyRequest.approveSubmit.replace('{amount}', '25,000'))
  await expectText(moneyRequest.approvedToast.replace('{amount}', '25,000'))
  expect(server.sent('approve-deposit')).toMatchObject([{ credited: '25000', reason: 'sent twice' }])
})

const facts = (): string[] => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)

test('a first approval shows why it takes two operators, and the sum of 24 hours', async () => {
  const large = makeOfficeRequest({ type: 'withdraw', day: '990000', secondFrom: '1000000', needsSecond: true })
  renderForOperator(<PayDialog kind="approveFirst" request={large} history={[]} onClose={onClose} />)
  await expectText(moneyRequest.twoOperators.replace('{from}', '1,000,000'))
  expect(facts()).toContain(`${moneyRequest.dayPaid}990,000`)
  cleanup()
  renderForOperator(<PayDialog kind="approveFirst" request={withdrawal} history={[]} onClose={onClose} />)
  await expectText(moneyRequest.twoOperatorsCredited)
  cleanup()
  dialogs[0].open(makeOfficeRequest({ secondFrom: null }))
  type(received, '20001')
  await expectText(`${moneyRequest.twoOperatorsMore} ${moneyRequest.proposeText}`)
})

test('the second operator reads who gave the first approval, when, and their note', async () => {
  const history = [
    { at: '2025-12-31T23:00:00Z', state: 'claimed' as const, operator: 'other-1', note: '' },
    { at: '2026-01-01T00:00:00Z', state: 'awaiting_second' as const, operator: 'other-1', note: 'called the member' },
  ]
  const expected = [
    `${moneyRequest.approvedBy}other-1 · 2026-01-01 09:00`,
    `${moneyRequest.firstNote}called the member`,
  ]
  const waiting = makeOfficeRequest({ ...withdrawal, proposal: { ...someProposal, credited: '20000' } })
  renderForOperator(<PayDialog kind="pay" request={waiting} history={history} onClose={onClose} />)
  expect(facts()).toEqual(expect.arrayContaining(expected))
  cleanup()
  const proposed = makeOfficeRequest({ proposal: someProposal })
  renderForOperator(<ApproveDialog request={proposed} history={history} onClose={onClose} />)
  expect(facts()).toEqual(expect.arrayContaining([...expected, `${moneyRequest.proposedAmount}25,000`]))
})

test('withdrawals show who credited the member, and warn where no play lies between', async () => {
  const kind = 'deposit' as const
  const credit = { at: '2026-01-01T00:00:00Z', kind, amount: '900000', by: 'cashier-1', proposedBy: null, staked: '0' }
  const played = {
    ...credit,
    kind: 'correction' as const,
    at: '2026-01-01T01:00:00Z',
    by: 'b',
    proposedBy: 'a',
    staked: '5000',
  }
  const later = { ...credit, at: '2026-01-01T02:00:00Z', staked: null }
  renderForOperator(<Credits credits={[credit, played, later]} />)
  await expectText(new RegExp(moneyRequest.noPlay))
  const [first, second, third] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(first).toContain('900,000 · cashier-1')
  expect(second).toContain(
    `a → b · ${moneyRequest.creditedByCorrection} · ${moneyRequest.staked.replace('{amount}', '5,000')}`,
  )
  expect(second).not.toContain(moneyRequest.noPlay)
  expect(third).toContain(moneyRequest.afterFiling)
})

test('rejecting requires a reason, typed or picked', async () => {
  server.reply('reject-request', success)
  dialogs[4].open()
  press(moneyRequest.rejectSubmit)
  await expectText(moneyRequest.reasonRequired)
  expect(server.sent('reject-request')).toEqual([])
  press(moneyRequest.quickNotFound)
  press(moneyRequest.rejectSubmit)
  await eventually(() => expect(server.sent('reject-request')).toMatchObject([{ reason: moneyRequest.quickNotFound }]))
})
