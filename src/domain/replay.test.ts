import { describe, expect, test } from 'vitest'
import { decideShare, mostShared, multipleOf } from './replay.ts'

const round = { isOpen: false, isVoid: false, hasJackpot: false, isCurrent: true }
const request = { round, listed: false, hasAgreed: true, isHouse: false, isShared: false, shared: 0 }

describe('sharing a round', () => {
  test('is off until the member has agreed, and bounded', () => {
    expect(decideShare(request)).toBe('share')
    expect(decideShare({ ...request, hasAgreed: false })).toBe('consent')
    expect(decideShare({ ...request, shared: mostShared - 1 })).toBe('share')
    expect(decideShare({ ...request, shared: mostShared })).toBe('many')
    expect(decideShare({ ...request, shared: mostShared, isShared: true })).toBe('change')
  })

  test('is refused for what the reels still hide, and for what cannot be shown', () => {
    expect(decideShare({ ...request, round: { ...round, isOpen: true } })).toBe('open-round')
    expect(decideShare({ ...request, round: { ...round, isCurrent: false } })).toBe('unfit')
    expect(decideShare({ ...request, round: { ...round, isVoid: true } })).toBe('unfit')
    expect(decideShare({ ...request, round: { ...round, hasJackpot: true } })).toBe('unfit')
  })

  test('puts no round of the house into lists; its address works', () => {
    expect(decideShare({ ...request, isHouse: true, listed: true })).toBe('house')
    expect(decideShare({ ...request, isHouse: true })).toBe('share')
  })
})

test.each([
  [0n, 10n, '0'],
  [10n, 10n, '1'],
  [125n, 10n, '12.5'],
  [1n, 3n, '0.33'],
  [2n, 3n, '0.66'],
  [100n, 10n, '10'],
  [20_005n, 100n, '200.05'],
])('%s of %s is the multiple %s', (pay, stake, multiple) => {
  expect(multipleOf(pay, stake)).toBe(multiple)
})
