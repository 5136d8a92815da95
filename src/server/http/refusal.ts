import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { apiErrors, type ApiErrorBody, type ApiErrorCode } from '#contract/api-error.ts'

/** An error of the API in place of an answer. */
export type Refusal = {
  code: ApiErrorCode
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

/** The body of a refusal. */
export function refusalBody(refusal: Refusal): ApiErrorBody {
  return {
    status: apiErrors[refusal.code],
    ...(refusal.code === 401 ? { message: 'msg2001' } : {}),
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.retryAfterSeconds === undefined ? {} : { retryAfter: refusal.retryAfterSeconds }),
  }
}

/** Sends a refusal. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  if (refusal.code === 405) reply.header('allow', 'POST')
  return reply
    .code(refusal.code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusalBody(refusal)))
}

/**
 * Whether an error means that the database is unreachable, starting, stopping or out of connections, or cancelled a
 * statement that waited too long for others (57014, 55P03, 40…): it had no effect, and a retry helps.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|57P0|57014|55P03|40|53)/.test(code) || unreachable.has(code)) return true
  return /timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed)/.test(
    error.message,
  )
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])

/** The refusal for an error in a call. Only unexpected errors are logged as errors. */
export function refusalOf(error: unknown, request: FastifyRequest, log: Logger): Refusal {
  const busy = retryLater(error)
  if (busy) return busy
  const code = requestFault(error)
  if (code !== null)
    return isApiErrorCode(code) && code !== 400 ? { code } : { code: 400, fields: { body: 'does not fit' } }
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: error, url: request.url }, 'database is unavailable')
    return { code: 503, retryAfterSeconds: 2 }
  }
  log.error({ err: error, url: request.url, requestId: request.id }, 'call failed')
  return { code: 500 }
}

/** An error that only means "retry": the hashing queue is full, the ledger is draining. Null for any other. */
export function retryLater(error: unknown): (Refusal & { retryAfterSeconds: number }) | null {
  if (!(error instanceof Error) || !('statusCode' in error) || !('retryAfterSeconds' in error)) return null
  const { statusCode, retryAfterSeconds } = error
  if ((statusCode !== 429 && statusCode !== 503) || typeof retryAfterSeconds !== 'number') return null
  return { code: statusCode, retryAfterSeconds }
}

/**
 * The 4xx code that the framework put on an error of the request itself, null for any other error. A connection that
 * the client closes within its body is such an error too, although it carries the code of a socket (`ECONNRESET`).
 */
function requestFault(error: unknown): number | null {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return null
  return error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : null
}

function isApiErrorCode(code: number): code is ApiErrorCode {
  return code in apiErrors
}
