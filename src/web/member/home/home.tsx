import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { usePage } from '../page-data.ts'
import { useDocumentTitle } from '#web/member/frame/use-document-title.ts'
import { Banner } from './banner.tsx'
import { Boxes } from './boxes.tsx'
import style from './home.module.css'
import { Jackpots } from './jackpots.tsx'
import { Lobby } from './lobby.tsx'
import { SharedRounds } from './shared-rounds.tsx'

/** The public home page (spec §2): banner, jackpots, games, the latest help items and notices. */
export function Home(): ReactNode {
  const home = useTranslations('home')
  const { site } = usePage()
  const { brand } = site
  const title = home('title', { brand: brand.name })
  useDocumentTitle(title)
  return (
    <main id="main" className={style.home}>
      <h1 className="visually-hidden">{title}</h1>
      <Banner />
      <Jackpots />
      <Lobby />
      {site.replays.length > 0 && <SharedRounds />}
      <Boxes />
    </main>
  )
}
