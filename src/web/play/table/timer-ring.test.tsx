import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useState } from 'react'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { press, renderForMember } from '#test/forms.tsx'
import { TimerRing } from './timer-ring.tsx'

afterEach(cleanup)

test('the ring begins where the round is, and a passing second does not move it once more', () => {
  const sound = vi.fn<(name: string) => void>()
  function Round() {
    const [leftMs, setLeft] = useState(12_000)
    const shown = { phase: 'open', seconds: leftMs / 1000, leftMs } as const
    return (
      <>
        <TimerRing game={baccarat} dealt="" shown={shown} betSeconds={20} round="r1" isLost={false} sound={sound} />
        <button type="button" onClick={() => setLeft(leftMs - 8000)}>
          later
        </button>
      </>
    )
  }
  renderForMember(<Round />)
  const delay = () => document.querySelector<SVGElement>('circle[style]')?.style.animationDelay
  expect(delay()).toBe('-8000ms')
  expect(sound).not.toHaveBeenCalled()
  press('later')
  expect(delay()).toBe('-8000ms')
  expect(screen.getByRole('timer', { name: '4 seconds left to bet' })).toBeTruthy()
  expect(sound).toHaveBeenCalledExactlyOnceWith('tick')
})
