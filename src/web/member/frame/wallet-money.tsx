import type { CurrentUser } from '#contract/member.ts'
import { formatMoney, formatNumber, integerPart, integerPartOfSum, unbroken } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useHeldMoney } from '#web/member/session/session.ts'
import style from './wallet.module.css'

/** The figures of the wallet, loaded after hydration with what loads the member. */

/** Balance plus money in play, and what undecided withdrawals hold. */
export function OwnedMoney({ user }: { user: CurrentUser }): ReactNode {
  return (
    <>
      <Money whole={integerPartOfSum(user.balance, user.in_balance)} sign />
      <Held />
    </>
  )
}

export function CompMoney({ user }: { user: CurrentUser }): ReactNode {
  return <Money whole={integerPart(user.rolling)} />
}

/** Money of withdrawals that are not decided, under the balance that it has left. */
function Held(): ReactNode {
  const frame = useTranslations('frame')
  const locale = useLocaleCode()
  const held = useHeldMoney()
  if (integerPart(held) === 0n) return null
  return (
    <span className={`${style.held} money`}>
      {frame('held')} {unbroken(formatMoney(held, locale))}
    </span>
  )
}

function Money({ whole, sign = false }: { whole: bigint; sign?: boolean }): ReactNode {
  const locale = useLocaleCode()
  const shown = useCountUp(whole)
  return (
    <b className={`${style.money} money`}>
      {sign && '₩ '}
      {formatNumber(shown, locale)}
    </b>
  )
}

const countUpMs = 400

/** Animates from the old figure to the new one in 400 ms; without animation for the first and for reduced motion. */
function useCountUp(whole: bigint): bigint {
  const [shown, setShown] = useState(whole)
  const last = useRef(whole)
  useEffect(() => {
    const from = last.current
    last.current = whole
    const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (from === whole || isReducedMotion) {
      setShown(whole)
      return
    }
    const begun = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - begun) / countUpMs)
      const eased = BigInt(Math.round((1 - (1 - share) ** 3) * 1000))
      setShown(share === 1 ? whole : from + ((whole - from) * eased) / 1000n)
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [whole])
  return shown
}
