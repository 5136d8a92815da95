import type { LimitKind } from '#domain/limit.ts'
import { formatNumber, integerPart } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'

/** Formats the figure of a limit: money, or hours and minutes. A negative loss (a net win) counts as 0 used. */
export function useFormatLimit(): (kind: LimitKind, value: string | null) => string {
  const figure = useTranslations('limit.figure')
  const rule = useTranslations('limit.rule')
  const locale = useLocaleCode()
  return (kind, value) => {
    if (value === null) return rule('none')
    const whole = atLeastZero(value)
    if (kind !== 'session_time') return figure('money', { amount: formatNumber(whole, locale) })
    const [hours, minutes] = [formatNumber(whole / 60n, locale), String(whole % 60n)]
    if (whole < 60n) return figure('minutes', { minutes })
    return minutes === '0' ? figure('hours', { hours }) : figure('hoursMinutes', { hours, minutes })
  }
}

function atLeastZero(value: string): bigint {
  const whole = integerPart(value)
  return whole > 0n ? whole : 0n
}

/** The net winnings in a loss below zero, which add to what the limit leaves; null for any other use of a limit. */
export function winningsIn(used: string): string | null {
  const whole = integerPart(used)
  return whole < 0n ? String(-whole) : null
}

/** How much of a limit is used, from 0 to 100. */
export function percentUsed(used: string, most: string): number {
  const [part, whole] = [atLeastZero(used), integerPart(most)]
  if (whole <= 0n || part >= whole) return 100
  return Number((part * 1_000n) / whole) / 10
}
