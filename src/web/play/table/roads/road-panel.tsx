import { useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { RoadRound } from '#domain/games/table/roads/road-round.ts'
import { roadTexts } from '#domain/games/table/roads/road-text.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { useBaccaratTexts } from '../baccarat/baccarat-text.ts'
import type { ResultsProps } from '../table-kind.ts'
import { derivedNames, RoadGrid, roadNames } from './road-grid.tsx'
import { countsOf, nextMark, roadRoundsOf } from './road-rounds.ts'
import style from './road-panel.module.css'

/** Columns that fit on a phone at a size that can be read. */
const columns = { 'bead-plate': 15, 'big-road': 26, 'big-eye-boy': 26, 'small-road': 26, 'cockroach-pig': 26 } as const

/** All roads of the shoe, each with its text, and the arithmetic of the next mark for those who open it. */
export function RoadPanel({ rounds: all, onClose }: ResultsProps): ReactNode {
  const t = useTranslations('cards.roads')
  const results = useTranslations('table.results')
  const rounds = useMemo(() => roadRoundsOf(all), [all])
  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <p className={style.note}>{results('note')}</p>
        <Counts rounds={rounds} />
        {roadNames.map((road) => (
          <figure key={road} className={style.figure}>
            <figcaption>{t(road)}</figcaption>
            <RoadGrid rounds={rounds} road={road} columns={columns[road]} />
          </figure>
        ))}
        <Texts rounds={rounds} />
        <NextMarks rounds={rounds} />
      </div>
    </Dialog>
  )
}

/** How often each side has won in the shoe. */
export function Counts({ rounds }: { rounds: readonly RoadRound[] }): ReactNode {
  const t = useTranslations('cards.roads')
  const { spot: name } = useBaccaratTexts()
  const counts = countsOf(rounds)
  return (
    <ul className={style.counts}>
      {(['banker', 'player', 'tie'] as const).map((winner) => (
        <li key={winner} data-winner={winner}>
          {t('count', { winner: name(winner), count: counts[winner] })}
        </li>
      ))}
    </ul>
  )
}

function Texts({ rounds }: { rounds: readonly RoadRound[] }): ReactNode {
  const t = useTranslations('cards.roads')
  const legend = useTranslations('baccarat')
  const texts = roadTexts(rounds)
  return (
    <details className={style.details}>
      <summary>{t('text')}</summary>
      <p className={style.legend}>{legend('legend')}</p>
      <dl className={style.texts}>
        {roadNames.map((road) => (
          <div key={road}>
            <dt>{t(road)}</dt>
            <dd>{texts[road] === '' ? t('empty') : texts[road]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function NextMarks({ rounds }: { rounds: readonly RoadRound[] }): ReactNode {
  const t = useTranslations('cards.roads')
  const results = useTranslations('table.results')
  const { spot: name } = useBaccaratTexts()
  // Nothing is computed before the member opens it.
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={style.details} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t('next')}</summary>
      {isOpen && (
        <>
          <p className={style.legend}>
            {t('nextNote')} {results('note')}
          </p>
          <table className={style.next}>
            <thead>
              <tr>
                <th scope="col">{t('title')}</th>
                {derivedNames.map((road) => (
                  <th key={road} scope="col">
                    {t(road)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(['banker', 'player'] as const).map((winner) => (
                <tr key={winner}>
                  <th scope="row">{t('ifWinner', { winner: name(winner) })}</th>
                  {derivedNames.map((road) => {
                    const colour = nextMark(rounds, winner, road)
                    return (
                      <td key={road} data-colour={colour}>
                        {t(colour ?? 'noMark')}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </details>
  )
}
