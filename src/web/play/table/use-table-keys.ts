import { useEffect, useRef } from 'react'

export type TableKeys = {
  place: (spot: string) => void
  chooseChip: (index: number) => void
  undo: () => void
  clear: () => void
  double: () => void
  openRoads: () => void
}

/**
 * Keys of the table, by their place on the keyboard, so that they work in every language: B, P and T place on banker, player and
 * tie, with Shift B and P on their pairs; 1 to 8 choose a chip; D doubles, U takes back, C clears, R opens the roads. Open panels and
 * fields take precedence. A key that is held down acts once.
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
  switch (code) {
    case 'KeyB':
      return () => keys.place(shiftKey ? 'banker-pair' : 'banker')
    case 'KeyP':
      return () => keys.place(shiftKey ? 'player-pair' : 'player')
    case 'KeyT':
      return () => keys.place('tie')
    case 'KeyD':
      return keys.double
    case 'KeyU':
      return keys.undo
    case 'KeyC':
      return keys.clear
    case 'KeyR':
      return keys.openRoads
    default:
      return null
  }
}

function belongsElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof Element && target.closest('input, textarea, select, [role=listbox]') !== null
}
