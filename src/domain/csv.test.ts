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

test('protects what a spreadsheet that separates cells by semicolons, tabs or lines would take for a formula', () => {
  expect(csvLine([';=1+1'])).toBe(";'=1+1\r\n")
  expect(csvLine(['은행 수수료; =HYPERLINK(A1)'])).toBe("은행 수수료;' =HYPERLINK(A1)\r\n")
  expect(csvLine(['a;＝1;@x\t-1;b=c'])).toBe("a;'＝1;'@x\t'-1;b=c\r\n")
  expect(csvLine(['a\n+1'])).toBe('"a\n\'+1"\r\n')
  expect(csvLine([';"=1"'])).toBe('";\'""=1"""\r\n')
  expect(csvLine(['a; b; 5-3'])).toBe('a; b; 5-3\r\n')
})

test.each(['-100', '-0.5', '1284500.25', '0'])('leaves the number %s unchanged', (figure) => {
  expect(csvLine([figure])).toBe(`${figure}\r\n`)
})
