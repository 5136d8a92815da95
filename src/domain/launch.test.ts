import { expect, test } from 'vitest'
import { decideLaunch, launchLivesMs, redeem, reopenAfterMs } from './launch.ts'

const slot = { kind: 'slot', used: true, playable: true } as const
const free = { stakeLeft: null, leastStake: 200n }

test('a game opens for whom it may', () => {
  expect(decideLaunch({ ...free, game: slot, playType: 'all', msSinceLast: null })).toBe('open')
  expect(decideLaunch({ ...free, game: slot, playType: 'slot', msSinceLast: reopenAfterMs })).toBe('open')
  expect(decideLaunch({ ...free, game: null, playType: 'all', msSinceLast: 0 })).toBe('fail')
  expect(decideLaunch({ ...free, game: { ...slot, used: false }, playType: 'all', msSinceLast: 0 })).toBe('used')
  expect(decideLaunch({ ...free, game: slot, playType: 'casino', msSinceLast: null })).toBe('used')
  expect(decideLaunch({ ...free, game: { ...slot, playable: false }, playType: 'all', msSinceLast: null })).toBe('fail')
  expect(decideLaunch({ ...free, game: slot, playType: 'all', msSinceLast: reopenAfterMs - 1 })).toBe('time')
})

test('a game in which nothing could be staked does not open', () => {
  const ask = { game: slot, playType: 'all', msSinceLast: null, leastStake: 200n } as const
  expect(decideLaunch({ ...ask, stakeLeft: 200n })).toBe('open')
  expect(decideLaunch({ ...ask, stakeLeft: 199n })).toBe('limit')
  expect(decideLaunch({ ...ask, stakeLeft: 199n, msSinceLast: 0 })).toBe('limit')
  expect(decideLaunch({ ...ask, stakeLeft: 0n, leastStake: 0n })).toBe('open')
})

test('an address is good once and for a minute', () => {
  expect(redeem({ opened: false, ageMs: launchLivesMs - 1 })).toBe('open')
  expect(redeem({ opened: false, ageMs: launchLivesMs })).toBe('late')
  expect(redeem({ opened: true, ageMs: 0 })).toBe('used')
  expect(redeem(null)).toBe('unknown')
})
