import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pino } from 'pino'
import { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import { memberRoute } from '#contract/route.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { createAdmission } from './admission.ts'
import { addApi } from './api.ts'
import { createCallerTurns } from './caller-turns.ts'
import { createHeldBytes, type HeldBytes } from './held-bytes.ts'
import { createListener } from './listener.ts'
import { createBuckets } from './rate-limits.ts'

/** What a listener keeps in memory for its callers: bodies that arrive, and answers that nobody reads. */

const bodyBytes = 40_000
/** More than the system keeps for a reader, so that it waits here. */
const answer = 'x'.repeat(8 * 1024 * 1024)

let app: FastifyInstance
let metrics: Metrics
let held: HeldBytes
const open: Socket[] = []

beforeEach(async () => {
  metrics = createMetrics()
  held = createHeldBytes({ most: answer.length + 5 * bodyBytes, perNetwork: answer.length + 3 * bodyBytes })
  const log = pino({ level: 'silent' })
  app = createListener({
    policy: '',
    servesHost: () => true,
    trustProxy: 'loopback',
    isReady: async () => true,
    metrics,
    log,
    held,
  })
  const routes = {
    take: memberRoute({
      access: 'guest',
      summary: '',
      body: z.strictObject({ text: z.string() }),
      answers: { success: z.object({}) },
    }),
    long: memberRoute({
      access: 'guest',
      summary: '',
      reads: true,
      body: z.strictObject({}),
      answers: { success: z.object({ text: z.string() }) },
    }),
  }
  const api = {
    name: 'member' as const,
    prefix: '/api/',
    routes,
    handlers: { take: async () => ({ status: 'success' }), long: async () => ({ status: 'success', text: answer }) },
    screen: () => null,
    admit: async () => ({ in: {} }),
    accountOf: () => null,
  }
  const [turns, admission, buckets] = [createCallerTurns(), createAdmission(1_000), createBuckets()]
  app.register(async (scope) => addApi(scope, api, { turns, admission, buckets, metrics, log, held }))
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await app.close()
  metrics.stop()
})

/** Sends a part of a body from an address, and keeps the connection open. */
function sendPart(address: string, framing = `content-length: ${bodyBytes}`): { socket: Socket; status: () => string } {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  open.push(socket)
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString('latin1'))).on('error', () => {})
  const headers = ['host: localhost', 'content-type: application/json', `x-forwarded-for: ${address}`, framing]
  socket.write(`POST /api/take HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  if (framing.startsWith('content-length')) socket.write('{"text":"')
  return { socket, status: () => text.slice(9, 12) }
}

const call = (name: string, body: object, address = '198.51.100.9') =>
  fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })

it('refuses large bodies of a network with many under way, and never small ones', async () => {
  // As if the answer of a call were being sent, so that the bounds are those of the bodies.
  const release = [held.hold('203.0.113.1', answer.length)]
  const parts = [1, 2, 3, 4].map((host) => sendPart(`203.0.113.${host}`))
  await expect.poll(() => parts.map(({ status }) => status()).toSorted()).toEqual(['', '', '', '429'])
  expect((await call('take', { text: 'x'.repeat(20_000) }, '203.0.113.9')).status).toBe(429)
  expect((await call('take', { text: 'small' }, '203.0.113.9')).status).toBe(200)
  expect((await call('take', { text: 'x'.repeat(20_000) })).status).toBe(200)
  for (const socket of open) socket.destroy()
  await expect.poll(held.held).toBe(answer.length)
  expect((await call('take', { text: 'x'.repeat(20_000) }, '203.0.113.9')).status).toBe(200)
  for (const one of release) one?.()
})

it('refuses large bodies when all networks together have many under way', async () => {
  const release = held.hold('203.0.113.1', answer.length)
  const parts = [1, 2, 3, 4, 5, 6].map((network) => sendPart(`198.51.${network}.1`))
  await expect.poll(() => parts.map(({ status }) => status()).toSorted()).toEqual(['', '', '', '', '', '429'])
  expect((await call('take', { text: 'small' })).status).toBe(200)
  release?.()
})

it('counts a body without a length as the longest', async () => {
  const part = sendPart('203.0.113.1', 'transfer-encoding: chunked')
  await expect.poll(held.held).toBe(64 * 1024)
  part.socket.destroy()
  await expect.poll(held.held).toBe(0)
})

it('refuses a large answer while others of the network are not read', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  open.push(socket)
  const headers = [
    'host: localhost',
    'content-type: application/json',
    'x-forwarded-for: 203.0.113.1',
    'content-length: 2',
  ]
  socket.write(`POST /api/long HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{}`)
  await expect.poll(held.held).toBeGreaterThan(answer.length)
  expect((await call('long', {}, '203.0.113.2')).status).toBe(429)
  socket.destroy()
  await expect.poll(held.held).toBe(0)
  expect((await (await call('long', {}, '203.0.113.2')).text()).length).toBeGreaterThan(answer.length)
  await expect.poll(held.held).toBe(0)
})
