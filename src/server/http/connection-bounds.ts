import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, subscriberOf } from './address.ts'
import { isAnswering } from './connections.ts'

/**
 * Bounds the open connections of a listener, before anything is read from them: each takes a descriptor of the process, which the
 * other listener and the database need too, and memory for what it sends.
 */

export type ConnectionBounds = {
  /** Of the whole listener. When it is full, a new connection takes the place of one of the network that has the most. */
  most: number
  /** Of one address, of IPv6 of one household. */
  perAddress: number
  /** Of one network: /24 of IPv4, /48 of IPv6. */
  perNetwork: number
}

/** Why a connection was closed. `displaced`: for one of a network with fewer. */
export type ConnectionRefusal = 'address' | 'network' | 'full' | 'displaced'

export type BoundConnections = { open: () => number }

/** Of how many connections, the oldest of a network, one that waits for no answer is chosen to make room. */
const mostExamined = 32

/**
 * Applies the bounds to a server that listens for nothing yet. The connections of proxies (`isProxy`) count for the whole listener only,
 * because those of all visitors come from there.
 */
export function boundConnections(
  server: Server,
  bounds: ConnectionBounds,
  isProxy: (address: string) => boolean,
  countRefused: (why: ConnectionRefusal) => void,
): BoundConnections {
  const networks = createNetworks()
  const addresses = new Map<string, number>()
  let open = 0
  const refusalOf = (address: string): ConnectionRefusal | null => {
    if ((addresses.get(subscriberOf(address)) ?? 0) >= bounds.perAddress) return 'address'
    return networks.sizeOf(networkOf(address)) >= bounds.perNetwork ? 'network' : null
  }
  /** Closes a connection of the largest network, unless the newcomer's own is as large. */
  const makeRoom = (address: string | null): boolean => {
    const largest = networks.largest()
    const own = address === null ? 0 : networks.sizeOf(networkOf(address))
    if (largest === null || largest.size <= own + 1) return false
    chooseToEnd(largest).destroy()
    countRefused('displaced')
    return true
  }
  const keep = (socket: Socket, address: string | null): void => {
    open += 1
    const leaveNetwork = address === null ? null : networks.join(networkOf(address), socket)
    if (address !== null) count(addresses, subscriberOf(address), 1)
    socket.once('close', () => {
      open -= 1
      leaveNetwork?.()
      if (address !== null) count(addresses, subscriberOf(address), -1)
    })
  }
  const mayStay = (socket: Socket): boolean => {
    const { remoteAddress } = socket
    // The caller is gone already.
    if (remoteAddress === undefined) return false
    const address = isProxy(remoteAddress) ? null : remoteAddress
    const refusal = address === null ? null : refusalOf(address)
    const isFull = open >= bounds.most
    if (refusal === null && (!isFull || makeRoom(address))) {
      keep(socket, address)
      return true
    }
    countRefused(refusal ?? 'full')
    return false
  }
  // Node itself closes what is beyond its own bound; one place more is for the connection that is decided about.
  server.maxConnections = bounds.most + 1
  server.on('drop', () => countRefused('full'))
  const begin = server.listeners('connection')
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    if (!mayStay(socket)) socket.destroy()
    else for (const one of begin) one.call(server, socket)
  })
  return { open: () => open }
}

/** The oldest connection that waits for no answer, else the oldest. */
function chooseToEnd(connections: ReadonlySet<Socket>): Socket {
  let oldest: Socket | null = null
  let examined = 0
  for (const socket of connections) {
    oldest ??= socket
    examined += 1
    if (!isAnswering(socket)) return socket
    if (examined === mostExamined) break
  }
  if (oldest === null) throw new Error('A network without connections was kept.')
  return oldest
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const now = (counts.get(key) ?? 0) + by
  if (now > 0) counts.set(key, now)
  else counts.delete(key)
}

type Networks = {
  sizeOf: (network: string) => number
  /** Counts a connection; returns the function to call once it is closed. */
  join: (network: string, socket: Socket) => () => void
  /** The connections of a network that has the most, in the order in which they were opened. */
  largest: () => ReadonlySet<Socket> | null
}

/** The connections by network, and the networks by their number of connections, so that the largest is found at once. */
function createNetworks(): Networks {
  const networks = new Map<string, Set<Socket>>()
  const bySize: Set<Set<Socket>>[] = []
  let most = 0
  const move = (network: Set<Socket>, from: number): void => {
    bySize[from]?.delete(network)
    ;(bySize[network.size] ??= new Set()).add(network)
    most = Math.max(most, network.size)
    while (most > 0 && bySize[most]?.size === 0) most -= 1
  }
  return {
    sizeOf: (name) => networks.get(name)?.size ?? 0,
    join: (name, socket) => {
      const network = networks.get(name) ?? new Set()
      networks.set(name, network)
      network.add(socket)
      move(network, network.size - 1)
      return () => {
        network.delete(socket)
        if (network.size === 0) networks.delete(name)
        move(network, network.size + 1)
        if (network.size === 0) bySize[0]?.delete(network)
      }
    },
    largest: () => (most === 0 ? null : (bySize[most]?.values().next().value ?? null)),
  }
}
