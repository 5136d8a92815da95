import { expect, it } from 'vitest'
import { createBuckets, throttleRules } from './rate-limits.ts'

const rules = {
  ...throttleRules,
  'check-name': { address: { most: 4, perSecond: 1 }, account: { most: 2, perSecond: 0.5 } },
}

it('lets as many calls through as the bucket holds, and refills with time', () => {
  let nowMs = 0
  const buckets = createBuckets(rules, () => nowMs)
  const take = (): number => buckets.take('check-name', '203.0.113.1', 'anna')
  expect([take(), take(), take()]).toEqual([0, 0, 2])
  nowMs += 2_000
  expect([take(), take()]).toEqual([0, 2])
})

it('never lets a stranger empty an account’s bucket at another address', () => {
  const buckets = createBuckets(rules, () => 0)
  for (let at = 0; at < 50; at += 1) buckets.take('check-name', '203.0.113.1', 'anna')
  expect(buckets.take('check-name', '203.0.113.2', 'anna')).toBe(0)
})

it('takes no token of an address for a call that its account’s bucket refuses', () => {
  const buckets = createBuckets(rules, () => 0)
  for (let at = 0; at < 50; at += 1) buckets.take('check-name', '203.0.113.1', 'anna')
  expect(buckets.take('check-name', '203.0.113.1', 'berta')).toBe(0)
})

it('counts one IPv6 network as one address', () => {
  const buckets = createBuckets(rules, () => 0)
  const waits = ['1', '2', '3', '4', '5'].map((end) => buckets.take('check-name', `2001:db8::${end}`, null))
  expect(waits).toEqual([0, 0, 0, 0, 1])
  expect(buckets.take('check-name', '2001:db8:0:1::1', null)).toBe(0)
})
