import type { OfficePasswordReset } from '#contract/password-reset.ts'
import type { OperatorRole } from '#contract/route.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { english, eventually, expectText, press, renderForOperator, type, useFakeServer } from '#test/forms.tsx'
import { ResetsPage } from './resets-page.tsx'

const { passwordReset: texts, help } = english.office
const server = useFakeServer()
const moment = '2026-01-04T00:00:00Z'

const reset: OfficePasswordReset = {
  id: '0197cccc-0000-7000-8000-000000000001',
  brand: 'nocturne',
  state: 'filed',
  member: { id: 'm1', userId: 'moon1', nick: 'Moon' } as OfficePasswordReset['member'],
  phone: '***-****-1234',
  askedAt: '2026-01-01T00:00:00Z',
  issuedBy: null,
  codeUntil: null,
  fromKnownBrowser: false,
  takesTwo: false,
  proposal: null,
}
const personal = {
  status: 'success',
  phone: '010-9876-1234',
  birth: '1990-01-31',
  bank: { bankname: 'Woori', bankOwner: 'Han Garam', banknum: '1002-345' },
}

beforeEach(() => server.reply('open-password-reset', personal))

async function open(changed: Partial<OfficePasswordReset> = {}, role: OperatorRole = 'support'): Promise<void> {
  server.reply('get-password-resets', { status: 'success', resets: [{ ...reset, ...changed }], maxCount: 1 })
  renderForOperator(<ResetsPage />, [role])
  await expectText('moon1')
  press('moon1')
}

const button = (name: string): HTMLElement | null => screen.queryByRole('button', { name })

test('shows personal data after the verification began only, then the code once', async () => {
  server.reply('issue-reset-code', { status: 'success', code: '7788-9900-2233', until: moment })
  await open()
  await expectText(texts.unknownBrowser)
  expect(screen.queryByText(personal.phone)).toBeNull()
  expect(button(texts.issue)).toBeNull()
  press(texts.verify)
  await expectText(personal.phone)
  await expectText(personal.birth)
  expect(server.sent('open-password-reset')).toEqual([{ id: reset.id }])
  press(texts.issue)
  await expectText('7788-9900-2233')
  expect(server.sent('issue-reset-code')).toEqual([{ id: reset.id }])
  expect(button(texts.issue)).toBeNull()
  expect(button(texts.issueAgain)).not.toBeNull()
})

test('where two are needed the first operator requests the code and cannot issue it', async () => {
  server.reply('propose-reset-code', { status: 'success', reset })
  await open({ takesTwo: true })
  press(texts.verify)
  await expectText(texts.takesTwo)
  expect(button(texts.issue)).toBeNull()
  press(texts.propose)
  await expectText(texts.proposed)
  expect(server.sent('propose-reset-code')).toEqual([{ id: reset.id }])
})

test('who requested the code can neither issue nor request it again', async () => {
  await open({ takesTwo: true, proposal: { by: 'support-1', mine: true, until: moment } })
  press(texts.verify)
  await expectText(texts.proposedByMe.replace('{time}', '2026-01-04 09:00'))
  expect(button(texts.issue)).toBeNull()
  expect(button(texts.propose)).toBeNull()
})

test('the second operator reads who verified first, and issues the code', async () => {
  server.reply('issue-reset-code', { status: 'success', code: '1122-3344-5566', until: moment })
  await open({ takesTwo: true, proposal: { by: 'support-2', mine: false, until: moment } })
  press(texts.verify)
  await expectText(texts.proposedBy.replace('{by}', 'support-2').replace('{time}', '2026-01-04 09:00'))
  expect(button(texts.propose)).toBeNull()
  press(texts.issue)
  await expectText('1122-3344-5566')
})

test('refuses with a reason only', async () => {
  server.reply('refuse-password-reset', { status: 'success' })
  await open()
  press(texts.verify)
  await expectText(personal.phone)
  press(texts.refuse)
  await expectText(texts.reasonRequired)
  expect(server.sent('refuse-password-reset')).toEqual([])
  type(texts.reason, ' Wrong birth date ')
  press(texts.refuse)
  await expectText(texts.refused)
  expect(server.sent('refuse-password-reset')).toEqual([{ id: reset.id, reason: 'Wrong birth date' }])
})

test('a request that ended meanwhile is closed with the reason', async () => {
  server.reply('open-password-reset', { status: 'none' })
  await open()
  press(texts.verify)
  await expectText(texts.gone)
  await expectText(texts.pick)
  expect(screen.queryByText(personal.phone)).toBeNull()
})

test('a code that may not be issued now is refused, and the request stays open', async () => {
  server.reply('issue-reset-code', { status: 'state' })
  await open()
  press(texts.verify)
  await eventually(() => expect(button(texts.issue)).not.toBeNull())
  press(texts.issue)
  await expectText(texts.changed)
  await expectText(personal.phone)
})

test('lets an auditor read only', async () => {
  await open({}, 'auditor')
  await expectText(help.readOnly)
  expect(button(texts.verify)).toBeNull()
})
