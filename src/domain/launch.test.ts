import { expect, test } from 'vitest'
import { decideLaunch, launchLivesMs, redeem, reopenAfterMs } from './launch.ts'

const slot = { kind: 'slot', used: true, playable: true } as const

test('a game opens for whom it may', () => {
  expect(decideLaunch({ game: slot, playType: 'all', msSinceLast: null })).toBe('open')
  expect(decideLaunch({ game: slot, playType: 'slot', msSinceLast: reopenAfterMs })).toBe('open')
  expect(decideLaunch({ game: null, playType: 'all', msSinceLast: 0 })).toBe('fail')
  expect(decideLaunch({ game: { ...slot, used: false }, playType: 'all', msSinceLast: 0 })).toBe('used')
  expect(decideLaunch({ game: slot, playType: 'casino', msSinceLast: null })).toBe('used')
  expect(decideLaunch({ game: { ...slot, playable: false }, playType: 'all', msSinceLast: null })).toBe('fail')
  expect(decideLaunch({ game: slot, playType: 'all', msSinceLast: reopenAfterMs - 1 })).toBe('time')
})

test('an address is good once and for a minute', () => {
  expect(redeem({ opened: false, ageMs: launchLivesMs - 1 })).toBe('open')
  expect(redeem({ opened: false, ageMs: launchLivesMs })).toBe('late')
  expect(redeem({ opened: true, ageMs: 0 })).toBe('used')
  expect(redeem(null)).toBe('unknown')
})
