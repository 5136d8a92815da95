import { fireEvent, screen, within } from '@testing-library/react'
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
  server.reply('get-operator-sums', { status: 'success', sums: [] })
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

const sum = {
  id: 'o2',
  login: 'nari',
  name: 'Nari',
  brand: 'nocturne',
  credited: '5400000',
  corrected: '7000',
  paid: '5100000',
  members: 7,
  bothWays: '5050000',
  bothWaysMembers: 6,
  withoutPlay: 3,
  marked: true,
}

test('shows what each operator handled, and marks what one credited and paid alone', async () => {
  const usual = { ...sum, id: 'o3', login: 'dan', bothWays: '0', bothWaysMembers: 0, withoutPlay: 0, marked: false }
  const elsewhere = { ...sum, brand: 'second', corrected: '0', marked: false }
  server.reply('get-operator-sums', { status: 'success', sums: [sum, elsewhere, usual] })
  renderForOperator(<OperatorsPage />, ['auditor'])
  await expectText('5,050,000')
  const table = screen.getByRole('table', { name: texts.sums.replace('{days, number}', '30') })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent.includes(texts.marked))).toEqual([true, false, false])
  expect(rows[0]?.textContent).toContain('6 members · 50% without play')
  expect(rows[0]?.textContent).toContain('Corrections 7,000')
  expect(rows[1]?.textContent).toContain('second')
  expect(rows[2]?.textContent).not.toContain('without play')
})

test('says when nothing was handled, and loads the sums again after a failure', async () => {
  server.reply('get-operator-sums', 500, { status: 'success', sums: [] })
  renderForOperator(<OperatorsPage />, ['manager'])
  await expectText(english.office.errors.load)
  expect(screen.getByText('sora')).toBeDefined()
  press(english.office.common.retry)
  await expectText(texts.sumsEmpty)
})
