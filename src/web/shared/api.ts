import type { MemberAnswers, MemberBodies, MemberRouteName } from '#contract/member.ts'
import { markAct } from './last-act.ts'

/**
 * The member door as the browser speaks it: `call('user-health-check', {})`. A refusal the page must handle is an
 * answer with its status; trouble at the door (time-out, no network, 429, 503, 400 …) is thrown as a `CallError`.
 */

/** What went wrong at the door, never in the business; `words.errors` has a sentence for each. */
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
  /** How long the server asks to be left alone; 0 when it did not say. */
  readonly retryAfterSeconds: number

  constructor(trouble: CallTrouble, retryAfterSeconds = 0) {
    super(trouble)
    this.name = 'CallError'
    this.trouble = trouble
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** How long a call may take before it is given up; it may still have taken effect, so retries keep their request id. */
export const callTimeoutMs = 15_000

/**
 * Asks the member to sign in again over the page; true when they did, so the call is tried once more. `isRead`: the call only
 * reads, as a page does by itself.
 */
type SignInAgain = (isRead: boolean) => Promise<boolean>
let signInAgain: SignInAgain | null = null

/** What the house asks for by itself: no act of the member's, so it does not keep a session alive. */
const polls: readonly MemberRouteName[] = ['user-health-check', 'get-in-game-balance', 'get-jackpots']

/** The app says what happens on a 401; null: the error is thrown. */
export function onUnauthenticated(ask: SignInAgain | null): void {
  signInAgain = ask
}

export type CallOptions = {
  /** Aborts the call when the page no longer wants its answer. */
  signal?: AbortSignal | undefined
  /** Calls made in the background must not open the sign-in dialog. */
  quiet?: boolean
}

/** Makes one call of the member door and answers its parsed body. */
export async function call<Name extends MemberRouteName>(
  name: Name,
  body: MemberBodies[Name],
  options: CallOptions = {},
): Promise<MemberAnswers[Name]> {
  try {
    return await post(name, body, options.signal)
  } catch (error) {
    const mayAskAgain = error instanceof CallError && error.trouble === 'unauthenticated' && !options.quiet
    if (!mayAskAgain || signInAgain === null || !(await signInAgain(name.startsWith('get-')))) throw error
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
      // The page's own language: names and texts come in it, whatever was chosen in another tab.
      headers: { 'content-type': 'application/json', 'x-locale': location.pathname.split('/')[1] ?? '' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    answer = response.ok ? await response.json() : null
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) throw new CallError('timeout')
    // What came was no answer of the house: something between has answered in its place.
    throw new CallError(error instanceof SyntaxError ? 'failed' : 'network')
  }
  if (!response.ok) throw troubleOf(response)
  if (!polls.includes(name)) markAct()
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
