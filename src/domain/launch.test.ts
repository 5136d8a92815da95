import { expect, test } from 'vitest'
import { decideLaunch, launchLivesMs, redeem, reopenAfterMs } from './launch.ts'

const slot = { kind: 'slot', used: true, playable: true, closed: false } as const
const free = { stakeLeft: null, leastStake: 200n }

test('a game opens under the conditions of member and game', () => {
  expect(decideLaunch({ ...free, game: slot, playType: 'all', msSinceLast: null })).toBe('open')
  expect(decideLaunch({ ...free, game: slot, playType: 'slot', msSinceLast: reopenAfterMs })).toBe('open')
  expect(decideLaunch({ ...free, game: null, playType: 'all', msSinceLast: 0 })).toBe('fail')
  expect(decideLaunch({ ...free, game: { ...slot, used: false }, playType: 'all', msSinceLast: 0 })).toBe('used')
  expect(decideLaunch({ ...free, game: { ...slot, closed: true }, playType: 'all', msSinceLast: 0 })).toBe('closed')
  expect(decideLaunch({ ...free, game: slot, playType: 'casino', msSinceLast: null })).toBe('used')
  expect(decideLaunch({ ...free, game: { ...slot, playable: false }, playType: 'all', msSinceLast: null })).toBe('fail')
  expect(decideLaunch({ ...free, game: slot, playType: 'all', msSinceLast: reopenAfterMs - 1 })).toBe('time')
})

test('a game does not open when no stake is possible in it', () => {
  const request = { game: slot, playType: 'all', msSinceLast: null, leastStake: 200n } as const
  expect(decideLaunch({ ...request, stakeLeft: 200n })).toBe('open')
  expect(decideLaunch({ ...request, stakeLeft: 199n })).toBe('limit')
  expect(decideLaunch({ ...request, stakeLeft: 199n, msSinceLast: 0 })).toBe('limit')
  expect(decideLaunch({ ...request, stakeLeft: 0n, leastStake: 0n })).toBe('open')
})

test('a launch address works once and for one minute', () => {
  expect(redeem({ opened: false, ageMs: launchLivesMs - 1 })).toBe('open')
  expect(redeem({ opened: false, ageMs: launchLivesMs })).toBe('late')
  expect(redeem({ opened: true, ageMs: 0 })).toBe('used')
  expect(redeem(null)).toBe('unknown')
})
