import { expect, test } from 'vitest'
import { transferIds } from './transfer-ids.ts'

test('an unanswered way back does not answer for money that went in after it', () => {
  const ids = transferIds('a')
  const lost = ids.out('5000')
  expect(transferIds('a').out('5000')).toBe(lost)
  // Nothing is there after it, and as much goes in again.
  ids.in('5000')
  ids.answered('in', 'success')
  expect(transferIds('a').out('5000')).not.toBe(lost)
})

test('nor for money that came there by another window: what is seen there is another amount', () => {
  const lost = transferIds('b').out('5000')
  expect(transferIds('b').out('7000')).not.toBe(lost)
})

test('an unanswered way in is kept until a way back was taken up after it', () => {
  const ids = transferIds('c')
  const lost = ids.in('5000')
  for (const word of ['fail', 'balance', 'conflict']) {
    ids.out('5000')
    ids.answered('out', word)
    expect(ids.in('5000')).toBe(lost)
  }
  // A way back without an answer says nothing of it either.
  ids.out('5000')
  expect(transferIds('c').in('5000')).toBe(lost)
  ids.out('5000')
  ids.answered('out', 'success')
  expect(ids.in('5000')).not.toBe(lost)
})

test('another amount that went in and another provider say nothing of it', () => {
  const ids = transferIds('d')
  const lost = ids.in('5000')
  ids.in('9000')
  ids.answered('in', 'success')
  const other = transferIds('e')
  other.out('1')
  other.answered('out', 'success')
  expect(ids.in('5000')).toBe(lost)
})
