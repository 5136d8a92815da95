import { useEffect } from 'react'
import type { Play } from './play.ts'

/**
 * Space spins or skips, the arrows change the stake. Keys belong to a field, a panel or a button that the keyboard is on
 * before they belong to the game.
 */
export function useKeys(play: Play, ready: boolean): void {
  useEffect(() => {
    if (!ready) return
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || belongsElsewhere(event.target)) return
      if (event.code === 'Space') {
        event.preventDefault()
        if (!event.repeat) void play.press()
      }
      if (event.key === 'ArrowUp' || event.key === 'ArrowRight') play.changeStake(1)
      if (event.key === 'ArrowDown' || event.key === 'ArrowLeft') play.changeStake(-1)
    }
    // The press was made on the way down; the button must not be pressed again on the way up.
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.code === 'Space' && event.target instanceof Element && event.target.closest('[data-spin]')) {
        event.preventDefault()
      }
    }
    addEventListener('keydown', onKey)
    addEventListener('keyup', onKeyUp)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('keyup', onKeyUp)
    }
  }, [play, ready])
}

function belongsElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (!(target instanceof Element)) return false
  if (target.closest('[data-spin]')) return false
  return target.closest('button, a, input, textarea, select, [role=listbox]') !== null
}
