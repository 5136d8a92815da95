import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'

/** How many of the games shown can be played, and how many are still to come. */
export function Found({ games }: { games: readonly { used: 'y' | 'n' }[] }): ReactNode {
  const t = useTranslations('lobby')
  const playable = games.filter(({ used }) => used === 'y').length
  const soon = games.length - playable
  return (
    <output>
      {t('found', { count: playable })}
      {soon > 0 && ` · ${t('soon', { count: soon })}`}
    </output>
  )
}
