import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { runners } from '#domain/games/table/race/draw-race.ts'
import type { SpotsProps } from '../table-kind.ts'
import { RaceBadge } from './race-badge.tsx'
import { betOf, namedBy, spotOf, type Combined } from './race-bets.ts'
import { RaceFacts } from './race-facts.tsx'
import { RaceSpotButton } from './race-spot-button.tsx'
import { useRunnerName } from './race-text.ts'
import style from './race-spots.module.css'

/** A picker of two or three runners, the bet on them, and the combinations with an own stake. */
export function RaceCombination(props: SpotsProps & { bet: Combined }): ReactNode {
  const { game, bet } = props
  const t = useTranslations('race.pick')
  const name = useRunnerName(game)
  const [picked, setPicked] = useState<readonly number[]>([])
  const many = namedBy[bet]
  const code = picked.length === many ? spotOf(bet, picked) : null
  const press = (runner: number) =>
    setPicked((before) => {
      if (before.includes(runner)) return before.filter((one) => one !== runner)
      // A further runner begins a new combination.
      return before.length === many ? [runner] : [...before, runner]
    })
  return (
    <div className={style.combination}>
      <div className={style.picker}>
        {runners.map((runner) => {
          const place = picked.indexOf(runner)
          return (
            <button
              key={runner}
              type="button"
              className={style.pick}
              aria-pressed={place >= 0}
              onClick={() => press(runner)}
            >
              <RaceBadge number={runner} />
              <span className={style.name}>{name(runner)}</span>
              {place >= 0 && (
                <b className={style.order}>{bet === 'quinella' ? '✓' : t('place', { place: String(place + 1) })}</b>
              )}
            </button>
          )
        })}
      </div>
      <div className={style.bet}>
        {code === null ? (
          <p className={style.hint}>{t(bet)}</p>
        ) : (
          <>
            <RaceSpotButton {...props} code={code} className={style.chosen}>
              <Numbers bet={bet} numbers={picked} />
            </RaceSpotButton>
            <RaceFacts {...props} code={code} />
          </>
        )}
        <Own {...props} shown={code} />
      </div>
    </div>
  )
}

function Numbers({ bet, numbers }: { bet: Combined; numbers: readonly number[] }): ReactNode {
  return (
    <span className={style.numbers} aria-hidden="true">
      {numbers.map((number, index) => (
        <span key={number}>
          {index > 0 && (bet === 'quinella' ? ' + ' : ' → ')}
          <RaceBadge number={number} />
        </span>
      ))}
    </span>
  )
}

/** The combinations of the bet with an own stake; a press places one more chip. */
function Own(props: SpotsProps & { bet: Combined; shown: string | null }): ReactNode {
  const { stakes, bet, shown } = props
  const t = useTranslations('race.pick')
  const own = [...stakes.keys()].filter((code) => code !== shown && betOf(code)?.bet === bet)
  if (own.length === 0) return null
  return (
    <ul className={style.own} aria-label={t('own')}>
      {own.map((code) => (
        <li key={code}>
          <RaceSpotButton {...props} code={code}>
            <Numbers bet={bet} numbers={betOf(code)?.numbers ?? []} />
          </RaceSpotButton>
        </li>
      ))}
    </ul>
  )
}
