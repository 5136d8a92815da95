import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes what would break a line, and ends it with CRLF', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', ''])).toBe('a,"b,c","say ""hi""","two\nlines",\r\n')
})

test.each(['=1+1', '+82 10', '-1+cmd', '@SUM(A1)', '\tx', '\rx'])('lets no spreadsheet calculate %j', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/)
})

test.each(['-100', '-0.5', '1284500.25', '0'])('leaves the figure %s a figure', (figure) => {
  expect(csvLine([figure])).toBe(`${figure}\r\n`)
})
