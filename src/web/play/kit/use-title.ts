import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'

/** Names the document after the game and the brand. */
export function useTitle(game: string, brand: string): void {
  const t = useTranslations('play')
  useEffect(() => {
    document.title = t('title', { game, brand })
  }, [t, game, brand])
}
