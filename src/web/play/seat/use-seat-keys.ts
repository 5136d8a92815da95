import { useEffect, type RefObject } from 'react'
import type { BlackjackAction } from '#domain/games/blackjack/events.ts'
import { belongsElsewhere } from '../table/use-table-keys.ts'
import { actionKeys } from './seat-controls.tsx'
import type { SeatPlay } from './seat-play.ts'

/**
 * Keys by their place on the keyboard, so that they work in every language: space deals; the letters of the decisions while one is
 * due; before, 1 to 8 choose a chip, A puts it on the stake, D doubles, U takes back and C clears. A key that is held down acts once.
 */
export function useSeatKeys(play: SeatPlay, dealButton: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return
      if (belongsElsewhere(event.target)) return
      const act = actOf(play, event)
      if (!act) return
      event.preventDefault()
      act()
    }
    // After a press of the pointer the space bar deals.
    const onClick = ({ detail, target }: MouseEvent) => {
      if (detail > 0 && !belongsElsewhere(target)) dealButton.current?.focus({ preventScroll: true })
    }
    addEventListener('keydown', onKey)
    addEventListener('click', onClick)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('click', onClick)
    }
  }, [play, dealButton])
}

function actOf(play: SeatPlay, { code, target }: KeyboardEvent): (() => void) | null {
  const { phase, chips } = play.state.get()
  // A focused button keeps the space bar; after a press of the pointer that is the one that deals.
  if (code === 'Space') return phase === 'betting' && !isButton(target) ? () => void play.begin() : null
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (phase === 'deciding') {
    const action = (Object.keys(actionKeys) as BlackjackAction[]).find((one) => actionKeys[one] === letter)
    return action ? () => void play.decide(action) : null
  }
  const digit = /^(?:Digit|Numpad)([1-8])$/.exec(code)?.[1]
  const chip = digit === undefined ? undefined : chips[Number(digit) - 1]
  if (chip !== undefined) return () => play.chooseChip(chip)
  switch (letter) {
    case 'A':
      return play.place
    case 'D':
      return play.double
    case 'U':
      return play.undo
    case 'C':
      return play.clear
    default:
      return null
  }
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a') !== null
}
