import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** The origin of a call according to the browser: a protection against forged calls in addition to SameSite. */

export type Provenance =
  /** `Origin` or `Sec-Fetch-Site` names this site. */
  | 'own'
  /** They name another site, or are malformed. */
  | 'foreign'
  /** They are missing, as in calls of programs. */
  | 'unsaid'

/**
 * Classifies a call. The site's own origin is scheme, host and port as called, or `https` and a domain that is
 * configured as its own (`ownDomains`). Behind a proxy that ends TLS the scheme is `https` by the `X-Forwarded-Proto` of
 * a trusted proxy only; plain http counts on this machine alone.
 */
export function provenanceOf(request: FastifyRequest, ownDomains: readonly string[]): Provenance {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site') return 'foreign'
  if (origin !== undefined) return isOwnOrigin(request, origin, ownDomains) ? 'own' : 'foreign'
  if (site === 'same-origin') return 'own'
  return site === undefined || site === 'none' ? 'unsaid' : 'foreign'
}

function isOwnOrigin(request: FastifyRequest, origin: string, ownDomains: readonly string[]): boolean {
  return ownOrigins(request, ownDomains).includes(origin)
}

function ownOrigins(request: FastifyRequest, ownDomains: readonly string[]): string[] {
  const asCalled = `${request.protocol}://${request.host.toLowerCase()}`
  const counts = request.protocol === 'https' || isLoopback(request.hostname)
  return [...(counts ? [asCalled] : []), ...ownDomains.map((domain) => `https://${domain}`)]
}

/** Anybody can cause a refusal, so at most one is logged in this time. */
const reportEveryMs = 60_000

export type OriginReport = (request: FastifyRequest, ownDomains: readonly string[]) => void

/**
 * Logs a refused origin with those that would have been accepted. When a proxy forwards another `Host` or no
 * `X-Forwarded-Proto`, the site's own browsers are refused, and only this line shows why. A request that the browser
 * marks as cross-site is not logged: it is the forgery that this check is for.
 */
export function createOriginReport(log: Pick<Logger, 'warn'>): OriginReport {
  let quietUntil = -Infinity
  return (request, ownDomains) => {
    const { origin } = request.headers
    if (origin === undefined || request.headers['sec-fetch-site'] === 'cross-site') return
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + reportEveryMs
    log.warn(
      { origin, accepted: [...new Set(ownOrigins(request, ownDomains))] },
      'origin check refused a request; behind a proxy check Host, X-Forwarded-Proto and TRUST_PROXY',
    )
  }
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a host name, without port, is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return loopbackNames.has(hostname.toLowerCase())
}

/** Whether a connection comes from this machine. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'
}

/** Whether a request has more than one Host header; Node keeps the first of them only. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let found = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') found += 1
  return found > 1
}
