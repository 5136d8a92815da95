import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { english, expectText, renderForMember, useFakeServer } from '#test/forms.tsx'
import { currentMessages } from '#web/member/current-messages.ts'
import { guest, session } from '#web/member/session/session.ts'
import { SignInDialog } from '#web/member/session/sign-in-dialog.tsx'
import { seatCodes } from '#web/shared/seat-codes.ts'
import { LaunchDialog, mayEnter, openGame } from './open-game.tsx'

const server = useFakeServer()
const shown = { image: '/art/chest.webp', name: 'Chest' }

beforeEach(() => {
  document.documentElement.dataset['ready'] = ''
  currentMessages.set(english as never)
  renderForMember(
    <>
      <LaunchDialog />
      <SignInDialog />
    </>,
  )
})
afterEach(() => {
  cleanup()
  delete document.documentElement.dataset['ready']
})

test('a closed game shows msg2002 with its picture and one line, and calls nothing', async () => {
  await act(() => openGame('casino', { code: 'chest', company: 'own', used: 'n', shown }))
  const sheet = await screen.findByRole('dialog', { name: english.messages.msg2002 })
  expect(sheet.querySelector('img')?.getAttribute('src')).toBe('/art/chest.webp')
  expect(sheet.textContent).toContain(`Chest${english.launch.soon}`)
  act(() => screen.getByRole('button', { name: english.common.confirm }).click())
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(() => openGame('slot', { code: 'chest', company: 'own', used: 'n', closed: true, shown }))
  await expectText(english.launch.closed)
  act(() => screen.getByRole('button', { name: english.common.confirm }).click())
  expect(server.sent('open-game')).toEqual([])
})

test.each(['chest', ...seatCodes])('a guest may sign in, register or watch a round of the game (%s)', async (code) => {
  act(() => session.set(guest))
  let entered: boolean | null = null
  void mayEnter({ code, used: 'y', shown }).then((may) => (entered = may))
  await expectText(english.messages.msg2001)
  const watch = screen.getByRole('link', { name: english.launch.watch })
  expect(watch.getAttribute('href')).toBe(`/play/${code}?watch=last&l=en`)
  screen.getByLabelText(english.signIn.id)
  await screen.findByRole('link', { name: english.frame.register })
  await act(async () => screen.getByRole('button', { name: english.common.close }).click())
  expect(entered).toBe(false)
})

test('no round is offered of a game that cannot be played, and of a provider', async () => {
  act(() => session.set(guest))
  const games = [{ code: 'chest', used: 'n' as const, shown }, { used: 'y' as const, shown }, { used: 'y' as const }]
  for (const game of games) {
    void mayEnter(game)
    await expectText(english.messages.msg2001)
    expect(screen.queryByRole('link', { name: english.launch.watch })).toBeNull()
    await act(async () => screen.getByRole('button', { name: english.common.close }).click())
  }
})
