import { useEffect, useState, type ReactNode, type Ref } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from '#web/shared/classes.ts'
import type { Play } from './play.ts'
import type { PlayState } from './play-state.ts'
import style from './spin-button.module.css'
import { WindowIcon } from './window-icon.tsx'

/**
 * Starts a spin, or presses away what is shown once the reels stand still. Until the minimum time between spins has passed it is disabled, with
 * a ring that fills. It stays focusable meanwhile, so that the keyboard focus is kept.
 */
export function SpinButton(props: {
  state: PlayState
  play: Play
  ready: boolean
  ref: Ref<HTMLButtonElement>
}): ReactNode {
  const { state, play, ready, ref } = props
  const t = useTranslations('slot.bar')
  const waiting = useWaiting(state.readyAt)
  const showing = (state.phase === 'showing' || state.phase === 'replaying') && !state.replay?.ended
  const running = showing && !state.pressable
  const isEnabled = ready && ((showing && !running) || (state.phase === 'ready' && !waiting && !state.closed))
  const refused = useTranslations('slot.notice')
  const isClosed = state.closed && state.phase === 'ready'
  const label = isClosed
    ? `${t('spin')}. ${refused('closed')}`
    : running
      ? t('spinning')
      : showing
        ? t('skip')
        : waiting
          ? t('wait')
          : t('spin')
  return (
    <button
      ref={ref}
      type="button"
      data-spin=""
      className={classes(style.spin, showing && !running && style.skips)}
      aria-label={label}
      aria-keyshortcuts="Space"
      aria-disabled={!isEnabled || undefined}
      title={isClosed ? refused('closed') : t('keys')}
      onClick={() => void play.press()}
    >
      <span className={style.face}>
        <WindowIcon name={showing && !running ? 'skip' : 'spin'} size={40} />
      </span>
      {waiting && (
        <svg key={state.waitFrom} className={style.ring} viewBox="0 0 100 100" aria-hidden="true">
          <circle
            cx="50"
            cy="50"
            r="48"
            pathLength="1"
            style={{ animationDuration: `${state.readyAt - state.waitFrom}ms` }}
          />
        </svg>
      )}
    </button>
  )
}

/** Whether `readyAt` (`performance.now()`) is in the future; re-renders when it is reached. */
function useWaiting(readyAt: number): boolean {
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(readyAt), Math.max(0, readyAt - performance.now()))
    return () => clearTimeout(timer)
  }, [readyAt])
  return readyAt > passed
}
