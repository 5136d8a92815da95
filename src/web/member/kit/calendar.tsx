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

/** A month of days with its bounds, today and none as choices. */
export function Calendar({ value, today, bounds, onChoose }: CalendarProps): ReactNode {
  const t = useTranslations('history.calendar')
  const [day, setDay] = useState(() => withinBounds(value === '' ? today : value, bounds))
  /** Whether the day takes the focus: at first, and when the keyboard moved it. */
  const [takesFocus, setTakesFocus] = useState(true)
  const move = (to: string, byKeyboard: boolean) => {
    setTakesFocus(byKeyboard)
    setDay(withinBounds(to, bounds))
  }
  return (
    <>
      <Months day={day} bounds={bounds} onTurn={(to) => move(to, false)} />
      <Days {...{ value, today, bounds, onChoose, day, takesFocus }} onMove={(to) => move(to, true)} />
      <div className={style.foot}>
        <Button variant="quiet" disabled={value === ''} onClick={() => onChoose('')}>
          {t('clear')}
        </Button>
        <Button variant="quiet" disabled={withinBounds(today, bounds) !== today} onClick={() => onChoose(today)}>
          {t('today')}
        </Button>
      </div>
    </>
  )
}

type MonthsProps = { day: string; bounds: CalendarProps['bounds']; onTurn: (day: string) => void }

/** The month that is shown, between buttons to the one before and after. */
function Months({ day, bounds, onTurn }: MonthsProps): ReactNode {
  const t = useTranslations('history.calendar')
  const month = day.slice(0, 7)
  const [year = '', number = ''] = month.split('-')
  return (
    <div className={style.head}>
      <button
        type="button"
        className={style.turn}
        aria-label={t('previous')}
        disabled={bounds.min !== '' && month <= bounds.min.slice(0, 7)}
        onClick={() => onTurn(addMonths(day, -1))}
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
        onClick={() => onTurn(addMonths(day, 1))}
      >
        <Icon name="right" />
      </button>
    </div>
  )
}

type DaysProps = CalendarProps & {
  /** The day in the tab order. */
  day: string
  takesFocus: boolean
  onMove: (day: string) => void
}

/** The days after the WAI-ARIA pattern of a date grid: one of them is in the tab order, and the arrows move it. */
function Days({ value, today, bounds, onChoose, day, takesFocus, onMove }: DaysProps): ReactNode {
  const t = useTranslations('history.calendar')
  const first = firstWeekday[useLocaleCode()]
  const grid = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (takesFocus) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [day, takesFocus])
  const month = day.slice(0, 7)
  const weeks = weeksOf(month, first)
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moved(day, event, first)
    if (to === null) return
    event.preventDefault()
    onMove(to)
  }
  return (
    // The arrows move between the days.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
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
                  aria-label={labelOf(one)}
                  disabled={withinBounds(one, bounds) !== one}
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
  )
}

/** The name of a day's button; it contains the text of the button as a word of its own: `2026-11-1`. */
function labelOf(day: string): string {
  return `${day.slice(0, 8)}${Number(day.slice(8))}`
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
