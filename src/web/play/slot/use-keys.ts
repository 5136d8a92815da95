import { useEffect } from 'react'
import type { Play } from './play.ts'

/**
 * Space spins or skips, the arrow keys change the stake. Focused fields, buttons and open panels take precedence.
 */
export function useKeys(play: Pick<Play, 'press'> & Partial<Pick<Play, 'changeStake'>>, ready: boolean): void {
  useEffect(() => {
    if (!ready) return
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || belongsElsewhere(event.target)) return
      if (event.code === 'Space') {
        event.preventDefault()
        if (!event.repeat) void play.press()
      }
      if (event.key === 'ArrowUp' || event.key === 'ArrowRight') play.changeStake?.(1)
      if (event.key === 'ArrowDown' || event.key === 'ArrowLeft') play.changeStake?.(-1)
    }
    // The key press already acted on keydown; prevent the button click on keyup.
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

/** Whether a key belongs to an open panel, a field or a focused button. */
export function belongsElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  if (!(target instanceof Element)) return false
  if (target.closest('[data-spin]')) return false
  return target.closest('button, a, input, textarea, select, [role=listbox]') !== null
}
