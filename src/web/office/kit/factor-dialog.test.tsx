import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  english,
  eventually,
  expectText,
  makeOfficeRequest,
  press,
  renderForOperator,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { FactorPrompts } from '#web/office/frame/factor-parts.tsx'
import { setSignedIn, signedIn } from '#web/office/frame/signed-in.ts'
import { ApproveDialog } from '#web/office/pages/money-request/approve-dialog.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import { answerFactorPrompts } from './factor-prompt.ts'

const { moneyRequest, factor, common } = english.office
const server = useFakeServer()
const onClose = vi.fn<() => void>()
const request = makeOfficeRequest()
const success = { status: 'success', request: { ...request, credited: '20000', decidedBy: null } }
const own = {
  status: 'success',
  login: 'manager',
  needs: null,
  withoutFactor: false,
  factors: [{ id: 'f1', kind: 'totp', name: 'Phone', createdAt: '2026-01-31T04:05:06.789Z', lastUsedAt: null }],
  recoveryCodesLeft: 10,
}

beforeEach(() => {
  onClose.mockReset()
  setSignedIn('in')
  server.reply('get-factors', own)
})
afterEach(() => answerFactorPrompts(false))

function approve(): void {
  renderForOperator(
    <>
      <FactorDialog />
      <ApproveDialog history={[]} request={request} onClose={onClose} />
    </>,
  )
  press(moneyRequest.approveSubmit.replace('{amount}', '20,000'))
}

test('asks for the factor and repeats the call with the same request id', async () => {
  server.reply('approve-deposit', { status: 'factor', needs: 'act' }, success)
  server.reply('prove-totp', { status: 'fail' }, { status: 'success' })
  approve()
  await expectText(factor.amountText)
  await eventually(() => expect(screen.queryByLabelText(factor.code)).not.toBeNull())
  type(factor.code, '000000')
  press(factor.prove)
  await expectText(factor.fail)
  expect(server.sent('approve-deposit')).toHaveLength(1)
  type(factor.code, '123 456')
  press(factor.prove)
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second, ...more] = server.sent('approve-deposit')
  expect(second).toEqual(first)
  expect(more).toEqual([])
  expect(server.sent('prove-totp')).toEqual([
    { code: '000000', forAct: true },
    { code: '123 456', forAct: true },
  ])
})

test('does nothing, and says nothing, when the dialog is closed', async () => {
  server.reply('approve-deposit', { status: 'factor', needs: 'recent' })
  approve()
  await expectText(factor.recentText)
  answerFactorPrompts(false)
  await eventually(() => expect(document.body.textContent).not.toContain(factor.recentText))
  expect(server.sent('approve-deposit')).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
  expect(document.body.textContent).not.toContain(english.office.errors.forbidden)
  expect(document.body.textContent).not.toContain(common.retry)
})

test('a session that needs its factor first leads to the page of the factor', async () => {
  server.reply('approve-deposit', { status: 'factor', needs: 'sign-in' })
  approve()
  await eventually(() => expect(signedIn.get()).toBe('limited'))
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  [{ status: 'used' }, factor.used],
  [{ status: 'throttled', retryAfter: 61 }, factor.throttled.replace('{minutes, number}', '2')],
])('a code that is refused is explained, and the call is not repeated: %j', async (answer, message) => {
  server.reply('approve-deposit', { status: 'factor', needs: 'act' })
  server.reply('prove-totp', answer)
  approve()
  await eventually(() => expect(screen.queryByLabelText(factor.code)).not.toBeNull())
  press(factor.prove)
  await expectText(factor.required)
  expect(server.sent('prove-totp')).toEqual([])
  type(factor.code, '123456')
  press(factor.prove)
  await expectText(message)
  expect((screen.getByLabelText(factor.code) as HTMLInputElement).value).toBe('')
  expect(server.sent('approve-deposit')).toHaveLength(1)
})

test('offers no recovery code: those are for the sign-in', async () => {
  server.reply('approve-deposit', { status: 'factor', needs: 'act' })
  approve()
  await eventually(() => expect(screen.queryByLabelText(factor.code)).not.toBeNull())
  expect(screen.queryByRole('button', { name: factor.useRecovery })).toBeNull()
})

test('says that the factors could not be read, and reads them again on request', async () => {
  server.reply('approve-deposit', { status: 'factor', needs: 'act' })
  server.reply('get-factors', 500)
  approve()
  await expectText(english.office.errors.load)
  server.reply('get-factors', own)
  press(common.retry)
  await eventually(() => expect(screen.queryByLabelText(factor.code)).not.toBeNull())
})

test('Escape closes the dialog of the factor only, and then the one beneath', async () => {
  server.reply('approve-deposit', { status: 'factor', needs: 'recent' })
  renderForOperator(
    <>
      <FactorPrompts />
      <ApproveDialog history={[]} request={request} onClose={onClose} />
    </>,
  )
  press(moneyRequest.approveSubmit.replace('{amount}', '20,000'))
  await expectText(factor.recentText)
  const escape = (): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  escape()
  await eventually(() => expect(screen.queryByText(factor.recentText)).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  escape()
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
})
