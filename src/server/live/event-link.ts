import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { admitClient, type DatabaseIdentity } from '#server/db/database-identity.ts'
import type { AppEvent, LinkedEvents } from './events.ts'

/**
 * Carries events between the processes of the platform: events of this process are collected for a moment and sent with
 * `pg_notify` on a connection of its own, and events of other processes are published here. It recovers by itself:
 * while the database is unreachable a bounded number of events wait, and after a reconnection listeners get an event
 * that some may be missing.
 */
export type EventLink = {
  /** Whether events of other processes arrive now. */
  isUp: () => boolean
  /** The processes that are linked to this database, this one included, as counted within the last seconds; 1 at first. */
  processes: () => number
  /** Sends the waiting events, as far as the connection allows, and closes. */
  close: () => Promise<void>
}

export type EventLinkOptions = {
  /** The application's URL: the role needs no additional right. */
  url: string
  /** What each connection is compared with, as those of the pools are. */
  identity?: DatabaseIdentity
  onFailure: (error: unknown) => void
  /** How long events are collected before they are sent together. */
  gatherMs?: number
  /** How often the connection is checked and the processes are counted. */
  beatMs?: number
}

/** The name of each process's link in `pg_stat_activity`. */
export const linkName = 'baize-events'

const channel = 'baize'
/** PostgreSQL refuses payloads of 8 000 bytes and more. */
const mostPayloadBytes = 7_900
/** The most events that wait while the database is unreachable; the health check covers the rest. */
const mostWaiting = 20_000
const usualGatherMs = 50
const connectWithinMs = 5_000
const usualBeatMs = 5_000
const slowestReconnectMs = 5_000

/** Starts the link; it connects by itself and never throws. */
export function linkEvents(events: LinkedEvents, options: EventLinkOptions): EventLink {
  const self = randomBytes(6).toString('hex')
  const waiting = new Set<string>()
  let client: pg.Client | null = null
  let isClosed = false
  let attempt = 0
  let processes = 1
  let gathering: NodeJS.Timeout | null = null
  let reconnecting: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let connecting: Promise<void> = connect()

  async function connect(): Promise<void> {
    reconnecting = null
    const fresh = createClient(options.url)
    fresh.on('notification', ({ payload }) => {
      if (payload !== undefined) for (const event of eventsOf(payload, self)) events.receive(event)
    })
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh, null))
    try {
      await fresh.connect()
      if (options.identity) await admitClient(fresh, options.identity)
      // This connection stores nothing, so its commits need not wait for the disk.
      await fresh.query(`SET synchronous_commit = off; LISTEN ${channel}`)
      await countProcesses(fresh)
    } catch (error) {
      return lose(fresh, error)
    }
    if (isClosed) return void fresh.end().catch(() => {})
    client = fresh
    if (attempt > 0) events.receive({ kind: 'gap' })
    attempt = 0
    gather()
  }

  async function countProcesses(through: pg.Client): Promise<void> {
    const { rows } = await through.query<{ processes: number }>(countStatement)
    processes = Math.max(1, rows[0]?.processes ?? 1)
  }

  /** Drops a connection, once, and reconnects after a delay that grows and differs between processes. */
  function lose(lost: pg.Client, error: unknown): void {
    lost.removeAllListeners('end').removeAllListeners('notification')
    void lost.end().catch(() => {})
    if (client !== null && client !== lost) return
    client = null
    if (isClosed || reconnecting !== null) return
    if (error !== null && attempt === 0) options.onFailure(error)
    attempt += 1
    const waitMs = Math.min(slowestReconnectMs, 100 * 2 ** attempt)
    reconnecting = setTimeout(() => (connecting = connect()), waitMs / 2 + randomInt(waitMs / 2 + 1))
    reconnecting.unref()
  }

  function gather(): void {
    if (waiting.size === 0 || gathering !== null || client === null) return
    gathering = setTimeout(send, options.gatherMs ?? usualGatherMs)
    gathering.unref()
  }

  function send(): void {
    gathering = null
    if (client === null || sending !== null || waiting.size === 0) return
    const through = client
    const payloads = payloadsOf(self, waiting)
    waiting.clear()
    sending = through
      .query(`SELECT pg_notify('${channel}', payload) FROM unnest($1::text[]) payload`, [payloads])
      .then(
        () => undefined,
        (error: unknown) => lose(through, error),
      )
      .finally(() => {
        sending = null
        gather()
      })
  }

  const stopListening = events.onOwnEvent((event) => {
    const code = codeOf(event)
    if (code === null || waiting.size >= mostWaiting) return
    waiting.add(code)
    gather()
  })
  // Also detects a connection whose other end has vanished silently.
  const beat = setInterval(() => {
    const current = client
    if (current !== null) countProcesses(current).catch((error: unknown) => lose(current, error))
  }, options.beatMs ?? usualBeatMs)
  beat.unref()

  return {
    isUp: () => client !== null,
    processes: () => processes,
    close: async () => {
      stopListening()
      clearInterval(beat)
      if (reconnecting !== null) clearTimeout(reconnecting)
      if (gathering !== null) clearTimeout(gathering)
      isClosed = true
      await connecting
      await sending
      send()
      await sending
      const last = client
      client = null
      last?.removeAllListeners('end')
      await last?.end().catch(() => {})
    },
  }
}

/** A role sees the sessions of its own processes. */
const countStatement = `SELECT count(*)::int AS processes FROM pg_stat_activity
  WHERE application_name = '${linkName}' AND datname = current_database() AND usename = current_user`

function createClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: linkName,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: connectWithinMs,
    keepAlive: true,
  })
}

const letters = {
  balance: 'b',
  note: 'n',
  help: 'h',
  request: 'r',
  session: 's',
  notice: 'N',
  jackpot: 'J',
  maintenance: 'M',
  table: 'T',
  'table-bets': 'B',
} as const satisfies Record<Exclude<AppEvent['kind'], 'gap'>, string>

/**
 * An event as a short code, `b123` or `N*`; equal events have equal codes. Null for events that stay in this process.
 */
function codeOf(event: AppEvent): string | null {
  if (event.kind === 'gap') return null
  if ('tableId' in event) return letters[event.kind] + String(event.tableId)
  return letters[event.kind] + ('memberId' in event ? String(event.memberId) : String(event.brandId ?? '*'))
}

function eventOf(code: string): AppEvent | null {
  const [, letter, number] = /^([bnhrsNJMTB])(\d{1,19}|\*)$/.exec(code) ?? []
  for (const kind of ['balance', 'note', 'help', 'request', 'session'] as const) {
    if (letter === letters[kind] && number !== undefined && number !== '*') return { kind, memberId: BigInt(number) }
  }
  for (const kind of ['table', 'table-bets'] as const) {
    if (letter === letters[kind] && number !== undefined && number !== '*') return { kind, tableId: Number(number) }
  }
  for (const kind of ['notice', 'jackpot', 'maintenance'] as const) {
    if (letter === letters[kind] && number !== undefined)
      return { kind, brandId: number === '*' ? null : Number(number) }
  }
  return null
}

/** Codes joined into payloads that fit, each beginning with the id of the sending process. */
function payloadsOf(self: string, codes: Iterable<string>): string[] {
  const payloads: string[] = []
  let payload = self
  for (const code of codes) {
    if (payload.length + 1 + code.length > mostPayloadBytes) {
      payloads.push(payload)
      payload = self
    }
    payload += ` ${code}`
  }
  return [...payloads, payload]
}

/** The events of another process; none for this process's own payloads, and none for codes of a newer release. */
function eventsOf(payload: string, self: string): AppEvent[] {
  const [from, ...codes] = payload.split(' ')
  if (from === self) return []
  return codes.map(eventOf).filter((event) => event !== null)
}
