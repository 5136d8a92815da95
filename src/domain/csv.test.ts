import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('quotes special characters and ends a line with CRLF', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', ''])).toBe('a,"b,c","say ""hi""","two\nlines",\r\n')
})

test.each(['=1+1', '+82 10', '-1+cmd', '@SUM(A1)', '\tx', '\rx', ' =1', '\u200b=1', '＝1', '\u3000－1', '\n+1'])(
  'protects %j from evaluation as a formula',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test.each(['-100', '-0.5', '1284500.25', '0'])('leaves the number %s unchanged', (figure) => {
  expect(csvLine([figure])).toBe(`${figure}\r\n`)
})
