import { expect, test } from 'vitest'
import { lastMonths, periodOf, periodOfMonth } from './periods.ts'

const lateInSeoul = new Date('2026-02-28T15:30:00Z')

test('uses days of the brand’s time zone, not of the browser', () => {
  expect(periodOf('today', lateInSeoul, 'Asia/Seoul')).toEqual({ from: '2026-03-01', to: '2026-03-01' })
  expect(periodOf('week', lateInSeoul, 'Asia/Seoul')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
  expect(periodOf('month', lateInSeoul, 'UTC')).toEqual({ from: '2026-01-30', to: '2026-02-28' })
})

test('months end on their last day, also in leap years', () => {
  expect(periodOfMonth('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(periodOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(lastMonths(lateInSeoul, 'Asia/Seoul').slice(0, 4)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12'])
})
