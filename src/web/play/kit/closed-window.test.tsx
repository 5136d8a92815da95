import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { english, expectText, press, renderForMember, useFakeServer } from '#test/forms.tsx'
import { anySlot, openAnySlot } from '#test/any-slot.ts'
import { ClosedWindow } from './closed-window.tsx'

const server = useFakeServer()
const { closed } = english.play
const { code, company } = openAnySlot()

test('a window whose game was opened elsewhere takes it back by opening it anew', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  server.reply('open-game', { status: 'time' }, { status: 'success', gameUrl: '/play/launch/token' })
  renderForMember(<ClosedWindow why="elsewhere" game={{ code: anySlot.code, company: anySlot.company }} />)
  expect(screen.getByText(closed.elsewhereText)).toBeTruthy()
  press(closed.takeBack)
  await expectText(closed.failedText)
  expect(replace).not.toHaveBeenCalled()
  press(closed.takeBack)
  await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/play/launch/token'))
  expect(server.sent('open-game')).toEqual([0, 1].map(() => ({ code, company, timeStemp: expect.any(Number) })))
  replace.mockRestore()
})
