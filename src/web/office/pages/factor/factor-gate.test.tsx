import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { setSignedIn, signedIn } from '#web/office/frame/signed-in.ts'
import { FactorGate } from './factor-gate.tsx'

const { factor, frame } = english.office
const server = useFakeServer()
const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`)
const own = { status: 'success', login: 'boss', withoutFactor: false, factors: [], recoveryCodesLeft: 0 }
const app = { id: 'f1', kind: 'totp', name: 'Phone', createdAt: '2026-01-31T04:05:06.789Z', lastUsedAt: null }

beforeEach(() => setSignedIn('limited'))

function open(): void {
  renderForOperator(<FactorGate locale="en" setLocale={() => undefined} />)
}

test('a new operator enrols, stores the codes and only then enters the office', async () => {
  server.reply('get-factors', { ...own, needs: 'enrolment' })
  server.reply('begin-totp', {
    status: 'success',
    secret: 'ABCDEFGH',
    uri: 'otpauth://totp/Baize:boss?secret=ABCDEFGH',
  })
  server.reply('enrol-totp', { status: 'fail' }, { status: 'success', recoveryCodes: codes })
  server.reply('confirm-recovery-codes', { status: 'success' })
  open()
  await expectText(factor.enrolTitle)
  press(factor.beginTotp)
  await expectText('ABCD EFGH')
  const code = await screen.findByRole('img', { name: factor.qr })
  expect(code.querySelector('path')?.getAttribute('d')).toContain('h1v1h-1z')
  press(factor.enrol)
  await expectText(factor.required)
  type(factor.code, '111111')
  press(factor.enrol)
  await expectText(factor.fail)
  type(factor.code, '222222')
  press(factor.enrol)
  await expectText('code-9')
  server.reply('get-factors', { ...own, factors: [app], needs: null, recoveryCodesLeft: 10 })
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: factor.recoveryConfirm })
  expect(confirm.disabled).toBe(true)
  expect(signedIn.get()).toBe('limited')
  fireEvent.click(screen.getByLabelText(factor.recoveryStored))
  press(factor.recoveryConfirm)
  await eventually(() => expect(signedIn.get()).toBe('in'))
  expect(server.sent('enrol-totp')).toEqual([
    { name: factor.nameTotp, code: '111111' },
    { name: factor.nameTotp, code: '222222' },
  ])
})

test('an operator with a factor proves it, or uses a recovery code and enrols anew', async () => {
  server.reply('get-factors', { ...own, factors: [app], needs: 'sign-in', recoveryCodesLeft: 3 })
  server.reply('prove-totp', { status: 'throttled', retryAfter: 900 })
  server.reply('prove-recovery-code', { status: 'success', left: 2 })
  open()
  await expectText(factor.signInText)
  type(factor.code, '123456')
  press(factor.prove)
  await expectText(factor.throttled.replace('{minutes, number}', '15'))
  press(factor.useRecovery)
  await eventually(() => expect(screen.queryByLabelText(factor.recoveryCode)).not.toBeNull())
  server.reply('get-factors', { ...own, factors: [app], needs: 'enrolment', recoveryCodesLeft: 2 })
  type(factor.recoveryCode, 'abcd-efgh-jkmn-pqrs')
  press(factor.prove)
  await expectText(factor.enrolTitle)
  expect(server.sent('prove-recovery-code')).toEqual([{ code: 'abcd-efgh-jkmn-pqrs' }])
})

test('codes of a page that was left are replaced; signing out is always possible', async () => {
  server.reply('get-factors', { ...own, factors: [app], needs: 'recovery-codes' })
  server.reply('renew-recovery-codes', { status: 'success', recoveryCodes: codes })
  server.reply('sign-out', { status: 'success' })
  open()
  await expectText(factor.recoveryMissing)
  press(factor.recoveryNew)
  await expectText('code-0')
  await act(async () => press(frame.signOut))
  await eventually(() => expect(signedIn.get()).toBe('out'))
})
