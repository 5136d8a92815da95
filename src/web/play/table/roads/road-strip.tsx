import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { StripProps } from '../table-kind.ts'
import { derivedNames, RoadGrid } from './road-grid.tsx'
import { Counts } from './road-panel.tsx'
import type { RoadKind, RoadMark } from './road-marks.ts'
import style from './road-strip.module.css'

/** The roads that are always seen; the panel has all of them. */
export function RoadStrip(
  props: Pick<StripProps, 'onOpen'> & {
    kind: RoadKind
    marks: readonly RoadMark[]
    texts: ReturnType<RoadKind['useTexts']>
  },
): ReactNode {
  const { kind, marks, texts, onOpen } = props
  const t = useTranslations('cards.roads')
  const results = useTranslations('table.results')
  return (
    <section className={style.roads} aria-label={t('title')}>
      <button type="button" className={style.open} aria-keyshortcuts="R" onClick={onOpen}>
        <span className="visually-hidden">{t('show')}</span>
        <span aria-hidden="true">
          <RoadGrid marks={marks} road="big-road" columns={26} />
        </span>
        <span className={style.plate} aria-hidden="true">
          <RoadGrid marks={marks} road="bead-plate" columns={18} bead={texts.bead} />
        </span>
      </button>
      <Counts {...{ kind, marks, texts }} />
      <p className={style.note}>{results('note')}</p>
    </section>
  )
}

/** The derived roads. */
export function DerivedRoads({ marks }: { marks: readonly RoadMark[] }): ReactNode {
  return (
    <div className={style.derived}>
      {derivedNames.map((road) => (
        <RoadGrid key={road} marks={marks} road={road} columns={40} />
      ))}
    </div>
  )
}
