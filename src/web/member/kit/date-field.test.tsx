import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useState, type ReactNode } from 'react'
import { english, press, renderForMember, type, useFakeServer } from '#test/forms.tsx'
import { DateField } from './date-field.tsx'

useFakeServer()
const { calendar } = english.history

function Field({ begin, min = '', max = '' }: { begin: string; min?: string; max?: string }): ReactNode {
  const [day, setDay] = useState(begin)
  return (
    <>
      <DateField label="From" value={day} onChange={setDay} min={min} max={max} />
      <output>{day}</output>
    </>
  )
}

function show(begin: string, bounds: { min?: string; max?: string } = {}): void {
  renderForMember(<Field begin={begin} {...bounds} />)
}

const chosen = (): string | null => document.querySelector('output')?.textContent ?? null
/** The name of the element with the focus, that of a day as `YYYY-MM-DD`. */
const focused = (): string | undefined => document.activeElement?.getAttribute('aria-label')?.replace(/-(\d)$/, '-0$1')

/** The page of tests has no popovers: what the browser does on a press of the button. */
function openCalendar(): void {
  const popover = document.querySelector<HTMLElement>('[popover]')
  if (popover === null) throw new Error('there is no popover')
  popover.hidePopover = () => undefined
  popover.setAttribute('open', '')
  fireEvent(popover, Object.assign(new Event('toggle'), { newState: 'open' }))
}

test('a typed day counts once it exists and is within the bounds', () => {
  show('', { min: '2026-11-05', max: '2026-11-20' })
  for (const [text, day] of [
    ['2026-11-1', ''],
    ['2026-11-31', ''],
    ['2026-11-21', ''],
    ['2026-11-20', '2026-11-20'],
    ['20261105', '2026-11-05'],
    ['', ''],
  ] as const) {
    type('From', text)
    expect(chosen()).toBe(day)
  }
})

test('what is no day gives way to the chosen one when the field is left', () => {
  show('2026-11-10')
  type('From', '2026-13-')
  fireEvent.blur(screen.getByLabelText('From'))
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-10')
})

test('the calendar opens at the chosen day, and keys move within the bounds', () => {
  show('2026-11-10', { min: '2026-10-20', max: '2026-11-20' })
  openCalendar()
  expect(focused()).toBe('2026-11-10')
  for (const [key, day] of [
    ['ArrowRight', '2026-11-11'],
    ['ArrowUp', '2026-11-04'],
    ['Home', '2026-11-01'],
    ['End', '2026-11-07'],
    ['PageUp', '2026-10-20'],
    ['ArrowLeft', '2026-10-20'],
    ['PageDown', '2026-11-20'],
    ['ArrowDown', '2026-11-20'],
  ] as const) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    expect(focused()).toBe(day)
  }
  expect(document.querySelectorAll('td[aria-selected=true]')).toHaveLength(1)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '2026-11-21' }).disabled).toBe(true)
  press('2026-11-12')
  expect(chosen()).toBe('2026-11-12')
})

test('another month is shown without moving the focus, and the day can be taken back', () => {
  show('2026-11-10')
  openCalendar()
  screen.getByRole('button', { name: calendar.previous }).focus()
  press(calendar.previous)
  expect(screen.getByText('October 2026')).not.toBeNull()
  expect(focused()).toBe(calendar.previous)
  press(calendar.clear)
  expect(chosen()).toBe('')
})
