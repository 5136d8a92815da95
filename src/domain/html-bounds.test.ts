import { expect, test } from 'vitest'
import { htmlBounds, htmlFault } from './html-bounds.ts'

const { cells, characters, depth, marks, tags } = htmlBounds

test('accepts an ordinary notice, and a text at each bound', () => {
  const row = '<tr><td>입금 &amp; 출금</td><td>09:00 &ndash; 18:00</td></tr>'
  expect(htmlFault(`<h2>점검 안내</h2><table>${row.repeat(200)}</table><p>a = b, 1 < 2<br>끝</p>`)).toBe(null)
  expect(htmlFault('가'.repeat(characters))).toBe(null)
  expect(htmlFault('<br>'.repeat(tags))).toBe(null)
  expect(htmlFault('&amp'.repeat(marks))).toBe(null)
  expect(htmlFault(`<table>${'<tr><td>x</td><TH>y</TH></tr>'.repeat(cells / 2)}</table>`)).toBe(null)
  expect(htmlFault('<b>'.repeat(depth))).toBe(null)
})

test.each([
  ['long', '가'.repeat(characters + 1)],
  ['tags', '<br>'.repeat(tags + 1)],
  ['tags', '<'.repeat(tags + 1)],
  ['tags', `<!-- ${'<'.repeat(tags)}`],
  ['tags', `<p title="${'<'.repeat(tags)}">`],
  ['tags', '&lt '.repeat(marks + 1)],
  ['tags', '>'.repeat(marks + 1)],
  ['tags', `<p style="${'a{'.repeat(marks)}">`],
  ['tags', `<p style="${'color:red;'.repeat(marks)}">`],
  ['tags', `<table>${'<tr><td>x</td><TH>y</TH></tr>'.repeat(cells / 2)}<td>`],
  ['deep', '<b>'.repeat(depth + 1)],
  ['deep', '<B></x>'.repeat(depth + 1)],
  ['deep', '<table><tr><td>'.repeat(11)],
  ['deep', '<p><b>'.repeat(depth)],
] as const)('finds what exceeds a bound: %s', (fault, html) => {
  expect(htmlFault(html)).toBe(fault)
})

test('an element is open until it is closed by its own name, with everything in it', () => {
  expect(htmlFault('<i><b></i>'.repeat(depth * 2))).toBe(null)
  expect(htmlFault('<p>문단'.repeat(depth * 2))).toBe(null)
  expect(htmlFault('<ul><li>x</li></ul>'.repeat(400))).toBe(null)
  expect(htmlFault('<img src="/art/a.webp"><input><hr>'.repeat(depth * 2))).toBe(null)
})
