import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { SpinButton } from './spin-button.tsx'
import type { Play } from './play.ts'
import type { PlayState } from './play-state.ts'

afterEach(cleanup)

const { bar, notice } = english.slot

function renderButton(change: Partial<PlayState>) {
  const press = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const state = { phase: 'ready', pressable: false, readyAt: 0, waitFrom: 0, replay: null, closed: false, ...change }
  renderForMember(<SpinButton state={state as PlayState} play={{ press } as unknown as Play} ready ref={null} />)
  return screen.getByRole('button')
}

test('the button of an open game spins', () => {
  const button = renderButton({})
  expect(button.getAttribute('aria-label')).toBe(bar.spin)
  expect(button.getAttribute('aria-disabled')).toBeNull()
})

test('the button of a closed game is disabled and gives the reason', () => {
  const button = renderButton({ closed: true })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-label')).toContain(notice.closed)
  expect(button.getAttribute('title')).toBe(notice.closed)
})

test('a round of a game that was closed meanwhile can still be pressed on', () => {
  const button = renderButton({ closed: true, phase: 'showing', pressable: true })
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(button.getAttribute('aria-label')).toBe(bar.skip)
})
