import { connect, type Socket } from 'node:net'

/**
 * A plain keep-alive HTTP/1.1 client for loads: one request at a time on a connection, written and read as bytes, so
 * that the client uses far less processor time than the server.
 */
export type Connection = {
  /** Sends the bytes of a request. Rejects after 15 s or when the connection ends. */
  send: (request: string) => Promise<HttpResponse>
  isOpen: () => boolean
  close: () => void
}

/** The body is decoded only on demand, so that text and compressed bytes cost the client the same. */
export type HttpResponse = { status: number; body: () => string; retryAfterSeconds: () => number }

const limitMs = 15_000

export async function openConnection(port: number): Promise<Connection> {
  const socket = await opened(port)
  let waiting: { resolve: (answer: HttpResponse) => void; reject: (error: Error) => void } | null = null
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (answer === null || waiting === null) return
    received = received.subarray(answer.used)
    const { resolve } = waiting
    waiting = null
    resolve(answer)
  })
  let isOpen = true
  const fail = (): void => {
    isOpen = false
    waiting?.reject(new Error('the connection ended before the response'))
  }
  socket.on('error', fail)
  socket.on('close', fail)
  // A draining server closes idle connections, so a request sent now might get no response.
  socket.on('end', () => (isOpen = false))
  socket.setTimeout(limitMs, () => socket.destroy())
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (!isOpen) return reject(new Error('the connection had ended before the request'))
        waiting = { resolve, reject }
        socket.write(request)
        return undefined
      }),
    isOpen: () => isOpen,
    close: () => socket.destroy(),
  }
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

// Node and Fastify write header names in different case; a byte search is cheaper than a regular expression.
const lengthNames = ['\r\ncontent-length: ', '\r\nContent-Length: ']

function readAnswer(bytes: Buffer): (HttpResponse & { used: number }) | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const start = end + 4
  const length = lengthOf(bytes, end)
  if (bytes.length < start + length) return null
  return {
    status: Number(bytes.toString('latin1', 9, 12)),
    body: () => bytes.toString('utf8', start, start + length),
    retryAfterSeconds: () => Number(/\r\nretry-after: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1] ?? 0),
    used: start + length,
  }
}

function lengthOf(bytes: Buffer, end: number): number {
  for (const name of lengthNames) {
    const at = bytes.indexOf(name)
    if (at !== -1 && at < end)
      return Number.parseInt(bytes.toString('latin1', at + name.length, at + name.length + 12), 10)
  }
  return 0
}

/** Connections shared by many members: a request waits for a free one. */
export type ConnectionPool = {
  send: (request: string) => Promise<HttpResponse>
  close: () => void
}

/** Opens at most `most` connections on demand; one that ended is replaced. */
export function openConnectionPool(port: number, most: number): ConnectionPool {
  const free: Connection[] = []
  const waiting: ((connection: Connection | null) => void)[] = []
  let open = 0
  /** Null: another connection may be opened. */
  const take = async (): Promise<Connection | null> => {
    for (let found = free.pop(); found !== undefined; found = free.pop()) {
      if (found.isOpen()) return found
      open -= 1
    }
    if (open >= most) return new Promise((resolve) => waiting.push(resolve))
    open += 1
    return null
  }
  const give = (connection: Connection | null): void => {
    const next = waiting.shift()
    if (connection?.isOpen()) {
      if (next === undefined) free.push(connection)
      else next(connection)
    } else if (next === undefined) open -= 1
    else next(null)
  }
  return {
    send: async (request) => {
      let connection: Connection | null = null
      try {
        connection = (await take()) ?? (await openConnection(port))
        return await connection.send(request)
      } finally {
        give(connection)
      }
    },
    close: () => {
      for (const connection of free) connection.close()
    },
  }
}

/** A POST request with a JSON body and a bearer token. */
export function post(path: string, port: number, token: string, body: string, headers = ''): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n` +
    `${forwardedFrom(token)}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

/** The header by which each token has an address of its own: the program bounds the calls of an address. */
export function forwardedFrom(token: string): string {
  const [one, two, three] = [12, 13, 14].map((place) => token.charCodeAt(place) || 0)
  return `X-Forwarded-For: 10.${one}.${two}.${three}\r\n`
}
