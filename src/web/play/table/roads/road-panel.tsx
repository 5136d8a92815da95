import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { roadTexts } from '#domain/games/table/roads/road-text.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import type { ResultsProps } from '../table-kind.ts'
import { derivedNames, RoadGrid, roadNames } from './road-grid.tsx'
import { countOf, nextMark, type RoadKind, type RoadMark } from './road-marks.ts'
import tones from '../tone.module.css'
import style from './road-panel.module.css'

/** Columns that fit on a phone at a size that can be read. */
const columns = { 'bead-plate': 15, 'big-road': 26, 'big-eye-boy': 26, 'small-road': 26, 'cockroach-pig': 26 } as const

type RoadsProps = {
  kind: RoadKind
  marks: readonly RoadMark[]
  texts: ReturnType<RoadKind['useTexts']>
}

/** All roads of the shoe, each with its text, and the arithmetic of the next mark for those who open it. */
export function RoadPanel({ onClose, ...roads }: RoadsProps & Pick<ResultsProps, 'onClose'>): ReactNode {
  const t = useTranslations('cards.roads')
  const results = useTranslations('table.results')
  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <p className={style.note}>{results('note')}</p>
        <Counts {...roads} />
        {roadNames.map((road) => (
          <figure key={road} className={style.figure}>
            <figcaption>{t(road)}</figcaption>
            <RoadGrid marks={roads.marks} road={road} columns={columns[road]} bead={roads.texts.bead} />
          </figure>
        ))}
        <Texts {...roads} />
        <NextMarks {...roads} />
      </div>
    </Dialog>
  )
}

/** How often each side has won in the shoe. */
export function Counts({ kind, marks, texts }: RoadsProps): ReactNode {
  const t = useTranslations('cards.roads')
  return (
    <ul className={style.counts}>
      {kind.winners.map(({ winner, tone }) => (
        <li key={winner} className={tones.tone} data-tone={tone}>
          {t('count', { winner: texts.name(winner), count: countOf(marks, winner) })}
        </li>
      ))}
    </ul>
  )
}

function Texts({ marks, texts: { legend } }: RoadsProps): ReactNode {
  const t = useTranslations('cards.roads')
  const texts = roadTexts(marks, ({ text }) => text)
  return (
    <details className={style.details}>
      <summary>{t('text')}</summary>
      <p className={style.legend}>{legend}</p>
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

function NextMarks({ kind, marks, texts }: RoadsProps): ReactNode {
  const t = useTranslations('cards.roads')
  const results = useTranslations('table.results')
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
              {kind.winners
                .filter(({ winner }) => winner !== 'tie')
                .map(({ winner }) => (
                  <tr key={winner}>
                    <th scope="row">{t('ifWinner', { winner: texts.name(winner) })}</th>
                    {derivedNames.map((road) => {
                      const colour = nextMark(marks, winner, road)
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
