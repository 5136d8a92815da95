import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { wholeUnits } from '#domain/money.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { Splash } from './splash.tsx'

afterEach(cleanup)

const [{ game }] = catalogue
const space = { code: 'Space', key: ' ' }
const enter = { code: 'Enter', key: 'Enter' }

function renderSplash() {
  const onPlay = vi.fn<() => void>()
  renderForMember(
    <Splash
      manifest={{ sizes: {}, attributions: [] }}
      rtp="96.1"
      maxWin={5000}
      volatility={null}
      stake={wholeUnits(1000)}
      name="The game"
      {...{ game, onPlay }}
    />,
  )
  return { onPlay, button: screen.getByRole('button', { name: english.slot.splash.play }) }
}

test.each([space, enter])('$code ends the introduction when nothing has the focus, as after a dialog', (key) => {
  const { onPlay, button } = renderSplash()
  button.blur()
  fireEvent.keyDown(document.body, { ...key, repeat: true })
  fireEvent.keyDown(document.body, { ...key, ctrlKey: true })
  expect(onPlay).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, key)
  expect(onPlay).toHaveBeenCalledOnce()
})

test.each([space, enter])('$code on the button presses the button only, and in a dialog nothing', (key) => {
  const { onPlay, button } = renderSplash()
  expect(fireEvent.keyDown(button, key)).toBe(true)
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  fireEvent.keyDown(dialog, key)
  dialog.remove()
  expect(onPlay).not.toHaveBeenCalled()
})
