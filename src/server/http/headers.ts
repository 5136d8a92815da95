import type { FastifyReply } from 'fastify'

/** The security headers, the same on every answer of a listener, errors included. */

export type Headers = Readonly<Record<string, string>>

/** Exceptions to the strictest policy. */
export type PolicyOptions = {
  /** `'sha256-…'` of unavoidable inline scripts. */
  scriptHashes?: readonly string[]
  /** `'sha256-…'` of style sheets inside a document. */
  styleHashes?: readonly string[]
}

/** The content security policy: everything from this origin, no inline script, no framing, no plugins. */
export function contentSecurityPolicy(options: PolicyOptions = {}): string {
  const listed = (hashes: readonly string[] = []) => hashes.map((hash) => ` ${hash}`).join('')
  return [
    `default-src 'self'`,
    `script-src 'self'${listed(options.scriptHashes)}`,
    // Style attributes position popups and reels; they cannot execute anything.
    `style-src 'self'${listed(options.styleHashes)}; style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `media-src 'self' blob:`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}

/** The constant headers of a listener. */
export function securityHeaders(policy: string): Headers {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), display-capture=(), browsing-topics=()',
    'cache-control': 'no-store',
  }
}

const twoYearsSeconds = 63_072_000

/** Sent only over https: on plain http browsers ignore it. */
export const strictTransport = `max-age=${twoYearsSeconds}`

/** Sets the headers on a reply; handlers of cacheable pages overwrite `cache-control`. */
export function putHeaders(reply: FastifyReply, headers: Headers, isHttps: boolean): void {
  reply.headers(headers)
  if (isHttps) reply.header('strict-transport-security', strictTransport)
}
