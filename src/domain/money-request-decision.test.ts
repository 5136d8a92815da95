import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideClaim,
  decideRelease,
  decideVerdict,
  isOpen,
  isOpenStatus,
  needsSecond,
  unclaimedState,
} from './money-request-decision.ts'
import { requestStates, requestStatus } from './money-request.ts'

const request = fc.record({
  type: fc.constantFrom('deposit' as const, 'withdraw' as const),
  state: fc.constantFrom(...requestStates),
  claimedBy: fc.option(fc.constantFrom(1n, 2n)),
  approvedBy: fc.option(fc.constantFrom(2n, 3n)),
})

describe('the decisions of operators on a request', () => {
  test('a status on the wire is open exactly when the states behind it are', () => {
    for (const state of requestStates)
      expect([state, isOpenStatus(requestStatus[state])]).toEqual([state, isOpen(state)])
    expect(requestStates.filter(isOpen)).toEqual(['filed', 'claimed', 'held', 'awaiting_second'])
  })

  test('no operator can claim, release or decide a decided request', () => {
    fc.assert(
      fc.property(request, fc.boolean(), (one, takesOver) => {
        fc.pre(!isOpen(one.state))
        expect(decideClaim(one, 1n, takesOver)).toBe('late')
        expect(decideRelease(one, 1n, takesOver)).toBe('late')
        expect(decideVerdict(one, 1n)).toBe('late')
      }),
    )
  })

  test('at most one operator may decide an open request: the one who claimed it', () => {
    fc.assert(
      fc.property(request, (one) => {
        fc.pre(isOpen(one.state))
        const able = [1n, 2n, 3n].filter((operator) => decideVerdict(one, operator) === 'go')
        const owner = one.claimedBy === one.approvedBy ? null : one.claimedBy
        expect(able).toEqual(owner === null ? [] : [owner])
      }),
    )
  })

  test('a claim is refused only while another operator has claimed the request; a take-over is not', () => {
    fc.assert(
      fc.property(request, (one) => {
        fc.pre(isOpen(one.state))
        const expected = one.claimedBy === null ? 'claim' : one.claimedBy === 1n ? 'keep' : 'taken'
        expect(decideClaim(one, 1n, false)).toBe(expected)
        expect(decideClaim(one, 1n, true)).toBe(expected === 'taken' ? 'claim' : expected)
      }),
    )
  })

  test('the first approver can neither claim nor decide the request, not even by take-over', () => {
    fc.assert(
      fc.property(request, fc.boolean(), (one, takesOver) => {
        fc.pre(isOpen(one.state) && one.approvedBy !== null)
        expect(decideClaim(one, one.approvedBy ?? 0n, takesOver)).toBe('self')
        expect(decideVerdict(one, one.approvedBy ?? 0n)).toBe('self')
      }),
    )
  })

  test('only a large withdrawal needs a second operator, once', () => {
    const large = { type: 'withdraw', state: 'claimed', approvedBy: null, amount: 100n } as const
    expect(needsSecond(large, 100n)).toBe(true)
    expect(needsSecond(large, 101n)).toBe(false)
    expect(needsSecond(large, null)).toBe(false)
    expect(needsSecond({ ...large, approvedBy: 1n }, 100n)).toBe(false)
    expect(needsSecond({ ...large, type: 'deposit' }, 100n)).toBe(false)
    expect(needsSecond({ ...large, state: 'rejected' }, 100n)).toBe(false)
  })

  test('a release returns an own claim to the waiting state of its type', () => {
    const own = { type: 'deposit', approvedBy: null } as const
    expect(decideRelease({ ...own, state: 'claimed', claimedBy: 1n }, 1n, false)).toBe('release')
    expect(decideRelease({ ...own, state: 'claimed', claimedBy: 2n }, 1n, false)).toBe('taken')
    expect(decideRelease({ ...own, state: 'claimed', claimedBy: 2n }, 1n, true)).toBe('release')
    expect(decideRelease({ ...own, type: 'withdraw', state: 'held', claimedBy: null }, 1n, true)).toBe('keep')
    expect(unclaimedState(own)).toBe('filed')
    expect(unclaimedState({ ...own, type: 'withdraw' })).toBe('held')
    expect(unclaimedState({ type: 'withdraw', approvedBy: 1n })).toBe('awaiting_second')
  })
})
