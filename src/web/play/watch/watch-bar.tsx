import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { withLocale } from '#i18n/locales.ts'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import style from './watch-bar.module.css'

/** Below the stage: what is shown, what it paid, and the ways on. There is nothing to bet with. */
export function WatchBar(props: {
  game: string
  /** Where the round comes from. */
  origin: string
  /** What was decided in it. */
  decided?: string | null
  /** What it paid, once it is over. */
  result: ReactNode
  /** How likely such a round is. */
  odds: string | null
  isOver: boolean
  /** Null where a press does nothing now. */
  onSkip: (() => void) | null
  onAgain: () => void
}): ReactNode {
  const { game, origin, decided = null, result, odds, isOver, onSkip, onAgain } = props
  const t = useTranslations('replayWatch')
  const frame = useTranslations('frame')
  const locale = useLocaleCode()
  return (
    <section className={style.bar} aria-label={t('controls')}>
      <div className={style.origin}>
        <p>
          <strong className={style.mark}>{t('mark')}</strong> {origin}
        </p>
        {decided !== null && <p>{decided}</p>}
        {odds !== null && <p className={style.odds}>{odds}</p>}
      </div>
      <output className={style.result}>{isOver ? result : '···'}</output>
      <div className={style.actions}>
        {isOver ? (
          <Button variant="gilt" onClick={onAgain}>
            {t('again')}
          </Button>
        ) : (
          <Button data-spin="" disabled={onSkip === null} onClick={onSkip ?? undefined}>
            {t('skip')}
          </Button>
        )}
        <a className={buttonClass('plain')} href={withLocale(locale, `/watch/${game}`)}>
          {t('more')}
        </a>
        <a className={buttonClass('plain')} href={withLocale(locale, '/login')}>
          {frame('login')}
        </a>
        <a className={buttonClass('plain')} href={withLocale(locale, '/register')}>
          {frame('register')}
        </a>
      </div>
    </section>
  )
}
