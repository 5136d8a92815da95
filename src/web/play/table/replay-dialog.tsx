import { useState, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { PastTableRound } from '#contract/table.ts'
import { Button, buttonClass } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { amountOf, confirmedStakes } from './stakes.ts'
import { RoundResult } from './round-result.tsx'
import type { KindTexts, LoadedKind, StageProps } from './table-kind.ts'
import style from './table-history.module.css'

/** Shows a past round once more, on a table of its own beside the one in progress. */
export function ReplayDialog(props: {
  kind: LoadedKind
  texts: KindTexts
  past: PastTableRound
  manifest: ArtManifest
  dealMs: number
  sound: StageProps['sound']
  onClose: () => void
}): ReactNode {
  const { kind, texts, past, manifest, dealMs, sound, onClose } = props
  const { round, own } = past
  const t = useTranslations('table.history')
  const replay = useTranslations('play.replay')
  const timeZone = useTimeZone() ?? 'UTC'
  const [run, setRun] = useState(0)
  const [isOver, setIsOver] = useState(false)
  const { outcome } = round
  if (outcome === null) return null
  const title = t('replayTitle', { number: String(round.number) })
  const money =
    own === null || own.returned === null || own.staked === '0'
      ? null
      : { staked: amountOf(own.staked), returned: amountOf(own.returned) }
  return (
    <Dialog title={title} onClose={onClose} size="sheet">
      <div className={style.replay}>
        <p className={style.text}>{t('replayText', { time: formatMoment(round.opensAt, timeZone) })}</p>
        <OwnBets own={own} name={texts.spot} />
        <div className={style.stage}>
          <kind.Stage
            {...{ manifest, sound }}
            label={title}
            deal={{ key: `${round.roundId} ${run}`, round: round.roundId, outcome, dealMs, elapsedMs: 0 }}
            isSettled={isOver}
            onEnd={() => setIsOver(true)}
          >
            {isOver && <RoundResult {...{ round, money, texts }} />}
          </kind.Stage>
        </div>
        <Button
          className={style.again}
          wide
          onClick={() => {
            setIsOver(false)
            setRun(run + 1)
          }}
        >
          {t('again')}
        </Button>
        {money && (
          <a className={buttonClass('plain')} href={`/help?round=${round.roundId}`} target="_blank" rel="noopener">
            {replay('inquiry')}
          </a>
        )}
      </div>
    </Dialog>
  )
}

/** What the member staked on each spot of the round. */
function OwnBets({ own, name }: { own: PastTableRound['own']; name: KindTexts['spot'] }): ReactNode {
  const money = useMoney()
  const stakes = [...confirmedStakes(own)]
  if (stakes.length === 0) return null
  return (
    <ul className={style.bets}>
      {stakes.map(([spot, stake]) => (
        <li key={spot}>
          {name(spot)} <b className="money">{money(stake)}</b>
        </li>
      ))}
    </ul>
  )
}
