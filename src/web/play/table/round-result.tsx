import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireTableRound } from '#contract/table.ts'
import type { Amount } from '#domain/money.ts'
import { classes } from '#web/shared/classes.ts'
import { unbroken } from '#web/shared/format.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney, useSignedMoney } from '#web/play/kit/money.ts'
import type { KindTexts } from './table-kind.ts'
import tones from './tone.module.css'
import style from './round-result.module.css'

/**
 * The end of a round: who won, and one figure, what came back less what was staked. At or below zero it stands plainly as what was
 * returned of the stake.
 */
export function RoundResult(props: {
  round: WireTableRound
  money: { staked: Amount; returned: Amount } | null
  texts: Pick<KindTexts, 'outcome'>
}): ReactNode {
  const { round, money, texts } = props
  const t = useTranslations('table.result')
  const format = useMoney()
  const signed = useSignedMoney()
  const figures = {
    staked: unbroken(format(money?.staked ?? 0n)),
    returned: unbroken(format(money?.returned ?? 0n)),
  }
  // What came back at or below the stake, in a plain line.
  const returned = t('returned', figures)
  if (round.state === 'void') {
    const { voidReason: reason } = round
    return (
      <div className={classes(style.result, tones.tone)} data-tone="grey">
        {reason && <p className={style.plain}>{t(reason)}</p>}
        {money && (
          <p className={style.plain}>{reason ? t('back', figures) : t('void', { staked: figures.returned })}</p>
        )}
      </div>
    )
  }
  if (round.outcome === null) return null
  const { title, tone } = texts.outcome(round.outcome)
  const net = money ? money.returned - money.staked : 0n
  return (
    <div className={classes(style.result, tones.tone)} data-tone={tone}>
      <p className={style.winner}>{title}</p>
      {money && net > 0n && (
        <p className={style.won}>
          <span className={style.label}>{t('net')}</span>
          <CountUp amount={net} from={0n} format={signed} className="money" />
        </p>
      )}
      {money && net <= 0n && <p className={style.plain}>{returned}</p>}
    </div>
  )
}
