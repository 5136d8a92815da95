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

/** A game or provider that a guest pressed; `watch`: its code where guests may watch one of its rounds. */
export type PressedGame = { readonly shown: ShownGame; readonly watch: string | null }

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

/** Shows a recorded round of the game in its window, which guests may watch; the window leads to the others. */
export function WatchLink({ code }: { code: string }): ReactNode {
  const t = useTranslations('launch')
  const locale = useLocaleCode()
  return (
    <div className={style.watch}>
      <p>{t('watchHint')}</p>
      <a className={buttonClass('plain', true)} href={`/play/${code}?watch=last&l=${locale}`}>
        {t('watch')}
      </a>
    </div>
  )
}
