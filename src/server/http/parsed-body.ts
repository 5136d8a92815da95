import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Route } from '#contract/route.ts'
import { addressOf } from './address.ts'
import type { ClaimedSession } from './caller-turns.ts'
import type { Buckets } from './rate-limits.ts'
import type { Refusal } from './refusal.ts'

/** Bodies as the contract parses them, with the tokens that throttled calls take, and the refusal of those that do not fit. */

type Throttled = {
  api: { accountOf: (body: unknown) => string | null; claimOf?: (request: FastifyRequest) => ClaimedSession | null }
  route: Route
  request: FastifyRequest
  value: unknown
}

/**
 * Parses a body by the contract, and takes a token of a throttled call. A body that does not fit takes none: strangers at one address
 * must not use up the sign-ins of others there with bodies that no page sends.
 */
export function parseThrottled(
  buckets: Buckets,
  { api, route, request, value }: Throttled,
): { body: unknown } | { refusal: Refusal } {
  const body = route.body.safeParse(value)
  if (!body.success) return { refusal: refuseBody(buckets, { route, request, fields: fieldsOf(body.error) }) }
  if (route.throttle === undefined) return { body: body.data }
  const wait = buckets.take(route.throttle, addressOf(request), throttledAccount(api, route, request, body.data))
  return wait > 0 ? { refusal: { code: 429, retryAfterSeconds: wait } } : { body: body.data }
}

/** The refusal of a body: it names fields, for a throttled call while the address has tokens for such refusals. */
export function refuseBody(
  buckets: Buckets,
  { route, request, fields }: { route: Route; request: FastifyRequest; fields: Record<string, string> },
): Refusal {
  const wait = route.throttle === undefined ? 0 : buckets.take('unfit-body', addressOf(request), null)
  return wait > 0 ? { code: 429, retryAfterSeconds: wait } : { code: 400, fields: boundedFields(fields) }
}

/** An answer is not longer than the body that it refuses because a caller invented many fields, or long names. */
const mostNamedFields = 10
const longestFieldName = 60

/** The first 10 faults under names of at most 60 characters; `body` tells how many more there are. */
function boundedFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  const faults = Object.entries(fields)
  const bounded = Object.fromEntries(faults.slice(0, mostNamedFields).map(([name, fault]) => [shortName(name), fault]))
  const more = faults.length - mostNamedFields
  if (more <= 0) return bounded
  const rest = more === 1 ? '1 more field is wrong' : `${more} more fields are wrong`
  return { ...bounded, body: bounded['body'] === undefined ? rest : `${bounded['body']}; ${rest}` }
}

function shortName(name: string): string {
  return name.length <= longestFieldName ? name : `${name.slice(0, longestFieldName).toWellFormed()}…`
}

/**
 * The account for the token buckets: of a call for guests the one it names, else the holder that its session names, which is verified
 * by then.
 */
function throttledAccount(api: Throttled['api'], route: Route, request: FastifyRequest, body: unknown): string | null {
  if (isForGuests(route)) return api.accountOf(body)
  const claimed = api.claimOf?.(request) ?? null
  return claimed === null ? null : `${claimed.of} ${claimed.token.holder}`
}

export function isForGuests({ access }: Route): boolean {
  return access === 'guest' || access === 'anyone'
}

/** What is wrong with a body, field by field: `{"agree.terms": "…"}`. */
export function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[path === '' ? key : `${path}.${key}`] = 'is not a field of this call'
    } else {
      fields[path === '' ? 'body' : path] ??= issue.message
    }
  }
  return fields
}
