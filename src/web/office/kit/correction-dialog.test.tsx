import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  english,
  eventually,
  expectText,
  makeOfficeMember,
  press,
  renderForOperator,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'

const { approval: texts, errors, member: memberTexts } = english.office
const server = useFakeServer()
const onClose = vi.fn<() => void>()
beforeEach(() => onClose.mockReset())

const member = makeOfficeMember({ balance: '30000', rolling: '500' })

function open(): void {
  renderForOperator(<CorrectionDialog member={member} onClose={onClose} />)
}

function propose(account: string, amount: string): void {
  press(texts.proposeSubmit.replace('{account}', account).replace('{amount}', amount))
}

function fill(amount: string, reason: string): void {
  type(texts.proposeAmount, amount)
  type(texts.reason, reason)
}

test('takes an amount, a reason, and no more than the balance; each refusal stands at its field', async () => {
  server.reply('propose-correction', { status: 'success' })
  open()
  press(texts.proposeSubmitEmpty)
  await expectText(texts.badAmount)
  expect(screen.queryByText(texts.reasonRequired)).toBeNull()
  type(texts.proposeAmount, '5000')
  expect(screen.queryByText(texts.badAmount)).toBeNull()
  propose(texts.accounts.cash, '+5,000')
  await expectText(texts.reasonRequired)
  type(texts.direction, '-')
  fill('30001', 'Wrong credit')
  propose(texts.accounts.cash, '-30,001')
  await expectText(texts.short)
  type(texts.account, 'comp')
  expect(screen.queryByText(texts.short)).toBeNull()
  fill('501', 'Wrong credit')
  propose(texts.accounts.comp, '-501')
  await expectText(texts.short)
  expect(server.sent('propose-correction')).toEqual([])
  fill('500', ' Wrong credit ')
  propose(texts.accounts.comp, '-500')
  await expectText(texts.proposedToast)
  expect(onClose).toHaveBeenCalledOnce()
  expect(server.sent('propose-correction')).toEqual([
    { id: member.id, requestId: expect.any(String), account: 'comp', amount: '-500', reason: 'Wrong credit' },
  ])
})

test('shows the balance of the chosen account', () => {
  open()
  expect(screen.queryByText(`${texts.balance} 30,000`)).not.toBeNull()
  type(texts.account, 'comp')
  expect(screen.queryByText(`${texts.balance} 500`)).not.toBeNull()
})

test('sends the same content under one request id until it is answered, other content under another', async () => {
  server.reply('propose-correction', 'lost')
  open()
  fill('5000', 'Bank error')
  propose(texts.accounts.cash, '+5,000')
  await eventually(() => expect(server.sent('propose-correction')).toHaveLength(3))
  await expectText(errors.lost)
  expect(onClose).not.toHaveBeenCalled()
  server.reply('propose-correction', { status: 'short' })
  type(texts.proposeAmount, '6000')
  propose(texts.accounts.cash, '+6,000')
  await expectText(texts.short)
  type(texts.proposeAmount, '5000')
  propose(texts.accounts.cash, '+5,000')
  await eventually(() => expect(server.sent('propose-correction')).toHaveLength(5))
  server.reply('propose-correction', { status: 'success' })
  await eventually(() => propose(texts.accounts.cash, '+5,000'))
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  const ids = server.sent('propose-correction').map(({ requestId }) => requestId)
  const [lost, , , other, again, answered] = ids
  expect(ids).toEqual([lost, lost, lost, other, again, answered])
  expect(again).toBe(lost)
  expect(new Set([lost, other, answered]).size).toBe(3)
})

test.each([
  ['open', texts.alreadyOpen],
  ['none', memberTexts.gone],
  ['conflict', errors.conflict],
])('the answer %s closes the dialog and says why', async (status, message) => {
  server.reply('propose-correction', { status })
  open()
  fill('100', 'Bank error')
  propose(texts.accounts.cash, '+100')
  await expectText(message)
  expect(onClose).toHaveBeenCalledOnce()
})
