import type { FastifyReply } from 'fastify'
import { doorErrors, type DoorError, type DoorErrorCode } from '#contract/door.ts'

/** What the door says instead of an answer. */
export type Refusal = {
  code: DoorErrorCode
  fields?: Record<string, string>
  retryAfterSeconds?: number
}

/** The body that goes with a refusal. */
export function refusalBody(refusal: Refusal): DoorError {
  return {
    status: doorErrors[refusal.code],
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
 * Whether an error says that the database cannot be reached or is starting, stopping or full of callers, or gave a
 * statement up that waited too long for others (57014, 55P03, 40…): nothing of it took effect, and asking again helps.
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
