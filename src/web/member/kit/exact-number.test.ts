import { expect, test } from 'vitest'
import { exactNumber } from './exact-number.ts'

test.each([
  ['1284500.25', 'ko', '1,284,500.25'],
  ['-0.005', 'en', '-0.005'],
  ['9007199254740993', 'cn', '9,007,199,254,740,993'],
  ['1284500.25', 'vn', '1.284.500,25'],
  ['', 'ko', '0'],
  ['abc', 'ko', '0'],
] as const)('%s in %s is %s', (value, locale, shown) => {
  expect(exactNumber(value, locale)).toBe(shown)
})
