import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english, expectText, press, renderForMember, useFakeServer } from '#test/forms.tsx'
import { TimePlayed } from './time-played.tsx'

const { played } = english.limit
const days = { name: played.title }
const server = useFakeServer()

const answer = (minutes: readonly number[]) => ({
  status: 'success',
  days: minutes.map((one, index) => ({ day: `2026-11-${16 + index}`, minutes: one })),
})

test('lists the 7 days with weekday and time, and their total', async () => {
  server.reply('get-time-played', answer([42, 0, 60, 125, 0, 0, 1]))
  renderForMember(<TimePlayed />)
  const list = await screen.findByRole('list', days)
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Mon, 11/1642 min',
    'Tue, 11/170 min',
    'Wed, 11/181 h',
    'Thu, 11/192 h 5 min',
    'Fri, 11/200 min',
    'Sat, 11/210 min',
    'Sun, 11/221 min',
  ])
  await expectText(played.total.replace('{time}', '3 h 48 min'))
})

test('shows a text instead of seven empty bars when nothing was played', async () => {
  server.reply('get-time-played', answer([0, 0, 0, 0, 0, 0, 0]))
  renderForMember(<TimePlayed />)
  await expectText(played.empty)
  expect(screen.queryByRole('list', days)).toBeNull()
})

test('shows a placeholder while loading, and a failure with a button that loads again', async () => {
  const first = Promise.withResolvers<number>()
  server.reply('get-time-played', first.promise, answer([0, 0, 0, 0, 0, 0, 9]))
  renderForMember(<TimePlayed />)
  await expectText(played.title)
  expect(screen.queryByRole('list', days)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  first.resolve(500)
  expect((await screen.findByRole('alert')).textContent).toContain(english.errors.failed)
  press(english.common.retry)
  await expectText(played.total.replace('{time}', '9 min'))
  expect(server.sent('get-time-played')).toEqual([{}, {}])
})
