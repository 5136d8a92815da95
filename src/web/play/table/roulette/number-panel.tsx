import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { roulette } from '#domain/games/table/roulette/game.ts'
import { intlLocale } from '#i18n/locales.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ResultsProps } from '../table-kind.ts'
import { groupCounts, lastNumbers, numberCounts } from './number-statistics.ts'
import { Numbers } from './number-strip.tsx'
import { colorOf, useRouletteTexts } from './roulette-text.ts'
import style from './number-panel.module.css'
import strip from './number-strip.module.css'

/** The last numbers of the table, and how often each group of numbers came beside its chance. */
export function NumberPanel({ rounds, onClose }: ResultsProps): ReactNode {
  const t = useTranslations('roulette.stats')
  const results = useTranslations('table.results')
  const numbers = useMemo(() => lastNumbers(rounds), [rounds])
  return (
    <Dialog title={t('title')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <p className={style.note}>{results('note')}</p>
        <section className={strip.all}>
          <h3 className={style.heading}>{t('last', { count: numbers.length })}</h3>
          <Numbers numbers={numbers} />
        </section>
        {numbers.length > 0 && (
          <>
            <Groups numbers={numbers} />
            <Each numbers={numbers} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Groups({ numbers }: { numbers: readonly number[] }): ReactNode {
  const t = useTranslations('roulette.stats')
  const texts = useRouletteTexts(roulette.spots)
  const locale = useLocaleCode()
  const percent = new Intl.NumberFormat(intlLocale[locale], { style: 'percent', maximumFractionDigits: 1 })
  return (
    <table className={style.groups}>
      <thead>
        <tr>
          <th scope="col">{t('group')}</th>
          <th scope="col">{t('count')}</th>
          <th scope="col">{t('share')}</th>
          <th scope="col">{t('expected')}</th>
        </tr>
      </thead>
      <tbody>
        {groupCounts(numbers).map(({ group, count, pockets }) => (
          <tr key={group}>
            <th scope="row">{group === 'zero' ? t('zero') : texts.spot(group)}</th>
            <td>{count}</td>
            <td>
              <span className={style.bar} style={{ inlineSize: `${(count / numbers.length) * 100}%` }} />
              {percent.format(count / numbers.length)}
            </td>
            <td>{percent.format(pockets / 37)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How often each number came, in the order of the numbers: none is called hot or cold. */
function Each({ numbers }: { numbers: readonly number[] }): ReactNode {
  const t = useTranslations('roulette.stats')
  return (
    <section>
      <h3 className={style.heading}>{t('each')}</h3>
      <ul className={style.each}>
        {numberCounts(numbers).map((count, pocket) => (
          <li key={pocket}>
            <b data-color={colorOf(pocket)}>{pocket}</b> {count}
          </li>
        ))}
      </ul>
      <p className={style.note}>{t('eachNote')}</p>
    </section>
  )
}
