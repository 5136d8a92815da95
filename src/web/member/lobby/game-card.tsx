import { withLocale } from '#i18n/locales.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import style from './game-card.module.css'

/** What the sheets over the page show of a game: its picture and its name. */
export type ShownGame = {
  /** '' when there is none. */
  readonly image: string
  readonly name: string
  /** The language of the name when it is not that of the page. */
  readonly nameLanguage?: string | undefined
}

/** A game of which guests may watch a recorded round. */
export type WatchedGame = { readonly code: string; readonly shown: ShownGame }

/** The picture and the name of a game beside a line of text; the text alone when the game is not known. */
export function GameCard({ game, children }: { game: ShownGame | undefined; children: ReactNode }): ReactNode {
  if (game === undefined) return <p>{children}</p>
  return (
    <div className={style.card}>
      {game.image !== '' && <img className={style.picture} src={game.image} alt="" width={90} height={120} />}
      <div>
        <p className={style.name} lang={game.nameLanguage}>
          {game.name}
        </p>
        <p>{children}</p>
      </div>
    </div>
  )
}

/** Leads to a recorded round of the game, which guests may watch. The address answers a document of its own. */
export function WatchLink({ game }: { game: WatchedGame }): ReactNode {
  const t = useTranslations('launch')
  const locale = useLocaleCode()
  return (
    <div className={style.watch}>
      <p>{t('watchHint')}</p>
      <a className={buttonClass('plain', true)} href={withLocale(locale, `/watch/${game.code}`)}>
        {t('watch')}
      </a>
    </div>
  )
}
