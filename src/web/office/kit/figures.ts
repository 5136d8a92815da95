/** Display formats of money and waiting times in the office. */

/** A decimal string with the separators of the locale and all its decimals: `"1284500.25"` → `1,284,500.25`. */
export function formatAmount(amount: string, locale: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount
  // Intl formats decimal strings exactly, without converting to a float.
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(amount as `${number}`)
}

/** The same with an explicit sign: `+1,000`. */
export function formatChange(amount: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 4, signDisplay: 'exceptZero' }).format(
    amount as `${number}`,
  )
}

/** A waiting time: `0:42`, `3:05`, `26:12:05`. */
export function formatAge(ageMs: number): string {
  const seconds = Math.max(0, Math.floor(ageMs / 1_000))
  const two = (part: number): string => String(part).padStart(2, '0')
  const minutes = Math.floor(seconds / 60) % 60
  const hours = Math.floor(seconds / 3_600)
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`
}

/** The colour level of a waiting time: it changes at one, three and five minutes. */
export function ageLevel(ageMs: number): 'fresh' | 'one' | 'three' | 'five' {
  const minutes = ageMs / 60_000
  if (minutes < 1) return 'fresh'
  if (minutes < 3) return 'one'
  return minutes < 5 ? 'three' : 'five'
}
