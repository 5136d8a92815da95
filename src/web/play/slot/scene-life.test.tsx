import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogue } from '#domain/games/catalogue.ts'
import { SceneLife } from './scene-life.tsx'
import { themeOf } from './theme.ts'

const machines = catalogue.map(({ game }) => game.code)

test.each(machines)('the scene of %s moves while its reels rest', (code) => {
  const { life } = themeOf(code)
  const { container, unmount } = render(<SceneLife life={life} />)
  const moving = [...container.querySelectorAll('i')]
  const delays = life.grains.map((_, kind) => kind).flatMap((kind) => delaysOf(kind))
  unmount()
  expect(moving.length).toBeGreaterThan(3)
  // Cheap: few layers, none of them large.
  expect(moving.length).toBeLessThanOrEqual(32)
  expect(delays.length).toBeGreaterThan(0)
  for (const lights of life.lights) expect(lights.tall.length).toBe(lights.wide.length)

  function delaysOf(kind: number): string[] {
    const before = life.grains.slice(0, kind).reduce((sum, { count }) => sum + count, 0)
    const own = moving.slice(before, before + (life.grains[kind]?.count ?? 0))
    const each = own.map((grain) => grain.style.getPropertyValue('--delay'))
    expect(new Set(each).size).toBe(each.length)
    return each
  }
})

test('the animations of a scene move together and seldom, and not while the window is hidden', () => {
  vi.useFakeTimers()
  const one = { pause: vi.fn<() => void>(), currentTime: 0 }
  const whole = Object.assign(HTMLElement.prototype, { getAnimations: () => [one] })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const { unmount } = render(<SceneLife life={themeOf(machines[0] ?? '').life} />)
  expect(one.pause).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1000)
  expect(one.currentTime).toBe(1000)
  hidden.mockReturnValue(true)
  vi.advanceTimersByTime(1000)
  expect(one.currentTime).toBe(1000)
  unmount()
  hidden.mockReturnValue(false)
  vi.advanceTimersByTime(1000)
  expect(one.currentTime).toBe(1000)
  Reflect.deleteProperty(whole, 'getAnimations')
  hidden.mockRestore()
  vi.useRealTimers()
})

test('no light of a scene comes and goes more than twice a second', () => {
  for (const code of machines)
    for (const { form, ms } of themeOf(code).life.lights) expect(form === 'bolt' ? ms : 2 * ms).toBeGreaterThan(500)
})
