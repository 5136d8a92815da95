import { randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import type { HouseEvent, LinkedEvents } from './events.ts'

/**
 * Carries events between the processes of a house: what is said here is gathered for a moment and sent by `pg_notify` on
 * a connection of its own, and what the others send is said here. It mends itself: while the database is away events wait,
 * bounded, and when the connection is back everyone is told that something may have been missed.
 */
export type EventLink = {
  /** Whether others can be heard now. */
  isUp: () => boolean
  /** Sends what waits, as far as the connection allows, and closes. */
  close: () => Promise<void>
}

export type EventLinkOptions = {
  /** The application's URL: the role needs no right of its own for this. */
  url: string
  onTrouble: (error: unknown) => void
  /** How long events are gathered before they go out together. */
  gatherMs?: number
}

const channel = 'baize'
/** PostgreSQL refuses payloads of 8 000 bytes and more. */
const mostPayloadBytes = 7_900
/** Events that wait while the database is away; more than that is left to the health check. */
const mostWaiting = 20_000
const usualGatherMs = 50
const connectWithinMs = 5_000
const beatMs = 15_000
const slowestReconnectMs = 5_000

/** Starts the link; it connects by itself and never throws. */
export function linkEvents(events: LinkedEvents, options: EventLinkOptions): EventLink {
  const self = randomBytes(6).toString('hex')
  const waiting = new Set<string>()
  let client: pg.Client | null = null
  let isClosed = false
  let attempt = 0
  let gathering: NodeJS.Timeout | null = null
  let reconnecting: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let connecting: Promise<void> = connect()

  async function connect(): Promise<void> {
    reconnecting = null
    const fresh = createClient(options.url)
    fresh.on('notification', ({ payload }) => {
      if (payload !== undefined) for (const event of eventsOf(payload, self)) events.hear(event)
    })
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh, null))
    try {
      await fresh.connect()
      // Nothing is stored here that a crash could lose, so no commit of this connection waits for the disk.
      await fresh.query(`SET synchronous_commit = off; LISTEN ${channel}`)
    } catch (error) {
      return lose(fresh, error)
    }
    if (isClosed) return void fresh.end().catch(() => {})
    client = fresh
    if (attempt > 0) events.hear({ kind: 'gap' })
    attempt = 0
    gather()
  }

  /** Gives a connection up, once, and tries again after a moment that grows and differs between processes. */
  function lose(lost: pg.Client, error: unknown): void {
    lost.removeAllListeners('end').removeAllListeners('notification')
    void lost.end().catch(() => {})
    if (client !== null && client !== lost) return
    client = null
    if (isClosed || reconnecting !== null) return
    if (error !== null && attempt === 0) options.onTrouble(error)
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

  const stopListening = events.listenToOwn((event) => {
    const word = wordOf(event)
    if (word === null || waiting.size >= mostWaiting) return
    waiting.add(word)
    gather()
  })
  // A connection whose other end has vanished without a word is found out by asking.
  const beat = setInterval(() => {
    const asked = client
    asked?.query('SELECT 1').catch((error: unknown) => lose(asked, error))
  }, beatMs)
  beat.unref()

  return {
    isUp: () => client !== null,
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

function createClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'baize-events',
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
} as const satisfies Record<Exclude<HouseEvent['kind'], 'gap'>, string>

/** An event as one short word, `b123` or `N*`; the same event said twice is the same word. Null for what stays here. */
function wordOf(event: HouseEvent): string | null {
  if (event.kind === 'gap') return null
  return letters[event.kind] + ('memberId' in event ? String(event.memberId) : String(event.brandId ?? '*'))
}

function eventOf(word: string): HouseEvent | null {
  const [, letter, number] = /^([bnhrsNJM])(\d{1,19}|\*)$/.exec(word) ?? []
  for (const kind of ['balance', 'note', 'help', 'request', 'session'] as const) {
    if (letter === letters[kind] && number !== undefined && number !== '*') return { kind, memberId: BigInt(number) }
  }
  for (const kind of ['notice', 'jackpot', 'maintenance'] as const) {
    if (letter === letters[kind] && number !== undefined)
      return { kind, brandId: number === '*' ? null : Number(number) }
  }
  return null
}

/** Words joined into payloads that fit, each headed by who says it. */
function payloadsOf(self: string, words: Iterable<string>): string[] {
  const payloads: string[] = []
  let payload = self
  for (const word of words) {
    if (payload.length + 1 + word.length > mostPayloadBytes) {
      payloads.push(payload)
      payload = self
    }
    payload += ` ${word}`
  }
  return [...payloads, payload]
}

/** The events of another process; nothing for what this one said itself, and nothing for words of a newer release. */
function eventsOf(payload: string, self: string): HouseEvent[] {
  const [from, ...words] = payload.split(' ')
  if (from === self) return []
  return words.map(eventOf).filter((event) => event !== null)
}
