import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { runners } from '#domain/games/table/race/draw-race.ts'
import { formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { SpotsProps } from '../table-kind.ts'
import { RaceBadge } from './race-badge.tsx'
import { chancesOf } from './race-chances.ts'
import { RaceFacts } from './race-facts.tsx'
import { RaceSpotButton } from './race-spot-button.tsx'
import { useRaceTexts, useRunnerName } from './race-text.ts'
import style from './race-spots.module.css'

/** A row for each runner: number, name, stated chance, and the bets on its win and its place. Below them edge and limits of the bet at the pointer or in focus; each button's name has them too. */
export function RaceRunners(props: SpotsProps): ReactNode {
  const { game } = props
  const t = useTranslations('race')
  const locale = useLocaleCode()
  const name = useRunnerName(game)
  const texts = useRaceTexts(game)
  const chances = chancesOf(game)
  const [seen, setSeen] = useState('win-1')
  return (
    <>
      <ul className={style.rows}>
        {runners.map((runner) => (
          <li key={runner} className={style.row}>
            <RaceBadge number={runner} />
            <span className={style.runner}>
              <span className={style.name}>{name(runner)}</span>
              <span className={style.chance}>
                {t('chance', { chance: formatPercent(String((chances.get(`win-${runner}`) ?? 0) * 100), locale) })}
              </span>
            </span>
            {(['win', 'place'] as const).map((bet) => (
              <RaceSpotButton key={bet} {...props} code={`${bet}-${runner}`} onSeen={() => setSeen(`${bet}-${runner}`)}>
                <span className={style.kind} aria-hidden="true">
                  {t(`bet.${bet}`)}
                </span>
              </RaceSpotButton>
            ))}
          </li>
        ))}
      </ul>
      <RaceFacts {...props} code={seen} name={texts.spot(seen)} />
    </>
  )
}
