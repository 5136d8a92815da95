import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { WireTableRound } from '#contract/table.ts'
import type { StripProps } from '../table-kind.ts'
import { derivedNames, RoadGrid } from './road-grid.tsx'
import { Counts } from './road-panel.tsx'
import { roadRoundsOf } from './road-rounds.ts'
import style from './road-strip.module.css'

/** The roads that are always seen; the panel has all of them. */
export function RoadStrip({ rounds, onOpen }: StripProps): ReactNode {
  const t = useTranslations('cards.roads')
  const results = useTranslations('table.results')
  const roads = useMemo(() => roadRoundsOf(rounds), [rounds])
  return (
    <section className={style.roads} aria-label={t('title')}>
      <button type="button" className={style.open} aria-label={t('show')} aria-keyshortcuts="R" onClick={onOpen}>
        <span>
          <RoadGrid rounds={roads} road="big-road" columns={26} />
        </span>
        <span className={style.plate}>
          <RoadGrid rounds={roads} road="bead-plate" columns={18} />
        </span>
      </button>
      <Counts rounds={roads} />
      <p className={style.note}>{results('note')}</p>
    </section>
  )
}

/** The derived roads. */
export function DerivedRoads({ rounds }: { rounds: readonly WireTableRound[] }): ReactNode {
  const roads = useMemo(() => roadRoundsOf(rounds), [rounds])
  return (
    <div className={style.derived}>
      {derivedNames.map((road) => (
        <RoadGrid key={road} rounds={roads} road={road} columns={40} />
      ))}
    </div>
  )
}
