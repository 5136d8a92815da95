import { expect, test } from 'vitest'
import { transferIds } from './transfer-ids.ts'

test('an unanswered transfer out gets a new id after money was transferred in', () => {
  const ids = transferIds('a')
  const lost = ids.out('5000')
  expect(transferIds('a').out('5000')).toBe(lost)
  // The provider's wallet is then empty, and the same amount is transferred in again.
  ids.in('5000')
  ids.answered('in', 'success')
  expect(transferIds('a').out('5000')).not.toBe(lost)
})

test('an unanswered transfer out gets a new id when the amount shown there has changed', () => {
  const lost = transferIds('b').out('5000')
  expect(transferIds('b').out('7000')).not.toBe(lost)
})

test('an unanswered transfer in keeps its id until a later transfer out was accepted', () => {
  const ids = transferIds('c')
  const lost = ids.in('5000')
  for (const status of ['fail', 'balance', 'conflict']) {
    ids.out('5000')
    ids.answered('out', status)
    expect(ids.in('5000')).toBe(lost)
  }
  // A transfer out without a response changes nothing.
  ids.out('5000')
  expect(transferIds('c').in('5000')).toBe(lost)
  ids.out('5000')
  ids.answered('out', 'success')
  expect(ids.in('5000')).not.toBe(lost)
})

test('another amount or another provider does not affect the id', () => {
  const ids = transferIds('d')
  const lost = ids.in('5000')
  ids.in('9000')
  ids.answered('in', 'success')
  const other = transferIds('e')
  other.out('1')
  other.answered('out', 'success')
  expect(ids.in('5000')).toBe(lost)
})
