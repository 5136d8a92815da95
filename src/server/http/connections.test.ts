import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pino } from 'pino'
import type { FastifyInstance } from 'fastify'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { addQuickPages } from '#server/pages/quick.ts'
import { scaledMs } from '#test/machine.ts'
import { mostUnanswered } from './connections.ts'
import { createListener } from './listener.ts'

/** What one connection takes of a listener: requests in order, and no bytes that nobody reads. */

const windowMs = 400
/** More than the system keeps for a reader. */
const large = Buffer.alloc(24 * 1024 * 1024, 'x')

let metrics: Metrics
let app: FastifyInstance
let atWork: number
let mostAtWork: number
let begun: string[]
let mustWait: boolean
let release: () => void

beforeEach(async () => {
  atWork = 0
  mostAtWork = 0
  begun = []
  mustWait = false
  const released = Promise.withResolvers<void>()
  release = released.resolve
  metrics = createMetrics()
  app = createListener({
    policy: `default-src 'self'`,
    servesHost: () => true,
    trustProxy: false,
    isReady: async () => true,
    metrics,
    log: pino({ level: 'silent' }),
    pace: { windowMs, leastBytes: 64 * 1024 },
  })
  app.all('/task/:name', async (request) => {
    atWork += 1
    mostAtWork = Math.max(mostAtWork, atWork)
    begun.push((request.params as { name: string }).name)
    await (mustWait ? released.promise : new Promise((resolve) => setTimeout(resolve, 5)))
    atWork -= 1
    return request.body instanceof Buffer ? request.body.toString() : request.params
  })
  app.get('/large', async () => large)
  // The listener of the site has the fast path of its pages besides.
  addQuickPages(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  release()
  await app.close()
  metrics.stop()
})

function open(): { socket: Socket; received: () => string; closed: Promise<void> } {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  socket.on('error', () => {})
  return { socket, received: () => text, closed: new Promise((resolve) => socket.on('close', () => resolve())) }
}

function requests(count: number, last = ''): string {
  const one = (index: number) => `GET /task/${index} HTTP/1.1\r\nhost: localhost\r\n${index === count ? last : ''}\r\n`
  return Array.from({ length: count }, (_, index) => one(index + 1)).join('')
}

it('serves the requests of a connection one after the other, and answers each', async () => {
  const { socket, received, closed } = open()
  socket.write(requests(mostUnanswered, 'connection: close\r\n'))
  await closed
  expect(mostAtWork).toBe(1)
  expect(received().match(/"name":"\d+"/g)).toEqual(begun.map((name) => `"name":"${name}"`))
  expect(begun).toHaveLength(mostUnanswered)
})

it('keeps a body that arrives while an earlier request is served', async () => {
  const { socket, received, closed } = open()
  const body = JSON.stringify('y'.repeat(6_000))
  const headers = ['host: localhost', 'content-type: application/json', `content-length: ${body.length}`]
  const post = (end: string) => `POST /task/post HTTP/1.1\r\n${[...headers, end].join('\r\n')}\r\n\r\n${body}`
  socket.write(requests(1) + post('x: y') + post('connection: close'))
  await closed
  expect(received().match(/y{6000}/g)).toHaveLength(2)
})

it('serves connections beside each other, and any number of requests of one that waits for its answers', async () => {
  const connections = [open(), open(), open()]
  for (let round = 1; round <= mostUnanswered * 2; round += 1) {
    for (const { socket } of connections) socket.write(requests(1))
    await expect
      .poll(() => connections.map(({ received }) => received().match(/"name"/g)?.length))
      .toEqual([round, round, round])
  }
  expect(mostAtWork).toBeGreaterThan(1)
  for (const { socket } of connections) socket.destroy()
})

it('ends a connection with more requests than one may leave unanswered', async () => {
  const { socket, closed } = open()
  socket.write(requests(1_000))
  await closed
  expect(begun).toEqual(['1'])
  // What was begun ends, and the listener serves others.
  const other = open()
  other.socket.write(requests(1, 'connection: close\r\n'))
  await other.closed
  expect(other.received()).toMatch(/^HTTP\/1\.1 200 /)
})

it.each([
  ['bodies', 'POST /task/post HTTP/1.1\r\nhost: localhost\r\ncontent-length: 20000\r\n\r\n' + ' '.repeat(20_000)],
  ['headers', `GET /task/2 HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(12_000)}\r\n\r\n`],
])('ends a connection whose waiting requests have more %s than one may keep', async (_kind, waiting) => {
  mustWait = true
  const [one, other] = [open(), open()]
  one.socket.write(requests(1) + waiting)
  other.socket.write(requests(1) + waiting.repeat(3))
  await other.closed
  expect(one.socket.destroyed).toBe(false)
  release()
  await expect.poll(() => one.received().match(/HTTP\/1\.1 /g)).toHaveLength(2)
  one.socket.destroy()
})

it('ends a connection with a waiting request whose body has no length', async () => {
  mustWait = true
  const { socket, closed } = open()
  socket.write(requests(1) + 'POST /task/post HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
  await closed
  expect(begun).toEqual(['1'])
})

it('begins no further request of a connection that was closed', async () => {
  mustWait = true
  const { socket, closed } = open()
  socket.write(requests(3))
  await expect.poll(() => begun).toEqual(['1'])
  socket.destroy()
  await closed
  release()
  await expect.poll(() => atWork).toBe(0)
  const other = open()
  other.socket.write(requests(1, 'connection: close\r\n'))
  await other.closed
  expect(begun).toEqual(['1', '1'])
})

it('ends a connection that does not read, and none that reads', { timeout: scaledMs(20_000) }, async () => {
  const [still, reading] = [open(), open()]
  still.socket.pause()
  for (const { socket } of [still, reading]) socket.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const connected = (): Promise<number> =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connected, { timeout: scaledMs(5_000) }).toBe(2)
  await expect.poll(connected, { timeout: scaledMs(windowMs * 5) }).toBe(1)
  await expect.poll(() => reading.received().length, { timeout: scaledMs(5_000) }).toBeGreaterThan(large.length)
  // One that has taken everything stays open for its next request.
  await new Promise((resolve) => setTimeout(resolve, windowMs * 2))
  expect(await connected()).toBe(1)
  for (const { socket } of [still, reading]) socket.destroy()
})
