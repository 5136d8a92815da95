import { useState, type ReactNode } from 'react'
import { useTimeZone, useTranslations } from 'use-intl/react'
import type { ArtManifest } from '#domain/art-manifest.ts'
import type { PastTableRound } from '#contract/table.ts'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { Button } from '#web/shared/button.tsx'
import { Dialog } from '#web/shared/dialog.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { useMoney } from '#web/play/kit/money.ts'
import { useSpotName } from './spot-text.ts'
import { amountOf, confirmedStakes } from './stakes.ts'
import { RoundResult } from './round-result.tsx'
import type { StageSound } from './stage/table-stage.ts'
import { TableView, type TableArt } from './table-view.tsx'
import style from './table-history.module.css'

/** Deals a past round once more, on a table of its own beside the one in progress. */
export function ReplayDialog(props: {
  past: PastTableRound
  manifest: ArtManifest
  art: TableArt
  dealMs: number
  sound: (name: StageSound, step?: number) => void
  onClose: () => void
}): ReactNode {
  const { past, manifest, art, dealMs, sound, onClose } = props
  const { round, own } = past
  const t = useTranslations('table.history')
  const timeZone = useTimeZone() ?? 'UTC'
  const [run, setRun] = useState(0)
  const [open, setOpen] = useState(0)
  const { outcome } = round
  if (outcome?.kind !== 'baccarat') return null
  const isOver = open === outcome.player.length + outcome.banker.length
  const title = t('replayTitle', { number: String(round.number) })
  const money =
    own === null || own.returned === null || own.staked === '0'
      ? null
      : { staked: amountOf(own.staked), returned: amountOf(own.returned) }
  return (
    <Dialog title={title} onClose={onClose} size="sheet">
      <p className={style.text}>{t('replayText', { time: formatMoment(round.opensAt, timeZone) })}</p>
      <OwnBets own={own} />
      <div className={style.stage}>
        <TableView
          {...{ manifest, art, sound }}
          label={title}
          deal={{ key: `${round.roundId} ${run}`, outcome, dealMs, elapsedMs: 0 }}
          winner={isOver ? roadRoundOf(outcome).winner : null}
          onCard={() => setOpen((count) => count + 1)}
        >
          {isOver && <RoundResult round={round} money={money} />}
        </TableView>
      </div>
      <Button
        className={style.again}
        wide
        onClick={() => {
          setOpen(0)
          setRun(run + 1)
        }}
      >
        {t('again')}
      </Button>
    </Dialog>
  )
}

/** What the member staked on each spot of the round. */
function OwnBets({ own }: { own: PastTableRound['own'] }): ReactNode {
  const name = useSpotName()
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
