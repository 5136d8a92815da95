import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { redeemLaunch } from './member.ts'
import type { Brands } from '#server/http/brands.ts'
import { findMember } from '#server/auth/callers.ts'
import { cookieNames, readToken } from '#server/auth/cookies.ts'
import { normalHost } from '#server/http/listener.ts'
import { refuse } from '#server/http/refusal.ts'
import { hashToken } from '#server/auth/session.ts'

/** Where a launch address that opens nothing leads: the window says why, in the member's language. */
const closedPath = '/play/closed'

/**
 * `GET /play/launch/<token>`: the single-use address that `open-game` answered. Leads into the game's window once, within
 * 60 s, in the browser of the session it was made for; else to a page that says so.
 */
export function addLaunch(app: FastifyInstance, deps: Deps, brands: Brands): void {
  app.route<{ Params: { token: string }; Querystring: { round?: unknown } }>({
    method: 'GET',
    url: '/play/launch/:token',
    // Looking at an address must not use it up.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const brand = brands.ofHost(normalHost(request.hostname))
      if (brand === null) return refuse(reply, { code: 421 })
      reply.header('cache-control', 'no-store')
      const closed = (why: string) => reply.redirect(`${closedPath}?why=${why}`, 302)
      const session = readToken(request, cookieNames(request).session)
      const caller = session && (await findMember(deps.pool, hashToken(session.token), brand.id, true))
      if (!caller) return closed('signed-out')
      const launch = await redeemLaunch(deps, hashToken(request.params.token), caller.sessionId)
      if (launch.outcome !== 'open') return closed(launch.outcome)
      // The window asks for the round itself, and gets it only where it is its member's.
      const { round } = request.query
      const again = typeof round === 'string' && /^[0-9a-f-]{36}$/i.test(round) ? `&round=${round}` : ''
      return reply.redirect(`/play/${launch.gameCode}?s=${launch.playSessionId}${again}`, 302)
    },
  })
}
