import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../sha256.ts'
import { chainLinks, isLinkOf, isNextLink, mostLinks } from './chain.ts'

const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const last = Uint8Array.from({ length: 32 }, (_, index) => index)
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')

describe('the chain of a table', () => {
  const links = chainLinks({ last, length: 5 }, { from: 0, to: 5 }, sha256)

  test('each link is the hash of the next one, and the last one is the seed of the chain', () => {
    expect(links).toHaveLength(6)
    expect(hex(links[5])).toBe(hex(last))
    links.slice(1).forEach((link, index) => expect(hex(hash(link))).toBe(hex(links[index])))
    expect(hex(links[0])).toBe('d06ab04a60c2b9012245fdd6cf457b53552569491a7dad7cae305650b6483328')
  })

  test('a part of it has the same links', () => {
    expect(chainLinks({ last, length: 5 }, { from: 2, to: 4 }, hash).map(hex)).toEqual(links.slice(2, 5).map(hex))
  })

  test('the next link follows the one that was revealed, and no other does', () => {
    const [end = last, first = last, second = last] = links
    expect(isNextLink(end, first, sha256)).toBe(true)
    expect(isNextLink(end, second, sha256)).toBe(false)
    expect(isNextLink(first, end, sha256)).toBe(false)
    for (let bit = 0; bit < 256; bit++) {
      const altered = Uint8Array.from(first)
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(isNextLink(end, altered, hash)).toBe(false)
    }
    expect(isNextLink(end, Uint8Array.from([...first, 0]), sha256)).toBe(false)
    expect(isNextLink(new Uint8Array(), first, sha256)).toBe(false)
  })

  test('a link is verified from the end by its number', () => {
    const [end = last] = links
    links.forEach((link, index) => {
      expect(isLinkOf(end, index, link, sha256)).toBe(true)
      for (const wrong of [index - 1, index + 1]) expect(isLinkOf(end, wrong, link, sha256)).toBe(false)
    })
    for (const wrong of [-1, 1.5, Number.NaN, mostLinks + 1]) expect(isLinkOf(end, wrong, last, sha256)).toBe(false)
    expect(isLinkOf(end, 5, last.slice(1), sha256)).toBe(false)
  })

  test.each([
    [
      { last, length: 0 },
      { from: 0, to: 0 },
    ],
    [
      { last, length: mostLinks + 1 },
      { from: 0, to: 0 },
    ],
    [
      { last, length: 1.5 },
      { from: 0, to: 0 },
    ],
    [
      { last, length: 5 },
      { from: 3, to: 2 },
    ],
    [
      { last, length: 5 },
      { from: -1, to: 2 },
    ],
    [
      { last, length: 5 },
      { from: 0, to: 6 },
    ],
    [
      { last: last.slice(1), length: 5 },
      { from: 0, to: 5 },
    ],
  ])('a chain or links out of range are refused (%#)', (chain, range) => {
    expect(() => chainLinks(chain, range, sha256)).toThrow(RangeError)
  })

  test('the longest chain has its end computed, and its links differ', () => {
    const chain = chainLinks({ last, length: mostLinks }, { from: 0, to: 1_000 }, hash)
    expect(new Set(chain.map(hex)).size).toBe(1_001)
    expect(isLinkOf(chain[0] ?? last, 1_000, chain[1_000] ?? last, hash)).toBe(true)
  })
})
