import { amountFromWire, amountToWire, largestAmount, scaleByPpmFloor } from './money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const anyAmount = fc.bigInt({ min: 0n, max: largestAmount })

describe('an amount', () => {
  test('is read to its last digit at any size', () => {
    fc.assert(fc.property(anyAmount, (amount) => amountFromWire(amountToWire(amount)) === amount))
    expect(amountFromWire('9007199254740990.9999')).toBe(90_071_992_547_409_909_999n)
    expect(amountFromWire('0.0003')).toBe(3n)
    expect(amountFromWire('1284500.25')).toBe(12_845_002_500n)
  })

  test('is rejected when too large or malformed, and never read as 0', () => {
    for (const value of [
      '9007199254740991.0001',
      '1.00001',
      '01',
      '-1',
      '1e3',
      '1,000',
      ' 1',
      '',
      '.5',
      '5.',
      1.5,
      -1,
      NaN,
    ]) {
      expect([value, amountFromWire(value)]).toEqual([value, null])
    }
    expect(amountFromWire(Number.MAX_SAFE_INTEGER)).toBe(largestAmount)
  })

  test('is rounded down when it is scaled', () => {
    fc.assert(
      fc.property(anyAmount, fc.nat({ max: 1_000_000 }), (amount, ppm) => {
        const part = scaleByPpmFloor(amount, ppm)
        expect(part * 1_000_000n <= amount * BigInt(ppm)).toBe(true)
        expect((part + 1n) * 1_000_000n > amount * BigInt(ppm)).toBe(true)
      }),
    )
  })
})
