import type { MemberAnswers, MemberBodies, MemberRouteName } from '#contract/member-api.ts'
import { ApiError, postJson, timeoutMs } from './api-client.ts'
import { markActivity } from './last-activity.ts'
import { pollCalls, readCalls } from './member-calls.ts'

/**
 * Client of the member API: `call('user-health-check', {})`. A refusal that the page must handle is returned with its
 * status; transport and HTTP errors are thrown as `ApiError`.
 */

/**
 * Prompts the member to sign in again over the page; resolves to true when they did, and the call is then retried once.
 * `isRead`: the call only reads, so a page may have made it in the background.
 */
type SignInAgain = (isRead: boolean) => Promise<boolean>
let signInAgain: SignInAgain | null = null

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
    return await send(name, body, options.signal)
  } catch (error) {
    const mayPrompt = error instanceof ApiError && error.kind === 'unauthenticated' && !options.quiet
    if (!mayPrompt || signInAgain === null || !(await signInAgain(readCalls.includes(name)))) throw error
    return send(name, body, options.signal)
  }
}

async function send<Name extends MemberRouteName>(
  name: Name,
  body: MemberBodies[Name],
  signal: AbortSignal | undefined,
): Promise<MemberAnswers[Name]> {
  const options = { timeoutMs: timeoutMs.member, headers: localeHeader(), signal }
  const answer = await postJson(`/api/routes/${name}`, body, options)
  // Polls do not keep a session alive.
  if (!pollCalls.includes(name)) markActivity()
  return answer as MemberAnswers[Name]
}

/** The language of this page, for names and texts; the cookie may hold that of another tab. */
export function localeHeader(): { 'x-locale': string } {
  return { 'x-locale': location.pathname.split('/')[1] ?? '' }
}
