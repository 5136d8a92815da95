import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { RaceBet } from '#domain/games/table/race/marks.ts'
import type { SpotsProps } from '../table-kind.ts'
import { RaceCombination } from './race-combination.tsx'
import { RaceRunners } from './race-runners.tsx'
import { betOf } from './race-bets.ts'
import style from './race-spots.module.css'

/** The bets on one runner are shown together, the others each with a picker. */
const tabs = ['win', 'quinella', 'exacta', 'trifecta'] as const satisfies readonly RaceBet[]

/** The betting layout of a race: a row for each runner, and a picker of the first two or three. */
export function RaceSpots(props: SpotsProps): ReactNode {
  const t = useTranslations('race')
  const table = useTranslations('table.bet')
  const [tab, setTab] = useState<(typeof tabs)[number]>('win')
  return (
    <fieldset className={style.layout} aria-label={table('spots')}>
      <div className={style.tabs}>
        {tabs.map((one) => (
          <button key={one} type="button" className={style.tab} aria-pressed={tab === one} onClick={() => setTab(one)}>
            {one === 'win' ? `${t('bet.win')} · ${t('bet.place')}` : t(`bet.${one}`)}
            <Placed count={placedOn(props, one === 'win' ? ['win', 'place'] : [one])} />
          </button>
        ))}
      </div>
      {tab === 'win' ? <RaceRunners {...props} /> : <RaceCombination key={tab} {...props} bet={tab} />}
    </fieldset>
  )
}

/** So many spots have an own stake. */
function Placed({ count }: { count: number }): ReactNode {
  return count > 0 && <span className={style.count}>{count}</span>
}

function placedOn({ stakes }: Pick<SpotsProps, 'stakes'>, bets: readonly RaceBet[]): number {
  return [...stakes.keys()].filter((code) => {
    const bet = betOf(code)?.bet
    return bet !== undefined && bets.includes(bet)
  }).length
}
