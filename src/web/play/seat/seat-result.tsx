import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireSeatRound } from '#contract/seat-round.ts'
import { classes } from '#web/shared/classes.ts'
import { unbroken } from '#web/shared/format.ts'
import { CountUp } from '#web/play/kit/count-up.tsx'
import { useMoney, useSignedMoney } from '#web/play/kit/money.ts'
import result from '../table/round-result.module.css'
import tones from '../table/tone.module.css'
import { resultOf } from './seat-state.ts'
import style from './seat-result.module.css'

/**
 * The end of a round in one figure: what came back less what was staked. At or below zero it stands plainly as what was returned of
 * the stake.
 */
export function SeatResult({
  round,
}: {
  round: Pick<WireSeatRound, 'state' | 'staked' | 'returned' | 'decisions' | 'view'>
}): ReactNode {
  const t = useTranslations('blackjack')
  const format = useMoney()
  const signed = useSignedMoney()
  const money = resultOf(round)
  if (!money) return null
  const net = money.returned - money.staked
  const insurance = round.view?.result?.insurance
  const byDefault = round.decisions.findLast(({ isDefault }) => isDefault)
  return (
    <div className={classes(result.result, tones.tone, style.result)} data-tone={net > 0n ? 'gold' : 'grey'}>
      {net > 0n ? (
        <p className={result.won}>
          <span className={result.label}>{t('result.net')}</span>
          <CountUp amount={net} from={0n} format={signed} className="money" />
        </p>
      ) : (
        <p className={result.plain}>
          {t('result.returned', { staked: unbroken(format(money.staked)), returned: unbroken(format(money.returned)) })}
        </p>
      )}
      {insurance && <p className={result.plain}>{t(`insuranceOutcome.${insurance.outcome}`)}</p>}
      {byDefault && <p className={result.plain}>{t(byDefault.action === 'decline' ? 'noInsurance' : 'byDefault')}</p>}
    </div>
  )
}
