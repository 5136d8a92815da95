import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import style from './frame.module.css'
import { Header } from './header.tsx'

/** Header and footer around every page. */
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
    </>
  )
}
