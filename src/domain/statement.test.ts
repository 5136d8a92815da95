import { expect, test } from 'vitest'
import { isStatementPeriod } from './statement.ts'

test.each([
  ['2026-01-01', '2026-01-01', true],
  ['2024-01-01', '2024-12-31', true],
  ['2023-03-01', '2024-02-29', true],
  ['2024-01-01', '2025-01-01', false],
  ['2026-01-02', '2026-01-01', false],
  ['1999-12-31', '2000-01-02', false],
  ['9998-12-31', '9998-12-31', true],
  ['9999-12-31', '9999-12-31', false],
  ['0001-01-01', '0001-01-01', false],
])('%s to %s: %s', (from, to, fits) => {
  expect(isStatementPeriod(from, to)).toBe(fits)
})
