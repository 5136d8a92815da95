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
import { useDecisionsText } from './seat-text.ts'
import style from './seat-replay.module.css'

/** Loaded with the first press; a failed load can be pressed again. */
const loadShare = () => import('#web/play/kit/share-dialog.tsx').then((chunk) => chunk.ShareDialog)

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
  const replay = useTranslations('play.replay')
  const timeZone = useTimeZone() ?? 'UTC'
  const plan = useMemo(() => (past.view ? seatPlan([{ events: past.view.events, atMs: 0 }]) : null), [past])
  const [shownFrom, setShownFrom] = useState(() => performance.now())
  const [isShown, setIsShown] = useState(false)
  const [Share, setShare] = useState<Awaited<ReturnType<typeof loadShare>> | null>(null)
  const share = () =>
    void loadShare().then(
      (loaded) => setShare(() => loaded),
      () => undefined,
    )
  useEffect(() => {
    if (!plan) return
    const timer = setTimeout(() => setIsShown(true), plan.endMs)
    return () => clearTimeout(timer)
  }, [plan, shownFrom])
  const title = t('replayTitle', { number: String(past.nonce) })
  const decisions = useDecisionsText()(past.decisions)
  return (
    <Dialog title={title} onClose={onClose} size="sheet">
      <div className={history.replay}>
        <p className={history.text}>{replay('text', { time: formatMoment(past.betTime, timeZone) })}</p>
        {decisions !== null && <p className={history.text}>{decisions}</p>}
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
        <Button onClick={share}>{replay('share')}</Button>
        <a className={buttonClass('plain')} href={`/help?round=${past.roundId}`} target="_blank" rel="noopener">
          {replay('inquiry')}
        </a>
      </div>
      {Share && <Share roundId={past.roundId} onClose={() => setShare(null)} />}
    </Dialog>
  )
}
