import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from '#web/shared/classes.ts'
import type { StripProps } from '../table-kind.ts'
import tones from '../tone.module.css'
import { DieFaces } from './die-face.tsx'
import { sizeTones, type Size } from './sic-bo-text.ts'
import { useMarks } from './size-road.tsx'
import { countsOf, throwsOf, type PastThrow } from './throws.ts'
import style from './dice-strip.module.css'

/** More are never seen side by side. */
const mostShown = 14

/** The last throws, the newest first, with dice, total and size; a press opens all of them. */
export function DiceStrip({ rounds, onOpen }: StripProps): ReactNode {
  const t = useTranslations('sicBo')
  const results = useTranslations('table.results')
  const throws = useMemo(() => throwsOf(rounds), [rounds])
  const shown = throws.slice(-mostShown).toReversed()
  return (
    <section className={style.strip} aria-label={t('lastThrows')}>
      <button type="button" className={style.open} aria-keyshortcuts="R" onClick={onOpen}>
        {/* An attribute would have to contain all that is seen on the button. */}
        <span className="visually-hidden">{t('showThrows')}</span>
        {shown.length === 0 && <span className={style.empty}>{t('empty')}</span>}
        {shown.map((one, index) => (
          <ThrowMark key={one.roundId} past={one} isNewest={index === 0} />
        ))}
      </button>
      <ol className="visually-hidden">
        {shown.map((one) => (
          <li key={one.roundId}>
            <ThrowText past={one} />
          </li>
        ))}
      </ol>
      <SizeCounts throws={throws} />
      <p className={style.note}>{results('note')}</p>
    </section>
  )
}

/** A throw as a small column: total and size, the dice below. */
function ThrowMark({ past, isNewest }: { past: PastThrow; isNewest: boolean }): ReactNode {
  const marks = useMarks()
  return (
    <span
      className={classes(style.mark, tones.tone)}
      data-tone={sizeTones[past.size]}
      data-newest={isNewest || undefined}
      aria-hidden="true"
    >
      <span className={style.figure}>
        <b>{past.total}</b> {marks[past.size]}
      </span>
      <DieFaces faces={past.dice} />
    </span>
  )
}

function ThrowText({ past: { number, dice, total, size } }: { past: PastThrow }): ReactNode {
  const t = useTranslations('sicBo')
  return t('pastThrow', { number: String(number), dice: dice.join(', '), total, name: t(`size.${size}`) })
}

/** How often each size was thrown. */
export function SizeCounts({ throws }: { throws: readonly PastThrow[] }): ReactNode {
  const t = useTranslations('sicBo')
  const { sizes } = countsOf(throws)
  return (
    <ul className={style.counts}>
      {(['big', 'small', 'triple'] as const satisfies readonly Size[]).map((size) => (
        <li key={size} className={tones.tone} data-tone={sizeTones[size]}>
          {t('count', { name: t(`size.${size}`), count: sizes[size] })}
        </li>
      ))}
    </ul>
  )
}
