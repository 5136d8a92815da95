import { Button } from '#web/shared/button.tsx'
import { Icon } from '#web/shared/icons.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { addDays, addMonths, firstWeekday, weekdayOf, weeksOf, withinBounds } from './calendar-days.ts'
import style from './calendar.module.css'

type CalendarProps = {
  /** The chosen day, '' for none. */
  value: string
  today: string
  bounds: { min: string; max: string }
  /** Called with '' when the day is taken back. */
  onChoose: (day: string) => void
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** A month of days after the WAI-ARIA pattern of a date grid: one day is in the tab order, and the arrows move it. */
export function Calendar({ value, today, bounds, onChoose }: CalendarProps): ReactNode {
  const t = useTranslations('history.calendar')
  const locale = useLocaleCode()
  const grid = useRef<HTMLTableElement>(null)
  const [day, setDay] = useState(() => withinBounds(value === '' ? today : value, bounds))
  /** Whether the keyboard moved the day, which then takes the focus; it has it at first, too. */
  const [takesFocus, setTakesFocus] = useState(true)
  useEffect(() => {
    if (takesFocus) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [day, takesFocus])
  const month = day.slice(0, 7)
  const weeks = weeksOf(month, firstWeekday[locale])
  const move = (to: string, byKeyboard: boolean) => {
    setTakesFocus(byKeyboard)
    setDay(withinBounds(to, bounds))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moved(day, event, firstWeekday[locale])
    if (to === null) return
    event.preventDefault()
    move(to, true)
  }
  const isOutside = (one: string) => withinBounds(one, bounds) !== one
  const [year = '', number = ''] = month.split('-')
  return (
    <>
      <div className={style.head}>
        <button
          type="button"
          className={style.turn}
          aria-label={t('previous')}
          disabled={bounds.min !== '' && month <= bounds.min.slice(0, 7)}
          onClick={() => move(addMonths(day, -1), false)}
        >
          <Icon name="left" />
        </button>
        <span className={`${style.month} money`} aria-live="polite">
          {t('month', { year, month: String(Number(number)) })}
        </span>
        <button
          type="button"
          className={style.turn}
          aria-label={t('next')}
          disabled={bounds.max !== '' && month >= bounds.max.slice(0, 7)}
          onClick={() => move(addMonths(day, 1), false)}
        >
          <Icon name="right" />
        </button>
      </div>
      {/* The pattern of a date grid: the arrows move between its days. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={grid} role="grid" className={`${style.days} money`} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col">
                {t(`weekdays.${weekdays[weekdayOf(one)] ?? 'sunday'}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} aria-selected={one === value}>
                  <button
                    type="button"
                    tabIndex={one === day ? 0 : -1}
                    className={style.day}
                    data-outside={!one.startsWith(month) || undefined}
                    aria-current={one === today ? 'date' : undefined}
                    aria-label={one}
                    disabled={isOutside(one)}
                    onClick={() => onChoose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={style.foot}>
        <Button variant="quiet" disabled={value === ''} onClick={() => onChoose('')}>
          {t('clear')}
        </Button>
        <Button variant="quiet" disabled={isOutside(today)} onClick={() => onChoose(today)}>
          {t('today')}
        </Button>
      </div>
    </>
  )
}

/** The day that a key moves to; null for a key that moves nothing. */
function moved(day: string, { key }: KeyboardEvent, first: number): string | null {
  const column = (weekdayOf(day) - first + 7) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -column)
    case 'End':
      return addDays(day, 6 - column)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return null
  }
}
