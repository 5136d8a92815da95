import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Jackpot } from '#contract/shapes.ts'
import { liveCloseCodes } from '#domain/live.ts'
import type { Deps } from '#server/deps.ts'
import { addressOf } from '#server/http/address.ts'
import type { Brand, Brands } from '#server/http/brands.ts'
import { findMember, findStandings, standingOf } from '#server/auth/callers.ts'
import { cookieNames, readToken } from '#server/auth/cookies.ts'
import { normalHost } from '#server/http/listener.ts'
import { createLiveHub, type LiveHub, type LiveMember, type Seat } from './hub.ts'
import { provenanceOf } from '#server/http/origin.ts'
import { refuse, type Refusal } from '#server/http/refusal.ts'
import type { Room } from '#server/http/admission.ts'
import { hashToken } from '#server/auth/session.ts'

/**
 * `/api/live`: the house tells running pages what has changed. A page listens and says nothing; a socket is no act of the
 * member and keeps no session alive. Everything it says is found by the ordinary calls too, so it may be cut at any time.
 */

export const livePath = '/api/live'

export type LiveOptions = {
  /** Sockets of this process; guests may have half of them, so that members always find a place. */
  mostSockets: number
  mostPerMember: number
  /** Guests of one address. */
  mostPerAddress: number
  mostBufferedBytes: number
  /** How long news is gathered before it is said. */
  gatherMs: number
  /** How often sockets are asked whether somebody is there; two silences end one. */
  beatMs: number
  /** How often the sessions behind sockets are looked at, for those that end by themselves. */
  sweepMs: number
  /** How often the pools are looked at while somebody listens. */
  jackpotMs: number
}

export const usualLiveOptions: LiveOptions = {
  mostSockets: 20_000,
  mostPerMember: 12,
  mostPerAddress: 200,
  mostBufferedBytes: 64 * 1024,
  gatherMs: 150,
  beatMs: 25_000,
  sweepMs: 15_000,
  jackpotMs: 4_000,
}

/** A page has nothing to say; whoever sends more than this is cut off before it is read. */
const mostHeardBytes = 64
const farewellMs = 1_000
const seatsAtOnce = 500

export type LiveSurroundings = {
  deps: Deps
  brands: Brands
  room: Room
  readJackpots: () => Promise<readonly Jackpot[]>
  options?: Partial<LiveOptions> | undefined
}

export type Live = {
  add: (app: FastifyInstance) => Promise<void>
  sockets: () => number
  /** Tells every page to come back in a moment, to whoever listens then. */
  sendAway: () => void
}

/** Builds the live door; `add` puts it on the member listener and starts what runs beside it. */
export function createLive(surroundings: LiveSurroundings): Live {
  const options = { ...usualLiveOptions, ...surroundings.options }
  const hub = createLiveHub(options)
  const guard = createGuard(surroundings, hub, options)
  return {
    sockets: hub.seats,
    sendAway: hub.sendAway,
    add: async (app) => {
      let stop: (() => void) | null = null
      await app.register(websocket, {
        options: { maxPayload: mostHeardBytes, perMessageDeflate: false, clientTracking: false },
        errorHandler: (_error, socket) => socket.terminate(),
        preClose: async () => {
          stop?.()
          await sayFarewell(hub)
        },
      })
      // Whoever was refused before the door looked holds a connection that no server counts as its own any more.
      app.addHook('onResponse', async (request) => {
        if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon()
      })
      app.get(
        livePath,
        { websocket: true, preValidation: (request, reply) => guard.admit(request, reply) },
        (socket, request) => guard.seat(socket, request),
      )
      stop = run(surroundings, hub, guard.judge, options)
    },
  }
}

/** Closes every socket with the word to come back, and cuts those that do not answer. */
async function sayFarewell(hub: LiveHub): Promise<void> {
  hub.sendAway()
  const until = performance.now() + farewellMs
  while (hub.seats() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
  hub.cut()
}

type Admitted = { brand: Brand; member: LiveMember | null; address: string; turn: number }

type Guard = {
  /** Before the upgrade: forgery, room, and who is calling. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>
  seat: (socket: WebSocket, request: FastifyRequest) => void
  /** Closes those of these sockets whose session has ended, or whose member's standing has changed. */
  judge: (seats: readonly Seat[]) => Promise<void>
}

function createGuard({ deps, brands, room }: LiveSurroundings, hub: LiveHub, options: LiveOptions): Guard {
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  const guestsOf = new Map<string, number>()
  /** Counts the ends of sessions, so that one that comes while a socket is being opened is not missed. */
  let turn = 0
  deps.events.listen((event) => {
    if (event.kind === 'session') turn += 1
  })

  const judge = async (seats: readonly Seat[]): Promise<void> => {
    for (let from = 0; from < seats.length; from += seatsAtOnce) {
      const some = seats.slice(from, from + seatsAtOnce)
      const ids = some.flatMap(({ member }) => (member === null ? [] : [member.sessionId]))
      const standings = await findStandings(deps.pool, ids)
      for (const { member, socket } of some) {
        if (member === null || standings.get(member.sessionId) === member.standing) continue
        socket.close(liveCloseCodes.sessionOver)
      }
    }
  }

  const refusal = async (request: FastifyRequest): Promise<Refusal | Admitted> => {
    const brand = brands.ofHost(normalHost(request.hostname))
    if (brand === null) return { code: 421 }
    if (!request.ws) return { code: 404 }
    // Browsers always say where a socket comes from, and nothing but this keeps another site's page from opening one.
    if (request.headers.origin === undefined || provenanceOf(request, brand.domains) !== 'own') return { code: 403 }
    const found = readToken(request, cookieNames(request).session)
    const address = addressOf(request)
    const isFull = hub.seats() >= options.mostSockets
    if (isFull || !room.enter('poll')) return { code: 503, retryAfterSeconds: room.retryAfterSeconds('poll') }
    try {
      const turnBefore = turn
      const caller = found && (await findMember(deps.pool, hashToken(found.token), brand.id, false))
      if (!caller) {
        if (hub.guests() >= options.mostSockets / 2) return { code: 503, retryAfterSeconds: 30 }
        if ((guestsOf.get(address) ?? 0) >= options.mostPerAddress) return { code: 429, retryAfterSeconds: 60 }
        return { brand, member: null, address, turn: turnBefore }
      }
      const { memberId, sessionId } = caller
      if (hub.ofMember(memberId).size >= options.mostPerMember) return { code: 429, retryAfterSeconds: 60 }
      return { brand, member: { memberId, sessionId, standing: standingOf(caller) }, address, turn: turnBefore }
    } finally {
      room.leave()
    }
  }

  return {
    judge,
    admit: async (request, reply) => {
      const outcome = await refusal(request)
      if ('code' in outcome) return refuse(reply, outcome)
      admitted.set(request, outcome)
      return undefined
    },
    seat: (socket, request) => {
      const found = admitted.get(request)
      if (found === undefined) return socket.close(liveCloseCodes.notListening)
      const { brand, member, address } = found
      if (member !== null && hub.ofMember(member.memberId).size >= options.mostPerMember) {
        return socket.close(liveCloseCodes.tooMany)
      }
      const seat = hub.join(socket, brand.id, member)
      if (member === null) guestsOf.set(address, (guestsOf.get(address) ?? 0) + 1)
      socket.on('pong', () => (seat.answers = true))
      socket.on('message', () => socket.close(liveCloseCodes.notListening))
      socket.on('close', () => {
        hub.leave(seat)
        if (member !== null) return
        const left = (guestsOf.get(address) ?? 1) - 1
        if (left > 0) guestsOf.set(address, left)
        else guestsOf.delete(address)
      })
      if (member !== null && found.turn !== turn) void judge([seat]).catch(() => {})
    },
  }
}

/** Everything that happens by itself while the door is open; answers what stops it. */
function run(
  { deps, brands, readJackpots }: LiveSurroundings,
  hub: LiveHub,
  judge: Guard['judge'],
  options: LiveOptions,
): () => void {
  const look = (seats: readonly Seat[]): void => {
    judge(seats).catch((error: unknown) => deps.log.warn({ err: error }, 'The sessions behind sockets were not read.'))
  }
  let said = ''
  let looking = false
  const lookAtJackpots = async (): Promise<void> => {
    if (looking || hub.seats() === 0) return
    looking = true
    try {
      const jackpots = await readJackpots()
      const text = JSON.stringify(jackpots)
      // Nothing is said while nothing changes; a tier that closed is said once.
      if (text !== said && (jackpots.length > 0 || said !== '')) hub.tellJackpots(jackpots)
      said = jackpots.length > 0 ? text : ''
    } catch (error) {
      deps.log.warn({ err: error }, 'The jackpots were not read.')
    } finally {
      looking = false
    }
  }
  const stopListening = deps.events.listen((event) => {
    // Pages ask at once, and are answered from the brands as this process knows them.
    if (event.kind === 'maintenance') {
      void brands.refresh().then(
        () => hub.tell(event),
        () => hub.tell(event),
      )
    } else hub.tell(event)
    if (event.kind === 'session') look([...hub.ofMember(event.memberId)])
    if (event.kind === 'gap') look(hub.membersSeats())
    if (event.kind === 'jackpot') void lookAtJackpots()
  })
  const timers = [
    setInterval(hub.beat, options.beatMs),
    setInterval(() => look(hub.membersSeats()), options.sweepMs),
    setInterval(() => void lookAtJackpots(), options.jackpotMs),
  ]
  for (const timer of timers) timer.unref()
  return () => {
    stopListening()
    for (const timer of timers) clearInterval(timer)
  }
}
