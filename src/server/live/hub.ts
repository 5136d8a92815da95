import type { LiveMemberKind, LiveMessage } from '#contract/live.ts'
import type { Jackpot } from '#contract/shapes.ts'
import { liveCloseCodes } from '#domain/live.ts'
import type { HouseEvent } from './events.ts'

/** The live sockets of one process: their members, their pending messages and their removal. No IO of its own. */

/** The part of a WebSocket that the hub needs. */
export type LiveSocket = {
  readonly OPEN: number
  readonly readyState: number
  /** Bytes sent that the other side has not received yet. */
  readonly bufferedAmount: number
  send: (text: string) => void
  ping: () => void
  close: (code: number) => void
  terminate: () => void
}

export type Seat = {
  readonly socket: LiveSocket
  readonly brandId: number
  readonly member: LiveMember | null
  /** Changes not sent yet. */
  readonly news: Set<'hello' | LiveMemberKind | 'notice' | 'maintenance'>
  /** Whether the last ping was answered. */
  answers: boolean
}

/** The member of a socket when it opened; `standing` shows whether their account status has changed. */
export type LiveMember = { memberId: bigint; sessionId: bigint; standing: string }

export type LiveHub = {
  seats: () => number
  guests: () => number
  ofMember: (memberId: bigint) => ReadonlySet<Seat>
  membersSeats: () => Seat[]
  join: (socket: LiveSocket, brandId: number, member: LiveMember | null) => Seat
  leave: (seat: Seat) => void
  /** Notes what an event changes for whom; it is sent a moment later, each kind once. */
  tell: (event: HouseEvent) => void
  /** Sends the pools to everyone at once. */
  tellJackpots: (jackpots: readonly Jackpot[]) => void
  /** Pings everyone; sockets that did not answer the last ping are terminated. */
  beat: () => void
  /** Closes every socket; the pages reconnect soon. */
  sendAway: () => void
  /** Terminates the remaining sockets. */
  cut: () => void
}

export type HubOptions = {
  /** A reader that is further behind than this is terminated. */
  mostBufferedBytes: number
  gatherMs: number
}

export function createLiveHub(options: HubOptions): LiveHub {
  const seats = new Set<Seat>()
  const byMember = new Map<bigint, Set<Seat>>()
  const dirty = new Set<Seat>()
  let guests = 0
  let gathering: NodeJS.Timeout | null = null

  const say = (seat: Seat, text: string): void => {
    const { socket } = seat
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > options.mostBufferedBytes) return socket.terminate()
    socket.send(text)
  }
  const flush = (): void => {
    gathering = null
    for (const seat of dirty) {
      for (const kind of seat.news) say(seat, textOf(seat, kind))
      seat.news.clear()
    }
    dirty.clear()
  }
  const note = (seat: Seat, kind: Parameters<Seat['news']['add']>[0]): void => {
    seat.news.add(kind)
    dirty.add(seat)
    gathering ??= setTimeout(flush, options.gatherMs)
  }
  return {
    seats: () => seats.size,
    guests: () => guests,
    ofMember: (memberId) => byMember.get(memberId) ?? noSeats,
    membersSeats: () => [...byMember.values()].flatMap((own) => [...own]),
    join: (socket, brandId, member) => {
      const seat: Seat = { socket, brandId, member, news: new Set(), answers: true }
      seats.add(seat)
      if (member === null) guests += 1
      else byMember.set(member.memberId, (byMember.get(member.memberId) ?? new Set()).add(seat))
      say(seat, textOf(seat, 'hello'))
      return seat
    },
    leave: (seat) => {
      if (!seats.delete(seat)) return
      if (seat.member === null) guests -= 1
      dirty.delete(seat)
      const own = seat.member === null ? undefined : byMember.get(seat.member.memberId)
      own?.delete(seat)
      if (seat.member !== null && own?.size === 0) byMember.delete(seat.member.memberId)
    },
    tell: (event) => {
      switch (event.kind) {
        case 'balance':
        case 'note':
        case 'help':
        case 'request':
          for (const seat of byMember.get(event.memberId) ?? noSeats) note(seat, event.kind)
          break
        case 'notice':
        case 'maintenance':
          for (const seat of seats) if ((event.brandId ?? seat.brandId) === seat.brandId) note(seat, event.kind)
          break
        case 'gap':
          for (const seat of seats) note(seat, 'hello')
          break
        case 'session':
        case 'jackpot':
          break
      }
    },
    tellJackpots: (jackpots) => {
      const message: LiveMessage = { kind: 'jackpot', jackpots: [...jackpots] }
      const text = JSON.stringify(message)
      for (const seat of seats) say(seat, text)
    },
    beat: () => {
      for (const seat of seats) {
        if (!seat.answers) seat.socket.terminate()
        else if (seat.socket.readyState === seat.socket.OPEN) {
          seat.answers = false
          seat.socket.ping()
        }
      }
    },
    sendAway: () => {
      if (gathering !== null) clearTimeout(gathering)
      for (const { socket } of seats) socket.close(liveCloseCodes.goingAway)
    },
    cut: () => {
      for (const { socket } of seats) socket.terminate()
    },
  }
}

const noSeats: ReadonlySet<Seat> = new Set()

function textOf(seat: Seat, kind: 'hello' | LiveMemberKind | 'notice' | 'maintenance'): string {
  const message: LiveMessage = kind === 'hello' ? { kind, member: seat.member !== null } : { kind }
  return JSON.stringify(message)
}
