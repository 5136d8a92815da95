import { connect, createServer, type Socket } from 'node:net'

/**
 * A TCP proxy of our own that breaks connections on purpose. It knows no protocol: it asks `judge` about each piece that a
 * client sends, and does to it, and to its answer, what it is told.
 */
export type Breakage =
  | 'delay'
  /** Thrown away with its connection: it is never sent. */
  | 'reset'
  /** Sent, and the connection broken at once; nobody waits whether it arrived. */
  | 'cut-sent'
  /** Sent; the first piece of its answer is thrown away with the connection: it has been done, and nobody hears of it. */
  | 'cut-answered'
  /** Half of the first piece of its answer arrives. */
  | 'cut-mid-answer'
  /** Half open: from here on what the client sends vanishes. */
  | 'swallow-asks'
  /** Half open: it is sent, and from here on what is answered vanishes. */
  | 'swallow-answers'

/** Those after which a request was sent whose answer is lost. */
export const losesAnswer: Readonly<Record<Breakage, boolean>> = {
  delay: false,
  reset: false,
  'cut-sent': true,
  'cut-answered': true,
  'cut-mid-answer': true,
  'swallow-asks': false,
  'swallow-answers': true,
}

export type Proxy = {
  port: number
  /** Where new connections lead to: a socket's path, or a port of this machine. */
  aim: (target: Target) => void
  /** How often each thing was done. */
  done: Map<Breakage, number>
  /** Lets everything pass from now on, and cuts what is half open. */
  heal: () => void
  close: () => Promise<void>
}

export type Target = { path: string } | { port: number }

export type ProxyOptions = {
  /** What to do to a piece that a client sends; null lets it pass. */
  judge: (piece: Buffer) => Breakage | null
  /** How long a delayed piece waits, in ms, from 0 to below 1 given; the order of a connection is kept. */
  delayMs: () => number
}

/** Listens on a free port of this machine. */
export async function openProxy({ judge, delayMs }: ProxyOptions): Promise<Proxy> {
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
    const line: Line = { pending: null, deafAsks: false, deafAnswers: false }
    client.on('data', (piece) => {
      const breakage = isHealed ? null : line.deafAsks ? null : judge(piece)
      if (breakage !== null) done.set(breakage, (done.get(breakage) ?? 0) + 1)
      if (breakage === 'swallow-asks') line.deafAsks = true
      if (breakage === 'swallow-answers') line.deafAnswers = true
      if (breakage === 'swallow-asks' || breakage === 'swallow-answers') halfOpen.add(client)
      if (line.deafAsks) return
      if (breakage === 'reset') return cut()
      if (breakage === 'delay') {
        client.pause()
        setTimeout(() => {
          // Whoever has given up meanwhile must not be heard any more.
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
      if (line.deafAnswers) return
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

type Line = { pending: 'cut-answered' | 'cut-mid-answer' | null; deafAsks: boolean; deafAnswers: boolean }

/** A reset where there is one; a socket of the file system only closes. */
function breakOff(socket: Socket): void {
  if (socket.remoteFamily === undefined) socket.destroy()
  else socket.resetAndDestroy()
}

/** Where the address of a database leads to, and the same address through a port of this machine. */
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
