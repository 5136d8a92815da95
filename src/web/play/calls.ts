import type { PlayAnswers, PlayBodies, PlayRouteName } from '#contract/play.ts'
import { markActivity } from '#web/shared/last-activity.ts'

/** How a call ended, as the window has to tell them apart. Only `answer` says what the server did. */
export type CallEnd<Name extends PlayRouteName> =
  | { kind: 'answer'; answer: PlayAnswers[Name] }
  /** 401 or 403: the member's session is over, or the window belongs to another one. */
  | { kind: 'signedOut' }
  /** 429 or 503: the house is full or being served; nothing was done. */
  | { kind: 'busy'; retryAfterMs: number }
  /** No answer came: offline, cut off or too late. The call may have taken effect. */
  | { kind: 'lost' }
  /** An answer that should not exist (400, 404): asking again would not help. */
  | { kind: 'broken' }

/** Asks the play door, `POST /api/play/<name>`. Never throws. */
export type PlayCall = <Name extends PlayRouteName>(
  name: Name,
  body: PlayBodies[Name],
  options?: { keepAlive?: boolean },
) => Promise<CallEnd<Name>>

const answerWithinMs = 8000
const busyWaitMs = 2000

/** Binds the calls of one window to its play session, the `s` of its address. */
export function createPlayCall(playSession: string): PlayCall {
  return async (name, body, options) => {
    try {
      const response = await fetch(`/api/play/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-play-session': playSession },
        body: JSON.stringify(body),
        keepalive: options?.keepAlive ?? false,
        signal: AbortSignal.timeout(answerWithinMs),
      })
      if (response.ok) {
        markActivity()
        return { kind: 'answer', answer: await response.json() }
      }
      return { ...endOfStatus(response.status, response.headers.get('retry-after')) }
    } catch {
      return { kind: 'lost' }
    }
  }
}

/** What an HTTP error means to the window. `retryAfter` is the header: seconds, or absent. */
export function endOfStatus(
  status: number,
  retryAfter: string | null,
): { kind: 'signedOut' } | { kind: 'busy'; retryAfterMs: number } | { kind: 'lost' } | { kind: 'broken' } {
  if (status === 401 || status === 403) return { kind: 'signedOut' }
  if (status === 429 || status === 503) {
    const seconds = Number(retryAfter)
    return { kind: 'busy', retryAfterMs: seconds > 0 ? Math.min(seconds, 30) * 1000 : busyWaitMs }
  }
  // A failure behind the door says nothing about what was done before it.
  if (status >= 500) return { kind: 'lost' }
  return { kind: 'broken' }
}
