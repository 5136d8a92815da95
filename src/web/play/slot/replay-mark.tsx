import { useState, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { formatMoment, formatMoney } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { Play } from './play.ts'
import type { Replay } from './play-state.ts'
import style from './replay-mark.module.css'

/** Loaded with the first press; a failed load can be pressed again. */
const loadShare = () => import('#web/play/kit/share-dialog.tsx').then((chunk) => chunk.ShareDialog)

/** Marks the stage during a replay, so that it is never mistaken for a live round. */
export function ReplayMark({ replay, play }: { replay: Replay; play: Play }): ReactNode {
  const t = useTranslations('play.replay')
  const history = useTranslations('play.history')
  const locale = useLocaleCode()
  const timeZone = useTimeZone() ?? 'UTC'
  const [Share, setShare] = useState<Awaited<ReturnType<typeof loadShare>> | null>(null)
  const share = () =>
    void loadShare().then(
      (loaded) => setShare(() => loaded),
      () => undefined,
    )
  const { stake, pay } = replay.round
  const time = formatMoment(replay.round.betTime, timeZone)
  return (
    <section className={style.mark} aria-label={t('mark')}>
      <strong className={style.word}>{t('mark')}</strong>
      <span className={`${style.text} money`}>
        {history('stake')} {formatMoney(stake, locale)} · {history('pay')} {formatMoney(pay, locale)}
      </span>
      <span className={`${style.text} ${style.time} money`} aria-hidden="true">
        {time}
      </span>
      <span className={`${style.text} ${style.sentence}`}>{t('text', { time })}</span>
      {replay.ended && <Button onClick={() => void play.replay(replay.round)}>{t('again')}</Button>}
      {/* The site redirects to the last chosen language and prompts guests to sign in. */}
      <a className={buttonClass('plain')} href={`/help?round=${replay.round.roundId}`} target="_blank" rel="noopener">
        {t('inquiry')}
      </a>
      <Button onClick={share}>{t('share')}</Button>
      <Button onClick={play.endReplay}>{t('close')}</Button>
      {Share && <Share roundId={replay.round.roundId} onClose={() => setShare(null)} />}
    </section>
  )
}
