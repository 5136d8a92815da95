import { buttonClass } from '#web/shared/button.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'

/** Opens the window of the game with one round; `name`: what it is called for screen readers. */
export function WatchLink({ game, watch, name }: { game: string; watch: string; name: string }): ReactNode {
  const t = useTranslations('replayWatch')
  const locale = useLocaleCode()
  return (
    <a
      className={buttonClass('plain')}
      href={`/play/${game}?watch=${watch}&l=${locale}`}
      aria-label={`${t('play')}, ${name}`}
    >
      {t('play')}
    </a>
  )
}
