/**
 * Of the windows of a member one plays (`src/server/modules/launch/member.ts`). The window that was opened before learns
 * here that it has ended, before the member stakes in it; the one that goes on learns that it ended another.
 */

/** What windows of one browser tell each other. */
type Message =
  | { kind: 'opened'; window: string; playSession: string }
  /** The window `window` ended this one. */
  | { kind: 'ended'; window: string }

type WindowsDeps = {
  /** This window; a reload and a copy of the tab are others. */
  window: string
  playSession: string
  /** `BroadcastChannel`, or null where there is none: then only `onReturn` asks. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null
  /** Calls back whenever the member returns to this window. */
  onReturn: (check: () => void) => void
  /** Asks the server whether this window has ended. */
  askWhetherEnded: () => Promise<boolean>
  /** This window ends between rounds. The server cannot end it: the one opened since is a copy with the same session. */
  end: () => void
  /** Another window has ended because of this one. */
  onOtherEnded: () => void
}

/** Announces this window to the others, and follows those that are opened later. */
export function followOtherWindows(deps: WindowsDeps): void {
  const { window, playSession, channel, onReturn, askWhetherEnded, end, onOtherEnded } = deps
  const send = (message: Message) => channel?.postMessage(message)
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ended') {
      if (data.window === window) onOtherEnded()
      return
    }
    const opened = data.window
    if (data.playSession === playSession) {
      end()
      send({ kind: 'ended', window: opened })
      return
    }
    void askWhetherEnded().then((isEnded) => isEnded && send({ kind: 'ended', window: opened }))
  })
  onReturn(() => void askWhetherEnded())
  send({ kind: 'opened', window, playSession })
}

/** Calls back when the page is shown again, from another tab or from the browser's memory. */
export function whenShownAgain(check: () => void, signal: AbortSignal): void {
  const options = { signal }
  const onVisible = () => !document.hidden && check()
  document.addEventListener('visibilitychange', onVisible, options)
  addEventListener('pageshow', ({ persisted }) => persisted && check(), options)
}
