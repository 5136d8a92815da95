import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { StripProps } from '../table-kind.ts'
import { lastNumbers } from './number-statistics.ts'
import { colorOf, usePocketTexts } from './roulette-text.ts'
import style from './number-strip.module.css'

/** So many numbers are shown beside the table; what does not fit is in the panel. */
const mostShown = 40

/** The last numbers, the newest first; a press opens all of them. */
export function NumberStrip({ rounds, onOpen }: StripProps): ReactNode {
  const t = useTranslations('roulette')
  const results = useTranslations('table.results')
  const numbers = useMemo(() => lastNumbers(rounds).slice(0, mostShown), [rounds])
  return (
    <section className={style.strip} aria-label={t('strip')}>
      <button type="button" className={style.open} aria-keyshortcuts="R" onClick={onOpen}>
        {/* An attribute would have to contain all that is seen on the button. */}
        <span className="visually-hidden">{t('show')}</span>
        <span className={style.shown} aria-hidden="true">
          <span className={style.title}>{t('strip')}</span>
          <Numbers numbers={numbers} />
        </span>
      </button>
      <p className={style.note}>{results('note')}</p>
    </section>
  )
}

/** Numbers in their colours; the texts name both. */
export function Numbers({ numbers }: { numbers: readonly number[] }): ReactNode {
  const t = useTranslations('roulette')
  const { title } = usePocketTexts()
  if (numbers.length === 0) return <span className={style.empty}>{t('empty')}</span>
  return (
    <span className={style.numbers}>
      <span className="visually-hidden">{numbers.map((pocket) => title(pocket)).join(', ')}</span>
      {numbers.map((pocket, index) => (
        <span key={numbers.length - index} className={style.number} data-color={colorOf(pocket)} aria-hidden="true">
          {pocket}
        </span>
      ))}
    </span>
  )
}
