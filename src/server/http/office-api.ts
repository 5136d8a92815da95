import type { FastifyReply, FastifyRequest } from 'fastify'
import { factorOf, type FactorNeed, type OfficeRoute } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf } from './address.ts'
import type { Brands } from './brands.ts'
import { findOperator } from '#server/auth/callers.ts'
import type { OfficeContext, OfficeGuestContext } from '#server/auth/context.ts'
import { FactorNeeded, returnProof, useProof } from '#server/auth/factor.ts'
import { cookieNames, dropSession, readDevice, readToken, writeDevice, writeSession } from '#server/auth/cookies.ts'
import { readSessionToken } from '#server/auth/session-token.ts'
import type { Api } from './api.ts'
import { sentLocale } from './locale.ts'
import { createOriginReport, provenanceOf } from './origin.ts'

/** The office API: `POST /api/office/<name>` on its own listener, with its own cookie and origin. */
export function createOfficeApi(deps: Deps, brands: Brands, handling: Pick<Api, 'routes' | 'handlers'>): Api {
  const ownHosts = httpsHostsOf(deps.config.officeOrigin)
  const report = createOriginReport(deps.log)
  const allFactors = deps.config.factors === 'on'
  return {
    routes: handling.routes,
    handlers: Object.fromEntries(
      Object.entries(handling.handlers).map(([name, handler]) => [
        name,
        withFactor(handling.routes[name] as OfficeRoute, handler as OfficeHandler) as Api['handlers'][string],
      ]),
    ),
    name: 'office',
    prefix: '/api/office/',
    screen: (request, route) => {
      const provenance = provenanceOf(request, ownHosts)
      if (provenance === 'foreign') {
        report(request, ownHosts)
        return { code: 403 }
      }
      if (route.access === 'anyone') return null
      if (cookieToken(request) === null) return { code: 401 }
      if (request.headers['content-type'] === undefined) return { code: 415 }
      return provenance === 'own' ? null : { code: 403 }
    },
    claimOf: (request) => {
      const token = provenanceOf(request, ownHosts) === 'own' ? cookieToken(request) : null
      const named = token === null ? null : readSessionToken(deps.config.secret, 'operator', token)
      return named === null ? null : { of: 'operator', token: named }
    },
    accountOf: (body) =>
      typeof body === 'object' && body !== null && 'login' in body && typeof body.login === 'string'
        ? body.login
        : null,
    admit: async (request, reply, route) => {
      const { access } = route as OfficeRoute
      const own = provenanceOf(request, ownHosts) === 'own'
      const token = own ? cookieToken(request) : null
      const common = officeContext(deps, request, reply)
      if (access === 'anyone') {
        const context = {
          ...common,
          caller: { kind: 'guest' },
          token,
          brands: brands.all(),
        } satisfies OfficeGuestContext
        return { in: context }
      }
      const isAct = route.urgency !== 'poll'
      const caller =
        token === null ? null : await findOperator(deps.pool, deps.config.secret, token, { isAct, allFactors })
      if (!caller) return { out: { code: 401 } }
      if (!access.some((role) => caller.roles.includes(role))) return { out: { code: 403 } }
      const { brandIds } = caller
      const seen = brandIds === null ? brands.all() : brands.all().filter((brand) => brandIds.includes(brand.id))
      const origin = request.headers.origin ?? deps.config.officeOrigin ?? `${request.protocol}://${request.host}`
      return { in: { ...common, caller, brands: seen, origin, locale: sentLocale(request) } satisfies OfficeContext }
    },
  }
}

/** The host of an origin with `https`; one of plain http counts as called, on this machine alone. */
function httpsHostsOf(origin: string | null): string[] {
  if (origin === null) return []
  const { protocol, host } = new URL(origin)
  return protocol === 'https:' ? [host] : []
}

type OfficeHandler = (context: OfficeContext, body: unknown) => Promise<{ status: string }>

/**
 * A handler behind its row's level of the second factor. A call of level `each` uses up the session's proof before it
 * acts, and gets it back when it was refused; one that failed does not, because it may have taken effect. An act that
 * finds out by itself that it needs a proof throws `FactorNeeded` and is undone.
 */
function withFactor(route: OfficeRoute, handler: OfficeHandler): OfficeHandler {
  const level = factorOf(route)
  if (route.access === 'anyone') return handler
  return async (context, body) => {
    const { factor, sessionId } = context.caller
    if (level !== 'none' && factor.needs !== null) return factorAnswer(factor.needs)
    if (level === 'recent' && !factor.recent) return factorAnswer('recent')
    const { db, config } = context.deps
    const takes = level === 'each' && !factor.withoutFactor
    const proof = takes ? await useProof(db, config.secret, sessionId) : null
    if (takes && proof === null) return factorAnswer('act')
    try {
      const answer = await handler(context, body)
      if (proof !== null && answer.status !== 'success') await returnProof(db, proof)
      return answer
    } catch (error) {
      if (error instanceof FactorNeeded) return factorAnswer(error.needs)
      throw error
    }
  }
}

function factorAnswer(needs: FactorNeed): { status: 'factor'; needs: FactorNeed } {
  return { status: 'factor', needs }
}

/**
 * A check whether a request belongs to an operator's session with a proven second factor; it does not prolong the
 * session.
 */
export function createOperatorCheck(deps: Deps): (request: FastifyRequest) => Promise<boolean> {
  const options = { isAct: false, allFactors: deps.config.factors === 'on' }
  return async (request) => {
    const token = cookieToken(request)
    const operator = token === null ? null : await findOperator(deps.pool, deps.config.secret, token, options)
    return operator !== null && operator.factor.needs === null
  }
}

/** The office accepts no Bearer token: it is for browsers only. */
function cookieToken(request: FastifyRequest): string | null {
  const found = readToken(request, cookieNames(request).office)
  return found?.from === 'cookie' ? found.token : null
}

function officeContext(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Omit<OfficeGuestContext, 'caller' | 'token' | 'brands'> {
  const name = cookieNames(request).office
  return {
    deps,
    ip: addressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    setSession: (token) => writeSession(request, reply, name, token),
    clearSession: () => dropSession(request, reply, name),
    browser: readDevice(request, 'officeBrowser'),
    setBrowser: (token) => writeDevice(request, reply, token, 'officeBrowser'),
  }
}
