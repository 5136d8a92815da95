import type { LiveMemberKind, LiveMessage } from '#contract/live.ts'
import type { Jackpot } from '#contract/jackpot.ts'
import { liveCloseCodes } from '#domain/live.ts'
import type { AppEvent } from './events.ts'

/** The live sockets of one process: their members, their pending messages and their removal. It does no IO itself. */

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

type PendingKind = 'hello' | LiveMemberKind | 'notice' | 'maintenance'

export type LiveClient = {
  readonly socket: LiveSocket
  readonly brandId: number
  readonly member: LiveMember | null
  /** The table whose steps it gets. */
  readonly tableId: number | null
  /** The tables whose tiles its page has in view. */
  readonly tileIds: readonly number[]
  /** Changes not sent yet. */
  readonly pending: Set<PendingKind>
  /** Whether the last ping was answered. */
  answers: boolean
}

/** The member of a socket when it opened; `accountStatus` shows whether their account status has changed. */
export type LiveMember = { memberId: bigint; sessionId: bigint; accountStatus: string }

/** What a socket named when it was opened. */
export type NamedTables = Pick<LiveClient, 'tableId' | 'tileIds'>

export type LiveHub = {
  clients: () => number
  guests: () => number
  ofMember: (memberId: bigint) => ReadonlySet<LiveClient>
  memberClients: () => LiveClient[]
  join: (socket: LiveSocket, brandId: number, member: LiveMember | null, named?: NamedTables) => LiveClient
  leave: (client: LiveClient) => void
  /** Records which sockets an event concerns; they get each kind once, a moment later. */
  deliver: (event: AppEvent) => void
  /** Sends the pools to everyone at once, or to those who joined since they were last sent. */
  sendJackpots: (jackpots: readonly Jackpot[], to: 'everyone' | 'joined') => void
  /** The tables with sockets. */
  tables: () => number[]
  /** Sends a message to the sockets of a table at once. */
  sendToTable: (tableId: number, message: LiveMessage) => void
  /** The tables whose tiles pages have in view. */
  tileTables: () => number[]
  /** Sends a message to the sockets of pages with the tile of a table in view at once. */
  sendToTiles: (tableId: number, message: LiveMessage) => void
  /** Pings everyone; sockets that did not answer the last ping are terminated. */
  beat: () => void
  /** Closes every socket; the pages reconnect soon. */
  closeAll: () => void
  /** Terminates the remaining sockets. */
  terminateAll: () => void
}

export type HubOptions = {
  /** A socket with more unsent bytes than this is terminated. */
  mostBufferedBytes: number
  gatherMs: number
}

/** Creates the hub of a process; the caller opens the sockets and runs `beat` periodically. */
export function createLiveHub(options: HubOptions): LiveHub {
  const clients = new Set<LiveClient>()
  const byMember = createGroups<bigint>()
  /** Their pages may show figures of some seconds before. */
  const joined = new Set<LiveClient>()
  const byTable = createGroups<number>()
  const byTile = createGroups<number>()
  const outbox = createOutbox(options)
  let guests = 0
  const sendToAll = (some: ReadonlySet<LiveClient>, message: LiveMessage): void => {
    const text = JSON.stringify(message)
    for (const client of some) outbox.send(client, text)
  }

  return {
    clients: () => clients.size,
    guests: () => guests,
    ofMember: byMember.of,
    memberClients: byMember.all,
    join: (socket, brandId, member, named = { tableId: null, tileIds: [] }) => {
      const client: LiveClient = { socket, brandId, member, ...named, pending: new Set(), answers: true }
      clients.add(client)
      joined.add(client)
      if (member === null) guests += 1
      byMember.add(member?.memberId ?? null, client)
      byTable.add(client.tableId, client)
      for (const tileId of client.tileIds) byTile.add(tileId, client)
      outbox.send(client, textOf(client, 'hello'))
      return client
    },
    leave: (client) => {
      if (!clients.delete(client)) return
      joined.delete(client)
      if (client.member === null) guests -= 1
      outbox.forget(client)
      byMember.remove(client.member?.memberId ?? null, client)
      byTable.remove(client.tableId, client)
      for (const tileId of client.tileIds) byTile.remove(tileId, client)
    },
    deliver: (event) => noteEvent(event, { clients, ofMember: byMember.of, note: outbox.note }),
    sendJackpots: (jackpots, to) => {
      const message: LiveMessage = { kind: 'jackpot', jackpots: [...jackpots] }
      const text = JSON.stringify(message)
      for (const client of to === 'everyone' ? clients : joined) outbox.send(client, text)
      joined.clear()
    },
    tables: byTable.keys,
    sendToTable: (tableId, message) => sendToAll(byTable.of(tableId), message),
    tileTables: byTile.keys,
    sendToTiles: (tableId, message) => sendToAll(byTile.of(tableId), message),
    beat: () => {
      for (const client of clients) beatOne(client)
    },
    closeAll: () => {
      outbox.stop()
      for (const { socket } of clients) socket.close(liveCloseCodes.goingAway)
    },
    terminateAll: () => {
      for (const { socket } of clients) socket.terminate()
    },
  }
}

/** Notes an event for the sockets that it concerns. */
function noteEvent(
  event: AppEvent,
  hub: {
    clients: ReadonlySet<LiveClient>
    ofMember: LiveHub['ofMember']
    note: (client: LiveClient, kind: PendingKind) => void
  },
): void {
  switch (event.kind) {
    case 'balance':
    case 'note':
    case 'help':
    case 'request':
      for (const client of hub.ofMember(event.memberId)) hub.note(client, event.kind)
      break
    case 'notice':
    case 'maintenance':
      for (const client of hub.clients)
        if ((event.brandId ?? client.brandId) === client.brandId) hub.note(client, event.kind)
      break
    case 'gap':
      for (const client of hub.clients) hub.note(client, 'hello')
      break
    case 'session':
    case 'jackpot':
    case 'table':
    case 'table-bets':
      break
  }
}

const noClients: ReadonlySet<LiveClient> = new Set()

function beatOne(client: LiveClient): void {
  if (!client.answers) client.socket.terminate()
  else if (client.socket.readyState === client.socket.OPEN) {
    client.answers = false
    client.socket.ping()
  }
}

/** Clients by a key; one without a key is in no group. */
function createGroups<Key>() {
  const groups = new Map<Key, Set<LiveClient>>()
  return {
    add: (key: Key | null, client: LiveClient): void => {
      if (key !== null) groups.set(key, (groups.get(key) ?? new Set()).add(client))
    },
    remove: (key: Key | null, client: LiveClient): void => {
      const group = key === null ? undefined : groups.get(key)
      group?.delete(client)
      if (key !== null && group?.size === 0) groups.delete(key)
    },
    of: (key: Key): ReadonlySet<LiveClient> => groups.get(key) ?? noClients,
    keys: (): Key[] => [...groups.keys()],
    all: (): LiveClient[] => [...groups.values()].flatMap((group) => [...group]),
  }
}

/** What waits to be sent: changes are noted and sent together a moment later, each kind once. */
function createOutbox(options: HubOptions) {
  const dirty = new Set<LiveClient>()
  let gathering: NodeJS.Timeout | null = null

  function send({ socket }: LiveClient, text: string): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > options.mostBufferedBytes) return socket.terminate()
    socket.send(text)
  }

  function flush(): void {
    gathering = null
    for (const client of dirty) {
      for (const kind of client.pending) send(client, textOf(client, kind))
      client.pending.clear()
    }
    dirty.clear()
  }

  return {
    send,
    note: (client: LiveClient, kind: PendingKind): void => {
      client.pending.add(kind)
      dirty.add(client)
      gathering ??= setTimeout(flush, options.gatherMs)
    },
    forget: (client: LiveClient): void => void dirty.delete(client),
    stop: (): void => {
      if (gathering !== null) clearTimeout(gathering)
    },
  }
}

function textOf(client: LiveClient, kind: PendingKind): string {
  const message: LiveMessage = kind === 'hello' ? { kind, member: client.member !== null } : { kind }
  return JSON.stringify(message)
}
