import { useCallback } from 'react'
import { amountToWire, type Amount } from '#domain/money.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'

/** Writes amounts as the site does: the integer part, with the locale's separators. */
export function useMoney(): (amount: Amount) => string {
  const locale = useLocaleCode()
  return useCallback((amount: Amount) => formatMoney(amountToWire(amount), locale), [locale])
}

/** The same with its sign, for what may be either. */
export function useSignedMoney(): (amount: Amount) => string {
  const money = useMoney()
  return useCallback(
    (amount: Amount) => {
      if (amount === 0n) return money(amount)
      return amount > 0n ? `+${money(amount)}` : `−${money(-amount)}`
    },
    [money],
  )
}
