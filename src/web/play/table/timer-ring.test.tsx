import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useState } from 'react'
import { baccarat } from '#domain/games/table/baccarat/game.ts'
import { english, press, renderForMember } from '#test/forms.tsx'
import { TimerRing } from './timer-ring.tsx'

afterEach(cleanup)

test('the ring begins where the round is, and a passing second does not move it once more', () => {
  const sound = vi.fn<(name: string) => void>()
  function Round() {
    const [leftMs, setLeft] = useState(12_000)
    const shown = { phase: 'open', seconds: leftMs / 1000, leftMs } as const
    return (
      <>
        <TimerRing game={baccarat} dealt="" shown={shown} openMs={20_000} round="r1" isLost={false} sound={sound} />
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

test('a long time to bet is shown in minutes', () => {
  const shown = { phase: 'open', seconds: 140, leftMs: 139_400 } as const
  renderForMember(
    <TimerRing
      game={baccarat}
      dealt=""
      shown={shown}
      openMs={140_000}
      round="r1"
      isLost={false}
      sound={() => undefined}
    />,
  )
  expect(screen.getByRole('timer', { name: '140 seconds left to bet' }).textContent).toBe('2:20')
})

test('where the stage tells the phase itself, nothing lies over it', () => {
  const shown = { phase: 'dealt', seconds: 0, leftMs: 0 } as const
  const ring = { game: baccarat, shown, openMs: 140_000, round: 'r1', sound: () => undefined }
  renderForMember(<TimerRing {...ring} dealt={null} isLost={false} />)
  expect(screen.queryByText(/./)).toBeNull()
  cleanup()
  renderForMember(<TimerRing {...ring} dealt={null} isLost />)
  expect(screen.getByText(english.table.phase.lost)).toBeTruthy()
})
