import { useCallback } from 'react'
import { amountToWire, type Amount } from '#domain/money.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'

/** Formats amounts like the site: the integer part with the separators of the locale. */
export function useMoney(): (amount: Amount) => string {
  const locale = useLocaleCode()
  return useCallback((amount: Amount) => formatMoney(amountToWire(amount), locale), [locale])
}

/** The same with an explicit sign. */
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
