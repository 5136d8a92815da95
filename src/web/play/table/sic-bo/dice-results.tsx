import { useMemo, type CSSProperties, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { faces, totals } from '#domain/games/table/sic-bo/marks.ts'
import { classes } from '#web/shared/classes.ts'
import { Dialog } from '#web/shared/dialog.tsx'
import type { ResultsProps } from '../table-kind.ts'
import tones from '../tone.module.css'
import { DieFace, DieFaces } from './die-face.tsx'
import { SizeCounts } from './dice-strip.tsx'
import { sizeTones } from './sic-bo-text.ts'
import { SizeRoad } from './size-road.tsx'
import { countsOf, throwsOf, type PastThrow } from './throws.ts'
import style from './dice-results.module.css'

/** All throws that the window knows: roads of big and small, counts, and the list, the newest first. */
export function DiceResults({ rounds, onClose }: ResultsProps): ReactNode {
  const t = useTranslations('sicBo')
  const results = useTranslations('table.results')
  const throws = useMemo(() => throwsOf(rounds), [rounds])
  return (
    <Dialog title={t('lastThrows')} onClose={onClose} size="sheet">
      <div className={style.panel}>
        <p className={style.note}>{results('note')}</p>
        <SizeCounts throws={throws} />
        <SizeRoad throws={throws} road="bead-plate" columns={15} />
        <SizeRoad throws={throws} road="big-road" columns={26} />
        <Counts throws={throws} />
        <Throws throws={throws} />
      </div>
    </Dialog>
  )
}

/** How often each total and each face was thrown. */
function Counts({ throws }: { throws: readonly PastThrow[] }): ReactNode {
  const t = useTranslations('sicBo')
  const counts = countsOf(throws)
  const most = Math.max(1, ...counts.totals.values())
  return (
    <>
      <section className={style.section}>
        <h3 className={style.heading}>{t('totalCounts')}</h3>
        <ul className={style.bars}>
          {totals.map((total) => {
            const count = counts.totals.get(total) ?? 0
            return (
              <li key={total} style={{ '--share': count / most } as CSSProperties}>
                <span className="visually-hidden">{t('totalCount', { total, count })}</span>
                <span className={style.count} aria-hidden="true">
                  {count}
                </span>
                <span className={style.bar} aria-hidden="true" />
                <b aria-hidden="true">{total}</b>
              </li>
            )
          })}
        </ul>
      </section>
      <section className={style.section}>
        <h3 className={style.heading}>{t('faceCounts')}</h3>
        <ul className={style.faces}>
          {faces.map((face) => (
            <li key={face}>
              <DieFace face={face} />
              <span className="visually-hidden">{face}</span>
              {t('times', { count: counts.faces.get(face) ?? 0 })}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Throws({ throws }: { throws: readonly PastThrow[] }): ReactNode {
  const t = useTranslations('sicBo')
  if (throws.length === 0) return <p className={style.wide}>{t('empty')}</p>
  return (
    <table className={style.throws}>
      <thead>
        <tr>
          <th scope="col">{t('round')}</th>
          <th scope="col">{t('dice')}</th>
          <th scope="col">{t('total')}</th>
          <th scope="col">{t('sizeHead')}</th>
        </tr>
      </thead>
      <tbody>
        {throws.toReversed().map(({ roundId, number, dice, total, size }) => (
          <tr key={roundId}>
            <td>{number}</td>
            <td>
              <DieFaces faces={dice} />
              <span className="visually-hidden">{dice.join(', ')}</span>
            </td>
            <td>
              <b>{total}</b>
            </td>
            <td className={classes(tones.tone, style.size)} data-tone={sizeTones[size]}>
              {t(`size.${size}`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
