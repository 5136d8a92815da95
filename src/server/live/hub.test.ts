import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { createLiveHub, type LiveHub } from './hub.ts'

/** Readers of different speeds over real sockets. */

let server: WebSocketServer
let http: ReturnType<typeof createServer>
let hub: LiveHub
const mostBufferedBytes = 200_000

beforeEach(async () => {
  http = createServer()
  server = new WebSocketServer({ server: http })
  hub = createLiveHub({ mostBufferedBytes, gatherMs: 1 })
  server.on('connection', (socket) => {
    const client = hub.join(socket, 1, null)
    socket.on('close', () => hub.leave(client))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  hub.terminateAll()
  server.close()
  http.close()
  await once(http, 'close')
})

async function reader(): Promise<WebSocket> {
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const socket = new WebSocket(`ws://127.0.0.1:${port}`)
  socket.on('error', () => {})
  await once(socket, 'message')
  return socket
}

it('terminates a reader that does not keep up, and no other', async () => {
  const [slow, quick] = [await reader(), await reader()]
  let received = 0
  quick.on('message', () => (received += 1))
  slow.pause()
  // Far larger than real messages, so that the buffers between the two ends fill soon.
  const amount = '1'.repeat(100_000)
  let sentCount = 0
  while (hub.clients() === 2 && sentCount < 2_000) {
    hub.sendJackpots([{ tier: 'mega', amount, ratePerSecond: '0', share: '0.5', hit: null }], 'everyone')
    sentCount += 1
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(hub.clients()).toBe(1)
  expect(quick.readyState).toBe(WebSocket.OPEN)
  await expect.poll(() => received).toBe(sentCount)
  slow.terminate()
})
