import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import style from './frame.module.css'
import { Header } from './header.tsx'

/** Header and footer around every page; phones have a bar at the bottom. */
export function Frame({ children }: { children: ReactNode }): ReactNode {
  const frame = useTranslations('frame')
  return (
    <>
      <a href="#main" className={style.skip}>
        {frame('skip')}
      </a>
      <Header />
      {children}
      <Footer />
      <BottomBar />
    </>
  )
}
