import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideClaim, decideRelease, decideVerdict, isOpen, unclaimedState } from './cash-decision.ts'
import { requestStates } from './cash-request.ts'

const request = fc.record({
  type: fc.constantFrom('deposit' as const, 'withdraw' as const),
  state: fc.constantFrom(...requestStates),
  claimedBy: fc.option(fc.constantFrom(1n, 2n)),
})

describe('who may do what with a request', () => {
  test('what is decided stays decided, whoever asks', () => {
    fc.assert(
      fc.property(request, fc.boolean(), (one, takesOver) => {
        fc.pre(!isOpen(one.state))
        expect(decideClaim(one, 1n, takesOver)).toBe('late')
        expect(decideRelease(one, 1n)).toBe('late')
        expect(decideVerdict(one, 1n)).toBe('late')
      }),
    )
  })

  test('at most one operator may decide an open request: the one who has it', () => {
    fc.assert(
      fc.property(request, (one) => {
        fc.pre(isOpen(one.state))
        const able = [1n, 2n, 3n].filter((operator) => decideVerdict(one, operator) === 'go')
        expect(able).toEqual(one.claimedBy === null ? [] : [one.claimedBy])
      }),
    )
  })

  test('a claim is refused only while another has it, and a take-over never is', () => {
    fc.assert(
      fc.property(request, (one) => {
        fc.pre(isOpen(one.state))
        const expected = one.claimedBy === null ? 'claim' : one.claimedBy === 1n ? 'keep' : 'taken'
        expect(decideClaim(one, 1n, false)).toBe(expected)
        expect(decideClaim(one, 1n, true)).toBe(expected === 'taken' ? 'claim' : expected)
      }),
    )
  })

  test('a release gives back what is one’s own, to the state its type waits in', () => {
    expect(decideRelease({ type: 'deposit', state: 'claimed', claimedBy: 1n }, 1n)).toBe('release')
    expect(decideRelease({ type: 'deposit', state: 'claimed', claimedBy: 2n }, 1n)).toBe('taken')
    expect(decideRelease({ type: 'withdraw', state: 'held', claimedBy: null }, 1n)).toBe('keep')
    expect(unclaimedState('deposit')).toBe('filed')
    expect(unclaimedState('withdraw')).toBe('held')
  })
})
