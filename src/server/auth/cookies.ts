import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '#server/http/origin.ts'

/** The cookies of the APIs. All are `HttpOnly`, `SameSite=Lax`, of this host only. */

export type CookieNames = { session: string; office: string; device: string; officeBrowser: string; excluded: string }

const secureNames: CookieNames = {
  session: '__Host-session',
  office: '__Host-office',
  device: '__Host-device',
  officeBrowser: '__Host-office-browser',
  excluded: '__Host-away',
}
const localNames: CookieNames = {
  session: 'session',
  office: 'office',
  device: 'device',
  officeBrowser: 'office-browser',
  excluded: 'away',
}

/**
 * Browsers accept a `__Host-` cookie over https only; on plain-http localhost the names have no prefix. Everywhere else
 * the browser uses https, even where the proxy in front of us uses http.
 */
export function cookieNames(request: FastifyRequest): CookieNames {
  return isPlainLocalhost(request) ? localNames : secureNames
}

function isPlainLocalhost(request: FastifyRequest): boolean {
  return request.protocol === 'http' && isLoopback(request.hostname)
}

const tokenShape = /^[A-Za-z0-9_-]{20,200}$/

/**
 * The token of a request: from the cookie, or from `Authorization: Bearer …` where there is no cookie (with a cookie
 * the header is ignored). Null when there is none or it has another form.
 */
export function readToken(request: FastifyRequest, name: string): { token: string; from: 'cookie' | 'bearer' } | null {
  const cookie = request.cookies[name]
  if (cookie !== undefined) return tokenShape.test(cookie) ? { token: cookie, from: 'cookie' } : null
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token !== undefined && tokenShape.test(token) ? { token, from: 'bearer' } : null
}

/** The long-lived token of this browser; null when there is none or it has another form. */
export function readDevice(request: FastifyRequest, name: 'device' | 'officeBrowser' = 'device'): string | null {
  const token = request.cookies[cookieNames(request)[name]]
  return token !== undefined && tokenShape.test(token) ? token : null
}

const eightHoursSeconds = 8 * 60 * 60
const yearSeconds = 365 * 24 * 60 * 60

/** Longer than a round with decisions can last. */
const hourSeconds = 60 * 60

/** Sets a session's cookie, until its absolute end (spec §9, 288e5 ms) and for a round with decisions that is open then. */
export function writeSession(request: FastifyRequest, reply: FastifyReply, name: string, token: string): void {
  write(request, reply, name, token, eightHoursSeconds + hourSeconds)
}

/** Sets a browser's long-lived cookie. */
export function writeDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  name: 'device' | 'officeBrowser' = 'device',
): void {
  write(request, reply, cookieNames(request)[name], token, yearSeconds)
}

/**
 * Marks a browser whose member is excluded, for at most the length of a session: its pages are rendered without
 * promotion. Nothing else depends on it.
 */
export function writeExcluded(request: FastifyRequest, reply: FastifyReply, excluded: boolean): void {
  const name = cookieNames(request).excluded
  if (excluded) write(request, reply, name, '1', eightHoursSeconds)
  else if (request.cookies[name] !== undefined) write(request, reply, name, '', 0)
}

/** Deletes a session's cookie. */
export function dropSession(request: FastifyRequest, reply: FastifyReply, name: string): void {
  write(request, reply, name, '', 0)
}

function write(request: FastifyRequest, reply: FastifyReply, name: string, value: string, maxAge: number): void {
  const secure = !isPlainLocalhost(request)
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge })
}
