import { formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import type { CompRates } from './use-comp-rates.ts'
import style from './comp.module.css'

const kinds = ['slot', 'casino', 'sport'] as const

/** The rates of all levels with the member's own marked, and how levels are given. Nothing to climb: no bar, no next level. */
export function CompLevels({ rates }: { rates: CompRates }): ReactNode {
  const t = useTranslations('comp')
  const menu = useTranslations('menu')
  const locale = useLocaleCode()
  return (
    <>
      <p className={style.text}>{t('levelsText')}</p>
      {/* It scrolls on phones; it needs the focus to be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={style.scroll} aria-label={t('levels')} tabIndex={0}>
        <table className={`${style.levels} money`}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('levels')}</span>
              </th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {menu(kind)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rates.levels.map((row) => (
              <tr key={row.level} data-mine={row.level === rates.level || undefined}>
                <th scope="row">
                  {t('levelName', { level: row.level })}
                  {row.level === rates.level && <span className={style.mine}>{t('mine')}</span>}
                </th>
                {kinds.map((kind) => (
                  <td key={kind}>{formatPercent(row[kind], locale)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
