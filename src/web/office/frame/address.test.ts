import { expect, test } from 'vitest'
import { hashAddress } from './address.ts'

test.each([
  ['/hands', '/#/hands'],
  ['/members/b2c3?tab=1', '/?tab=1#/members/b2c3'],
  ['/hands#/queue', '/#/queue'],
  ['/#/hands', null],
  ['/', null],
])('the address %s opens its page: %s', (address, wanted) => {
  expect(hashAddress(new URL(address, 'http://office'))).toBe(wanted)
})
