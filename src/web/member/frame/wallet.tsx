import type { CurrentUser } from '#contract/member.ts'
import { formatMoney, formatNumber, integerPart, integerPartOfSum, unbroken } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useHeldMoney } from '#web/member/session/session.ts'
import { Link } from '../navigation.tsx'
import style from './wallet.module.css'

/**
 * Owned money (the integer part of balance plus money in play, spec §9) and comp; the space is reserved while loading.
 * The header of a phone shows only the first; `whole` shows both.
 */
export function Wallet({ user, whole = false }: { user: CurrentUser | null; whole?: boolean }): ReactNode {
  const frame = useTranslations('frame')
  return (
    <div className={style.wallet} data-whole={whole || undefined}>
      <Link to="/deposit" className={style.part}>
        <span className={style.name}>{frame('ownedMoney')}</span>
        <Money whole={user && integerPartOfSum(user.balance, user.in_balance)} sign />
        <Held />
      </Link>
      <Link to="/comp" className={style.part}>
        <span className={style.name}>{frame('comp')}</span>
        <Money whole={user && integerPart(user.rolling)} />
      </Link>
    </div>
  )
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

function Money({ whole, sign = false }: { whole: bigint | null; sign?: boolean }): ReactNode {
  const locale = useLocaleCode()
  const shown = useCountUp(whole)
  if (shown === null) return <b className={style.waiting} />
  return (
    <b className={`${style.money} money`}>
      {sign && '₩ '}
      {formatNumber(shown, locale)}
    </b>
  )
}

const countUpMs = 400

/** Animates from the old figure to the new one in 400 ms; without animation for the first and for reduced motion. */
function useCountUp(whole: bigint | null): bigint | null {
  const [shown, setShown] = useState(whole)
  const last = useRef(whole)
  useEffect(() => {
    const from = last.current
    last.current = whole
    const isReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (from === null || whole === null || from === whole || isReducedMotion) {
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
