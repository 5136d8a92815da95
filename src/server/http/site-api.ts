import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberRoute, Route } from '#contract/route.ts'
import { id } from '#contract/wire.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf } from './address.ts'
import type { Brand, Brands } from './brands.ts'
import { createPlayerHints, findMember, findPlayer } from '#server/auth/callers.ts'
import type {
  GuestContext,
  MemberCaller,
  MemberContext,
  OwnSessionContext,
  PlayContext,
  SiteContext,
  SpinContext,
} from '#server/auth/context.ts'
import {
  cookieNames,
  dropSession,
  readDevice,
  readToken,
  writeExcluded,
  writeDevice,
  writeSession,
} from '#server/auth/cookies.ts'
import type { AdmitResult, Api } from './api.ts'
import type { CallerCall, ClaimedSession } from './caller-turns.ts'
import { normalHost } from './listener.ts'
import { localeOf } from './locale.ts'
import { createOriginReport, provenanceOf, type OriginReport } from './origin.ts'
import type { Refusal } from './refusal.ts'
import { readSessionToken, type ReadToken } from '#server/auth/session-token.ts'

/** The member API and the play API: both belong to the site and use the member's cookie. */

type Handling = Pick<Api, 'routes' | 'handlers'>

/** The session token of a request, unverified, and what it names. */
type Claim = { token: string | null; named: ReadToken | null }

/** Reads the session token of a request, once for each request. */
function createClaims(deps: Deps, brands: Brands): (request: FastifyRequest) => Claim {
  const claims = new WeakMap<FastifyRequest, Claim>()
  return (request) => {
    const earlier = claims.get(request)
    if (earlier !== undefined) return earlier
    const brand = brands.ofHost(normalHost(request.hostname))
    const token = brand === null ? null : authenticatingToken(request, brand)
    const named = token === null ? null : readSessionToken(deps.config.secret, 'member', token)
    const claim = { token, named }
    claims.set(request, claim)
    return claim
  }
}

/** Whose call it would be if its token were one of a session. */
function sessionOf({ named }: Claim): ClaimedSession | null {
  return named === null ? null : { of: 'member', token: named }
}

/** The member API: `POST /api/routes/<name>`. */
export function createMemberApi(deps: Deps, brands: Brands, handling: Handling): Api {
  const claimOf = createClaims(deps, brands)
  const report = createOriginReport(deps.log)
  return {
    ...handling,
    name: 'member',
    prefix: '/api/routes/',
    screen: (request, route) => screen(brands, report, request, route),
    claimOf: (request) => sessionOf(claimOf(request)),
    accountOf,
    admit: async (request, reply, route, _caller, call) => {
      const { access } = route as MemberRoute
      const site = siteContext(deps, brands, { request, reply, call })
      if (!site) return { out: { code: 421 } }
      const { token, named } = claimOf(request)
      if (access === 'guest') return { in: { ...site, caller: { kind: 'guest' }, token } satisfies GuestContext }
      if (named === null) return { out: { code: 401 } }
      if (route.session === 'own') return { in: { ...site, named } satisfies OwnSessionContext }
      const caller = await findMember(deps.pool, named, site.brand.id, route.urgency !== 'poll')
      if (!caller) return { out: { code: 401 } }
      return rejectRestricted(caller, route) ?? { in: { ...site, caller } satisfies MemberContext }
    },
  }
}

/** The play API: `POST /api/play/<name>`, with the header `X-Play-Session` in addition to the member's session. */
export function createPlayApi(deps: Deps, brands: Brands, handling: Handling): Api {
  const claimOf = createClaims(deps, brands)
  const hints = createPlayerHints(deps.pool)
  const report = createOriginReport(deps.log)
  return {
    ...handling,
    name: 'play',
    prefix: '/api/play/',
    screen: (request, route) =>
      screen(brands, report, request, route) ?? (playSessionOf(request) === null ? { code: 401 } : null),
    claimOf: (request) => sessionOf(claimOf(request)),
    accountOf,
    admit: async (request, reply, route, _caller, call) => {
      const site = siteContext(deps, brands, { request, reply, call })
      if (!site) return { out: { code: 421 } }
      const { brand } = site
      const { named } = claimOf(request)
      const window = playSessionOf(request)
      if (named === null || window === null) return { out: { code: 401 } }
      if (route.session === 'own') {
        const hint = await hints.find(named, brand.id, window)
        if (!hint) return { out: { code: 401 } }
        const refused = rejectRestricted(hint.caller, route)
        if (refused) return refused
        const { kind, memberId, memberPublicId, sessionId } = hint.caller
        const caller = { kind, memberId, memberPublicId, sessionId }
        return {
          in: { ...site, caller, play: hint.play } satisfies SpinContext,
          forget: () => hints.forget(named, brand.id, window),
        }
      }
      const player = await findPlayer(deps.pool, named, brand.id, window)
      if (!player) return { out: { code: 401 } }
      return rejectRestricted(player.caller, route) ?? { in: { ...site, ...player } satisfies PlayContext }
    },
  }
}

/** Checks for forgery first, then for the presence of a session token. */
function screen(brands: Brands, report: OriginReport, request: FastifyRequest, route: Route): Refusal | null {
  const brand = brands.ofHost(normalHost(request.hostname))
  if (!brand) return { code: 421 }
  const provenance = provenanceOf(request, brand.domains)
  if (provenance === 'foreign') {
    if (route.origin === 'any') return null
    report(request, brand.domains)
    return { code: 403 }
  }
  if (route.access === 'guest') return null
  const found = readToken(request, cookieNames(request).session)
  if (!found) return { code: 401 }
  if (found.from === 'cookie') {
    // A form on another site can send a cookie, but neither of these headers.
    if (request.headers['content-type'] === undefined) return { code: 415 }
    if (provenance !== 'own') return { code: 403 }
  }
  return null
}

/** The token to authenticate with: a cookie only when the call comes from the site itself. */
function authenticatingToken(request: FastifyRequest, brand: Brand): string | null {
  const found = readToken(request, cookieNames(request).session)
  if (!found) return null
  return found.from === 'bearer' || provenanceOf(request, brand.domains) === 'own' ? found.token : null
}

function playSessionOf(request: FastifyRequest): string | null {
  return id.safeParse(request.headers['x-play-session']).data ?? null
}

/** A restricted member gets the reason as a status of the route where it has one, else 403. */
function rejectRestricted(caller: MemberCaller, route: Route): AdmitResult | null {
  if (!caller.restricted || route.access === 'restricted') return null
  const { why } = caller.restricted
  return why in route.answers ? { answer: why } : { out: { code: 403 } }
}

function accountOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('id' in body)) return null
  return typeof body.id === 'string' ? body.id : null
}

function siteContext(
  deps: Deps,
  brands: Brands,
  { request, reply, call }: { request: FastifyRequest; reply: FastifyReply; call: CallerCall | null },
): SiteContext | null {
  const host = normalHost(request.hostname)
  const brand = brands.ofHost(host)
  if (!brand) return null
  const names = cookieNames(request)
  return {
    deps,
    brand,
    host,
    ip: addressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    outsideTurn: (wait) => (call === null ? wait() : call.outsideTurn(wait)),
    origin: request.headers.origin ?? '',
    locale: localeOf(request),
    device: readDevice(request),
    setDevice: (token) => writeDevice(request, reply, token),
    setExcluded: (excluded) => writeExcluded(request, reply, excluded),
    setSession: (token) => writeSession(request, reply, names.session, token),
    clearSession: () => dropSession(request, reply, names.session),
  }
}
