import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { drawFrom, seededBlocks, seededDraw, type NextBlock } from './draw.ts'

const hmacSha256 = (key: Uint8Array, message: string): Uint8Array => createHmac('sha256', key).update(message).digest()

/** A stream of these 32-bit values that then fails the test. */
function blocksOf(...values: number[]): NextBlock {
  const blocks = values.map((value) => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value))
  return () => {
    const block = blocks.shift()
    if (!block) throw new Error('The draw took more values than it should.')
    return block
  }
}

describe('drawing with rejection', () => {
  test('a value that would favour some results is rejected', () => {
    // 2^32 = 3 * 1431655765 + 1: the last value has no full share and must not count.
    expect(drawFrom(blocksOf(0xffff_ffff, 5))(3)).toBe(2)
    expect(drawFrom(blocksOf(0xffff_fffe))(3)).toBe(2)
    const below = 2 ** 31 + 1
    expect(drawFrom(blocksOf(below, 0xffff_ffff, below - 1))(below)).toBe(below - 1)
  })

  test('all 2^32 values count when they divide evenly', () => {
    expect(drawFrom(blocksOf(0xffff_ffff))(2 ** 32)).toBe(0xffff_ffff)
    expect(drawFrom(blocksOf(0xffff_ffff))(32)).toBe(31)
    expect(drawFrom(blocksOf(0xffff_ffff))(1)).toBe(0)
  })

  test.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1, Number.POSITIVE_INFINITY])('a bound of %s is refused', (below) => {
    expect(() => drawFrom(blocksOf(1))(below)).toThrow(RangeError)
  })

  test('every stop of a strip is equally likely, also where scaling or a plain remainder would be biased', () => {
    for (const below of [31, 40, 3 * 2 ** 30]) {
      const draw = seededDraw(hmacSha256, {
        serverSeed: new Uint8Array(32).fill(1),
        clientSeed: 'chi',
        gameCode: 'jade-rabbit',
        nonce: below,
      })
      // A draw below 3 * 2^30 without rejection puts half of all values into the first third: sixteen bins show it.
      const bins = below > 1000 ? 16 : below
      const draws = 60_000
      const counts = Array.from({ length: bins }, () => 0)
      for (let index = 0; index < draws; index++) {
        const bin = Math.floor((draw(below) / below) * bins)
        counts[bin] = (counts[bin] ?? 0) + 1
      }
      const expected = draws / bins
      const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
      // Five deviations above the mean of the distribution; the seed is fixed, so the result never changes.
      expect(chiSquare).toBeLessThan(bins - 1 + 5 * Math.sqrt(2 * (bins - 1)))
    }
  })
})

describe('the stream of a round', () => {
  const seed = { serverSeed: new Uint8Array(32).fill(9), clientSeed: 'lucky:7', gameCode: 'jade-rabbit', nonce: 12n }

  test('block i is HMAC-SHA256 of clientSeed:gameCode:nonce:i', () => {
    const next = seededBlocks(hmacSha256, seed)
    expect(next()).toEqual(hmacSha256(seed.serverSeed, 'lucky:7:jade-rabbit:12:0'))
    expect(next()).toEqual(hmacSha256(seed.serverSeed, 'lucky:7:jade-rabbit:12:1'))
  })

  test('another seed, nonce or game gives another stream', () => {
    const first = (change: Partial<typeof seed>) =>
      Buffer.from(seededBlocks(hmacSha256, { ...seed, ...change })()).toString('hex')
    const all = [
      first({}),
      first({ serverSeed: new Uint8Array(32).fill(8) }),
      first({ clientSeed: 'lucky:8' }),
      first({ gameCode: 'another-slot' }),
      first({ nonce: 13n }),
    ]
    expect(new Set(all).size).toBe(all.length)
    expect(first({ nonce: 12n })).toBe(all[0])
  })
})
