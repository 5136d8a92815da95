import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { createMetrics } from '#server/metrics.ts'
import { boundConnections, type BoundConnections, type ConnectionBounds } from './connection-bounds.ts'
import { serveInOrder } from './connections.ts'
import { shareDescriptors } from './descriptors.ts'
import { createListener } from './listener.ts'

/** The bounds of open connections: of a listener, an address and a network, and who gives way when it is full. */

const bounds: ConnectionBounds = { most: 8, perAddress: 3, perNetwork: 5 }

let server: Server
let bound: BoundConnections
let refused: string[]

beforeEach(() => {
  refused = []
  const serve = serveInOrder((request, response) => void (request.url !== '/wait' && response.end()))
  server = createServer(serve)
  bound = boundConnections(
    server,
    bounds,
    (address) => address === '10.0.0.1',
    (why) => void refused.push(why),
  )
})

/** A connection from any address, given to the server as the system would. */
function arrive(remoteAddress: string | undefined, text = ''): Duplex {
  const socket = Object.assign(new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() }), { remoteAddress })
  server.emit('connection', socket)
  if (text !== '') socket.push(text)
  return socket
}

const arriveTimes = (count: number, address: (index: number) => string): Duplex[] =>
  Array.from({ length: count }, (_, index) => arrive(address(index)))
const areOpen = (sockets: readonly Duplex[]): boolean[] => sockets.map((socket) => !socket.destroyed)

describe('a connection', () => {
  it('is refused beyond those of its address, and counted again after one was closed', async () => {
    const sockets = arriveTimes(4, () => '203.0.113.7')
    expect(areOpen(sockets)).toEqual([true, true, true, false])
    expect(areOpen([arrive('203.0.113.8')])).toEqual([true])
    sockets[0]?.destroy()
    await expect.poll(bound.open).toBe(3)
    expect(areOpen(arriveTimes(2, () => '203.0.113.7'))).toEqual([true, false])
    expect(refused).toEqual(['address', 'address'])
  })

  it.each([
    ['of IPv4', (index: number) => `203.0.113.${index}`, '203.0.114.1'],
    ['of IPv6', (index: number) => `2001:db8:1:${index}::1`, '2001:db8:2::1'],
    ['of IPv4 written as IPv6', (index: number) => `::ffff:203.0.113.${index}`, '::ffff:203.0.114.1'],
  ])('is refused beyond those of its network %s', (_kind, address, elsewhere) => {
    expect(areOpen(arriveTimes(6, address))).toEqual([true, true, true, true, true, false])
    expect(areOpen([arrive(elsewhere)])).toEqual([true])
    expect(refused).toEqual(['network'])
  })

  it('counts for the household of IPv6', () => {
    const sockets = arriveTimes(4, (index) => `2001:db8::${index}`)
    expect(areOpen(sockets)).toEqual([true, true, true, false])
  })

  it('of a trusted proxy counts for the listener only', () => {
    expect(areOpen(arriveTimes(8, () => '10.0.0.1'))).toEqual(Array.from({ length: 8 }, () => true))
    expect(areOpen([arrive('203.0.113.7')])).toEqual([false])
    expect(refused).toEqual(['full'])
  })

  it('is closed when its caller is gone already', () => {
    expect(areOpen([arrive(undefined)])).toEqual([false])
    expect(bound.open()).toBe(0)
  })
})

describe('a full listener', () => {
  it('ends the oldest idle connection of the largest network for one of another', async () => {
    const [working, ...idle] = [
      arrive('203.0.113.1', 'GET /wait HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      ...arriveTimes(4, (index) => `203.0.113.${index + 2}`),
    ]
    const others = arriveTimes(3, (index) => `198.51.${index}.1`)
    await new Promise((resolve) => setImmediate(resolve))
    expect(areOpen([arrive('192.0.2.1')])).toEqual([true])
    expect(areOpen([working, ...idle, ...others])).toEqual([true, false, true, true, true, true, true, true])
    expect(refused).toEqual(['displaced'])
    await expect.poll(bound.open).toBe(8)
  })

  it('ends nothing for a network that has as many itself', () => {
    const sockets = arriveTimes(8, (index) => `203.0.${index % 2}.${index}`)
    expect(areOpen([arrive('203.0.0.99')])).toEqual([false])
    expect(areOpen(sockets)).toEqual(Array.from({ length: 8 }, () => true))
    expect(refused).toEqual(['full'])
  })

  it('keeps a place for a trusted proxy', () => {
    const sockets = arriveTimes(8, (index) => `203.0.${index % 2}.${index}`)
    expect(areOpen([arrive('10.0.0.1')])).toEqual([true])
    expect(areOpen(sockets).filter((isOpen) => !isOpen)).toHaveLength(1)
  })
})

describe('the listeners of the program', () => {
  const opened: Socket[] = []
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.destroy()
  })

  it('show their connections and those they refused', async () => {
    const metrics = createMetrics()
    const app = createListener({
      policy: '',
      servesHost: () => true,
      trustProxy: false,
      isReady: async () => true,
      metrics,
      log: pino({ level: 'silent' }),
      connections: { listener: 'office', bounds },
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const ended: number[] = []
    for (let index = 0; index < 5; index += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {}).on('close', () => ended.push(index))
      opened.push(socket)
    }
    await expect.poll(() => ended).toHaveLength(2)
    const text = await metrics.text()
    expect(text).toContain('baize_office_connections 3')
    expect(text).toContain('baize_connections_refused_total{listener="office",why="address"} 2')
    for (const socket of opened) socket.destroy()
    await app.close()
    metrics.stop()
  })

  it.each([
    [1_024, 16],
    [20_000, 16],
    [1_048_576, 200],
    [Infinity, 16],
  ])('have shares of %d descriptors that leave some for the program', (limit, databaseConnections) => {
    const { site, office, liveSockets, isScarce } = shareDescriptors(limit, databaseConnections)
    // Each listener has one descriptor more, for the connection that is decided about.
    expect(site.most + office.most + 2 + databaseConnections + 64).toBeLessThanOrEqual(limit)
    expect(liveSockets).toBeLessThan(site.most * 0.7)
    for (const { most, perAddress, perNetwork } of [site, office]) {
      expect([perAddress * 2 <= perNetwork + 1, perNetwork * 2 <= most + 1, perAddress > 0]).toEqual([true, true, true])
    }
    expect(isScarce).toBe(limit < 4_096)
  })
})
