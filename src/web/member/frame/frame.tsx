import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import style from './frame.module.css'
import { Header } from './header.tsx'

/** What surrounds every page: header and footer. */
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
