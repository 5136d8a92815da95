import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacSha256 as serverHmac } from '#server/auth/keyed-hash.ts'
import { fromHex, hmacSha256, sha256, sha256Hex, toHex } from './sha256.ts'

test('SHA-256 of any bytes is that of the platform', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'))
    }),
    { numRuns: 300 },
  )
  // The vector of FIPS 180-2 for one million times "a".
  expect(toHex(sha256(new Uint8Array(1_000_000).fill(97)))).toBe(
    'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0',
  )
})

test('HMAC-SHA256 of any text is that of the platform and of the server', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string({ unit: 'grapheme' }), (key, text) => {
      const expected = createHmac('sha256', key).update(text).digest('hex')
      expect(toHex(hmacSha256(key, text))).toBe(expected)
      expect(toHex(serverHmac(key, text))).toBe(expected)
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }),
    { numRuns: 300 },
  )
})

test('hex digits and bytes convert into each other, and other texts are refused', () => {
  expect(toHex(fromHex('00ff7a'))).toBe('00ff7a')
  for (const wrong of ['0', 'xx', '0x00', ' 00']) expect(() => fromHex(wrong)).toThrow(RangeError)
  expect(() => hmacSha256(new Uint8Array(65), '')).toThrow(RangeError)
})
