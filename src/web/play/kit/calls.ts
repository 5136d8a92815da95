import type { PlayAnswers, PlayBodies, PlayRouteName } from '#contract/play.ts'
import { markActivity } from '#web/shared/last-activity.ts'

/** Result of a call, by what the window must do. Only `answer` tells what the server did. */
export type CallEnd<Name extends PlayRouteName> =
  | { kind: 'answer'; answer: PlayAnswers[Name] }
  /** 401 or 403: the session is over, or the window belongs to another one. */
  | { kind: 'signedOut' }
  /** 429 or 503: overload or maintenance; nothing was done. */
  | { kind: 'busy'; retryAfterMs: number }
  /** No response: offline, disconnected or timed out. The call may have taken effect. */
  | { kind: 'lost' }
  /** An unexpected response (400, 404): a retry would not help. */
  | { kind: 'broken' }

/** A call of the play API, `POST /api/play/<name>`. Never throws. */
export type PlayCall = <Name extends PlayRouteName>(
  name: Name,
  body: PlayBodies[Name],
  options?: { keepAlive?: boolean },
) => Promise<CallEnd<Name>>

const callTimeoutMs = 8000
const busyWaitMs = 2000

/** Creates the API client of one window, bound to its play session (`s` in its URL). */
export function createPlayCall(playSession: string): PlayCall {
  return async (name, body, options) => {
    try {
      const response = await fetch(`/api/play/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-play-session': playSession },
        body: JSON.stringify(body),
        keepalive: options?.keepAlive ?? false,
        signal: AbortSignal.timeout(callTimeoutMs),
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

/** Maps an HTTP error to a result. `retryAfter` is the header: seconds, or null. */
export function endOfStatus(
  status: number,
  retryAfter: string | null,
): { kind: 'signedOut' } | { kind: 'busy'; retryAfterMs: number } | { kind: 'lost' } | { kind: 'broken' } {
  if (status === 401 || status === 403) return { kind: 'signedOut' }
  if (status === 429 || status === 503) {
    const seconds = Number(retryAfter)
    return { kind: 'busy', retryAfterMs: seconds > 0 ? Math.min(seconds, 30) * 1000 : busyWaitMs }
  }
  // A server error does not tell whether the call took effect before it.
  if (status >= 500) return { kind: 'lost' }
  return { kind: 'broken' }
}
