import type { ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import type { Play } from './play.ts'
import type { Replay } from './play-state.ts'
import style from './replay-mark.module.css'

/** Marks the stage during a replay, so that it is never mistaken for a live round. */
export function ReplayMark({ replay, play }: { replay: Replay; play: Play }): ReactNode {
  const t = useTranslations('play.replay')
  const timeZone = useTimeZone() ?? 'UTC'
  return (
    <section className={style.mark} aria-label={t('mark')}>
      <strong className={style.word}>{t('mark')}</strong>
      <span className={style.text}>{t('text', { time: formatMoment(replay.round.betTime, timeZone) })}</span>
      {replay.ended && <Button onClick={() => void play.replay(replay.round)}>{t('again')}</Button>}
      {/* The site redirects to the last chosen language and prompts guests to sign in. */}
      <a className={buttonClass('plain')} href={`/help?round=${replay.round.roundId}`} target="_blank" rel="noopener">
        {t('inquiry')}
      </a>
      <Button onClick={play.endReplay}>{t('close')}</Button>
    </section>
  )
}
