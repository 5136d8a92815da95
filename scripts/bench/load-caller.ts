import { createHash } from 'node:crypto'
import { populationPassword, loginOf, tokenOf, windowOf } from './population.ts'
import { openConnectionPool, post, type HttpResponse, type ConnectionPool } from './http-load.ts'
import { openLoop, type OpenLoad } from './open-loop.ts'

/**
 * A separate program that calls for a population (`population.ts`), so that the callers cost the bench and the server
 * as little as possible. It gets one `LoadOrder` at a time and returns a `LoadReport`.
 */
export type LoadOrder = { port: number; tokenSeed: string; run: number; seconds: number; streams: Stream[] }

export type Stream = {
  /**
   * `rounds`: a spin at pace 0 is a bet and its settlement. `logins`: the right password, each from another address.
   */
  kind: 'polls' | 'rounds' | 'logins'
  perSecond: number
  /** The members take turns. */
  members: number
  connections: number
}

export type LoadReport = Partial<Record<Stream['kind'], OpenLoad>>

process.on('message', (order: LoadOrder) => {
  void obey(order).then((report) => process.send?.(report))
})

async function obey(order: LoadOrder): Promise<LoadReport> {
  const loads = await Promise.all(
    order.streams.map(async (stream): Promise<[Stream['kind'], OpenLoad]> => {
      const line = openConnectionPool(order.port, stream.connections)
      const call = callers[stream.kind](order, line)
      const { perSecond, members } = stream
      const { seconds } = order
      try {
        return [stream.kind, await openLoop({ perSecond, seconds, call: (turn) => call(turn, turn % members) })]
      } finally {
        line.close()
      }
    }),
  )
  return Object.fromEntries(loads)
}

type Caller = (order: LoadOrder, line: ConnectionPool) => (turn: number, member: number) => Promise<string>

const callers: Record<Stream['kind'], Caller> = {
  polls:
    ({ port, tokenSeed: word }, line) =>
    (_turn, member) =>
      statusOf(line.send(post('/api/routes/user-health-check', port, tokenOf(word, member), '{}'))),
  rounds:
    ({ port, tokenSeed: word, run }, line) =>
    (turn, member) => {
      const body = `{"requestId":"${keyOf(`${word}:${run}:${turn}`)}","stake":"200"}`
      const headers = `X-Play-Session: ${windowOf(word, member)}\r\n`
      return statusOf(line.send(post('/api/play/spin', port, tokenOf(word, member), body, headers)))
    },
  logins:
    ({ port }, line) =>
    (turn, member) => {
      const body = JSON.stringify({ id: loginOf(member), pw: populationPassword, token: true })
      const address = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
      return statusOf(line.send(signIn(port, body, address)))
    },
}

function signIn(port: number, body: string, address: string): string {
  return (
    `POST /api/routes/user-do-login HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\n` +
    `X-Forwarded-For: ${address}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

function keyOf(name: string): string {
  const digits = createHash('md5').update(name).digest('hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** `success`, the HTTP status, or another outcome. */
async function statusOf(pending: Promise<HttpResponse>): Promise<string> {
  try {
    const answer = await pending
    if (answer.status !== 200) return String(answer.status)
    return /^\{"status":"(\w+)"/.exec(answer.body())?.[1] ?? 'unknown response'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
