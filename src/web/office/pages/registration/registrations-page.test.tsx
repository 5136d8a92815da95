import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OfficeMatch, OfficeRegistration } from '#contract/registration.ts'
import { english, eventually, expectText, press, renderForOperator, useFakeServer } from '#test/forms.tsx'
import { RegistrationsPage } from './registrations-page.tsx'

const { registration } = english.office
const server = useFakeServer()

const match: OfficeMatch = {
  id: '0198c1d2-0000-7000-8000-000000000002',
  userId: 'haneul',
  brand: 'nocturne',
  by: ['account'],
  status: 'active',
  excluded: false,
}
const waiting: OfficeRegistration = {
  id: '0198c1d2-0000-7000-8000-000000000001',
  brand: 'nocturne',
  userId: 'newmoon',
  nick: 'Moon',
  phone: '••••5678',
  bankname: 'Kookmin',
  bankOwner: 'Han Garam',
  code: null,
  registeredAt: '2026-11-22T10:00:00.000Z',
  matches: [match],
  approval: 'duplicate',
}
const approve = registration.approveFor.replace('{userId}', waiting.userId)

function show(values: Partial<OfficeRegistration> = {}): void {
  server.reply('get-registrations', { status: 'success', registrations: [{ ...waiting, ...values }], maxCount: 1 })
  renderForOperator(<RegistrationsPage />, ['support'])
}

test('a duplicate is approved only after a dialog that lists the matches, and with the confirmation', async () => {
  server.reply(
    'approve-registration',
    { status: 'duplicate', matches: [match, { ...match, id: null, userId: null, brand: null }] },
    { status: 'success' },
  )
  show()
  await expectText(registration.needsConfirm)
  press(approve)
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('link', { name: 'haneul' })).toBeTruthy()
  expect(within(dialog).getByText(registration.otherBrand)).toBeTruthy()
  expect(server.sent('approve-registration')).toEqual([{ id: waiting.id }])
  press(registration.confirmSubmit)
  await expectText(registration.approved.replace('{userId}', waiting.userId))
  expect(server.sent('approve-registration')).toEqual([{ id: waiting.id }, { id: waiting.id, confirmDuplicate: true }])
  await eventually(() => expect(screen.queryByRole('dialog')).toBe(null))
})

test('a registration that an exclusion forbids cannot be approved, and says why', async () => {
  show({ matches: [{ ...match, excluded: true }], approval: 'excluded' })
  await expectText(registration.cannotApprove)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: approve }).disabled).toBe(true)
})

test('a restricted member’s name is a mark, and the telephone of an excluded one refuses the approval', async () => {
  server.reply('approve-registration', { status: 'excluded', matches: [match] })
  show({ matches: [{ ...match, by: ['person'], excluded: true }] })
  await expectText(registration.needsCheck)
  await expectText(registration.restricted)
  press(approve)
  await expectText(registration.excludedMatch)
  expect(screen.queryByRole('dialog')).toBe(null)
})

test.each([
  ['ria', registration.alreadyDecided.replace('{by}', 'ria')],
  ['', registration.gone],
])('a registration that was decided meanwhile names the operator, if there was one: %j', async (by, text) => {
  server.reply('approve-registration', { status: 'late', by })
  show({ matches: [], approval: 'free' })
  await screen.findByText(waiting.userId)
  press(approve)
  expect(await screen.findByText(text)).toBeTruthy()
})
