import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test('a line has no characters that a terminal acts on, nor any that hide or reorder others', () => {
  const planted = 'wallet 7\n\u{1b}[2J\u{1b}]0;x\u{7}\r\u{9b}1m \u{202e}clean\u{2066} a\u{200b}b\u{2028}c\u{7f}\ud800'
  expect(printable(planted)).toBe(
    'wallet 7\\u{a}\\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{d}\\u{9b}1m \\u{202e}clean\\u{2066} a\\u{200b}b\\u{2028}c\\u{7f}\\u{d800}',
  )
})

test('letters of all languages, signs and spaces stay', () => {
  const line = '✓ 잔액이 맞습니다 – “₩1,000” 日本語 ไทย Hổ Vàng 😀 é'
  expect(printable(line)).toBe(line)
})
