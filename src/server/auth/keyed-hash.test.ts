import fc from 'fast-check'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256 } from './keyed-hash.ts'

test('equals the standard HMAC for any key that fits a block and any text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ unit: 'grapheme', maxLength: 300 }), (key, message) => {
      const expected = createHmac('sha256', key).update(message).digest('hex')
      expect(Buffer.from(hmacSha256(key, message)).toString('hex')).toBe(expected)
    }),
  )
})

test('refuses a key longer than a block', () => {
  expect(() => hmacSha256(new Uint8Array(65), 'text')).toThrow(RangeError)
})
