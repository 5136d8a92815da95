import type { CurrentUser } from '#contract/member.ts'
import { useStore } from '#web/shared/store.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from '../navigation.tsx'
import { walletFigures } from './wallet-figures.ts'
import style from './wallet.module.css'

/**
 * Owned money (the integer part of balance plus money in play, spec §9) and comp; the space is reserved while loading.
 * The header of a phone shows only the first; `whole` shows both.
 */
export function Wallet({ user, whole = false }: { user: CurrentUser | null; whole?: boolean }): ReactNode {
  const frame = useTranslations('frame')
  const figures = useStore(walletFigures, null)
  const waiting = <b className={style.waiting} />
  return (
    <div className={style.wallet} data-whole={whole || undefined}>
      <Link to="/deposit" className={style.part}>
        <span className={style.name}>{frame('ownedMoney')}</span>
        {user === null || figures === null ? waiting : <figures.Owned user={user} />}
      </Link>
      <Link to="/comp" className={style.part}>
        <span className={style.name}>{frame('comp')}</span>
        {user === null || figures === null ? waiting : <figures.Comp user={user} />}
      </Link>
    </div>
  )
}
