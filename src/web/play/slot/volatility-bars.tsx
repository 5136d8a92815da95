import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { volatilities, type Volatility } from '#domain/games/volatility.ts'
import { classes } from '#web/shared/classes.ts'
import style from './volatility-bars.module.css'

/** The volatility in a word and in bars. */
export function VolatilityBars({ volatility }: { volatility: Volatility }): ReactNode {
  const t = useTranslations('slot.volatility')
  const level = volatilities.indexOf(volatility)
  return (
    <span className={style.volatility} title={t(`${volatility}Text`)}>
      {t(volatility)}
      <span className={style.bars} aria-hidden="true">
        {volatilities.map((name, index) => (
          <i key={name} className={classes(index <= level && style.lit)} />
        ))}
      </span>
    </span>
  )
}
