import type { BundledLocale } from '#i18n/locales.ts'
import { intlLocale } from '#i18n/locales.ts'

/** A decimal string with its fraction and its sign, digit for digit: `"-1284.5"` → `-1,284.5`. What is no number is 0. */
export function exactNumber(value: string, locale: BundledLocale): string {
  const figure = /^-?\d+(\.\d+)?$/.test(value) ? value : '0'
  // Intl takes a decimal string as it is: no float comes near it.
  return new Intl.NumberFormat(intlLocale[locale], { maximumFractionDigits: 4 }).format(figure as `${number}`)
}
