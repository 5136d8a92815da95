import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveInOrder } from '#server/http/connections.ts'
import { framingFault } from '#server/http/listener.ts'

/**
 * The fast path of the pages: a response sent within the last second is sent again, head and body, to an equal request,
 * before the framework sees it. It does not resolve brands or languages: the ordinary path does, and stores its
 * response here. Requests with a session always take the ordinary path.
 *
 * It stays beside the cache of rendered pages (`cache.ts`), because through the framework a cached page costs about 55
 * µs of processor, while the home at 0.75 of raw `node:http` (`npm run bench -- home`) has 18 µs in all.
 */
export type QuickPages = {
  /** Stores a page that is about to be sent with status 200; its headers are complete but for the length. */
  readonly remember: (request: FastifyRequest, reply: FastifyReply, body: Buffer) => void
  /** Drops everything, because the data may have changed. */
  readonly forget: () => void
}

type Sent = { readonly head: string[]; readonly body: Buffer; readonly until: number }

const quickMs = 1_000
/** The most entries: beyond this number all are dropped, because callers choose the headers in the keys. */
const mostRemembered = 1_000

/**
 * Runs before a listener's framework. While the listener closes, requests take the ordinary path, which closes
 * connections.
 */
export function addQuickPages(app: FastifyInstance): QuickPages {
  const sent = new Map<string, Sent>()
  let closing = false
  const recent = (key: string): Sent | null => {
    const found = sent.get(key)
    return found !== undefined && found.until > performance.now() ? found : null
  }
  app.addHook('preClose', async () => {
    closing = true
  })
  const serve: RequestListener = (request, response) => {
    const key = closing ? null : keyOf(request)
    const found = key === null ? null : recent(key)
    if (found === null) app.routing(request, response)
    else response.writeHead(200, found.head).end(found.body)
  }
  app.server.removeAllListeners('request').on('request', serveInOrder(serve))
  return {
    remember: (request, reply, body) => {
      const key = keyOf(request.raw)
      if (key === null || recent(key) !== null) return
      if (sent.size >= mostRemembered) sent.clear()
      const headers = Object.entries({ ...reply.getHeaders(), 'content-length': body.length })
      sent.set(key, {
        head: headers.flatMap(([name, value]) => [name, String(value)]),
        body,
        until: performance.now() + quickMs,
      })
    },
    forget: () => sent.clear(),
  }
}

/** The key of a request: everything its answer depends on; null when it must take the ordinary path. */
function keyOf(request: IncomingMessage): string | null {
  const { headers, method, url = '' } = request
  if (method !== 'GET' || headers['if-none-match'] !== undefined) return null
  // Parsers trim names and values, so a session's cookie may be written in several ways; each of them has this word.
  if (headers.cookie?.includes('session') === true) return null
  // The ordinary path refuses it.
  if (framingFault(request) !== null) return null
  const key = `${url}\n${headers.host}\n${headers['accept-encoding']}`
  const protocol = headers['x-forwarded-proto']
  // Whether this header is trusted depends on the sender.
  return protocol === undefined ? key : `${key}\n${protocol}\n${request.socket.remoteAddress}`
}
