import { createContext, use, useCallback } from 'react'
import { useFormatter } from 'use-intl/react'
import { amountToWire, type Amount } from '#domain/money.ts'
import { formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'

const StakeContext = createContext<Amount | null>(null)

/** Below it amounts are shown as multiples of this stake, because nobody may see what was staked: `×12.5`. */
export const CountedInStakes = StakeContext.Provider

/** Formats amounts like the site: the integer part with the separators of the locale. */
export function useMoney(): (amount: Amount) => string {
  const locale = useLocaleCode()
  const stake = use(StakeContext)
  const format = useFormatter()
  return useCallback(
    (amount: Amount) =>
      stake === null
        ? formatMoney(amountToWire(amount), locale)
        : `×${format.number(Number((amount * 100n) / stake) / 100, { maximumFractionDigits: 2 })}`,
    [locale, stake, format],
  )
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
