import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { OperatorsPage } from './operators-page.tsx'

const { operator: texts, factor } = english.office
const server = useFakeServer()
const colleague = {
  id: 'o2',
  login: 'sora',
  name: 'Sora',
  roles: ['support'],
  brands: null,
  active: true,
  factors: ['totp', 'passkey'],
  recoveryCodesLeft: 9,
  withoutFactor: false,
  sessions: 2,
  lastSeenAt: '2026-01-31T04:05:06.789Z',
}
const own = { ...colleague, id: 'o1', login: 'boss', factors: [], sessions: 1 }

beforeEach(() => {
  server.reply('get-operators', { status: 'success', operators: [own, colleague], maxCount: 2 })
})

async function open(login: string, role: 'manager' | 'auditor'): Promise<void> {
  renderForOperator(<OperatorsPage />, [role])
  await expectText(login)
  press(login)
}

test('shows who has which factors, and resets those of another with a reason', async () => {
  server.reply('reset-operator-factors', { status: 'success' })
  await open('sora', 'manager')
  await expectText(`${factor.kinds.totp} · ${factor.kinds.passkey}`)
  await expectText(texts.noFactor)
  press(texts.reset)
  await expectText(texts.resetText)
  press(texts.resetSubmit)
  await expectText(texts.reasonRequired)
  expect(server.sent('reset-operator-factors')).toEqual([])
  type(texts.reason, 'Lost phone')
  press(texts.resetSubmit)
  await expectText(texts.resetDone.replace('{login}', 'sora'))
  expect(server.sent('reset-operator-factors')).toEqual([{ id: 'o2', reason: 'Lost phone' }])
})

test('offers no reset of the own factors, and says that the own session ends too', async () => {
  server.reply('end-operator-sessions', { status: 'success', ended: 1 })
  await open('boss', 'manager')
  expect(screen.queryByRole('button', { name: texts.reset })).toBeNull()
  press(texts.endSessions)
  await expectText(`${texts.endText} ${texts.endSelf}`)
  type(texts.reason, 'Leaving')
  press(texts.endSubmit)
  await eventually(() => expect(server.sent('end-operator-sessions')).toEqual([{ id: 'o1', reason: 'Leaving' }]))
})

test('shows the enrolment code of a reset until it was passed on', async () => {
  server.reply('reset-operator-factors', { status: 'success', code: '42d4-m48f-sj3u-gvf9' })
  await open('sora', 'manager')
  press(texts.reset)
  type(texts.reason, 'Lost phone')
  press(texts.resetSubmit)
  await expectText('42d4-m48f-sj3u-gvf9')
  await expectText(texts.enrolmentText)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await expectText('42d4-m48f-sj3u-gvf9')
  press(texts.enrolmentClose)
  await eventually(() => expect(screen.queryByText('42d4-m48f-sj3u-gvf9')).toBeNull())
})

test.each([
  ['self', texts.self],
  ['none', texts.gone],
])('a reset answered %s shows no code and says why', async (status, message) => {
  server.reply('reset-operator-factors', { status })
  await open('sora', 'manager')
  press(texts.reset)
  type(texts.reason, 'Lost phone')
  press(texts.resetSubmit)
  await expectText(message)
  await eventually(() => expect(screen.queryByText(texts.resetText)).toBeNull())
  expect(screen.queryByText(texts.enrolmentCode, { exact: false })).toBeNull()
})

test('offers nothing to end where no session is open', async () => {
  server.reply('get-operators', { status: 'success', operators: [{ ...colleague, sessions: 0 }], maxCount: 1 })
  await open('sora', 'manager')
  expect((screen.getByRole('button', { name: texts.endSessions }) as HTMLButtonElement).disabled).toBe(true)
})

test('lets an auditor read only', async () => {
  await open('sora', 'auditor')
  await expectText(texts.codesLeft)
  for (const name of [texts.reset, texts.endSessions]) expect(screen.queryByRole('button', { name })).toBeNull()
})
