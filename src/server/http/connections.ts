import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { lookEveryMs, watchPace, type Pace } from './pace.ts'

/**
 * What one connection may take of a listener. Node begins every request that arrived on a connection at once, about a
 * thousand in one read, and keeps the answers until the reader takes them.
 */

/** The most requests of a connection that are not answered; browsers and proxies send the next one after the answer. */
export const mostUnanswered = 16

/** What the requests behind the first may keep in memory together, in headers and bodies. */
const mostWaitingBytes = 32 * 1024

type Unanswered = { waiting: { request: IncomingMessage; response: ServerResponse }[]; bytes: number }

/** The connections with a request that is not answered. */
const connections = new WeakMap<Socket, Unanswered>()

/**
 * Whether an earlier request of the connection is not answered. Node hands a connection that is upgraded meanwhile to nobody: it would
 * stay open for ever.
 */
export function isAnswering(socket: Socket): boolean {
  return connections.has(socket)
}

/**
 * Serves the requests of each connection one after the other, in the order in which HTTP/1.1 answers them (RFC 9112
 * §9.3.2). A connection with more than `mostUnanswered` requests is ended, and one whose waiting requests keep more than
 * `mostWaitingBytes`: Node reads their bodies before anything serves them.
 */
export function serveInOrder(serve: RequestListener): RequestListener {
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    response.once('close', endOf)
    serve(request, response)
  }
  function endOf(this: ServerResponse): void {
    const { socket } = this.req
    const unanswered = connections.get(socket)
    const next = unanswered?.waiting.shift()
    if (unanswered === undefined || next === undefined || !socket.writable) {
      connections.delete(socket)
      return
    }
    unanswered.bytes -= bytesOf(next.request)
    begin(next.request, next.response)
  }
  return (request, response) => {
    const { socket } = request
    const unanswered = connections.get(socket)
    if (socket.destroyed) return
    if (unanswered === undefined) {
      connections.set(socket, { waiting: [], bytes: 0 })
      begin(request, response)
      return
    }
    unanswered.bytes += bytesOf(request)
    const isTooMuch = unanswered.waiting.length + 1 >= mostUnanswered || unanswered.bytes > mostWaitingBytes
    if (isTooMuch) socket.destroy()
    else unanswered.waiting.push({ request, response })
  }
}

/** What a request that waits may keep: its headers and its body, which is endless without a length. */
function bytesOf({ headers, rawHeaders, url = '' }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length) + Number(headers['content-length'] ?? 0)
}

/** Ends the connections whose reader keeps bytes waiting and takes fewer than the pace. */
export function endSlowReaders(server: Server, pace: Pace): void {
  const watches = new Map<Socket, () => boolean>()
  server.on('connection', (socket) => {
    watches.set(socket, watchPace(socket, pace))
    socket.once('close', () => watches.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, isTooSlow] of watches) if (isTooSlow()) socket.destroy()
  }, lookEveryMs(pace))
  timer.unref()
  server.once('close', () => clearInterval(timer))
}
