import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { formatPercent, formatReturn } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { oneUnit } from '#domain/money.ts'
import { CountedInStakes } from '#web/play/kit/money.ts'
import { seatPlan } from '#web/play/seat/seat-plan.ts'
import { SeatStage, type StagedRound } from '#web/play/seat/seat-stage.tsx'
import { useOverText } from '#web/play/seat/seat-live-line.tsx'
import { useDecisionsText } from '#web/play/seat/seat-text.ts'
import type { CardArt } from '#web/play/table/cards/card-art.ts'
import { WatchBar } from './watch-bar.tsx'
import { useWatchSound, WatchFrame } from './watch-frame.tsx'
import type { WatchedSeat } from './watched-round.ts'
import style from './table-watch.module.css'

type WatchProps = { brandName: string; manifest: ArtManifest; art: CardArt; round: WatchedSeat }

/** A stake has two units, because a blackjack pays 3 to 2; nobody sees how much a unit was. */
const unitsOfStake = 2n
const staged = (view: WatchedSeat['view']): StagedRound => ({ view, state: 'settled', unit: '1' })

/** A round with decisions on the table of its window, counted in first stakes. */
export function SeatWatch(props: WatchProps): ReactNode {
  return (
    <CountedInStakes value={unitsOfStake * oneUnit}>
      <Screen {...props} />
    </CountedInStakes>
  )
}

function Screen({ brandName, manifest, art, round }: WatchProps): ReactNode {
  const t = useTranslations('replayWatch')
  const locale = useLocaleCode()
  const { game, names, view, multiple, winPercent, rtp } = round
  const name = names[locale]
  const sound = useWatchSound([])
  const plan = useMemo(() => seatPlan([{ events: view.events, atMs: 0 }]), [view])
  const [shownFrom, setShownFrom] = useState(() => performance.now())
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), plan.endMs)
    return () => clearTimeout(timer)
  }, [plan, shownFrom])
  const decided = useDecisionsText()(round.decisions)
  const over = useOverText()
  const odds = t('seatOdds', { percent: formatPercent(winPercent, locale), rtp: formatReturn(rtp, locale) })
  return (
    <WatchFrame {...{ brandName, manifest, game, name, sound }}>
      <div className={style.stage} data-hands={view.hands.length > 1 ? 'many' : 'few'}>
        <SeatStage
          {...{ art, manifest, plan, shownFrom }}
          label={t('title', { game: name })}
          round={staged(view)}
          isShown={isOver}
          sound={sound.play}
        />
      </div>
      <WatchBar
        {...{ game, isOver }}
        origin={round.of.kind === 'member' ? t('ofMember', round.of) : t('ofExample', round.of)}
        result={t('times', { multiple })}
        {...{ decided, odds }}
        onSkip={null}
        onAgain={() => {
          setIsOver(false)
          setShownFrom(performance.now())
        }}
      />
      <output className="visually-hidden" aria-live="polite">
        {isOver && over(view)}
      </output>
    </WatchFrame>
  )
}
