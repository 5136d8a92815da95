import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import type { PastSeatRound } from '#contract/seat-round.ts'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatMoment } from '#web/shared/format.ts'
import type { Sound } from '#web/play/kit/sound.ts'
import type { CardArt } from '../table/cards/card-art.ts'
import history from '../table/table-history.module.css'
import { seatPlan } from './seat-plan.ts'
import { SeatResult } from './seat-result.tsx'
import { SeatStage } from './seat-stage.tsx'
import style from './seat-replay.module.css'

/** Shows a past round once more, with its decisions. */
export function SeatReplay(props: {
  past: PastSeatRound
  art: CardArt
  manifest: ArtManifest
  sound: Sound['play']
  onClose: () => void
}): ReactNode {
  const { past, art, manifest, sound, onClose } = props
  const t = useTranslations('blackjack.history')
  const actions = useTranslations('blackjack.actions')
  const replay = useTranslations('play.replay')
  const timeZone = useTimeZone() ?? 'UTC'
  const plan = useMemo(() => (past.view ? seatPlan([{ events: past.view.events, atMs: 0 }]) : null), [past])
  const [shownFrom, setShownFrom] = useState(() => performance.now())
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!plan) return
    const timer = setTimeout(() => setIsShown(true), plan.endMs)
    return () => clearTimeout(timer)
  }, [plan, shownFrom])
  const title = t('replayTitle', { number: String(past.nonce) })
  const decisions = past.decisions
    .map(({ action, isDefault }) => (isDefault ? `${actions(action)} (${t('default')})` : actions(action)))
    .join(', ')
  return (
    <Dialog title={title} onClose={onClose} size="sheet">
      <div className={history.replay}>
        <p className={history.text}>{replay('text', { time: formatMoment(past.betTime, timeZone) })}</p>
        {decisions && <p className={history.text}>{t('decisions', { list: decisions })}</p>}
        <div className={history.stage}>
          <SeatStage {...{ art, manifest, plan, shownFrom, isShown, sound }} label={title} round={past} />
        </div>
        <div className={style.sign}>{isShown && <SeatResult round={past} />}</div>
        <Button
          className={history.again}
          wide
          onClick={() => {
            setIsShown(false)
            setShownFrom(performance.now())
          }}
        >
          {replay('again')}
        </Button>
        <a className={buttonClass('plain')} href={`/help?round=${past.roundId}`} target="_blank" rel="noopener">
          {replay('inquiry')}
        </a>
      </div>
    </Dialog>
  )
}
