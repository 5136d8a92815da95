import { expect, test } from 'vitest'
import {
  createIdNames,
  normaliseCookie,
  normaliseText,
  normaliseValue,
  summariseHtml,
  type Masks,
} from './normalise.ts'

const first = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4a'
const second = '0198f4b2-7c1e-7d52-9f0a-3b7f5d1c2e4b'

function masks(more: Partial<Masks> = {}): Masks {
  return { texts: new Map(), nameId: createIdNames(), now: new Date('2026-11-22'), random: new Set(), ...more }
}

test('names an id by the place where it appears first, and keeps identity', () => {
  const shown = normaliseValue({ b: { id: second }, a: [first, first.toUpperCase()], c: first }, masks(), 'x')
  expect(shown).toEqual({ a: ['‹x.a[0]›', '‹x.a[0]›'], b: { id: '‹x.b.id›' }, c: '‹x.a[0]›' })
})

test('gives two ids of one place two names', () => {
  expect(normaliseText(`${first} ${second}`, masks(), 'x')).toBe('‹x› ‹x (2)›')
})

test('masks moments, days near now, seeds and hashes of files, and keeps fixed days and other digits', () => {
  const text =
    '2026-11-22T10:44:08.123Z 2026-11-20 1990-01-01 110-123-456789 /assets/main-B1b2c3D4.js /art/tile-baccarat.dd0e407c08.webp'
  expect(normaliseText(text, masks(), 'x')).toBe(
    '‹time› ‹day› 1990-01-01 110-123-456789 /assets/main-‹hash›.js /art/tile-baccarat.‹hash›.webp',
  )
  expect(normaliseText('a'.repeat(64), masks(), 'x')).toBe('‹hash›')
  expect(normaliseValue({ mathHash: 'a'.repeat(64) }, masks(), 'x')).toEqual({ mathHash: 'a'.repeat(64) })
})

test('masks money by chance only for members who played', () => {
  const value = {
    members: [
      { userId: 'player', balance: '5', nick: 'n' },
      { userId: 'other', balance: '5' },
    ],
  }
  expect(normaliseValue(value, masks({ random: new Set(['player']) }), 'x')).toEqual({
    members: [
      { userId: 'player', balance: '‹chance›', nick: 'n' },
      { userId: 'other', balance: '5' },
    ],
  })
})

test('keeps a cookie’s name and attributes, and whether it is cleared', () => {
  expect(normaliseCookie('session=abcdef; Path=/; HttpOnly')).toBe('session=‹token›; Path=/; HttpOnly')
  expect(normaliseCookie('session=; Max-Age=0')).toBe('session=; Max-Age=0')
})

test('summarises a document by its head and its text', () => {
  const html =
    '<!doctype html><html lang="ko"><head><title>A</title><link rel="modulepreload" href="/x.js"></head><body><p>Hi <b>there</b></p><script>no()</script></body></html>'
  expect(summariseHtml(html)).toEqual({ head: ['<html lang="ko">', '<title>A'], text: 'Hi there' })
})
