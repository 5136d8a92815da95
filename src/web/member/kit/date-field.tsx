import { readDay, wallClock } from '#domain/brand-time.ts'
import { described, Frame } from '#web/shared/field.tsx'
import field from '#web/shared/field.module.css'
import { Icon } from '#web/shared/icons.tsx'
import { useTranslations } from 'use-intl/react'
import { useId, useRef, useState, type ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import { Calendar } from './calendar.tsx'
import { withinBounds } from './calendar-days.ts'
import style from './date-field.module.css'

type DateFieldProps = {
  label: string
  /** A day as `YYYY-MM-DD`, '' for none. */
  value: string
  onChange: (day: string) => void
  /** The first and the last day that may be chosen; '' for no bound. */
  min?: string
  max?: string
}

/**
 * A day, typed or chosen from a calendar in the page's look and language, which the browser's own date input does not
 * have. The calendar is a popover: Escape and a click outside close it.
 */
export function DateField({ label, value, onChange, min = '', max = '' }: DateFieldProps): ReactNode {
  const t = useTranslations('history.calendar')
  const { timeZone } = usePage().site.brand
  const id = useId()
  const anchor = `--date${id.replaceAll(/[^a-zA-Z0-9]/g, '')}`
  const popover = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [openedAt, setOpenedAt] = useState<Date | null>(null)
  const type = (text: string) => {
    setTyped(text)
    const day = readDay(text)
    if (text.trim() === '') onChange('')
    else if (day !== null && withinBounds(day, { min, max }) === day) onChange(day)
  }
  const choose = (day: string) => {
    setTyped(null)
    onChange(day)
    popover.current?.hidePopover()
  }
  return (
    <Frame id={id} label={label}>
      <div className={field.box} style={{ anchorName: anchor }}>
        <input
          {...described(id, undefined, undefined)}
          className={`${field.input} ${style.date} money`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          placeholder="YYYY-MM-DD"
          value={typed ?? value}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(null)}
        />
        <button
          type="button"
          className={style.open}
          popoverTarget={`${id}-days`}
          aria-label={t('open', { field: label })}
        >
          <Icon name="calendar" />
        </button>
      </div>
      <dialog
        ref={popover}
        id={`${id}-days`}
        popover="auto"
        aria-label={t('of', { field: label })}
        className={style.popover}
        style={{ positionAnchor: anchor }}
        onToggle={(event) => setOpenedAt(event.newState === 'open' ? new Date() : null)}
      >
        {openedAt !== null && (
          <Calendar value={value} today={wallClock(openedAt, timeZone).day} bounds={{ min, max }} onChoose={choose} />
        )}
      </dialog>
    </Frame>
  )
}
