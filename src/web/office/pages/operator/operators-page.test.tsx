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
  reset: null,
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

test('shows who has which factors, and proposes a reset of another with a reason', async () => {
  server.reply('propose-operator-reset', { status: 'success' })
  await open('sora', 'manager')
  await expectText(`${factor.kinds.totp} · ${factor.kinds.passkey}`)
  await expectText(texts.noFactor)
  press(texts.reset)
  await expectText(texts.resetText)
  press(texts.resetSubmit)
  await expectText(texts.reasonRequired)
  expect(server.sent('propose-operator-reset')).toEqual([])
  type(texts.reason, 'Lost phone')
  press(texts.resetSubmit)
  await expectText(texts.resetProposed.replace('{login}', 'sora'))
  expect(server.sent('propose-operator-reset')).toEqual([
    { id: 'o2', reason: 'Lost phone', requestId: expect.any(String) },
  ])
})

const proposed = {
  id: 'a1',
  state: 'open',
  reason: 'Lost phone',
  by: 'Hana',
  mine: false,
  at: '2026-01-31T04:05:06.789Z',
  expiresAt: '2026-02-03T04:05:06.789Z',
  decidedBy: null,
  decidedAt: null,
}
const list = (operator: object) =>
  server.reply('get-operators', { status: 'success', operators: [operator], maxCount: 1 })

test('approves the reset of another manager, and shows the code until it is closed', async () => {
  list({ ...colleague, reset: proposed })
  server.reply('approve-operator-reset', { status: 'success', code: 'abcd-efgh-jkmn-pqrs', login: 'sora' })
  await open('sora', 'manager')
  await expectText(texts.resetCheck)
  expect(screen.queryByRole('button', { name: texts.reset })).toBeNull()
  press(texts.approve.replace('{login}', 'sora'))
  await expectText('abcd-efgh-jkmn-pqrs')
  await expectText(texts.enrolmentText)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await expectText('abcd-efgh-jkmn-pqrs')
  expect(server.sent('approve-operator-reset')).toEqual([{ id: 'a1', requestId: expect.any(String) }])
  press(texts.enrolmentClose)
  await eventually(() => expect(screen.queryByText('abcd-efgh-jkmn-pqrs')).toBeNull())
})

test('shows no code where it is another operator’s than the page had shown', async () => {
  list({ ...colleague, reset: proposed })
  server.reply('approve-operator-reset', { status: 'success', code: 'abcd-efgh-jkmn-pqrs', login: 'boss' })
  await open('sora', 'manager')
  press(texts.approve.replace('{login}', 'sora'))
  await expectText(texts.resetOther.replace('{login}', 'boss').replace('{shown}', 'sora'))
  expect(screen.queryByText('abcd-efgh-jkmn-pqrs')).toBeNull()
})

test('refuses the reset of another manager with a reason; the operator concerned may only refuse it', async () => {
  list({ ...own, reset: proposed })
  server.reply('refuse-operator-reset', { status: 'late', by: 'Mina' })
  await open('boss', 'manager')
  await expectText(texts.resetConcerned)
  expect(screen.queryByRole('button', { name: texts.approve.replace('{login}', 'boss') })).toBeNull()
  press(texts.refuse)
  type(texts.reason, 'I can sign in')
  press(texts.refuseSubmit)
  await expectText(texts.late.replace('{by}', 'Mina'))
  expect(server.sent('refuse-operator-reset')).toEqual([
    { id: 'a1', reason: 'I can sign in', requestId: expect.any(String) },
  ])
})

test('offers no decision of an own proposal, and shows who approved a reset', async () => {
  list({ ...colleague, reset: { ...proposed, mine: true } })
  await open('sora', 'manager')
  await expectText(texts.resetMine)
  expect(screen.queryByRole('button', { name: texts.refuse })).toBeNull()
})

test('shows a reset that two managers made', async () => {
  const decided = { ...proposed, state: 'approved', decidedBy: 'Mina', decidedAt: '2026-02-01T04:05:06.789Z' }
  list({ ...colleague, reset: decided })
  await open('sora', 'auditor')
  await expectText(texts.resetDoneTitle)
  expect(screen.getByText(/Hana.*Mina/)).toBeTruthy()
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

test.each([
  ['self', texts.self],
  ['open', texts.alreadyOpen],
  ['none', texts.gone],
  ['conflict', english.office.errors.conflict],
])('a proposal answered %s says why', async (status, message) => {
  server.reply('propose-operator-reset', { status })
  await open('sora', 'manager')
  press(texts.reset)
  type(texts.reason, 'Lost phone')
  press(texts.resetSubmit)
  await expectText(message)
  await eventually(() => expect(screen.queryByText(texts.resetText)).toBeNull())
})

test.each([
  [{ status: 'self' }, texts.self],
  [{ status: 'late', by: '' }, texts.expired],
  [{ status: 'none' }, texts.gone],
])('an approval answered %o shows no code and says why', async (answer, message) => {
  list({ ...colleague, reset: proposed })
  server.reply('approve-operator-reset', answer)
  await open('sora', 'manager')
  press(texts.approve.replace('{login}', 'sora'))
  await expectText(message)
  expect(screen.queryByText(texts.enrolmentText)).toBeNull()
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
