import { useEffect, useRef } from 'react'
import type { SpotCount, SpotKey } from './table-kind.ts'

export type TableKeys = {
  /** The keys of the kind's spots. */
  spots: readonly SpotKey[]
  place: (spots: readonly SpotCount[]) => void
  chooseChip: (index: number) => void
  undo: () => void
  clear: () => void
  double: () => void
  openResults: () => void
}

/**
 * Keys of the table, by their place on the keyboard, so that they work in every language: those of the spots; 1 to 8 choose a chip;
 * D doubles, U takes back, C clears, R opens the results. Open panels and fields take precedence. A key that is held down acts once.
 */
export function useTableKeys(keys: TableKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || belongsElsewhere(event.target)) return
      const act = actOf(latest.current, event)
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function actOf(keys: TableKeys, { code, shiftKey }: KeyboardEvent): (() => void) | null {
  const digit = /^(?:Digit|Numpad)([1-8])$/.exec(code)?.[1]
  if (digit !== undefined && !shiftKey) return () => keys.chooseChip(Number(digit) - 1)
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter === undefined) return null
  const pressed = shiftKey ? `Shift+${letter}` : letter
  switch (pressed) {
    case 'D':
      return keys.double
    case 'U':
      return keys.undo
    case 'C':
      return keys.clear
    case 'R':
      return keys.openResults
    default: {
      const spot = keys.spots.find(({ key }) => key === pressed)
      return spot ? () => keys.place(spot.spots) : null
    }
  }
}

/** Whether a key belongs to an open panel or a field. */
export function belongsElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof Element && target.closest('input, textarea, select, [role=listbox]') !== null
}
