import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  english,
  eventually,
  expectText,
  healthCheck,
  press,
  renderForMember,
  type,
  useFakeServer,
} from '#test/forms.tsx'
import { ConvertForm } from './convert-form.tsx'

const { comp } = english
const cash = english.moneyRequest.form
const server = useFakeServer()

function openForm(): void {
  server.reply('user-health-check', healthCheck)
  renderForMember(<ConvertForm />)
}

const sent = () => server.sent('roll-to-balance')

async function convert(points: string): Promise<void> {
  type(comp.amount, points)
  press(comp.convert)
  const dialog = await screen.findByRole('dialog')
  const button = [...dialog.querySelectorAll('button')].find((one) => one.textContent === comp.convert)
  button?.click()
}

test('converts after the confirmation, and clears the amount', async () => {
  server.reply('roll-to-balance', { status: 'success' })
  openForm()
  await convert('5,000')
  await expectText(comp.converted.replace('{amount}', '5,000'))
  expect(sent()).toEqual([{ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), point: '5000' }])
  expect(screen.getByLabelText<HTMLInputElement>(comp.amount).value).toBe('')
})

test('keeps the request id after a lost response and makes a new one once answered', async () => {
  server.reply('roll-to-balance', 'lost', { status: 'success' })
  openForm()
  await convert('3000')
  await expectText(english.errors.network)
  await convert('3000')
  await expectText(comp.converted.replace('{amount}', '3,000'))
  await convert('3000')
  await eventually(() => expect(sent()).toHaveLength(3))
  const [first, second, third] = sent().map(({ requestId }) => requestId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('sends nothing without an amount or while a conversion awaits its response', async () => {
  const answer = Promise.withResolvers<Record<string, unknown>>()
  server.reply('roll-to-balance', answer.promise)
  openForm()
  press(comp.convert)
  await expectText(cash.enterAmount)
  await convert('1000')
  await eventually(() => expect(sent()).toHaveLength(1))
  press(comp.convert)
  expect(screen.queryByRole('dialog')).toBeNull()
  answer.resolve({ status: 'success' })
  await expectText(comp.converted.replace('{amount}', '1,000'))
  expect(sent()).toHaveLength(1)
})

test('offers all points', () => {
  openForm()
  press(cash.all)
  expect(screen.getByLabelText<HTMLInputElement>(comp.amount).value).toBe('7,000')
})

test.each([
  ['low_point', comp.refusedLow],
  ['conflict', cash.refusedConflict],
])('shows the refusal %s and keeps the amount', async (status, text) => {
  server.reply('roll-to-balance', { status })
  openForm()
  await convert('2000')
  await expectText(text)
  expect(screen.getByLabelText<HTMLInputElement>(comp.amount).value).toBe('2,000')
})
