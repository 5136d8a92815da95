/**
 * Errors of the API itself, before and around every call. An HTTP status other than 200 never means a business answer.
 */

export const apiErrors = {
  /** The body does not fit the schema; `fields` names the first 10 wrong fields, and under `body` how many more there are. */
  400: 'bad_request',
  401: 'unauthenticated',
  /** A foreign origin, a missing role, or a restricted member. */
  403: 'forbidden',
  404: 'unknown_call',
  405: 'not_post',
  408: 'too_slow',
  413: 'too_large',
  415: 'not_json',
  421: 'unknown_host',
  429: 'too_many',
  431: 'too_large',
  500: 'error',
  503: 'busy',
} as const

export type ApiErrorCode = keyof typeof apiErrors

/** The body of every answer that is not HTTP 200. */
export type ApiErrorBody = {
  status: (typeof apiErrors)[ApiErrorCode]
  /** A message key, `msg2001` for 401. */
  message?: string
  fields?: Record<string, string>
  /** Seconds, with 429 and 503; also in the header `Retry-After`. */
  retryAfter?: number
}
