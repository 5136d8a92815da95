import type { PlayRoutes } from '#contract/play-api.ts'
import type { AnswersOf, BodiesOf } from '#contract/route.ts'
import { ApiError, postJson, timeoutMs } from '#web/shared/api-client.ts'
import { markActivity } from '#web/shared/last-activity.ts'

/** The names of the calls of slots and of tables. */
export type WindowRouteName = keyof PlayRoutes
export type WindowAnswers = AnswersOf<PlayRoutes>
export type WindowBodies = BodiesOf<PlayRoutes>

/** The result of a call, by what the window must do. Only with `answer` is it certain what the server did. */
export type CallEnd<Name extends WindowRouteName> =
  | { kind: 'answer'; answer: WindowAnswers[Name] }
  /** 401 or 403: the session is over, or the window belongs to another one. */
  | { kind: 'signedOut' }
  /** 429 or 503: overload or maintenance; nothing was done. */
  | { kind: 'busy'; retryAfterMs: number }
  /** No response: offline, disconnected or timed out. The call may have taken effect. */
  | { kind: 'lost' }
  /** An unexpected response (400, 404): a retry would not help. */
  | { kind: 'broken' }

/** A call of the play API, `POST /api/play/<name>`. Never throws. */
export type PlayCall = <Name extends WindowRouteName>(
  name: Name,
  body: WindowBodies[Name],
  options?: { keepAlive?: boolean },
) => Promise<CallEnd<Name>>

const busyWaitMs = 2000
const maxBusyWaitMs = 30_000

/** Creates the API client of one window, bound to its play session (`s` in its URL). */
export function createPlayCall(playSession: string): PlayCall {
  return async (name, body, options) => {
    try {
      const answer = await postJson(`/api/play/${name}`, body, {
        timeoutMs: timeoutMs.play,
        headers: { 'x-play-session': playSession },
        keepalive: options?.keepAlive ?? false,
      })
      markActivity()
      return { kind: 'answer', answer: answer as WindowAnswers[typeof name] }
    } catch (error) {
      return error instanceof ApiError ? callEndOf(error) : { kind: 'lost' }
    }
  }
}

/** The result of a call that ended with an error. */
export function callEndOf(error: ApiError): Exclude<CallEnd<WindowRouteName>, { kind: 'answer' }> {
  switch (error.kind) {
    case 'unauthenticated':
    case 'forbidden':
      return { kind: 'signedOut' }
    case 'busy':
    case 'maintenance': {
      const waitMs = error.retryAfterSeconds * 1_000
      return { kind: 'busy', retryAfterMs: waitMs > 0 ? Math.min(waitMs, maxBusyWaitMs) : busyWaitMs }
    }
    case 'invalid':
      return { kind: 'broken' }
    // After a server error the call may have taken effect.
    case 'failed':
    case 'timeout':
    case 'network':
    case 'gateway':
      return { kind: 'lost' }
  }
}
