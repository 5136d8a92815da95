import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '../navigation.tsx'
import { usePage } from '../page-data.ts'
import style from './frame.module.css'

const links = ['help', 'notice', 'user', 'deposit', 'withdraw', 'comp'] as const

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
          <Link to="/terms">{footer('terms')}</Link>
          <Link to="/privacy">{footer('privacy')}</Link>
          <Link to="/responsible">{footer('play')}</Link>
          <Link to="/fairness">{footer('fairness')}</Link>
          <Link to="/limits">{footer('limits')}</Link>
          <Link to="/credits">{footer('credits')}</Link>
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
          {footer('responsible', { age: brand.minAge })}
        </p>
        <p>{footer('cookie')}</p>
        <p>{footer('rights', { brand: brand.name })}</p>
      </div>
    </footer>
  )
}
