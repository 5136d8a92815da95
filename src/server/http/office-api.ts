import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OfficeRoute } from '#contract/route.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf } from './address.ts'
import type { Brands } from './brands.ts'
import { findOperator } from '#server/auth/callers.ts'
import type { OfficeContext, OfficeGuestContext } from '#server/auth/context.ts'
import { cookieNames, dropSession, readToken, writeSession } from '#server/auth/cookies.ts'
import type { Api } from './api.ts'
import { createOriginReport, provenanceOf } from './origin.ts'
import { hashToken } from '#server/auth/session.ts'

/** The office API: `POST /api/office/<name>` on its own listener, with its own cookie and origin. */
export function createOfficeApi(deps: Deps, brands: Brands, handling: Pick<Api, 'routes' | 'handlers'>): Api {
  const ownHosts = deps.config.officeOrigin === null ? [] : [new URL(deps.config.officeOrigin).host]
  const report = createOriginReport(deps.log)
  return {
    ...handling,
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
      const caller = token === null ? null : await findOperator(deps.pool, hashToken(token), route.urgency !== 'poll')
      if (!caller) return { out: { code: 401 } }
      if (!access.some((role) => caller.roles.includes(role))) return { out: { code: 403 } }
      const { brandIds } = caller
      const seen = brandIds === null ? brands.all() : brands.all().filter((brand) => brandIds.includes(brand.id))
      return { in: { ...common, caller, brands: seen } satisfies OfficeContext }
    },
  }
}

/** A check whether a request belongs to an operator's session; it does not prolong the session. */
export function createOperatorCheck(deps: Deps): (request: FastifyRequest) => Promise<boolean> {
  return async (request) => {
    const token = cookieToken(request)
    return token !== null && (await findOperator(deps.pool, hashToken(token), false)) !== null
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
  }
}
