import type { MemberAnswers, MemberBodies, MemberRouteName } from '#contract/member.ts'
import { markActivity } from './last-activity.ts'

/**
 * Client of the member API: `call('user-health-check', {})`. A refusal that the page must handle is returned with its
 * status; transport and HTTP errors (time-out, no network, 429, 503, 400 …) are thrown as `CallError`.
 */

/** Transport and HTTP errors, never business refusals; the catalogue's `errors` has a message for each. */
export type CallTrouble =
  | 'timeout'
  | 'network'
  | 'busy'
  | 'maintenance'
  | 'refused'
  | 'restricted'
  | 'failed'
  | 'unauthenticated'

export class CallError extends Error {
  readonly trouble: CallTrouble
  /** The `Retry-After` header in seconds; 0 when absent. */
  readonly retryAfterSeconds: number

  constructor(trouble: CallTrouble, retryAfterSeconds = 0) {
    super(trouble)
    this.name = 'CallError'
    this.trouble = trouble
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Time-out of a call. The call may have taken effect all the same, so retries keep their request id. */
export const callTimeoutMs = 15_000

/**
 * Prompts the member to sign in again over the page; resolves to true when they did, and the call is retried once.
 * `isRead`: the call only reads, as pages do in the background.
 */
type SignInAgain = (isRead: boolean) => Promise<boolean>
let signInAgain: SignInAgain | null = null

/** Background polls: not member activity, so they do not keep a session alive. */
const polls: readonly MemberRouteName[] = ['user-health-check', 'get-in-game-balance', 'get-jackpots']

/** Sets the handler of a 401; null: the error is thrown. */
export function onUnauthenticated(handler: SignInAgain | null): void {
  signInAgain = handler
}

export type CallOptions = {
  /** Aborts the call when the page no longer needs the response. */
  signal?: AbortSignal | undefined
  /** Calls made in the background must not open the sign-in dialog. */
  quiet?: boolean
}

/** Makes one call of the member API and returns the parsed body. */
export async function call<Name extends MemberRouteName>(
  name: Name,
  body: MemberBodies[Name],
  options: CallOptions = {},
): Promise<MemberAnswers[Name]> {
  try {
    return await post(name, body, options.signal)
  } catch (error) {
    const mayPrompt = error instanceof CallError && error.trouble === 'unauthenticated' && !options.quiet
    if (!mayPrompt || signInAgain === null || !(await signInAgain(name.startsWith('get-')))) throw error
    return post(name, body, options.signal)
  }
}

async function post<Name extends MemberRouteName>(
  name: Name,
  body: MemberBodies[Name],
  signal: AbortSignal | undefined,
): Promise<MemberAnswers[Name]> {
  const timeout = AbortSignal.timeout(callTimeoutMs)
  let response: Response
  let answer: unknown
  try {
    response = await fetch(`/api/routes/${name}`, {
      method: 'POST',
      // The language of this page, for names and texts; another tab may have chosen another one.
      headers: { 'content-type': 'application/json', 'x-locale': location.pathname.split('/')[1] ?? '' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    answer = response.ok ? await response.json() : null
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) throw new CallError('timeout')
    // The body is not JSON: a proxy in between has answered.
    throw new CallError(error instanceof SyntaxError ? 'failed' : 'network')
  }
  if (!response.ok) throw troubleOf(response)
  if (!polls.includes(name)) markActivity()
  return answer as MemberAnswers[Name]
}

function troubleOf(response: Response): CallError {
  const seconds = Number(response.headers.get('retry-after')) || 0
  if (response.status === 401) return new CallError('unauthenticated')
  if (response.status === 403) return new CallError('restricted')
  if (response.status === 429) return new CallError('busy', Math.max(1, seconds))
  if (response.status === 503) return new CallError('maintenance', seconds)
  return new CallError(response.status < 500 ? 'refused' : 'failed')
}
