import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Jackpot } from '#contract/jackpot.ts'
import { liveCloseCodes } from '#domain/live.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf, networkOf, subscriberOf } from '#server/http/address.ts'
import type { Brand, Brands } from '#server/http/brands.ts'
import { findMember, findAccountStatuses, accountStatusOf } from '#server/auth/callers.ts'
import type { MemberCaller } from '#server/auth/context.ts'
import { cookieNames, readToken } from '#server/auth/cookies.ts'
import { createTableFeed, type TableFeed, type TableSource } from './table-feed.ts'
import { createTileFeed, type TileFeed, type TileSource } from './tile-feed.ts'
import { normalHost } from '#server/http/listener.ts'
import { createLiveHub, type LiveHub, type LiveMember, type LiveClient, type NamedTables } from './hub.ts'
import { provenanceOf } from '#server/http/origin.ts'
import { refuse, type Refusal } from '#server/http/refusal.ts'
import type { Admission } from '#server/http/admission.ts'
import { inTurn, type CallerTurns } from '#server/http/caller-turns.ts'
import { readSessionToken, type ReadToken } from '#server/auth/session-token.ts'

/**
 * `/api/live`: announces changes to open pages. Pages send nothing; a socket is no activity of the member and extends
 * no session. The ordinary calls return the same data, so a socket may be closed at any time.
 */

export const livePath = '/api/live'

export type LiveOptions = {
  /** The most sockets of this process; guests may have half of them, so that places remain for members. */
  mostSockets: number
  mostPerMember: number
  /** Sockets of guests per address, of IPv6 per household. */
  mostPerAddress: number
  /** Sockets of guests per network: /24 of IPv4, /48 of IPv6. */
  mostPerNetwork: number
  mostBufferedBytes: number
  /** How long changes are collected before they are sent. */
  gatherMs: number
  /** Interval of pings; a socket that misses one is terminated at the next. */
  beatMs: number
  /** Interval of the check for sessions that have ended by themselves. */
  sweepMs: number
  /** Interval of the check of the pools while sockets are open. */
  jackpotMs: number
}

export const defaultLiveOptions: LiveOptions = {
  mostSockets: 20_000,
  mostPerMember: 12,
  mostPerAddress: 200,
  mostPerNetwork: 800,
  mostBufferedBytes: 64 * 1024,
  gatherMs: 150,
  beatMs: 25_000,
  sweepMs: 15_000,
  jackpotMs: 4_000,
}

/** Pages send nothing; a larger message closes the socket before it is read. */
const mostMessageBytes = 64
const closeWithinMs = 1_000
const clientsAtOnce = 500

export type LiveServices = {
  deps: Deps
  brands: Brands
  turns: CallerTurns
  admission: Admission
  readJackpots: () => Promise<readonly Jackpot[]>
  tables: TableSource
  tiles: TileSource
  options?: Partial<LiveOptions> | undefined
}

export type Live = {
  add: (app: FastifyInstance) => Promise<void>
  sockets: () => number
  /** Closes every socket; the pages reconnect in a moment, to another process. */
  closeAll: () => void
}

/** Builds the live endpoint; `add` puts it on the member listener and starts its timers. */
export function createLive(services: LiveServices): Live {
  const options = { ...defaultLiveOptions, ...services.options }
  const hub = createLiveHub(options)
  const feed = createTableFeed(services.tables, { tables: hub.tables, send: hub.sendToTable }, (error) =>
    services.deps.log.warn({ err: error }, 'reading the steps of a table failed'),
  )
  const tileFeed = createTileFeed(services.tiles, { tables: hub.tileTables, send: hub.sendToTiles }, (error) =>
    services.deps.log.warn({ err: error }, 'reading the tile of a table failed'),
  )
  const guard = createGuard(services, hub, { options, feed })
  return {
    sockets: hub.clients,
    closeAll: hub.closeAll,
    add: async (app) => {
      let stop: (() => void) | null = null
      await app.register(websocket, {
        options: { maxPayload: mostMessageBytes, perMessageDeflate: false, clientTracking: false },
        errorHandler: (_error, socket) => socket.terminate(),
        preClose: async () => {
          stop?.()
          await closeGracefully(hub)
        },
      })
      // An upgrade rejected before our handler leaves an untracked socket; it is destroyed.
      app.addHook('onResponse', async (request) => {
        if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon()
      })
      app.get(
        livePath,
        { websocket: true, preValidation: (request, reply) => guard.admit(request, reply) },
        (socket, request) => guard.client(socket, request),
      )
      const stopRun = run(services, hub, { closeStale: guard.closeStale, feed, tileFeed }, options)
      stop = () => {
        feed.stop()
        tileFeed.stop()
        stopRun()
      }
    },
  }
}

/** Closes every socket with a request to reconnect, and terminates those that do not answer. */
async function closeGracefully(hub: LiveHub): Promise<void> {
  hub.closeAll()
  const until = performance.now() + closeWithinMs
  while (hub.clients() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
  hub.terminateAll()
}

type Admitted = {
  brand: Brand
  member: LiveMember | null
  address: string
  sessionEnds: number
} & NamedTables

type Guard = {
  /** Before the upgrade: forgery check, admission, and authentication. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  client: (socket: WebSocket, request: FastifyRequest) => void
  /** Closes sockets whose session has ended, or whose member's account status has changed. */
  closeStale: (clients: readonly LiveClient[]) => Promise<void>
}

function createGuard(
  { deps, brands, turns, admission, ...sources }: LiveServices,
  hub: LiveHub,
  { options, feed }: { options: LiveOptions; feed: TableFeed },
): Guard {
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  const guests = createGuestCounts(options)
  /** Counts the ends of sessions, so that an end during the opening of a socket is not missed. */
  let sessionEnds = 0
  deps.events.listen((event) => {
    if (event.kind === 'session') sessionEnds += 1
  })

  const refusal = async (request: FastifyRequest): Promise<Refusal | Admitted> => {
    const brand = brands.ofHost(normalHost(request.hostname))
    if (brand === null) return { code: 421 }
    if (!request.ws) return { code: 404 }
    const fault = handshakeFault(request)
    if (fault !== null) return fault
    // Browsers always send the origin of a socket, and nothing else prevents another site's page from opening one.
    if (request.headers.origin === undefined || provenanceOf(request, brand.domains) !== 'own') return { code: 403 }
    const tablesNamed = namedBy(request)
    if (tablesNamed === null) return tooManyTiles
    const found = readToken(request, cookieNames(request).session)
    const address = addressOf(request)
    const named = found && readSessionToken(deps.config.secret, 'member', found.token)
    const claimed = named && ({ of: 'member', token: named } as const)
    const outcome = await inTurn(turns, { claimed, address }, () =>
      authenticate(brand, { named, address, ...tablesNamed }),
    )
    return outcome ?? { code: 429, retryAfterSeconds: turns.retryAfterSeconds() }
  }

  const authenticate = async (
    brand: Brand,
    { named, address, table, codes }: Named & { named: ReadToken | null; address: string },
  ): Promise<Refusal | Admitted> => {
    const isFull = hub.clients() >= options.mostSockets
    if (isFull || !admission.enter('poll')) return { code: 503, retryAfterSeconds: admission.retryAfterSeconds('poll') }
    try {
      const endsBefore = sessionEnds
      const caller = await findMember(deps.pool, named, brand.id, false)
      // The steps of a table are for members; tiles of the lobby are for guests too, as `get-tables` is.
      if (!caller && table !== null) return { code: 401 }
      const found = await findNamed(sources, brand.id, { table, codes })
      if (found === null) return { code: 400, fields: { table: 'is no table of this brand' } }
      return placeOf({ hub, options, guests }, { brand, caller, address, ...found, sessionEnds: endsBefore })
    } finally {
      admission.leave()
    }
  }

  return {
    closeStale: (clients) => closeStale(deps.pool, clients),
    admit: async (request, reply) => {
      const outcome = await refusal(request)
      if ('code' in outcome) return refuse(reply.header('sec-websocket-version', '13'), outcome)
      admitted.set(request, outcome)
      return undefined
    },
    client: (socket, request) => {
      const found = admitted.get(request)
      if (found === undefined) return socket.close(liveCloseCodes.notListening)
      const { brand, member, address, tableId, tileIds } = found
      if (member !== null && hub.ofMember(member.memberId).size >= options.mostPerMember) {
        return socket.close(liveCloseCodes.tooMany)
      }
      const client = hub.join(socket, brand.id, member, { tableId, tileIds })
      if (tableId !== null) feed.joined(tableId)
      if (member === null) guests.add(address, 1)
      socket.on('pong', () => takePong(client))
      socket.on('message', () => socket.close(liveCloseCodes.notListening))
      socket.on('close', () => {
        hub.leave(client)
        if (member === null) guests.add(address, -1)
      })
      if (member !== null && found.sessionEnds !== sessionEnds) void closeStale(deps.pool, [client]).catch(() => {})
    },
  }
}

/** The place of a caller among the sockets, or why there is none. */
function placeOf(
  { hub, options, guests }: { hub: LiveHub; options: LiveOptions; guests: GuestCounts },
  asked: Omit<Admitted, 'member'> & { caller: MemberCaller | null },
): Refusal | Admitted {
  const { caller, ...place } = asked
  if (!caller) {
    if (hub.guests() >= options.mostSockets / 2) return { code: 503, retryAfterSeconds: 30 }
    if (guests.areMost(place.address)) return { code: 429, retryAfterSeconds: 60 }
    return { ...place, member: null }
  }
  const { memberId, sessionId } = caller
  if (hub.ofMember(memberId).size >= options.mostPerMember) return { code: 429, retryAfterSeconds: 60 }
  return { ...place, member: { memberId, sessionId, accountStatus: accountStatusOf(caller) } }
}

type GuestCounts = {
  /** Whether the address or its network has as many sockets as guests may. */
  areMost: (address: string) => boolean
  add: (address: string, sockets: 1 | -1) => void
}

/** The sockets of guests by address and by network. */
function createGuestCounts({ mostPerAddress, mostPerNetwork }: LiveOptions): GuestCounts {
  const counts = new Map<string, number>()
  return {
    areMost: (address) =>
      (counts.get(subscriberOf(address)) ?? 0) >= mostPerAddress ||
      (counts.get(networkOf(address)) ?? 0) >= mostPerNetwork,
    add: (address, sockets) => {
      for (const key of [subscriberOf(address), networkOf(address)]) {
        const left = (counts.get(key) ?? 0) + sockets
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

/** What a page names in the address of its socket: the game code of `?table=`, and those of `?tiles=` as in `get-tables`. */
type Named = { table: string | null; codes: readonly string[] }
const mostTiles = 20
const tooManyTiles: Refusal = { code: 400, fields: { tiles: `must be 1 to ${mostTiles} codes` } }
const mostCodeLength = 60

/** Null when the codes of the tiles are none or too many. */
function namedBy({ query }: FastifyRequest): Named | null {
  const { table, tiles } = (query ?? {}) as Readonly<Record<string, unknown>>
  const textOf = (value: unknown): string | null =>
    value === undefined ? null : typeof value === 'string' ? value : ''
  const codes = textOf(tiles)?.split(',') ?? []
  const fits = codes.length <= mostTiles && codes.every((code) => code !== '' && code.length <= mostCodeLength)
  return fits ? { table: textOf(table), codes } : null
}

/** The tables that a page names; null when the window's own is none of the brand. Tiles of unknown tables are left out. */
async function findNamed(
  { tables, tiles }: Pick<LiveServices, 'tables' | 'tiles'>,
  brandId: number,
  { table, codes }: Named,
): Promise<NamedTables | null> {
  const tableId = table === null ? null : await tables.find(brandId, table)
  if (table !== null && tableId === null) return null
  return { tableId, tileIds: codes.length === 0 ? [] : await tiles.offered(brandId, codes) }
}

/**
 * What the library would refuse with an answer of its own, without the headers of the listener (RFC 6455 §4.2.1). Pages
 * offer no subprotocol, and none is chosen.
 */
function handshakeFault({ raw: { headers, method } }: FastifyRequest): Refusal | null {
  delete headers['sec-websocket-protocol']
  const checks = {
    method: method === 'GET',
    upgrade: headers.upgrade?.toLowerCase() === 'websocket',
    'sec-websocket-key': /^[+/\dA-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? ''),
    'sec-websocket-version': headers['sec-websocket-version'] === '13',
  }
  const wrong = Object.entries(checks).flatMap(([name, isRight]) => (isRight ? [] : [[name, 'does not fit'] as const]))
  return wrong.length === 0 ? null : { code: 400, fields: Object.fromEntries(wrong) }
}

/** Only pings are bounded by the library, so a pong that answers none ends the socket; browsers send no other pongs. */
function takePong(client: LiveClient): void {
  if (client.answers) client.socket.terminate()
  client.answers = true
}

async function closeStale(pool: Deps['pool'], clients: readonly LiveClient[]): Promise<void> {
  for (let from = 0; from < clients.length; from += clientsAtOnce) {
    const some = clients.slice(from, from + clientsAtOnce)
    const ids = some.flatMap(({ member }) => (member === null ? [] : [member.sessionId]))
    const accountStatuses = await findAccountStatuses(pool, ids)
    for (const { member, socket } of some) {
      if (member === null || accountStatuses.get(member.sessionId) === member.accountStatus) continue
      socket.close(liveCloseCodes.sessionOver)
    }
  }
}

/** Starts the timers and listeners of the endpoint; returns a function that stops them. */
function run(
  { deps, brands, readJackpots }: LiveServices,
  hub: LiveHub,
  { closeStale, feed, tileFeed }: { closeStale: Guard['closeStale']; feed: TableFeed; tileFeed: TileFeed },
  options: LiveOptions,
): () => void {
  const check = (clients: readonly LiveClient[]): void => {
    closeStale(clients).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'check of the sessions of live sockets failed'),
    )
  }
  let lastSent = ''
  let isReading = false
  const sendJackpots = async (): Promise<void> => {
    if (isReading || hub.clients() === 0) return
    isReading = true
    try {
      const jackpots = await readJackpots()
      const text = JSON.stringify(jackpots)
      // Sent only on a change, and to new pages, whose prerendered figures may be older; a tier that closed is sent once.
      if (text !== lastSent && (jackpots.length > 0 || lastSent !== '')) hub.sendJackpots(jackpots, 'everyone')
      else if (jackpots.length > 0) hub.sendJackpots(jackpots, 'joined')
      lastSent = jackpots.length > 0 ? text : ''
    } catch (error) {
      deps.log.warn({ err: error }, 'reading the jackpots failed')
    } finally {
      isReading = false
    }
  }
  const stopListening = deps.events.listen((event) => {
    // Pages fetch at once, and are answered from this process's copy of the brands.
    if (event.kind === 'maintenance') {
      void brands.refresh().then(
        () => hub.deliver(event),
        () => hub.deliver(event),
      )
    } else hub.deliver(event)
    feed.take(event)
    tileFeed.take(event)
    if (event.kind === 'session') check([...hub.ofMember(event.memberId)])
    if (event.kind === 'gap') check(hub.memberClients())
    if (event.kind === 'jackpot') void sendJackpots()
  })
  const timers = [
    setInterval(hub.beat, options.beatMs),
    setInterval(() => check(hub.memberClients()), options.sweepMs),
    setInterval(() => void sendJackpots(), options.jackpotMs),
  ]
  for (const timer of timers) timer.unref()
  return () => {
    stopListening()
    for (const timer of timers) clearInterval(timer)
  }
}
