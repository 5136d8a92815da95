import type { OfficeCorrection } from '#contract/approval.ts'
import type { OperatorRole } from '#contract/route.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { CorrectionsPage } from './corrections-page.tsx'

const { approval: texts, operator, errors } = english.office
const server = useFakeServer()
const approveButton = texts.approveSubmit.replace('{account}', texts.accounts.cash).replace('{amount}', '-5,000')
let drawn = 0

/** Presses the button once the call before has ended. */
async function approve(): Promise<void> {
  await eventually(() => {
    expect((screen.getByRole('button', { name: approveButton }) as HTMLButtonElement).disabled).toBe(false)
  })
  press(approveButton)
}

/** An open proposal of another operator, each with an id of its own: request ids are kept by it. */
function makeCorrection(changed: Partial<OfficeCorrection> = {}): OfficeCorrection {
  drawn += 1
  return {
    id: `0197bbbb-0000-7000-8000-${String(drawn).padStart(12, '0')}`,
    brand: 'nocturne',
    member: { id: 'm1', userId: 'moon1', nick: 'Moon' } as OfficeCorrection['member'],
    account: 'cash',
    amount: '-5000',
    balance: '20000',
    reason: 'Credited twice',
    state: 'open',
    by: 'other-1',
    mine: false,
    at: '2026-01-01T00:00:00Z',
    expiresAt: '2026-01-04T00:00:00Z',
    decidedBy: null,
    decidedAt: null,
    ...changed,
  }
}

async function open(correction: OfficeCorrection, role: OperatorRole = 'cashier'): Promise<void> {
  server.reply('get-corrections', { status: 'success', corrections: [correction], maxCount: 1 })
  renderForOperator(<CorrectionsPage />, [role])
  await expectText(correction.member.userId)
  press(correction.member.userId)
}

test('shows the second operator who proposed what, with the balance before and after, and books it', async () => {
  const correction = makeCorrection()
  server.reply('approve-correction', { status: 'success', correction })
  await open(correction)
  for (const text of ['Credited twice', '20,000', '15,000', /^other-1 · 2026-01-01/, texts.checkText]) {
    await expectText(text)
  }
  await approve()
  await expectText(texts.approvedToast.replace('{userId}', 'moon1'))
  await expectText(texts.pick)
  expect(server.sent('approve-correction')).toEqual([{ id: correction.id, requestId: expect.any(String) }])
})

test('approves under one request id until it is answered', async () => {
  server.reply('approve-correction', 'lost')
  await open(makeCorrection())
  await approve()
  await expectText(errors.lost)
  server.reply('approve-correction', { status: 'short' })
  await approve()
  await expectText(texts.short)
  await approve()
  await eventually(() => expect(server.sent('approve-correction')).toHaveLength(5))
  const [first, ...more] = server.sent('approve-correction').map(({ requestId }) => requestId)
  expect(more.slice(0, 3)).toEqual([first, first, first])
  expect(more[3]).not.toBe(first)
})

test('refuses with a reason only', async () => {
  const correction = makeCorrection()
  server.reply('refuse-correction', { status: 'success', correction })
  await open(correction)
  press(texts.refuse)
  await expectText(texts.refuseText)
  press(texts.refuseSubmit)
  await expectText(operator.reasonRequired)
  expect(server.sent('refuse-correction')).toEqual([])
  type(operator.reason, ' Already returned ')
  press(texts.refuseSubmit)
  await expectText(texts.refusedToast)
  expect(server.sent('refuse-correction')).toEqual([
    { id: correction.id, requestId: expect.any(String), reason: 'Already returned' },
  ])
})

test('offers the proposer no decision', async () => {
  await open(makeCorrection({ mine: true }))
  await expectText(texts.mine)
  for (const name of [approveButton, texts.refuse]) expect(screen.queryByRole('button', { name })).toBeNull()
})

test.each(['support', 'auditor'] as const)('lets %s read only', async (role) => {
  await open(makeCorrection(), role)
  await expectText('Credited twice')
  for (const name of [approveButton, texts.refuse]) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('shows who decided, and neither buttons nor a balance that has moved on', async () => {
  await open(makeCorrection({ state: 'refused', decidedBy: 'cashier-2', decidedAt: '2026-01-02T00:00:00Z' }))
  await expectText(/^cashier-2 · 2026-01-02/)
  for (const text of [texts.after, texts.checkText]) expect(screen.queryByText(text)).toBeNull()
  expect(screen.queryByRole('button', { name: texts.refuse })).toBeNull()
})

test.each([
  [{ status: 'self' }, texts.self],
  [{ status: 'late', by: 'cashier-2' }, texts.late.replace('{by}', 'cashier-2')],
  [{ status: 'late', by: '' }, texts.expired],
  [{ status: 'none' }, texts.gone],
  [{ status: 'conflict' }, errors.conflict],
])('says why nothing was booked: %j', async (answer, message) => {
  server.reply('approve-correction', answer)
  await open(makeCorrection())
  await approve()
  await expectText(message)
  expect(server.sent('approve-correction')).toHaveLength(1)
})

test('says that nothing waits, and shows decided corrections when asked', async () => {
  server.reply('get-corrections', { status: 'success', corrections: [], maxCount: 0 })
  renderForOperator(<CorrectionsPage />)
  await expectText(texts.emptyOpen)
  type(texts.show, 'decided')
  await expectText(texts.emptyDecided)
  expect(server.sent('get-corrections').map(({ show }) => show)).toEqual(['open', 'decided'])
})

test('says that the list could not be loaded, and loads it again on request', async () => {
  server.reply('get-corrections', 500)
  renderForOperator(<CorrectionsPage />)
  await expectText(errors.load)
  server.reply('get-corrections', { status: 'success', corrections: [], maxCount: 0 })
  const before = server.sent('get-corrections').length
  press(english.office.common.retry)
  await expectText(texts.emptyOpen)
  expect(server.sent('get-corrections')).toHaveLength(before + 1)
})
