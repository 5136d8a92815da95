import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { setFavourite } from './favourites.ts'
import style from './favourite-heart.module.css'

/** The favourite toggle of a tile, a separate button beside the tile's own, labelled with the game. */
export function FavouriteHeart({ game, on }: { game: { code: string; name: string }; on: boolean }): ReactNode {
  const t = useTranslations('favourite')
  return (
    <button
      type="button"
      className={style.heart}
      aria-pressed={on}
      aria-label={t('of', { game: game.name })}
      onClick={() => void setFavourite(game.code, !on)}
    >
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20.3C7.5 17 3.2 13.3 3.2 8.9 3.2 6.2 5.3 4.2 7.8 4.2c1.7 0 3.3.9 4.2 2.4.9-1.5 2.5-2.4 4.2-2.4 2.5 0 4.6 2 4.6 4.7 0 4.4-4.3 8.1-8.8 11.4Z" />
      </svg>
    </button>
  )
}
