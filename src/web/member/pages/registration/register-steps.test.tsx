import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { banks } from '#domain/registration.ts'
import { english, eventually, expectText, press, renderForMember, type, useFakeServer } from '#test/forms.tsx'
import { RegisterSteps } from './register-steps.tsx'

const { registration, common } = english
const server = useFakeServer()
const rules = { status: 'success', mode: 'play', minAge: 19, codeRequired: false, banks: [...banks] } as never

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/en/register')
})

function fillAccount(): void {
  renderForMember(<RegisterSteps rules={rules} onDone={() => undefined} />)
  type(registration.id, 'moonrise')
  type(registration.password, 'paper-boat-7')
  type(registration.passwordAgain, 'paper-boat-7')
  type(registration.nick, 'Moon')
}

const step = (shown: keyof typeof registration) =>
  eventually(() => expect(screen.getByRole('heading').textContent).toContain(registration[shown]))

test('goes on only with names that were checked, also when nothing was checked while typing', async () => {
  server.reply('check-user-id', 503, { status: 'taken' }, { status: 'success' })
  server.reply('check-user-nick', { status: 'taken' }, { status: 'success' })
  fillAccount()
  press(common.next)
  await expectText(english.errors.maintenance)
  await step('stepAccount')
  press(common.next)
  await expectText(registration.takenId)
  await expectText(registration.takenNick)
  await step('stepAccount')
  type(registration.id, 'moonset')
  type(registration.nick, 'Moonset')
  press(common.next)
  await step('stepPerson')
  expect(server.sent('user-register')).toEqual([])
})

test('the browser’s Back walks the steps and keeps the input', async () => {
  server.reply('check-user-id', { status: 'success' })
  server.reply('check-user-nick', { status: 'success' })
  fillAccount()
  press(common.next)
  await step('stepPerson')
  expect(location.search).toBe('?step=2')
  await act(async () => history.back())
  await step('stepAccount')
  expect(screen.getByLabelText<HTMLInputElement>(registration.id).value).toBe('moonrise')
  await act(async () => history.forward())
  await step('stepPerson')
})

test('an address of a later step shows the first one that is incomplete', async () => {
  history.replaceState(null, '', '/en/register?step=3')
  renderForMember(<RegisterSteps rules={rules} onDone={() => undefined} />)
  await step('stepAccount')
  expect(screen.queryByLabelText(registration.pin)).toBeNull()
})
