import type { FastifyReply } from 'fastify'
import { apiErrors, type ApiErrorBody, type ApiErrorCode } from '#contract/door.ts'

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
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(08|57P0|57014|55P03|40|53)/.test(code) || unreachable.has(code)) return true
  return /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  )
}

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
