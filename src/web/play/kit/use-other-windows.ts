import { useEffect } from 'react'
import { newRequestId } from '#web/shared/request-id.ts'
import { followOtherWindows, whenShownAgain } from './other-windows.ts'

/** Follows the other windows of the member while the component is shown; all functions must be stable. */
export function useOtherWindows(deps: {
  playSession: string
  askWhetherEnded: () => Promise<boolean>
  endWindow: () => void
  onOtherEnded: () => void
}): void {
  const { playSession, askWhetherEnded, endWindow, onOtherEnded } = deps
  useEffect(() => {
    const stopped = new AbortController()
    const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('baize.play') : null
    const { signal } = stopped
    const onReturn = (check: () => void) => whenShownAgain(check, signal)
    const window = newRequestId()
    followOtherWindows({ window, playSession, channel, onReturn, askWhetherEnded, end: endWindow, onOtherEnded })
    return () => {
      stopped.abort()
      channel?.close()
    }
  }, [askWhetherEnded, endWindow, playSession, onOtherEnded])
}
