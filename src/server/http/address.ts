import { isIP } from 'node:net'

/** What of a request names its caller. A caller who is already gone has no address, whatever the type of a request says. */
type Addressed = { readonly ip: string | undefined; readonly socket: { readonly remoteAddress?: string | undefined } }

/**
 * The caller's address, for token buckets, sessions and the audit. A trusted proxy's header may be any text, also an
 * address with a port or a zone; when it is no address, the proxy's own is used.
 */
export function addressOf(request: Addressed): string {
  return readAddress(request.ip ?? '') ?? readAddress(request.socket.remoteAddress ?? '') ?? '0.0.0.0'
}

/**
 * The network of an address: /24 of IPv4, /48 of IPv6, so that one subscriber's addresses count together. An IPv4
 * address written as IPv6 (`::ffff:203.0.113.7`) counts as IPv4.
 */
export function networkOf(address: string): string {
  const ipv4 = /(?:^|:)(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1]
  if (ipv4 !== undefined) return `${ipv4}.0/24`
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  if (tail !== undefined) while (groups.length + after.length < 8) groups.push('0')
  const [one = '0', two = '0', three = '0'] = [...groups, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${one}:${two}:${three}::/48`
}

/** A household has one IPv4 address but 2^64 IPv6 addresses: these are counted by their first four groups. */
export function subscriberOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  if (tail !== undefined) while (groups.length < 4) groups.push('0')
  return groups.slice(0, 4).join(':')
}

/** The wider network around one of `networkOf`: /16 of IPv4, /32 of IPv6, as providers and hosters hold them. */
export function wideNetworkOf(network: string): string {
  return network.replace(/^(\d+\.\d+)\..*$/, '$1.0.0/16').replace(/^([^:]*:[^:]*):.*\/48$/, '$1::/32')
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
