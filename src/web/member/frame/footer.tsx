import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '../navigation.tsx'
import { usePage } from '../page-data.ts'
import style from './frame.module.css'

const links = ['help', 'notice', 'user', 'deposit', 'withdraw', 'comp'] as const
/** The pages that only the footer names. */
const own = ['terms', 'privacy', 'responsible', 'fairness', 'limits', 'credits'] as const

/** Links, the play money notice with the line on licences, responsible gaming, and the cookie notice. */
export function Footer(): ReactNode {
  const footer = useTranslations('footer')
  const frame = useTranslations('frame')
  const menu = useTranslations('menu')
  const { brand } = usePage().site
  return (
    <footer className={style.footer}>
      <div className={style.inner}>
        <nav aria-label={footer('links')} className={style.links}>
          {links.map((item) => (
            <Link key={item} to={`/${item}`}>
              {menu(item)}
            </Link>
          ))}
          {own.map((item) => (
            <Link key={item} to={`/${item}`}>
              {footer(item)}
            </Link>
          ))}
        </nav>
        {brand.mode === 'play' && (
          <>
            <p className={style.play}>{frame('playMoney')}</p>
            <p>{footer('licence')}</p>
          </>
        )}
        <p className={style.line}>
          <b className={style.age} aria-hidden="true">
            {brand.minAge}+
          </b>
          {footer('text', { age: brand.minAge })}
        </p>
        <p>{footer('cookie')}</p>
        <p>© {brand.name}</p>
      </div>
    </footer>
  )
}
