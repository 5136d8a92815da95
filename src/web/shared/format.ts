import { intlLocale, type BundledLocale } from '#i18n/locales.ts'

/** Display formats of numbers and dates (spec §5, §9); never send the results to the server. */

/**
 * The integer part of a decimal string or number, rounded towards zero; a bigint so that no digit is lost.
 * Anything that is not a number yields 0 (spec §5).
 */
export function integerPart(value: unknown): bigint {
  const match = /^\s*(-?\d+)(?:\.\d*)?\s*$/.exec(String(value))
  return match?.[1] === undefined ? 0n : BigInt(match[1])
}

/** `integerPart(a + b)` of two decimal strings with at most four decimals: the owned money of spec §9. */
export function integerPartOfSum(a: unknown, b: unknown): bigint {
  return (tenThousandths(a) + tenThousandths(b)) / 10_000n
}

function tenThousandths(value: unknown): bigint {
  const match = /^\s*(-?)(\d+)(?:\.(\d{0,4})\d*)?\s*$/.exec(String(value))
  if (match?.[2] === undefined) return 0n
  const size = BigInt(match[2]) * 10_000n + BigInt((match[3] ?? '').padEnd(4, '0'))
  return match[1] === '-' ? -size : size
}

/** The integer part with the thousands separators of the locale: `"1284500.25"` → `1,284,500`. */
export function formatNumber(value: unknown, locale: BundledLocale): string {
  const whole = typeof value === 'bigint' ? value : integerPart(value)
  return new Intl.NumberFormat(intlLocale[locale]).format(whole)
}

/** An amount of won: `₩ 1,284,500`. */
export function formatMoney(value: unknown, locale: BundledLocale): string {
  return `₩ ${formatNumber(value, locale)}`
}

/** A figure within a sentence, whose line never breaks between sign and number. */
export function unbroken(figure: string): string {
  return figure.replaceAll(' ', '\u00a0')
}

/** A date as zero-padded year-month-day in the time zone of the brand; a dash when empty or invalid. */
export function formatDate(moment: string | null | undefined, timeZone: string): string {
  const parts = partsOf(moment, timeZone)
  return parts === null ? '-' : `${parts.year}-${parts.month}-${parts.day}`
}

/** Like `formatDate`, with hour and minute: `2026-11-20 09:05`. */
export function formatMoment(moment: string | null | undefined, timeZone: string): string {
  const parts = partsOf(moment, timeZone)
  return parts === null ? '-' : `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`
}

/** Like `formatMoment`, with seconds: `2026-11-20 09:05:31`. */
export function formatSecond(moment: string, timeZone: string): string {
  const parts = partsOf(moment, timeZone)
  return parts === null ? '-' : `${formatMoment(moment, timeZone)}:${parts.second}`
}

/** The time of day in the time zone of the brand: `09:05`. */
export function formatClock(moment: string, timeZone: string): string {
  const parts = partsOf(moment, timeZone)
  return parts === null ? '-' : `${parts.hour}:${parts.minute}`
}

function partsOf(moment: string | null | undefined, timeZone: string): Record<string, string> | null {
  if (!moment) return null
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return null
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]))
}

/** `"96.02"` → `96.02 %` in the format of the locale; a dash when it is not a number. */
export function formatPercent(percent: string | null, locale: BundledLocale): string {
  const share = Number(percent)
  if (percent === null || percent === '' || Number.isNaN(share)) return '-'
  return new Intl.NumberFormat(intlLocale[locale], { style: 'percent', maximumFractionDigits: 2 }).format(share / 100)
}

/** The return of a game, two decimals rounded down: no page shows more than what is proven, or another figure than the others. */
export function formatReturn(percent: string | null, locale: BundledLocale): string {
  return formatPercent(percent === null ? null : percent.replace(/(\.\d\d)\d+$/, '$1'), locale)
}

/** Seconds to wait in whole minutes, rounded up: after that time the wait is certainly over. */
export function wholeMinutes(seconds: number): number {
  return Math.ceil(seconds / 60)
}
