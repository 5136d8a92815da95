import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { AccountPage } from './account-page.tsx'

const { factor: texts } = english.office
const server = useFakeServer()
const phone = { id: 'f1', kind: 'totp', name: 'Phone', createdAt: '2026-01-31T04:05:06.789Z', lastUsedAt: null }
const own = {
  status: 'success',
  login: 'sora',
  needs: null,
  withoutFactor: false,
  factors: [phone],
  recoveryCodesLeft: 3,
}

async function open(changed: Partial<typeof own> = {}): Promise<void> {
  server.reply('get-factors', { ...own, ...changed })
  renderForOperator(<AccountPage />)
  await eventually(() => expect(screen.queryByText(texts.accountText)).not.toBeNull())
}

function fillPasswords(current: string, first: string, again: string): void {
  type(texts.currentPassword, current)
  type(texts.newPassword, first)
  type(texts.newPasswordAgain, again)
  press(texts.passwordSubmit)
}

test('shows factors and remaining recovery codes', async () => {
  await open()
  await expectText('Phone')
  await expectText(texts.codesLeft.replace('{count, number}', '3'))
  expect(screen.queryByText(texts.demo)).toBeNull()
})

test('a demo operator reads that no factor was needed, and is offered no recovery codes', async () => {
  await open({ withoutFactor: true, factors: [], recoveryCodesLeft: 0 })
  await expectText(texts.demo)
  await expectText(texts.empty)
  expect(screen.queryByRole('button', { name: texts.renew })).toBeNull()
})

test('removes a factor after a confirmation, never the last one', async () => {
  server.reply('remove-factor', { status: 'last' }, { status: 'success' })
  await open()
  const remove = texts.removeFor.replace('{name}', 'Phone')
  press(remove)
  await expectText(texts.removeText)
  expect(server.sent('remove-factor')).toEqual([])
  press(texts.removeSubmit)
  await expectText(texts.last)
  await eventually(() => expect(screen.queryByText(texts.removeText)).toBeNull())
  press(remove)
  await expectText(texts.removeText)
  press(texts.removeSubmit)
  await expectText(texts.removed)
  expect(server.sent('remove-factor')).toEqual([{ id: 'f1' }, { id: 'f1' }])
})

test('new recovery codes are left by confirming that they are stored only', async () => {
  server.reply('renew-recovery-codes', { status: 'success', recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] })
  server.reply('confirm-recovery-codes', { status: 'success' })
  await open()
  press(texts.renew)
  await expectText(texts.renewText)
  press(texts.renewSubmit)
  await expectText('aaaa-bbbb')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await expectText('cccc-dddd')
  press(texts.recoveryConfirm)
  expect(server.sent('confirm-recovery-codes')).toEqual([])
  fireEvent.click(screen.getByLabelText(texts.recoveryStored))
  press(texts.recoveryConfirm)
  await eventually(() => expect(screen.queryByText('aaaa-bbbb')).toBeNull())
  expect(server.sent('confirm-recovery-codes')).toEqual([{}])
})

test('changes the password when both entries agree, and reports the sessions that ended', async () => {
  server.reply('change-own-password', { status: 'success', ended: 2 })
  await open()
  press(texts.password)
  await expectText(texts.passwordText)
  fillPasswords('', 'river-stone-8', 'river-stone-8')
  await expectText(texts.passwordWrong)
  fillPasswords('old-river-7', '', '')
  await expectText(texts.passwordWeak)
  fillPasswords('old-river-7', 'river-stone-8', 'river-stone-9')
  await expectText(texts.passwordDifferent)
  expect(server.sent('change-own-password')).toEqual([])
  fillPasswords('old-river-7', 'river-stone-8', 'river-stone-8')
  await expectText(texts.passwordChanged.replace('{count, number}', '2'))
  expect(server.sent('change-own-password')).toEqual([{ pw: 'old-river-7', newPw: 'river-stone-8' }])
})

test.each([
  [{ status: 'fail' }, texts.passwordWrong],
  [{ status: 'weak' }, texts.passwordWeak],
  [{ status: 'demo' }, texts.passwordDemo],
  [{ status: 'throttled', retryAfter: 61 }, texts.passwordThrottled.replace('{minutes, number}', '2')],
])('a refused password is explained, and the form stays: %j', async (answer, message) => {
  server.reply('change-own-password', answer)
  await open()
  press(texts.password)
  await expectText(texts.passwordText)
  fillPasswords('old-river-7', 'river-stone-8', 'river-stone-8')
  await expectText(message)
  expect(screen.queryByLabelText(texts.currentPassword)).not.toBeNull()
})
