import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { PageFrame } from '#web/member/frame/page-frame.tsx'
import { Link } from '#web/member/navigation.tsx'
import style from './my-page-frame.module.css'

/** The parts of my page and their addresses, in the order of the tabs. */
const tabs = {
  play: '/user',
  statement: '/user/statement',
  account: '/user/account',
  security: '/user/security',
  limits: '/limits',
} as const

/** My page at one of its tabs; each is a page with an address of its own. */
export function MyPageFrame({ tab, children }: { tab: keyof typeof tabs; children: ReactNode }): ReactNode {
  const t = useTranslations('member')
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a narrow phone the tabs are wider than the page.
    const list = nav.current
    const current = list?.querySelector<HTMLElement>('[aria-current=page]')
    if (list && current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2
  }, [tab])
  return (
    <PageFrame
      title={t('title')}
      documentTitle={t(`tabs.${tab}`)}
      below={
        <nav ref={nav} className={style.tabs} aria-label={t('title')}>
          {(Object.keys(tabs) as (keyof typeof tabs)[]).map((one) => (
            <Link key={one} to={tabs[one]} className={style.tab}>
              {t(`tabs.${one}`)}
            </Link>
          ))}
        </nav>
      }
    >
      {children}
    </PageFrame>
  )
}
