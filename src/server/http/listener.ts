import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import cookie from '@fastify/cookie'
import { compile } from '@fastify/proxy-addr'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '#server/metrics.ts'
import { addressOf } from './address.ts'
import { boundConnections, type ConnectionBounds } from './connection-bounds.ts'
import { endSlowReaders, isAnswering, serveInOrder } from './connections.ts'
import { putHeaders, securityHeaders, type Headers } from './headers.ts'
import { smallBytes, type HeldBytes } from './held-bytes.ts'
import { connectionPace, type Pace } from './pace.ts'
import { hasSeveralHosts, isLoopback, isLoopbackAddress } from './origin.ts'
import { refusalBody, refusalOf, refuse, type Refusal } from './refusal.ts'

/** One port of the program: what all its APIs share before a request is routed. */

export type ListenerOptions = {
  /** The content security policy of every answer of this port. */
  policy: string
  /** Whether this listener serves a host name (without port); also called for loopback. */
  servesHost: (hostname: string) => boolean
  /** False, a number of hops, or addresses and networks. */
  trustProxy: false | number | string | string[]
  /** Database reachable, migrations applied. Must not throw. */
  isReady: () => Promise<boolean>
  metrics: Metrics
  log: Logger
  /** How long a whole request may take to arrive. */
  slowestRequestMs?: number
  /** How slowly a reader may take answers; `connectionPace` when left out. */
  pace?: Pace
  /** Bounds the bodies that are kept in memory; unbounded when left out. */
  held?: HeldBytes
  /** How many connections are open, and the name of the listener in the metrics; unbounded when left out. */
  connections?: { listener: 'member' | 'office'; bounds: ConnectionBounds }
  /** The only path where a request may become a WebSocket; on other paths the upgrade is ignored. */
  socketPath?: string
}

const bodyLimitBytes = 64 * 1024
const slowestHeadersMs = 8_000
export const slowestRequestMs = 13_000
export const checkSlowEveryMs = 1_000
const keepAliveMs = 65_000
const heldRetrySeconds = 5

/** A Fastify with the common rules and no routes but `/healthz`, `/readyz` and `/metrics`. */
export function createListener(options: ListenerOptions): FastifyInstance {
  const headers = securityHeaders(options.policy)
  const hops = options.trustProxy
  const app = fastify({
    logger: false,
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    bodyLimit: bodyLimitBytes,
    // HEAD answers as GET does, instead of as whatever page is behind it.
    exposeHeadRoutes: true,
    // While closing, calls in flight and on open connections are still served: a restart causes no errors.
    return503OnClosing: false,
    serverFactory: (handler) => createHttpServer(options, handler),
    clientErrorHandler: (error, socket) => refuseRaw(error, socket, headers),
    frameworkErrors: (_error, request, reply) => {
      putHeaders(reply, headers, request.protocol === 'https')
      refuse(reply, { code: 400, fields: { url: 'is not valid' } })
    },
  })
  app.register(cookie)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) =>
    done(null, bytes),
  )
  app.addHook('onRequest', async (request, reply) => {
    cleanForwarded(request.raw.headers)
    putHeaders(reply, headers, request.protocol === 'https')
    const fault = framingFault(request.raw)
    if (fault) return refuse(reply, fault)
    if (!options.servesHost(normalHost(request.hostname)) && !isProbe(request.url)) return refuse(reply, { code: 421 })
    return holdBody(request, reply, options)
  })
  app.setErrorHandler((error, request, reply) => refuse(reply, refusalOf(error, request, options.log)))
  app.setNotFoundHandler((_request, reply) => refuse(reply, { code: 404 }))
  addProbes(app, options)
  return app
}

/** Counts a body before it arrives, until the response is sent or aborted; refuses one for which there is no room. */
function holdBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { held, metrics }: ListenerOptions,
): FastifyReply | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = request.raw.headers
  if (held === undefined || (length === undefined && coding === undefined)) return undefined
  const most = request.routeOptions.bodyLimit ?? bodyLimitBytes
  // A longer one is refused by the framework without being read.
  const bytes = length === undefined ? most : Math.min(Number(length), most)
  if (bytes <= smallBytes) return undefined
  const release = held.hold(addressOf(request), bytes)
  if (release === null) {
    metrics.countShed('listener', 'bytes')
    return refuse(reply, { code: 429, retryAfterSeconds: heldRetrySeconds })
  }
  finished(reply.raw, release)
  return undefined
}

/** The server behind a listener, with the bounds of each connection. */
function createHttpServer(options: ListenerOptions, handler: RequestListener): Server {
  const requestTimeout = options.slowestRequestMs ?? slowestRequestMs
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(slowestHeadersMs, requestTimeout),
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: checkSlowEveryMs,
      // Some clients offer HTTP/2 by an upgrade header on an ordinary call, which is answered as usual.
      shouldUpgradeCallback: (request) =>
        options.socketPath !== undefined &&
        request.url?.split('?', 1)[0] === options.socketPath &&
        !isAnswering(request.socket),
    },
    serveInOrder(handler),
  )
  // Node would answer 417 by itself, without our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  endSlowReaders(server, options.pace ?? connectionPace)
  if (options.connections !== undefined) {
    const { listener, bounds } = options.connections
    const { open } = boundConnections(server, bounds, proxyTest(options.trustProxy), (why) =>
      options.metrics.countRefusedConnection(listener, why),
    )
    options.metrics.watch(`baize_${listener}_connections`, `Open connections of the ${listener} listener.`, open)
  }
  return server
}

/** Whether a connection from this address is one of a trusted proxy, as the framework decides it for `X-Forwarded-For`. */
function proxyTest(trustProxy: ListenerOptions['trustProxy']): (address: string) => boolean {
  if (trustProxy === false) return () => false
  if (typeof trustProxy === 'number') return () => trustProxy > 0
  const isTrusted = compile(typeof trustProxy === 'string' ? trustProxy.split(',') : trustProxy)
  return (address) => isTrusted(address, 0)
}

/**
 * What a proxy forwards and a client could write: a brand is chosen by `Host` alone, so that caches, which store by it,
 * never store the file of another brand; and a scheme is `http` or `https`, the last of a list, else that of the
 * connection. Changes `headers` before they are read.
 */
function cleanForwarded(headers: IncomingHttpHeaders): void {
  delete headers['x-forwarded-host']
  const scheme = String(headers['x-forwarded-proto'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
    .toLowerCase()
  if (scheme === 'http' || scheme === 'https') headers['x-forwarded-proto'] = scheme
  else delete headers['x-forwarded-proto']
}

/**
 * What Node accepts although it is ambiguous to proxies in front (RFC 9112 §3.2 and §6.1: several Host headers, a
 * transfer coding besides `chunked`) or would be read as if it were not compressed.
 */
export function framingFault(request: IncomingMessage): Refusal | null {
  const { headers } = request
  if (hasSeveralHosts(request)) return { code: 400, fields: { host: 'occurs more than once' } }
  if (!isHost(headers.host)) return { code: 400, fields: { host: 'must be a name with or without a port' } }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    return { code: 400, fields: { expect: 'must be 100-continue' } }
  }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return { code: 400, fields: { 'transfer-encoding': 'must be chunked' } }
  }
  return headers['content-encoding'] === undefined ? null : { code: 415 }
}

/** Whether a Host header is a name or an address, with or without a port; other forms read differently behind a proxy. */
function isHost(host: string | undefined): boolean {
  return host === undefined || host === '' || /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
}

/** Lower case, without the root's dot: `Example.COM.` is `example.com`. */
export function normalHost(hostname: string | undefined): string {
  return (hostname ?? '').toLowerCase().replace(/\.$/, '')
}

/** Health probes call the process by its address, not by a domain. */
function isProbe(url: string): boolean {
  return url === '/healthz' || url === '/readyz'
}

function addProbes(app: FastifyInstance, options: ListenerOptions): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (await options.isReady()) return { status: 'ok' }
    return refuse(reply, { code: 503, retryAfterSeconds: 2 })
  })
  app.get('/metrics', async (request, reply) => {
    const isLocal = isLoopbackAddress(request.socket.remoteAddress) && isLoopback(request.hostname)
    // A proxy on this machine is local too, but its clients are not.
    if (!isLocal || request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined) {
      return refuse(reply, { code: 404 })
    }
    return reply.type(options.metrics.contentType).send(await options.metrics.text())
  })
}

/** Answers connections without a complete request: malformed HTTP, headers too large, a body that took too long. */
function refuseRaw(error: Error & { code?: string }, socket: Socket, headers: Headers): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy(error)
    return
  }
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify(refusalBody({ code, ...(code === 400 ? { fields: { request: 'is not HTTP' } } : {}) }))
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const reasons = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const
  socket.end(`HTTP/1.1 ${code} ${reasons[code]}\r\n${lines.join('')}\r\n${body}`)
}
