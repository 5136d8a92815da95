import { connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy that breaks connections on purpose. It knows no protocol: for each chunk from a client, `choose` decides
 * what happens to it and to its response.
 */
export type Breakage =
  | 'delay'
  /** Dropped with its connection: it is never sent. */
  | 'reset'
  /** Sent, and the connection is broken at once, whether or not it arrived. */
  | 'cut-sent'
  /**
   * Sent; the first chunk of its response is dropped with the connection, so the client does not learn that it took
   * effect.
   */
  | 'cut-answered'
  /** Half of the first chunk of its response arrives. */
  | 'cut-mid-answer'
  /** Half open: from here on, everything the client sends is dropped. */
  | 'swallow-requests'
  /** Half open: it is sent, and from here on all responses are dropped. */
  | 'swallow-responses'

/** Whether a request has been sent whose response is lost. */
export const losesAnswer: Readonly<Record<Breakage, boolean>> = {
  delay: false,
  reset: false,
  'cut-sent': true,
  'cut-answered': true,
  'cut-mid-answer': true,
  'swallow-requests': false,
  'swallow-responses': true,
}

export type Proxy = {
  port: number
  /** Sets where new connections go: the path of a socket, or a local port. */
  aim: (target: Target) => void
  /** How often each breakage was applied. */
  done: Map<Breakage, number>
  /** Passes everything on from now on, and closes half-open connections. */
  heal: () => void
  close: () => Promise<void>
}

export type Target = { path: string } | { port: number }

export type ProxyOptions = {
  /** Chooses what to do to a chunk from a client; null passes it on. */
  choose: (piece: Buffer) => Breakage | null
  /** How long a delayed chunk waits, in ms; the order within a connection is kept. */
  delayMs: () => number
}

/** Listens on a free local port. */
export async function openProxy({ choose, delayMs }: ProxyOptions): Promise<Proxy> {
  const done = new Map<Breakage, number>()
  const open = new Set<Socket>()
  const halfOpen = new Set<Socket>()
  let target: Target | null = null
  let isHealed = false
  const server = createServer((client) => {
    const upstream = target === null ? null : connect({ ...target, host: '127.0.0.1' })
    if (upstream === null) return void client.resetAndDestroy()
    const both = [client, upstream]
    for (const one of both) {
      open.add(one)
      one.setNoDelay?.(true)
      one.on('error', () => {})
    }
    const cut = (): void => {
      for (const one of both) breakOff(one)
    }
    const line: Line = { pending: null, dropsRequests: false, dropsResponses: false }
    client.on('data', (piece) => {
      const breakage = isHealed ? null : line.dropsRequests ? null : choose(piece)
      if (breakage !== null) done.set(breakage, (done.get(breakage) ?? 0) + 1)
      if (breakage === 'swallow-requests') line.dropsRequests = true
      if (breakage === 'swallow-responses') line.dropsResponses = true
      if (breakage === 'swallow-requests' || breakage === 'swallow-responses') halfOpen.add(client)
      if (line.dropsRequests) return
      if (breakage === 'reset') return cut()
      if (breakage === 'delay') {
        client.pause()
        setTimeout(() => {
          // A client that has given up meanwhile must not have its chunk delivered.
          if (!client.destroyed && !upstream.destroyed) upstream.write(piece)
          client.resume()
        }, delayMs())
        return
      }
      if (breakage === 'cut-sent') return void upstream.write(piece, cut)
      if (breakage === 'cut-answered' || breakage === 'cut-mid-answer') line.pending = breakage
      upstream.write(piece)
    })
    upstream.on('data', (piece) => {
      if (line.dropsResponses) return
      const { pending } = line
      if (pending === null) return void client.write(piece)
      if (pending === 'cut-answered') return cut()
      client.write(piece.subarray(0, Math.ceil(piece.length / 2)), cut)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('end', () => other.end())
      one.on('close', () => {
        open.delete(one)
        halfOpen.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    aim: (to) => {
      target = to
    },
    done,
    heal: () => {
      isHealed = true
      for (const one of halfOpen) one.destroy()
    },
    close: async () => {
      for (const one of open) one.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Line = { pending: 'cut-answered' | 'cut-mid-answer' | null; dropsRequests: boolean; dropsResponses: boolean }

/** Resets a TCP socket; a Unix socket can only be closed. */
function breakOff(socket: Socket): void {
  if (socket.remoteFamily === undefined) socket.destroy()
  else socket.resetAndDestroy()
}

/** The target of a database URL, and the same URL through a local port. */
export function throughPort(url: string, port: number): { target: Target; url: string } {
  const parsed = new URL(url)
  const host = decodeURIComponent(parsed.hostname)
  const target = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${parsed.port || '5432'}` }
    : { port: Number(parsed.port || '5432') }
  return {
    target,
    url: `${parsed.protocol}//${parsed.username}:${parsed.password}@127.0.0.1:${port}${parsed.pathname}`,
  }
}
