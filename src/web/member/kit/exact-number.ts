import type { BundledLocale } from '#i18n/locales.ts'
import { intlLocale } from '#i18n/locales.ts'

/**
 * A decimal string with its sign and every decimal: `"-1284.5"` → `-1,284.5`. Anything that is not a number yields 0.
 */
export function exactNumber(value: string, locale: BundledLocale): string {
  const figure = /^-?\d+(\.\d+)?$/.test(value) ? value : '0'
  // Intl formats decimal strings exactly, without converting to a float.
  return new Intl.NumberFormat(intlLocale[locale], { maximumFractionDigits: 4 }).format(figure as `${number}`)
}
