import { expect, test } from 'vitest'
import { ageOn, clockText, daysBetween, momentAt, opensAgain, readDay, wallClock } from './brand-time.ts'

const seoul = 'Asia/Seoul'
const at = (text: string): Date => new Date(text)

test('a day follows the brand’s time zone, not the server’s', () => {
  expect(wallClock(at('2026-01-31T14:59:59Z'), seoul)).toMatchObject({ day: '2026-01-31', minutes: 1439 })
  expect(wallClock(at('2026-01-31T15:00:00Z'), seoul)).toMatchObject({ day: '2026-02-01', minutes: 0 })
  expect(daysBetween('2026-02-01', '2026-02-01', seoul)).toEqual({
    from: at('2026-01-31T15:00:00Z'),
    until: at('2026-02-01T15:00:00Z'),
  })
})

test('days of 23 and 25 hours are covered completely', () => {
  const spring = daysBetween('2026-03-29', '2026-03-29', 'Europe/Berlin')
  const autumn = daysBetween('2026-10-25', '2026-10-25', 'Europe/Berlin')
  expect(spring.until.getTime() - spring.from.getTime()).toBe(23 * 3_600_000)
  expect(autumn.until.getTime() - autumn.from.getTime()).toBe(25 * 3_600_000)
  expect(momentAt('2026-07-01', 600, 'America/New_York')).toEqual(at('2026-07-01T14:00:00Z'))
})

test('a moment in a gap of summer time is after the gap, also when a day begins there', () => {
  expect(momentAt('2026-03-29', 150, 'Europe/Berlin')).toEqual(at('2026-03-29T01:30:00Z'))
  expect(momentAt('2026-03-08', 150, 'America/New_York')).toEqual(at('2026-03-08T07:30:00Z'))
  expect(momentAt('2026-04-24', 0, 'Africa/Cairo')).toEqual(at('2026-04-23T22:00:00Z'))
  expect(daysBetween('2026-04-24', '2026-04-24', 'Africa/Cairo')).toEqual({
    from: at('2026-04-23T22:00:00Z'),
    until: at('2026-04-24T21:00:00Z'),
  })
})

test('a day whose midnight comes twice begins at the first', () => {
  expect(momentAt('2026-11-01', 0, 'America/Havana')).toEqual(at('2026-11-01T04:00:00Z'))
  expect(momentAt('2027-10-31', 0, 'Atlantic/Azores')).toEqual(at('2027-10-31T00:00:00Z'))
})

test.each([
  ['2007-11-20', '2026-11-20', 19],
  ['2007-11-21', '2026-11-20', 18],
  ['2008-02-29', '2027-02-28', 18],
  ['2008-02-29', '2027-03-01', 19],
])('born %s, the age on %s is %i', (birth, day, age) => {
  expect(ageOn(birth, day)).toBe(age)
})

test.each([
  ['1990-05-07', '1990-05-07'],
  ['19900507', '1990-05-07'],
  ['1990-02-30', null],
  ['1990-13-01', null],
  ['900507', null],
  ['1990/05/07', null],
  ['', null],
])('%j as a day is %j', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test('opening hours work by day, overnight and all day', () => {
  const day = { opens: 540, closes: 1080 } // 09:00 to 18:00
  expect(opensAgain(at('2026-01-31T00:00:00Z'), day, seoul)).toBeNull()
  expect(opensAgain(at('2026-01-31T08:59:59Z'), day, seoul)).toBeNull()
  expect(opensAgain(at('2026-01-31T09:00:00Z'), day, seoul)).toEqual(at('2026-02-01T00:00:00Z'))
  expect(opensAgain(at('2026-01-30T20:00:00Z'), day, seoul)).toEqual(at('2026-01-31T00:00:00Z'))
  const night = { opens: 1200, closes: 120 } // 20:00 to 02:00
  expect(opensAgain(at('2026-01-31T12:00:00Z'), night, seoul)).toBeNull()
  expect(opensAgain(at('2026-01-31T16:59:00Z'), night, seoul)).toBeNull()
  expect(opensAgain(at('2026-01-31T17:00:00Z'), night, seoul)).toEqual(at('2026-02-01T11:00:00Z'))
  expect(opensAgain(at('2026-01-31T17:00:00Z'), { opens: 0, closes: 0 }, seoul)).toBeNull()
  expect(clockText(545)).toBe('09:05')
})
