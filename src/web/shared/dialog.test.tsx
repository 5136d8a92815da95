import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderForMember } from '#test/forms.tsx'
import { Dialog } from './dialog.tsx'

const space = { key: ' ', code: 'Space' }
const enter = { key: 'Enter', code: 'Enter' }
let now = 0
beforeEach(() => {
  now = 5000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function opened(mustAnswer: boolean): HTMLElement {
  const close = () => undefined
  renderForMember(
    <Dialog title="Title" onClose={close} mustAnswer={mustAnswer}>
      <button type="button">Go on</button>
    </Dialog>,
  )
  return screen.getByText('Go on')
}

/** Whether the browser goes on to press the button. */
const isTaken = (button: HTMLElement, kind: 'keyDown' | 'keyUp', key: object) => fireEvent[kind](button, key)

describe('a dialog that must be answered, over a game that is played with the space bar', () => {
  test('opens with the focus on itself, so that no key presses a button', () => {
    const button = opened(true)
    expect(document.activeElement).toBe(button.closest('dialog'))
  })

  test.each([
    ['space', space],
    ['enter', enter],
  ])('takes no %s within its first second, and none that is held', (_name, key) => {
    const button = opened(true)
    now += 999
    expect(isTaken(button, 'keyDown', key)).toBe(false)
    now += 1
    expect(isTaken(button, 'keyDown', { ...key, repeat: true })).toBe(false)
    expect(isTaken(button, 'keyDown', key)).toBe(true)
    expect(isTaken(button, 'keyDown', { key: 'Tab' })).toBe(true)
  })

  test('takes no space that went down before it opened, but one that went down in it', () => {
    const button = opened(true)
    now += 2000
    expect(isTaken(button, 'keyUp', space)).toBe(false)
    isTaken(button, 'keyDown', space)
    expect(isTaken(button, 'keyUp', space)).toBe(true)
    isTaken(button, 'keyDown', { ...space, repeat: true })
    expect(isTaken(button, 'keyUp', space)).toBe(false)
  })

  test('opens again when the browser closes it at a second Escape', () => {
    const dialog = opened(true).closest('dialog')
    dialog?.close()
    fireEvent(dialog ?? document, new Event('close'))
    expect([dialog?.open, document.activeElement]).toEqual([true, dialog])
  })
})

test('a dialog that somebody opened takes every key at once', () => {
  const button = opened(false)
  expect(isTaken(button, 'keyDown', space)).toBe(true)
  expect(isTaken(button, 'keyUp', space)).toBe(true)
})
