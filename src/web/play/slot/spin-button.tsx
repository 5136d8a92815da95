import { useEffect, useId, useState, type ReactNode, type Ref } from 'react'
import { useTranslations } from 'use-intl/react'
import { classes } from '#web/shared/classes.ts'
import type { Play } from './play.ts'
import type { PlayState } from './play-state.ts'
import style from './spin-button.module.css'
import { WindowIcon } from '#web/play/kit/window-icon.tsx'

/**
 * Starts a spin, or presses away what is shown once the reels stand still. Until the minimum time between spins has passed it is disabled, with
 * a ring that fills; while no round can begin it is disabled, with the reason as its description. It stays focusable meanwhile, so that the
 * keyboard focus is kept.
 */
export function SpinButton(props: {
  state: PlayState
  play: Play
  ready: boolean
  /** A jackpot that a round could hit is closed. */
  isJackpotClosed: boolean
  ref: Ref<HTMLButtonElement>
}): ReactNode {
  const { state, play, ready, isJackpotClosed, ref } = props
  const t = useTranslations('slot.bar')
  const waiting = useWaiting(state.readyAt)
  const showing = (state.phase === 'showing' || state.phase === 'replaying') && !state.replay?.ended
  const running = showing && !state.pressable
  const reasonId = useId()
  const notice = useTranslations('slot.notice')
  const reason = state.closed ? notice('closed') : isJackpotClosed ? notice('jackpotClosed') : null
  const isRefused = reason !== null && state.phase === 'ready'
  const isEnabled = ready && ((showing && !running) || (state.phase === 'ready' && !waiting && !isRefused))
  const label = running ? t('spinning') : showing ? t('skip') : waiting && !isRefused ? t('wait') : t('spin')
  return (
    <button
      ref={ref}
      type="button"
      data-spin=""
      className={classes(style.spin, showing && !running && style.skips)}
      aria-label={label}
      aria-keyshortcuts="Space"
      aria-disabled={!isEnabled || undefined}
      aria-describedby={isRefused ? reasonId : undefined}
      title={isRefused ? reason : t('keys')}
      onClick={() => void play.press()}
    >
      <span className={style.face}>
        <WindowIcon name={showing && !running ? 'skip' : 'spin'} size={40} />
      </span>
      {isRefused && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
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
