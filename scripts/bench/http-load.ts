import { connect, type Socket } from 'node:net'

/**
 * A plain keep-alive HTTP/1.1 client for loads: one request at a time on a connection, written and read as bytes, so that
 * the client costs far less than what it measures.
 */
export type Connection = {
  /** Sends the bytes of a request. Rejects after 15 s or when the connection ends. */
  ask: (request: string) => Promise<Answer>
  close: () => void
}

/** The body is made text only when asked for: text and compressed bytes must cost the client the same. */
export type Answer = { status: number; body: () => string }

const limitMs = 15_000

export async function openConnection(port: number): Promise<Connection> {
  const socket = await opened(port)
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
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
  const fail = (): void => waiting?.reject(new Error('the connection ended before the answer'))
  socket.on('error', fail)
  socket.on('close', fail)
  socket.setTimeout(limitMs, () => socket.destroy())
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

// Node and Fastify write their own names of headers in either case; a search for bytes costs less than a pattern.
const lengthNames = ['\r\ncontent-length: ', '\r\nContent-Length: ']

function readAnswer(bytes: Buffer): (Answer & { used: number }) | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const start = end + 4
  const length = lengthOf(bytes, end)
  if (bytes.length < start + length) return null
  return {
    status: Number(bytes.toString('latin1', 9, 12)),
    body: () => bytes.toString('utf8', start, start + length),
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

/** A POST as a program makes it: JSON body, bearer token. */
export function post(path: string, port: number, token: string, body: string, headers = ''): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n` +
    `${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}
