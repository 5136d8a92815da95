import type { FastifyReply } from 'fastify'

/** The security headers, the same on every answer of a listener, errors included. */

export type Headers = Readonly<Record<string, string>>

/** Where a listener may need more than the strictest policy. */
export type PolicyOptions = {
  /** `'sha256-…'` of inline scripts that cannot be avoided. */
  scriptHashes?: readonly string[]
  /** `'sha256-…'` of the sheets that stand in a document itself. */
  styleHashes?: readonly string[]
}

/** The content security policy: everything from here, no inline script, no framing, no plugins. */
export function contentSecurityPolicy(options: PolicyOptions = {}): string {
  const listed = (hashes: readonly string[] = []) => hashes.map((hash) => ` ${hash}`).join('')
  return [
    `default-src 'self'`,
    `script-src 'self'${listed(options.scriptHashes)}`,
    // Style attributes place popups and reels; they can run nothing.
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

/** Only said where the browser came by https: on plain http it would mean nothing. */
export const strictTransport = `max-age=${twoYearsSeconds}`

/** Puts the headers on a reply; whoever serves a cacheable page overwrites `cache-control`. */
export function putHeaders(reply: FastifyReply, headers: Headers, isHttps: boolean): void {
  reply.headers(headers)
  if (isHttps) reply.header('strict-transport-security', strictTransport)
}
