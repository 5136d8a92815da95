import type { FastifyInstance } from 'fastify'
import { isLocale } from '#i18n/locales.ts'
import type { Deps } from '#server/deps.ts'
import { redeemLaunch } from './member.ts'
import type { Brands } from '#server/http/brands.ts'
import { findMember } from '#server/auth/callers.ts'
import { cookieNames, readToken } from '#server/auth/cookies.ts'
import { normalHost } from '#server/http/listener.ts'
import { refuse } from '#server/http/refusal.ts'
import { readSessionToken, type ReadToken } from '#server/auth/session-token.ts'
import { addressOf } from '#server/http/address.ts'
import { inTurn, type CallerTurns } from '#server/http/caller-turns.ts'

/** The target of an invalid launch address: the page shows the reason, in the member's language. */
const closedPath = '/play/closed'

/**
 * `GET /play/launch/<token>`: the single-use address from `open-game`. Redirects to the game's window once, within 60
 * s, in the browser of its session; else to a page with the reason, from which a busy server is asked again. `l`: the
 * language of the page that opened it, for the window.
 */
export function addLaunch(app: FastifyInstance, deps: Deps, brands: Brands, turns: CallerTurns): void {
  app.route<{ Params: { token: string }; Querystring: { round?: unknown; l?: unknown } }>({
    method: 'GET',
    url: '/play/launch/:token',
    // A HEAD request must not redeem an address.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const brand = brands.ofHost(normalHost(request.hostname))
      if (brand === null) return refuse(reply, { code: 421 })
      reply.header('cache-control', 'no-store')
      const closed = (why: string) => reply.redirect(`${closedPath}?why=${why}`, 302)
      const session = readToken(request, cookieNames(request).session)
      const named = session && readSessionToken(deps.config.secret, 'member', session.token)
      const claimed = named && ({ of: 'member', token: named } as const)
      const launch = await inTurn(turns, { claimed, address: addressOf(request) }, () =>
        redeem(deps, { named, brandId: brand.id, token: request.params.token }),
      )
      if (launch === null) return closed(`busy&again=${encodeURIComponent(request.url)}`)
      if (launch === 'signed-out') return closed(launch)
      if (launch.outcome !== 'open') return closed(launch.outcome)
      // The window requests the round itself, and receives it only if it is the member's own.
      const { round, l } = request.query
      const again = typeof round === 'string' && /^[0-9a-f-]{36}$/i.test(round) ? `&round=${round}` : ''
      const language = typeof l === 'string' && isLocale(l) ? `&l=${l}` : ''
      return reply.redirect(`/play/${launch.gameCode}?s=${launch.playSessionId}${language}${again}`, 302)
    },
  })
}

async function redeem(
  deps: Deps,
  { named, brandId, token }: { named: ReadToken | null; brandId: number; token: string },
): Promise<Awaited<ReturnType<typeof redeemLaunch>> | 'signed-out'> {
  const caller = await findMember(deps.pool, named, brandId, true)
  return caller ? redeemLaunch(deps, token, caller.sessionId) : 'signed-out'
}
