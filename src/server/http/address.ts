import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The caller's address, for token buckets, sessions and the audit. A trusted proxy's header may be any text, also an
 * address with a port or a zone; when it is no address, the proxy's own is used.
 */
export function addressOf(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return readAddress(request.ip) ?? readAddress(request.socket.remoteAddress ?? '') ?? '0.0.0.0'
}

/**
 * `203.0.113.7:4711`, `[2001:db8::1]:4711` and `fe80::1%eth0` without port, brackets and zone; null for anything else.
 */
export function readAddress(text: string): string | null {
  const bare = (/^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text).replace(
    /%.*$/,
    '',
  )
  return isIP(bare) === 0 ? null : bare
}
