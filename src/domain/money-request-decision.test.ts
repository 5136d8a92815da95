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
  proposedBy: fc.option(fc.constantFrom(2n, 3n)),
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
        const owner = one.claimedBy === one.proposedBy ? null : one.claimedBy
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
        fc.pre(isOpen(one.state) && one.proposedBy !== null)
        expect(decideClaim(one, one.proposedBy ?? 0n, takesOver)).toBe('self')
        expect(decideVerdict(one, one.proposedBy ?? 0n)).toBe('self')
      }),
    )
  })

  test('a deposit takes two operators above the requested amount, and where the member’s day reaches the brand’s amount', () => {
    const deposit = {
      type: 'deposit',
      amount: 100n,
      credited: 100n,
      day: 0n,
      from: 1_000n,
      creditedByCaller: true,
    } as const
    expect(needsSecond(deposit)).toBe(false)
    expect(needsSecond({ ...deposit, credited: 99n })).toBe(false)
    expect(needsSecond({ ...deposit, credited: 101n })).toBe(true)
    expect(needsSecond({ ...deposit, day: 899n })).toBe(false)
    expect(needsSecond({ ...deposit, day: 900n })).toBe(true)
    expect(needsSecond({ ...deposit, day: 900n, from: null })).toBe(false)
    expect(needsSecond({ ...deposit, credited: 101n, from: null })).toBe(true)
  })

  test('a withdrawal takes two operators by its day, and always for an operator who credited the member', () => {
    const own = {
      type: 'withdraw',
      amount: 100n,
      credited: 100n,
      day: 0n,
      from: 1_000n,
      creditedByCaller: false,
    } as const
    expect(needsSecond(own)).toBe(false)
    expect(needsSecond({ ...own, day: 899n })).toBe(false)
    expect(needsSecond({ ...own, day: 900n })).toBe(true)
    expect(needsSecond({ ...own, day: 900n, from: null })).toBe(false)
    expect(needsSecond({ ...own, creditedByCaller: true })).toBe(true)
    expect(needsSecond({ ...own, creditedByCaller: true, from: null })).toBe(true)
  })

  test('a release returns an own claim to the waiting state of its type', () => {
    const own = { type: 'deposit', proposedBy: null } as const
    expect(decideRelease({ ...own, state: 'claimed', claimedBy: 1n }, 1n, false)).toBe('release')
    expect(decideRelease({ ...own, state: 'claimed', claimedBy: 2n }, 1n, false)).toBe('taken')
    expect(decideRelease({ ...own, state: 'claimed', claimedBy: 2n }, 1n, true)).toBe('release')
    expect(decideRelease({ ...own, type: 'withdraw', state: 'held', claimedBy: null }, 1n, true)).toBe('keep')
    expect(unclaimedState(own)).toBe('filed')
    expect(unclaimedState({ ...own, type: 'withdraw' })).toBe('held')
    expect(unclaimedState({ type: 'withdraw', proposedBy: 1n })).toBe('awaiting_second')
  })
})
