import { FrameIcon } from '#web/shared/frame-icons.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Link } from '../navigation.tsx'
import { useMenuPath } from './menu.ts'
import style from './bottom-bar.module.css'

/** The five places of a phone's thumb, part of the document. Keyboards on screen lie over it. */
export function BottomBar(): ReactNode {
  const frame = useTranslations('frame')
  const menu = useTranslations('menu')
  const path = useMenuPath()
  return (
    <nav className={style.bar} aria-label={frame('shortcuts')}>
      {(['home', 'game', 'deposit', 'comp', 'user'] as const).map((name) => {
        const to = name === 'home' ? '/' : `/${name}`
        return (
          <Link key={name} to={to} isCurrent={to === path}>
            <FrameIcon name={name} size={22} />
            {menu(name)}
          </Link>
        )
      })}
    </nav>
  )
}
