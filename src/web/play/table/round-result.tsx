import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireTableRound } from '#contract/table.ts'
import type { Amount } from '#domain/money.ts'
import { roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { unbroken } from '#web/shared/format.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney, useSignedMoney } from '#web/play/kit/money.ts'
import style from './round-result.module.css'

/**
 * The end of a round: who won, and one figure, what came back less what was staked. At or below zero it stands plainly as what was
 * returned of the stake.
 */
export function RoundResult(props: {
  round: WireTableRound
  money: { staked: Amount; returned: Amount } | null
}): ReactNode {
  const { round, money } = props
  const t = useTranslations('table.result')
  const format = useMoney()
  const signed = useSignedMoney()
  if (round.state === 'void') {
    const { voidReason: reason } = round
    return (
      <div className={style.result} data-winner="void">
        {reason && <p className={style.plain}>{t(reason)}</p>}
        {money && <p className={style.plain}>{t('void', { staked: unbroken(format(money.returned)) })}</p>}
      </div>
    )
  }
  const winner = round.outcome?.kind === 'baccarat' ? roadRoundOf(round.outcome).winner : null
  if (winner === null) return null
  const net = money ? money.returned - money.staked : 0n
  return (
    <div className={style.result} data-winner={winner}>
      <p className={style.winner}>{t(winner)}</p>
      {money && net > 0n && (
        <p className={style.won}>
          <span className={style.label}>{t('net')}</span>
          <CountUp amount={net} from={0n} format={signed} className="money" />
        </p>
      )}
      {money && net <= 0n && (
        <p className={style.plain}>
          {t('returned', { staked: unbroken(format(money.staked)), returned: unbroken(format(money.returned)) })}
        </p>
      )}
    </div>
  )
}
